/** More people are asked about a task, by whoever has it: before them, beside them, or after them. Then several decide together, by the rule of the node (groups.ts). */
import { withoutSigner } from '../../../model/workflow/core/groups.ts'
import { fail } from '../../kernel/errors.ts'
import type { Held } from '../engine/held.ts'
import type { TaskRow } from '../engine/rows.ts'
import type { Unit } from '../engine/unit.ts'
import { addTask, groupOf, settingsOf } from '../engine/user-tasks.ts'
import { MAX_MEMBERS } from '../people/specs.ts'
import type { Acted, Assignee } from './deciding.ts'
import { assertMayHave, countVotes, askCurrentDeciders } from './deciding.ts'

export type SignerWay = 'before' | 'parallel' | 'after'

/** Adds people to those who decide a task together, and asks them. @throws Failure where one of them may not be asked, or is already */
export function addSigners({ unit, held, task }: Acted, people: readonly Assignee[], how: SignerWay): void {
  const names = [...new Map(people.map((one) => [one.id, one])).values()]
  if (names.some(({ id }) => id === task.owner_id)) fail('process-task.has-it', { values: { task: task.name, who: nameOf(names, task) } })
  const adder = task.member === null ? unit.changeTask(held, task, { member: 0 }) : task
  const taken = held.tasksOf(task.activity)
  if (taken.length + names.length > MAX_MEMBERS) fail('approval.too-many', { values: { most: MAX_MEMBERS } })
  let member = Math.max(...taken.map((one) => one.member ?? 0)) + 1
  // Whoever was added last stands nearest: so the first name comes last, and its turn first.
  for (const assignee of how === 'before' ? names : names.toReversed()) {
    assertMayHave(held, task, assignee)
    // What is done when the task is late is planned with the task of whoever added them.
    const { activity, node, name, priority, due_time } = task
    const added = { assignee_id: assignee.id, member, added_by: adder.member, added_how: how } as const
    addTask(unit, held, { activity, node, name, priority, due_time, task_state: 'waiting', ...added })
    member += 1
  }
  askCurrentDeciders(unit, held, task)
}

const nameOf = (names: readonly Assignee[], { owner_id }: TaskRow): string => names.find(({ id }) => id === owner_id)?.shown ?? ''

/**
 * Takes away somebody who was added and has not decided, and those whom they have added in turn.
 * @param isManager Whoever manages instances may take away whomever somebody else has added.
 * @throws Failure `approval.not-added` where somebody else has added them, or nobody; `approval.last` where nobody would be left
 */
export function removeSigner({ unit, held, task, userId, comment }: Acted, isManager: boolean): void {
  const { group, tasks } = groupOf(held, task.activity)
  const by = tasks.find(({ member }) => member === task.added_by)
  const isTheirs = by !== undefined && [by.assignee_id, by.ended_by, by.owner_id].includes(userId)
  if (task.member === null || task.added_by === null || !(isManager || isTheirs))
    fail('approval.not-added', { values: { task: task.name } })
  const staying = withoutSigner(group, task.member, task.added_by)
  if (!staying || !staying.some(({ vote }) => vote === undefined)) fail('approval.last', { values: { task: task.name } })
  const ids = new Set(staying.map(({ id }) => id))
  for (const one of tasks) if (!ids.has(one.member ?? -1)) unit.cancelTask(held, one, 'removed')
  countVotes(unit, held, task, comment)
  makeSingle(unit, held, task)
}

/** The one that is left is decided by one person again, who can give it back to a pool it was taken from. */
function makeSingle(unit: Unit, held: Held, { node, activity }: TaskRow): void {
  const left = held.tasksOf(activity).filter(({ task_state }) => task_state !== 'cancelled')
  const [only] = left
  if (settingsOf(held, node).group === undefined && left.length === 1 && only?.task_state === 'open')
    unit.changeTask(held, only, { member: null })
}
