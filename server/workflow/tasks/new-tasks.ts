/** People are told of tasks that have come to them: once for a task and whoever is asked, of what comes together in one go. */
import { sql } from 'kysely'
import { processInstances, processTasks } from '../../../model/index.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { DomainEvent } from '../../kernel/runtime/domain-events.ts'
import type { Subscription } from '../../kernel/runtime/event-subscribers.ts'
import { subscription } from '../../kernel/runtime/event-subscribers.ts'
import type { ServiceReceivers } from '../engine/parts.ts'
import { holdersOf } from '../engine/receivers.ts'
import '../events.ts'
import type { Asked } from '../people.ts'
import { holdsNow } from '../people/absences.ts'
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
      const asking = rows.map((row) => ({ ...row, to: newFor(events.filter(({ subject }) => subject === row.id)) }))
      const groups = [
        ...Map.groupBy(asking, ({ assignee_id, asked, deputies, to }) => JSON.stringify([assignee_id, asked, deputies, to])).values(),
      ]
      const informed: NewTasks[] = []
      for (const tasks of groups) informed.push({ receivers: await receiversOf(tx, tasks), tasks: tasks.map(seenOf) })
      await inform(tx, informed)
    },
  })

/** For whom alone a task is new that several can take; nothing where it is for all. */
function newFor(events: readonly Pick<DomainEvent<'task-opened' | 'task-given'>, 'kind' | 'payload'>[]): readonly string[] | undefined {
  const people = events.map(({ payload }) => ('to' in payload ? payload.to : undefined))
  return people.includes(undefined) ? undefined : [...new Set(people.filter((one) => one !== undefined))].sort()
}

interface NewRow {
  readonly id: string
  readonly name: string
  readonly instance: string
  readonly assignee_id: string | null
  readonly asked: readonly Asked[]
  /** Of those who are asked by name and are away, who stands in for them. */
  readonly deputies: readonly string[]
  /** What some role of the tenant hides: a notification has one text for all its readers. */
  readonly hidden: readonly string[]
}

/**
 * Those that are open, oldest first. Whoever has taken one of several who were asked knows of it. Each task leads to its instance by the key: joined freely, a planner that
 * takes tables for small ones read every instance of a definition for every task, 180 ms for twenty (`bench:processes`, embedded).
 */
function readNew(tx: Transaction, ids: readonly string[], given: readonly string[]): Promise<NewRow[]> {
  return tx.all(
    statement(sql<NewRow>`
    select t.id, t.name, i.name as instance, t.assignee_id,
      case when t.assignee_id is null then coalesce((select jsonb_agg(jsonb_build_object('kind', p.person_kind, 'id', p.person_id, 'within', p.within_org)
        order by p.person_kind, p.person_id, p.within_org) from process_task_people p where p.tenant_id = t.tenant_id and p.task_id = t.id), '[]'::jsonb)
        else '[]'::jsonb end as asked,
      array(select distinct absence.deputy_id::text from process_task_people p
        join process_absences absence on absence.user_id = p.person_id and ${holdsNow('absence')}
        join users deputy on deputy.id = absence.deputy_id and deputy.status = 1
        where t.assignee_id is null and p.task_id = t.id and p.person_kind = 'user'
          and (cardinality(absence.categories) = 0 or d.category = any(absence.categories)) order by 1) as deputies,
      array(select case when m.menu_code = ${processInstances.menu} and h.field = 'name' then 'processInstanceName' else h.field end
        from role_hidden_fields h join menus m on m.id = h.menu_id
        where (m.menu_code = ${processTasks.menu} and h.field in ('name', 'processInstanceName'))
          or (m.menu_code = ${processInstances.menu} and h.field = 'name')) as hidden
    from process_tasks t
      cross join lateral (select one.name, one.definition_id from process_instances one where one.tenant_id = t.tenant_id and one.id = t.instance_id limit 1) i
      cross join lateral (select one.category from process_definitions one where one.tenant_id = t.tenant_id and one.id = i.definition_id limit 1) d
    where t.id = any(${ids}::uuid[]) and t.task_state = 'open' and (t.claim_time is null or t.id = any(${given}::uuid[])) order by t.id`),
  )
}

const seenOf = ({ id, name, instance, hidden }: NewRow) => ({
  id,
  name: hidden.includes('name') ? '' : name,
  instance: hidden.includes('processInstanceName') ? '' : instance,
})

/** Of tasks that ask the same people. */
async function receiversOf(
  tx: Transaction,
  [first]: readonly (NewRow & { readonly to: readonly string[] | undefined })[],
): Promise<ServiceReceivers> {
  const { assignee_id = null, asked = [], deputies = [], to } = first ?? {}
  if (assignee_id !== null) return { userIds: [assignee_id], roleIds: [], organisationIds: [] }
  if (to !== undefined) return { userIds: to, roleIds: [], organisationIds: [] }
  const ids = (kind: Asked['kind']) => asked.filter((one) => one.kind === kind).map(({ id }) => id)
  const posts = asked.filter(({ kind }) => kind === 'post')
  return {
    userIds: [...new Set([...ids('user'), ...deputies, ...(posts.length === 0 ? [] : await holdersOf(tx, posts))])],
    roleIds: ids('role'),
    organisationIds: ids('organisation'),
  }
}
