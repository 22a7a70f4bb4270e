/** Tasks of people: who is asked becomes rows, and what a task comes to leads on. */
import { APPROVED } from '../../../model/workflow/bpmn/read-approved.ts'
import { askedOf, inOrder } from '../../../model/workflow/core/groups.ts'
import type { Group, GroupRule, Member, Vote } from '../../../model/workflow/core/groups.ts'
import { returnTargets } from '../../../model/workflow/core/return.ts'
import type { TaskSettings } from '../../../model/workflow/settings.ts'
import { asSigned, taskSettings } from '../../../model/workflow/settings.ts'
import { workingLater, workingTimeOf } from '../../../model/workflow/working-time.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import { newId } from '../../kernel/ids.ts'
import type { TaskAnswer, TaskQuestion } from '../people.ts'
import type { StoredValue } from '../tables.ts'
import type { Held } from './held.ts'
import { isStraightBack, keepPeople } from './kept.ts'
import { notifyListeners } from './listeners.ts'
import type { Work } from './parts.ts'
import type { TaskRow } from './rows.ts'
import type { Begun, Unit } from './unit.ts'
import { nextDue } from './waits.ts'

/**
 * Whom the starter has picked for tasks that are reached later: ids of users by nodes, and under no node for all others. An earlier release kept the one
 * name that there was.
 */
export const PICKED_BY_STARTER = '_picked'
const NO_SETTINGS: TaskSettings = taskSettings.parse({})

/** What the model says of a task. */
export const settingsOf = (held: Held, node: string): TaskSettings => asSigned(held.definition.model.tasks.get(node) ?? NO_SETTINGS)

/** Opens the tasks that have begun: one question for all of them. */
export async function openTasks(work: Work, begun: readonly Begun[]): Promise<void> {
  if (begun.length === 0) return
  await readWorkingTime(
    work,
    begun.map(({ held, activity }) => settingsOf(held, held.activity(activity)?.node ?? '')),
  )
  const answers = await work.parts.people.whoIsAsked(
    work.tx,
    begun.map(({ held, activity }) => {
      const node = held.activity(activity)?.node ?? ''
      return questionOf(held, node, work.picked?.(node))
    }),
  )
  for (const [at, one] of begun.entries()) {
    const answer = answers[at]
    if (!answer || !one.held.isActive(one.activity)) continue
    open(work.unit, one.held, one.activity, isStraightBack(one) ? await keepPeople(work.tx, one, answer) : answer)
  }
}

/** Where one of the tasks is due in working time, which that is: asked before they are opened. */
export async function readWorkingTime({ tx, parts, unit }: Work, of: readonly TaskSettings[]): Promise<void> {
  if (unit.workingTime === undefined && of.some(({ due }) => due?.working === true))
    unit.workingTime = workingTimeOf(await parts.settings.within(tx, tenantOf(tx)))
}

/** What is asked of a node: who can do its task. */
export function questionOf(held: Held, node: string, picked?: string): TaskQuestion {
  const settings = settingsOf(held, node)
  const about = held.about()
  // Whom the starter picked at the start, and who may have gone by now, counts as whoever did it before.
  const kept = settings.pick === 'starter' ? keptFor(node, held.variables.get(PICKED_BY_STARTER)?.value) : undefined
  const doneBy = (of: string) => about.doneBy(of) ?? (of === node ? kept : undefined)
  return {
    node,
    rules: held.definition.rules.tasks[node]?.people ?? [],
    settings,
    about: { ...about, doneBy },
    ...(settings.pick === undefined || picked === undefined ? {} : { picked }),
  }
}

function keptFor(node: string, kept: StoredValue | undefined): string | undefined {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return typeof kept === 'string' ? kept : undefined
  const byNode = new Map(Object.entries(kept))
  const id = byNode.get(node) ?? byNode.get('')
  return typeof id === 'string' ? id : undefined
}

function open(unit: Unit, held: Held, activity: number, answer: TaskAnswer): void {
  const node = held.definition.graph.nodes.get(held.activity(activity)?.node ?? '')
  if (!node) return
  const settings = settingsOf(held, node.id)
  const row = { activity, node: node.id, name: node.name ?? node.id, priority: settings.priority ?? 50, due_time: dueOf(unit, settings) }
  notifyListeners(unit, held, node.id, 'start', activity)
  if ('skip' in answer) {
    addTask(unit, held, { ...row, task_state: 'done', outcome: 'skipped' })
    if (answer.skip === 'approved') approve(unit, held, activity)
    else reject(unit, held, activity, null)
    return
  }
  const { members, assigneeId, asked, owners, weights } = answer
  if (members !== undefined && members.length > 0) {
    const current = new Set(
      askedOf(
        ruleOf(settings),
        members.map((_, at) => ({ id: at, weight: 1 })),
      ).map(({ id }) => id),
    )
    members.forEach((member, at) => {
      const given = { assignee_id: member, owner_id: owners?.get(member) ?? null }
      // Whoever stands in for somebody has their vote.
      const weight = weights?.get(owners?.get(member) ?? member) ?? 1
      const task = addTask(unit, held, { ...row, ...given, weight, member: at, task_state: current.has(at) ? 'open' : 'waiting' })
      scheduleLate(unit, task, settings)
    })
    return
  }
  const given = { assignee_id: assigneeId ?? null, owner_id: owners?.get(assigneeId ?? '') ?? null }
  const task = addTask(unit, held, { ...row, ...given, task_state: 'open' })
  for (const { kind, id, within } of asked)
    unit.changes.people.push({
      task_id: task.id,
      person_kind: kind,
      person_id: id,
      within_org: within ?? null,
      is_free: assigneeId === undefined,
    })
  scheduleLate(unit, task, settings)
  if (assigneeId === undefined && asked.length === 0) unit.incident(held, 'nobody', activity, node.id)
}

