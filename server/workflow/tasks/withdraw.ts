/**
 * Taking back what one has decided, as long as nothing that came of it was acted on or has left the instance. The task is then whose it was: the row
 * itself goes to the new passage, with what others have decided beside.
 */
import { verdictOf } from '../../../model/workflow/core/groups.ts'
import { canWithdraw } from '../../../model/workflow/core/return.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { Failure, fail } from '../../kernel/errors.ts'
import { refuseEnded } from '../ended-by.ts'
import type { Held } from '../engine/held.ts'
import { passageOf } from '../engine/load.ts'
import type { EngineParts, Person } from '../engine/parts.ts'
import type { TaskRow } from '../engine/rows.ts'
import type { Done, Opened } from '../engine/run.ts'
import { asServer, conclude, open } from '../engine/run.ts'
import type { Unit } from '../engine/unit.ts'
import { dueOf, groupOf, questionOf, readWorkingTime, ruleOf, scheduleLate, settingsOf } from '../engine/user-tasks.ts'
import { askCurrentDeciders } from './deciding.ts'
import { assertConcerned, whoAndWhen } from './judge.ts'
import { repeated } from './repeat.ts'
import { assertNothingCame, votedAfter } from './what-came.ts'

export interface WithdrawAsk {
  /** The task that was decided. */
  readonly taskId: string
  readonly comment?: string | null | undefined
  readonly commandKey?: string | undefined
}

/** Takes back what the person has decided, in a transaction of its own, and returns what became of the instance. @throws Failure one that says what has happened since */
export function withdraw(parts: EngineParts, person: Person, ask: WithdrawAsk): Promise<Done> {
  const { taskId, comment, commandKey } = ask
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const opened = await open(tx, parts, { task: taskId }, { userId: person.userId, taskId }, { history: true, ended: true, commandKey })
    if (!opened) return fail('row.not-found')
    if (opened.loaded.earlier) return repeated(opened.loaded.earlier, person, { taskId, command: 'withdraw' })
    const { activity } = await takeInMemory(opened, person, taskId)
    const { done } = await conclude(opened, { command: 'withdraw', comment, taskId, activity, commandKey })
    return done
  })
}

/**
 * Whether somebody could take back now what they have decided: all that the act does is done, and not written. Nothing is locked, so the act itself has
 * the last word. In a transaction that sees the whole tenant.
 */
export async function mayWithdraw(tx: Transaction, parts: EngineParts, person: Person, taskId: string): Promise<boolean> {
  const opened = await open(tx, parts, { task: taskId }, { userId: person.userId, taskId }, { history: true, ended: true, isLocked: false })
  if (!opened) return false
  try {
    await takeInMemory(opened, person, taskId)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Takes it back without writing anything; gives the task as it was. @throws Failure */
async function takeInMemory(opened: Opened, person: Person, taskId: string): Promise<TaskRow> {
  const { held, work } = opened
  const passage = await passageOf(work.tx, taskId)
  const task = passage.find(({ id }) => id === taskId) ?? fail('row.not-found')
  await assertTheirs(opened, person, task)
  await readWorkingTime(work, [settingsOf(held, task.node)])
  if (held.isActive(task.activity)) await takeVoteBack(opened, person, task)
  else await takeBack(opened, person, task, passage)
  return task
}

async function assertTheirs({ work: { tx, parts }, held }: Opened, person: Person, task: TaskRow): Promise<void> {
  await assertConcerned({ tx, person, people: parts.people }, held, task)
  const values = { task: task.name }
  if (task.task_state !== 'done') fail('approval.undecided', { values })
  if (task.ended_by !== person.userId) fail('approval.not-yours', { values: { ...values, ...(await whoAndWhen(tx, person, task.id)) } })
  if (!held.isOpen) await refuseEnded(tx, person, held)
  if (held.changes.instance_state === 'suspended') fail('process.suspended', { values: { name: held.name } })
}

const UNDECIDED = { task_state: 'open', outcome: null, ended_by: null, ended_for: null, end_time: null, delete_reason: null } as const

/** Of a group that has not decided yet. */
async function takeVoteBack({ work: { unit, tx }, held }: Opened, person: Person, task: TaskRow): Promise<void> {
  const { group, tasks } = groupOf(held, task.activity)
  const later = votedAfter(ruleOf(settingsOf(held, task.node)), group, tasks, task)
  if (later) fail('approval.acted', { values: { task: later.name, ...(await whoAndWhen(tx, person, later.id)) } })
  reopen(unit, held, task, {})
  askCurrentDeciders(unit, held, task)
}

async function takeBack(opened: Opened, person: Person, task: TaskRow, passage: readonly TaskRow[]): Promise<void> {
  const { held, work } = opened
  const { unit, tx } = work
  const last = passage.find(({ task_state, end_time }) => task_state === 'done' && timeOf(end_time) > timeOf(task.end_time))
  if (last) fail('approval.acted', { values: { task: last.name, ...(await whoAndWhen(tx, person, last.id)) } })
  if (!canWithdraw(held.state, task.activity)) fail('approval.no-way-back', { values: { task: task.name } })
  await assertNothingCame(opened, person, task)
  const first = held.state.next
  unit.obey(held, { do: 'withdraw', activity: task.activity })
  const begun = unit.begun.findIndex((one) => one.held === held && one.activity >= first && held.activity(one.activity)?.node === task.node)
  const [{ activity } = fail('approval.no-way-back', { values: { task: task.name } })] = unit.begun.splice(begun, 1)
  for (const one of passage) {
    // Who was taken away stays away; whose turn the decision had ended has it again.
    if (one.id === task.id || (one.task_state === 'cancelled' && one.delete_reason === null)) reopen(unit, held, one, { activity })
    else if (one.task_state === 'done') unit.changeTask(held, one, { activity })
  }
  if (task.member === null) await askBeside(opened, { ...task, activity })
  else if (verdictOf(ruleOf(settingsOf(held, task.node)), groupOf(held, activity).group) === 'open')
    askCurrentDeciders(unit, held, { ...task, activity })
  else fail('approval.no-way-back', { values: { task: task.name } })
}

/** It is whoever's had it, once more. */
function reopen(unit: Unit, held: Held, task: TaskRow, changes: Partial<TaskRow>): void {
  held.done.splice(0, held.done.length, ...held.done.filter(({ id }) => id !== task.id))
  const settings = settingsOf(held, task.node)
  const due_time = dueOf(unit, settings)
  const opened = unit.openTask(held, { ...task, ...UNDECIDED, ...changes, due_time })
  scheduleLate(unit, opened, settings)
}

/** Rows of those who could take it if whoever has it gave it back, or has gone. */
async function askBeside({ work: { unit, tx, parts }, held }: Opened, task: TaskRow): Promise<void> {
  const [answer] = await parts.people.whoIsAsked(tx, [questionOf(held, task.node)])
  for (const { kind, id, within } of answer === undefined || 'skip' in answer ? [] : answer.asked)
    unit.changes.people.push({ task_id: task.id, person_kind: kind, person_id: id, within_org: within ?? null, is_free: false })
}

const timeOf = (time: string | null): number => (time === null ? 0 : Date.parse(time))
