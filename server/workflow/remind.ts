/** Reminding whoever the open tasks of an instance wait for: each task once in a while, whoever asks. */
import { sql } from 'kysely'
import { fail } from '../kernel/errors.ts'
import { databaseTime } from '../kernel/runtime/clock.ts'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { lockRoot, note } from './engine/notes.ts'
import type { EngineParts, Person, ServiceReceivers } from './engine/parts.ts'
import { asServer } from './engine/run.ts'
import { refuseEnded } from './ended-by.ts'
import type { BesideAsk } from './copies.ts'
import { assertTakesPart } from './copies.ts'
import { statement } from './statement.ts'

/** Minutes in which a task is not reminded of again. */
const PAUSE = 10
const MAX_REMINDED = 500

interface Row {
  readonly id: string
  readonly activity: number
  readonly instance_id: string
  readonly name: string
  readonly instance: string
  readonly users: string[]
  readonly roles: string[]
  readonly organisations: string[]
}

/** Reminds the people of an instance's open tasks, and returns of how many tasks. What the person has themself is left out. @throws Failure `row.not-found`, `approval.not-taking-part`, `process.suspended`, and as {@link refuseEnded} */
export function remind(parts: EngineParts, person: Person, ask: BesideAsk): Promise<number> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    await assertTakesPart(tx, person, ask)
    await lockRoot(tx, ask.instanceId)
    const about = await tx.first(
      statement(
        sql<{ name: string; instance_state: string }>`select name, instance_state from process_instances where id = ${ask.instanceId}`,
      ),
    )
    const values = { name: about?.name ?? '' }
    if (about?.instance_state === 'ended') await refuseEnded(tx, person, { id: ask.instanceId, name: about.name })
    if (about?.instance_state === 'suspended') fail('process.suspended', { values })
    const tasks = await tx.all(statement(waiting(parts, person, ask.instanceId)))
    for (const [instanceId, own] of byKey(tasks, ({ instance_id }) => instance_id))
      await note(
        tx,
        instanceId,
        own.map(({ id, activity }) => ({ command: 'remind', actorId: person.userId, comment: ask.comment, taskId: id, activity })),
      )
    // Who decide together about one thing are told of it together.
    for (const together of byKey(tasks, ({ instance_id, activity }) => `${instance_id} ${activity}`).values())
      await informOf(tx, parts, together, person.userId)
    await parts.domainEvents.emit(
      tx,
      tasks.map(({ id, instance_id }) => ({ kind: 'task-late' as const, subject: id, payload: { id, instanceId: instance_id } })),
    )
    if (tasks.length > 0) await parts.pageInvalidation.publish(tx, tenantOf(tx))
    return tasks.length
  })
}

async function informOf(tx: Transaction, parts: EngineParts, tasks: readonly Row[], by: string): Promise<void> {
  const [first] = tasks
  if (first === undefined) return
  const all = (of: (row: Row) => readonly string[]) => [...new Set(tasks.flatMap(of))]
  const receivers: ServiceReceivers = {
    userIds: all(({ users }) => users),
    roleIds: all(({ roles }) => roles),
    organisationIds: all(({ organisations }) => organisations),
  }
  await parts.inform(tx, receivers, { what: 'reminded', name: first.name, by, instance: first.instance })
}

/** Open tasks of the instance and of what it has called, of which nobody was reminded just now, each with whoever has it or can take it. Holders of posts are told as people. */
const waiting = ({ clock }: EngineParts, { userId }: Person, instanceId: string) => {
  const named = (kind: string) => sql`array(select people.person_id from process_task_people people
    where people.tenant_id = task.tenant_id and people.task_id = task.id and task.assignee_id is null and people.person_kind = ${kind})`
  return sql<Row>`select task.id, task.activity, task.instance_id, task.name, instance.name as instance, ${named('role')} as roles,
      ${named('organisation')} as organisations,
      case when task.assignee_id is not null then array[task.assignee_id] else ${named('user')} || array(
        select link.user_id from process_task_people people
        join user_posts link on link.tenant_id = people.tenant_id and link.post_id = people.person_id and link.status = 1
        join users person on person.tenant_id = link.tenant_id and person.id = link.user_id and person.status = 1
        where people.tenant_id = task.tenant_id and people.task_id = task.id and people.person_kind = 'post'
          and (people.within_org = '00000000-0000-0000-0000-000000000000' or people.within_org = person.org_id)) end as users
    from process_tasks task
    join process_instances instance on instance.tenant_id = task.tenant_id and instance.id = task.instance_id
    where (instance.id = ${instanceId}::uuid or instance.root_id = ${instanceId}::uuid) and task.task_state = 'open'
      and task.assignee_id is distinct from ${userId}::uuid
      and not exists (select from process_events event where event.tenant_id = task.tenant_id and event.instance_id = task.instance_id
        and event.task_id = task.id and event.command = 'remind'
        and event.happened_at > ${databaseTime(clock)} - make_interval(mins => ${PAUSE}))
    order by task.id limit ${MAX_REMINDED}`
}

function byKey<Member>(members: readonly Member[], keyOf: (member: Member) => string): Map<string, Member[]> {
  const found = new Map<string, Member[]>()
  for (const member of members) found.set(keyOf(member), [...(found.get(keyOf(member)) ?? []), member])
  return found
}
