/** People are told of tasks that have come to them: once for a task and whoever is asked, of what comes together in one go. */
import { sql } from 'kysely'
import { processInstances, processTasks } from '../../../model/index.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Subscription } from '../../kernel/runtime/event-subscribers.ts'
import { subscription } from '../../kernel/runtime/event-subscribers.ts'
import type { ServiceReceivers } from '../engine/parts.ts'
import { holdersOf } from '../engine/receivers.ts'
import '../events.ts'
import type { Asked } from '../people.ts'
import { statement } from '../statement.ts'

/** Tasks that the same people are told of. */
export interface NewTasks {
  readonly receivers: ServiceReceivers
  readonly tasks: readonly { readonly id: string; readonly name: string; readonly instance: string }[]
}

/** Tells people of tasks, each of theirs, in the transaction it is given. */
export type InformOfTasks = (tx: Transaction, of: readonly NewTasks[]) => Promise<void>

/** Subscribes to tasks that were opened, or given to somebody by name. What was done, taken back or claimed meanwhile nobody needs to hear of. */
export const newTasks = (inform: InformOfTasks): Subscription =>
  subscription({
    kinds: ['task-opened', 'task-given'],
    async handle(tx, events) {
      const ids = (of: typeof events) => [...new Set(of.map(({ subject }) => subject))]
      const rows = await readNew(tx, ids(events), ids(events.filter(({ kind }) => kind === 'task-given')))
      const groups = [...Map.groupBy(rows, ({ assignee_id, asked }) => JSON.stringify([assignee_id, asked])).values()]
      const informed: NewTasks[] = []
      for (const tasks of groups) informed.push({ receivers: await receiversOf(tx, tasks), tasks: tasks.map(seenOf) })
      await inform(tx, informed)
    },
  })

interface NewRow {
  readonly id: string
  readonly name: string
  readonly instance: string
  readonly assignee_id: string | null
  readonly asked: readonly Asked[]
  /** What some role of the tenant hides: a notification has one text for all its readers. */
  readonly hidden: readonly string[]
}

/** Those that are open, oldest first. Whoever has taken one of several who were asked knows of it. */
function readNew(tx: Transaction, ids: readonly string[], given: readonly string[]): Promise<NewRow[]> {
  return tx.all(
    statement(sql<NewRow>`
    select t.id, t.name, i.name as instance, t.assignee_id,
      case when t.assignee_id is null then coalesce((select jsonb_agg(jsonb_build_object('kind', p.person_kind, 'id', p.person_id, 'within', p.within_org)
        order by p.person_kind, p.person_id, p.within_org) from process_task_people p where p.tenant_id = t.tenant_id and p.task_id = t.id), '[]'::jsonb)
        else '[]'::jsonb end as asked,
      array(select case when m.menu_code = ${processInstances.menu} and h.field = 'name' then 'processInstanceName' else h.field end
        from role_hidden_fields h join menus m on m.id = h.menu_id
        where (m.menu_code = ${processTasks.menu} and h.field in ('name', 'processInstanceName'))
          or (m.menu_code = ${processInstances.menu} and h.field = 'name')) as hidden
    from process_tasks t join process_instances i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    where t.id = any(${ids}::uuid[]) and t.task_state = 'open' and (t.claim_time is null or t.id = any(${given}::uuid[])) order by t.id`),
  )
}

const seenOf = ({ id, name, instance, hidden }: NewRow) => ({
  id,
  name: hidden.includes('name') ? '' : name,
  instance: hidden.includes('processInstanceName') ? '' : instance,
})

/** Of tasks that ask the same people. */
async function receiversOf(tx: Transaction, [first]: readonly NewRow[]): Promise<ServiceReceivers> {
  const { assignee_id = null, asked = [] } = first ?? {}
  if (assignee_id !== null) return { userIds: [assignee_id], roleIds: [], organisationIds: [] }
  const ids = (kind: Asked['kind']) => asked.filter((one) => one.kind === kind).map(({ id }) => id)
  const posts = asked.filter(({ kind }) => kind === 'post')
  return {
    userIds: [...ids('user'), ...(posts.length === 0 ? [] : await holdersOf(tx, posts))],
    roleIds: ids('role'),
    organisationIds: ids('organisation'),
  }
}
