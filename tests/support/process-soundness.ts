/** What has to be so between two steps of every instance, whatever was done and whenever a server died: asked of the rows. */
import type { Database } from '../../server/kernel/database/database.ts'

/** Each gives the ids of instances of which it is not so. */
const QUESTIONS: Readonly<Record<string, string>> = {
  // A step of a called instance leads on the one that called it as well, and its record is with the called one.
  'each step has its record': `select i.id from process_instances i where i.parent_id is null
    and i.step_number <> (select coalesce(max(e.step_number), 0) from process_events e where e.instance_id = i.id)
    and not exists (select from process_instances called where called.root_id = i.id and called.parent_id is not null
      and exists (select from process_events e where e.instance_id = called.id))`,
  'no record is without its step': `select i.id from process_instances i where exists (select from process_events e where e.instance_id = i.id and e.step_number > i.step_number)`,
  'no step is there in part': `select i.id from process_instances i where i.parent_id is null
    and exists (select from process_activities a where a.instance_id = i.id and greatest(a.begun_step, a.ended_step) > i.step_number)`,
  'a task is open as long as its passage is': `select t.instance_id as id from process_tasks t join process_activities a on a.instance_id = t.instance_id and a.number = t.activity
    where t.task_state in ('open', 'waiting') and a.activity_state not in ('active', 'failed')`,
  'whoever has to do something has a task': `select a.instance_id as id from process_activities a where a.activity_state = 'active' and a.node like 'task%'
    and not exists (select from process_tasks t where t.instance_id = a.instance_id and t.activity = a.number and t.task_state = 'open')`,
  'a passage has one task': `select t.instance_id as id from process_tasks t where t.member is null group by t.instance_id, t.activity having count(*) > 1`,
  'nothing goes on in what has ended': `select i.id from process_instances i where i.instance_state = 'ended' and (i.tokens <> '[]'
    or exists (select from process_tasks t where t.instance_id = i.id and t.task_state in ('open', 'waiting'))
    or exists (select from process_waits w where w.instance_id = i.id)
    or exists (select from process_activities a where a.instance_id = i.id and a.activity_state in ('active', 'failed')))`,
  'each timer is planned': `select w.instance_id as id from process_waits w join process_instances i on i.id = w.instance_id and i.instance_state = 'running'
    where w.due_time is not null and not exists (select from scheduled_work s where s.kind = 'process-timer' and s.key = w.instance_id || ':' || w.number)`,
  'nothing is planned that nobody waits for': `select s.payload->>'instance' as id from scheduled_work s where s.kind = 'process-timer'
    and not exists (select from process_waits w where s.key = w.instance_id || ':' || w.number)`,
  'no timer came twice': `select a.instance_id as id from process_activities a where a.node like 'timer%' and a.activity_state <> 'undone'
    group by a.instance_id, a.node, a.causes having count(*) > 1`,
  'it has a way forward': `select i.id from process_instances i where i.instance_state = 'running'
    and not exists (select from process_tasks t where t.instance_id = i.id and t.task_state = 'open')
    and not exists (select from process_waits w where w.instance_id = i.id)
    and not exists (select from process_instances c where c.parent_id = i.id and c.instance_state = 'running')
    and not exists (select from scheduled_work s where s.kind like 'process-%' and s.payload->>'instance' = i.id::text)
    and not exists (select from process_outside o join scheduled_work s on s.kind = 'process-outside' and s.key = o.id::text where o.instance_id = i.id)
    and not exists (select from process_incidents n where n.instance_id = i.id and n.resolved_at is null)`,
  'people stand at open tasks alone': `select t.instance_id as id from process_task_people p join process_tasks t on t.id = p.task_id where t.task_state in ('done', 'cancelled')`,
}

/**
 * What is not so, with instances of which it is not; nothing where all is well.
 * @param tenantId Of this tenant alone, where other tests share the database: some take records out of it, to see who notices
 */
export async function unsoundness(database: Pick<Database, 'asOwner'>, tenantId?: string): Promise<readonly string[]> {
  const own =
    'where $1::uuid is null or exists (select from process_instances i where i.id::text = found.id::text and i.tenant_id = $1::uuid)'
  return database.asOwner(async (owner) => {
    const found: string[] = []
    for (const [what, question] of Object.entries(QUESTIONS)) {
      const { rows } = await owner.query<{ id: string }>(`select found.id from (${question}) as found (id) ${own} limit 3`, [
        tenantId ?? null,
      ])
      if (rows.length > 0) found.push(`${what}: ${rows.map(({ id }) => id).join(', ')}`)
    }
    return found
  })
}