/** Adds a task to a passage. */
export function addTask(
  unit: Unit,
  held: Held,
  values: Partial<TaskRow> & Pick<TaskRow, 'activity' | 'node' | 'name' | 'task_state'>,
): TaskRow {
  const task: TaskRow = {
    id: newId(),
    assignee_id: null,
    owner_id: null,
    delegation_state: null,
    outcome: null,
    claim_time: null,
    due_time: null,
    end_time: null,
    priority: 50,
    ended_by: null,
    ended_for: null,
    delete_reason: null,
    member: null,
    weight: 1,
    added_by: null,
    added_how: null,
    ...values,
  }
  held.tasks.set(task.id, task)
  if (task.assignee_id !== null && task.task_state !== 'done') unit.assigned.push({ held, task })
  unit.changes.newTasks.set(task.id, { ...task, instance_id: held.id })
  if (task.task_state === 'open')
    unit.changes.domainEvents.push({ kind: 'task-opened', subject: task.id, payload: { id: task.id, instanceId: held.id } })
  return task
}

/** When a task that is given to somebody now is due. Where nobody of the tenant ever works, hours count as they pass. */
export function dueOf({ now: { now, zone }, workingTime }: Unit, { due }: TaskSettings): string | null {
  if (due === undefined) return null
  const worked = due.working && workingTime ? workingLater(due.after, now, zone, workingTime) : undefined
  return worked === undefined ? (nextDue(due.after, now, zone)?.due_time ?? null) : new Date(worked).toISOString()
}

/** What is done when the task is late, one after the other. */
export function scheduleLate(unit: Unit, { id, due_time }: TaskRow, { late }: TaskSettings): void {
  if (due_time !== null && late !== undefined && late.length > 0) scheduleLateAct(unit, id, due_time, 0, late[0]?.after)
}

/** Plans what is done next about a late task. @param since When it was due, or the act before was. */
export function scheduleLateAct(
  { changes, now: { zone } }: Unit,
  task: string,
  since: string,
  index: number,
  after: string | undefined,
): void {
  const due = after === undefined ? since : (nextDue(after, Date.parse(since), zone)?.due_time ?? since)
  changes.schedule({ kind: 'process-late', key: task, due_at: due, payload: { task, index, since: due } })
}

/** The task is done, and the process goes on. */
export function approve(unit: Unit, held: Held, activity: number): void {
  const node = held.activity(activity)?.node ?? ''
  keepDecision(unit, held, node, true)
  notifyListeners(unit, held, node, 'complete', activity)
  sendCopies(unit, held, node)
  unit.obey(held, { do: 'complete', activity })
}

/** What the model says of a rejection: the end, the first task again, or a variable that a gateway reads. */
export function reject(unit: Unit, held: Held, activity: number, reason: string | null): void {
  const node = held.activity(activity)?.node ?? ''
  const { whenRejected } = settingsOf(held, node)
  keepDecision(unit, held, node, false)
  if (whenRejected === 'go-on') {
    notifyListeners(unit, held, node, 'complete', activity)
    sendCopies(unit, held, node)
    unit.obey(held, { do: 'complete', activity })
    return
  }
  notifyListeners(unit, held, node, 'complete', activity)
  const first = whenRejected === 'starter' ? returnTargets(held.definition.graph, held.state, activity).at(-1) : undefined
  if (first) unit.obey(held, { do: 'return', from: activity, to: first.node })
  else unit.terminate(held, 'rejected', reason)
}

/** Keeps what a task came to where something may ask for it: a variable is two rows more, and most models never do. */
function keepDecision(unit: Unit, held: Held, node: string, approved: boolean): void {
  const { definition, row } = held
  // What a called process hands back stands in the model of the one that calls.
  if (settingsOf(held, node).whenRejected === 'go-on' || definition.readsApproved || row.parent_id !== null)
    unit.setVariables(held, { [APPROVED]: approved })
}

function sendCopies(unit: Unit, held: Held, node: string): void {
  if ((held.definition.rules.tasks[node]?.copies ?? []).length > 0) unit.copies.push({ held, node, taskId: unit.acting.taskId })
}

/** The rule by which several decide together. */
export const ruleOf = ({ group }: TaskSettings): GroupRule => ({
  mode: group?.mode ?? 'all',
  ...(group?.percent === undefined ? {} : { percent: group.percent }),
})

const VOTES: Readonly<Record<string, Vote>> = { approved: 'approve', rejected: 'reject', abstained: 'abstain', skipped: 'approve' }

/** The people who decide together about a passage, in the order of their turns, as their votes stand; each by the number of its row. */
export function groupOf(held: Held, activity: number): { readonly group: Group; readonly tasks: readonly TaskRow[] } {
  const tasks = held
    .tasksOf(activity)
    .filter(({ member, task_state }) => member !== null && task_state !== 'cancelled')
    .sort((one, other) => (one.member ?? 0) - (other.member ?? 0))
  return { group: inOrder(tasks.map(memberOf)), tasks }
}

function memberOf({ member, weight, task_state, outcome, added_by, added_how }: TaskRow): Member {
  const vote = task_state === 'done' && outcome !== null ? VOTES[outcome] : undefined
  const added = added_by === null || added_how === null ? undefined : { by: added_by, how: added_how }
  return { id: member ?? 0, weight, ...(vote === undefined ? {} : { vote }), ...(added === undefined ? {} : { added }) }
}
