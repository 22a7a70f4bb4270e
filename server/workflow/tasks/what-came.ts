/** What has come of a decision: whoever acted on it, and what has left the instance. Neither can be taken back. */
import { sql } from 'kysely'
import type { Group, GroupRule } from '../../../model/workflow/core/groups.ts'
import { askedOf } from '../../../model/workflow/core/groups.ts'
import { cameOf } from '../../../model/workflow/core/return.ts'
import { listenersAt } from '../../../model/workflow/listeners.ts'
import type { Activity } from '../../../model/workflow/core/state.ts'
import { isOpen } from '../../../model/workflow/core/state.ts'
import type { Moment } from '../../../model/workflow/settings.ts'
import { fail } from '../../kernel/errors.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Held } from '../engine/held.ts'
import { NOTED } from '../engine/notes.ts'
import type { Person } from '../engine/parts.ts'
import type { TaskRow } from '../engine/rows.ts'
import type { Opened } from '../engine/run.ts'
import { shownNameOf } from '../people/shown-name.ts'
import { statement } from '../statement.ts'

/** Services that leave the instance: what they did stays, whatever becomes of it. */
const LEAVING: ReadonlySet<string> = new Set(['http', 'mail', 'start'])

/** Who has voted only because the task was decided: after it, and not without it. */
export function votedAfter(rule: GroupRule, group: Group, tasks: readonly TaskRow[], task: TaskRow): TaskRow | undefined {
  const isLater = ({ task_state, end_time }: TaskRow) =>
    task_state === 'done' && Date.parse(end_time ?? '') > Date.parse(task.end_time ?? '')
  const later = tasks.filter(isLater)
  const undone = new Set([task.member, ...later.map(({ member }) => member)])
  const before = group.map(({ vote, ...member }) => (undone.has(member.id) || vote === undefined ? member : { ...member, vote }))
  const asked = new Set(askedOf(rule, before).map(({ id }) => id))
  return later.find(({ member }) => !asked.has(member ?? -1))
}

/** Returns where a decision can be taken back. @throws Failure `approval.acted`, `approval.sent`, `approval.called` where something has come of a task that cannot be taken back */
export async function assertNothingCame({ held, work: { tx, unit } }: Opened, person: Person, { activity, id }: TaskRow): Promise<void> {
  const own = held.activity(activity)
  if (own?.state === 'done' && sends(held, own, ['complete'])) fail('approval.sent', { values: { name: nameOf(held, own) } })
  const came = cameOf(held.state, activity).filter((one) => one.id !== activity)
  const within = belowOf([...unit.held.values()], held, came)
  for (const [where, activities] of within) {
    const sent = activities.find((one) => hasLeft(where, one))
    if (sent) fail('approval.sent', { values: { name: nameOf(where, sent) } })
  }
  const ended = [...within.keys()].find((where) => !where.isOpen)
  if (ended) fail('approval.called', { values: { name: ended.definition.name } })
  const acted = await firstAct(tx, person, within, id)
  if (acted) fail('approval.acted', { values: { task: acted.task, who: acted.who ?? '', time: acted.time } })
}

/** Passages that came of it in the instance, and all of those that it has called since. */
function belowOf(all: readonly Held[], held: Held, came: readonly Activity[]): Map<Held, readonly Activity[]> {
  const found = new Map<Held, readonly Activity[]>([[held, came]])
  // An instance stands behind the one that has called it: each is added while the map is walked.
  for (const [around, activities] of found) {
    const ids = new Set(activities.map(({ id }) => id))
    for (const child of all)
      if (child.row.parent_id === around.id && ids.has(child.row.parent_activity ?? -1))
        found.set(child, [...child.state.activities.values()])
  }
  return found
}

/** Mails, calls, messages and signals, and other processes that were begun. */
function hasLeft(held: Held, activity: Activity): boolean {
  const { definition } = held
  const { node, state } = activity
  const { kind, trigger } = definition.graph.nodes.get(node) ?? {}
  if (sends(held, activity, isOpen(activity) ? BEFORE : [...BEFORE, 'complete'])) return true
  if (kind === 'service-task') return LEAVING.has(definition.model.services.get(node)?.do ?? '')
  return (kind === 'throw' || kind === 'end') && state === 'done' && (trigger?.on === 'message' || trigger?.on === 'signal')
}

/** What a task does besides while nobody has decided it. */
const BEFORE = ['start', 'assign', 'timeout'] as const satisfies readonly Moment[]

/** Whether a task has something leave the instance at one of these moments. */
const sends = ({ definition }: Held, { node }: Activity, moments: readonly Moment[]): boolean =>
  listenersAt(definition.model, node).some(({ on, service }) => moments.includes(on) && LEAVING.has(service.do))

const nameOf = ({ definition }: Held, { node }: Activity): string => definition.graph.nodes.get(node)?.name ?? node

interface Act {
  readonly task: string
  readonly who: string | null
  readonly time: string
}

/** What somebody did first to one of the passages. To remind somebody, or to send a copy, is to do nothing to it. */
async function firstAct(
  tx: Transaction,
  person: Person,
  within: ReadonlyMap<Held, readonly Activity[]>,
  taskId: string,
): Promise<Act | undefined> {
  const places = [...within].flatMap(([{ id }, activities]) => activities.map((activity) => ({ instance: id, activity: activity.id })))
  return tx.first(
    statement(sql<Act>`select coalesce(t.name, '') as task, ${shownNameOf(person, 'u')} as who, to_char(e.happened_at, 'YYYY-MM-DD HH24:MI') as time
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r(instance uuid, activity int)
      join process_events e on e.instance_id = r.instance and e.activity = r.activity
      left join process_tasks t on t.tenant_id = e.tenant_id and t.id = e.task_id
      left join users u on u.tenant_id = e.tenant_id and u.id = e.actor_id
      where e.actor_id is not null and e.command <> all(${NOTED}::text[]) and e.task_id is distinct from ${taskId}::uuid
      order by e.happened_at, e.step_number limit 1`),
  )
}
