/** What is decided about a task, by one or by several together, and whose turn it is then. */
import { askedOf, verdictOf } from '../../../model/workflow/core/groups.ts'
import type { TaskOutcome } from '../../../model/workflow/process-tasks.ts'
import { fail } from '../../kernel/errors.ts'
import type { Held } from '../engine/held.ts'
import type { TaskRow } from '../engine/rows.ts'
import type { Unit } from '../engine/unit.ts'
import { approve, groupOf, reject, ruleOf, settingsOf } from '../engine/user-tasks.ts'
import { hasApproved, isBarredStarter } from '../people/barred.ts'
import type { NamedPerson } from '../people/named.ts'

export type Assignee = NamedPerson

/** A task that somebody acts on. */
export interface Acted {
  readonly unit: Unit
  readonly held: Held
  readonly task: TaskRow
  readonly userId: string
  readonly username: string
  readonly comment: string | null
  /** Of a claim: whose task it is, where the person stands in for somebody. */
  readonly forId?: string | undefined
}

/** Returns the time of the step, as rows have it: ISO 8601 in UTC. */
export const nowText = ({ now }: Unit): string => new Date(now.now).toISOString()

/** Decides a task, or votes where several decide together. */
export function decide({ unit, held, task, userId, comment }: Acted, outcome: 'approved' | 'rejected' | 'abstained'): void {
  end(unit, held, task, userId, outcome)
  if (task.member === null) return outcome === 'approved' ? approve(unit, held, task.activity) : reject(unit, held, task.activity, comment)
  countVotes(unit, held, task, comment)
}

/** Ends a task for somebody, or for whoever they have it from. */
export function end(unit: Unit, held: Held, task: TaskRow, userId: string, outcome: TaskOutcome): void {
  const endedFor = task.owner_id !== null && task.owner_id !== userId ? task.owner_id : null
  const changes = { task_state: 'done', outcome, ended_by: userId, ended_for: endedFor, end_time: nowText(unit) } as const
  unit.changeTask(held, task, changes)
}

/** Goes on where those who decide together have decided; else asks those whose turn it is now. */
export function countVotes(unit: Unit, held: Held, { node, activity }: Pick<TaskRow, 'node' | 'activity'>, comment: string | null): void {
  const verdict = verdictOf(ruleOf(settingsOf(held, node)), groupOf(held, activity).group)
  if (verdict === 'approved') approve(unit, held, activity)
  else if (verdict === 'rejected') reject(unit, held, activity, comment)
  else askCurrentDeciders(unit, held, { node, activity })
}

/** Asks those of a group whose turn it is, and nobody else. */
export function askCurrentDeciders(unit: Unit, held: Held, { node, activity }: Pick<TaskRow, 'node' | 'activity'>): void {
  const { group, tasks } = groupOf(held, activity)
  const current = new Set(askedOf(ruleOf(settingsOf(held, node)), group).map(({ id }) => id))
  for (const task of tasks) {
    const isCurrent = current.has(task.member ?? -1)
    if (task.task_state === 'waiting' && isCurrent) unit.openTask(held, task)
    else if (task.task_state === 'open' && !isCurrent) unit.changeTask(held, task, { task_state: 'waiting' })
  }
}

/** Rules about the starter, and about who has decided before, hold for whoever is given the task later too. @throws Failure */
export function assertMayHave(held: Held, task: TaskRow, { id, shown }: Assignee): void {
  const asking = { settings: settingsOf(held, task.node), about: held.about() }
  const values = { task: task.name, who: shown }
  if (task.assignee_id === id) fail('process-task.has-it', { values })
  if (isBarredStarter(asking, id)) fail('process-task.own', { values })
  if (hasApproved(asking, id)) fail('process-task.same', { values })
  const isMember = held
    .tasksOf(task.activity)
    .some(
      (other) =>
        other.id !== task.id &&
        other.member !== null &&
        other.task_state !== 'cancelled' &&
        (other.assignee_id === id || other.owner_id === id),
    )
  if (isMember) fail('process-task.has-it', { values })
}
