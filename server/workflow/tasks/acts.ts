/** What is done to a task. Each takes the task as it is under the lock, so whoever comes second is told what the first one did. */
import { verdictOf, askedOf } from '../../../model/workflow/core/groups.ts'
import { returnTargets } from '../../../model/workflow/core/return.ts'
import { CommandError } from '../../../model/workflow/core/commands.ts'
import type { Activity } from '../../../model/workflow/core/state.ts'
import type { TaskOutcome } from '../../../model/workflow/process-tasks.ts'
import { fail } from '../../kernel/errors.ts'
import type { Held } from '../engine/held.ts'
import type { TaskRow } from '../engine/rows.ts'
import type { Unit } from '../engine/unit.ts'
import { approve, groupOf, reject, ruleOf, settingsOf } from '../engine/user-tasks.ts'

/** A person who can be given a task. */
export interface Assignee {
  readonly id: string
  readonly username: string
}

export type TaskAct =
  | { readonly do: 'claim' | 'unclaim' }
  | { readonly do: 'complete'; readonly variables?: Readonly<Record<string, unknown>> | undefined; readonly candidate?: string | undefined }
  | { readonly do: 'reject' | 'resolve' | 'regress' | 'terminate' }
  /** By the username, or by the id, of who is to have it. */
  | { readonly do: 'delegate' | 'transfer' | 'hand-over'; readonly to: string }
  | { readonly do: 'return'; readonly to: string }

/** Acts that look at what is over. */
export const NEEDS_HISTORY: ReadonlySet<TaskAct['do']> = new Set(['reject', 'regress', 'return'])
/** Acts of those who manage instances, whoever has the task. */
export const OF_MANAGERS: ReadonlySet<TaskAct['do']> = new Set(['terminate', 'hand-over'])

/** A task that somebody acts on. */
export interface Acted {
  readonly unit: Unit
  readonly held: Held
  readonly task: TaskRow
  readonly userId: string
  readonly username: string
  readonly comment: string | null
}

/** Does it. @param assignee Of acts that hand it on, to whom. */
export function perform(acted: Acted, act: TaskAct, assignee: Assignee | undefined): void {
  const { unit, held, task, userId } = acted
  switch (act.do) {
    case 'claim':
      assertMayHave(held, task, { id: userId, username: acted.username })
      unit.changeTask(held, task, { assignee_id: userId, claim_time: nowText(unit) })
      unit.changes.peopleFree.set(task.id, false)
      return
    case 'unclaim':
      unclaim(acted)
      return
    case 'complete':
      if (act.variables) unit.setVariables(held, act.variables)
      decide(acted, 'approved')
      return
    case 'reject':
      decide(acted, 'rejected')
      return
    case 'delegate':
      handTo(acted, assignee, { owner_id: task.owner_id ?? userId, delegation_state: 'PENDING' })
      return
    case 'resolve':
      unit.changeTask(held, task, { assignee_id: task.owner_id, delegation_state: 'RESOLVED' })
      return
    case 'transfer':
    case 'hand-over':
      handTo(acted, assignee, { owner_id: null, delegation_state: null })
      return
    case 'return':
    case 'regress':
      goBack(acted, act.do === 'return' ? act.to : undefined)
      return
    case 'terminate':
      terminateAll(unit, held, acted.comment)
      return
  }
}

const nowText = ({ now }: Unit): string => new Date(now.now).toISOString()

function unclaim({ unit, held, task }: Acted): void {
  // What was given to one person, and not taken from a pool, has nobody to go back to.
  if (task.claim_time === null || task.member !== null) fail('process-task.not-claimed', { values: { task: task.name } })
  unit.changeTask(held, task, { assignee_id: null, claim_time: null })
  unit.changes.peopleFree.set(task.id, true)
}

function handTo({ unit, held, task }: Acted, assignee: Assignee | undefined, changes: Partial<TaskRow>): void {
  const to = assignee ?? fail('row.not-found')
  assertMayHave(held, task, to)
  unit.changeTask(held, task, { ...changes, assignee_id: to.id })
  unit.changes.peopleFree.set(task.id, false)
}

/** Rules about the starter, and about who has decided before, hold for whoever is given the task later too. */
function assertMayHave(held: Held, task: TaskRow, { id, username }: Assignee): void {
  const { whenStarter, whenSame } = settingsOf(held, task.node)
  const values = { task: task.name, who: username }
  if (task.assignee_id === id) fail('process-task.has-it', { values })
  if (id === held.row.starter_id && whenStarter !== 'ask') fail('process-task.own', { values })
  if (whenSame !== 'ask' && held.about().approvers.includes(id)) fail('process-task.same', { values })
  const isMember = held.tasksOf(task.activity).some((other) => other.id !== task.id && other.member !== null && other.assignee_id === id)
  if (isMember) fail('process-task.has-it', { values })
}

/** Decides a task, or votes where several decide together. */
function decide({ unit, held, task, userId, comment }: Acted, outcome: 'approved' | 'rejected'): void {
  end(unit, held, task, userId, outcome)
  if (task.member === null) return outcome === 'approved' ? approve(unit, held, task.activity) : reject(unit, held, task.activity, comment)
  const rule = ruleOf(settingsOf(held, task.node))
  const { group, tasks } = groupOf(held, task.activity)
  const verdict = verdictOf(rule, group)
  if (verdict === 'approved') return approve(unit, held, task.activity)
  if (verdict === 'rejected') return reject(unit, held, task.activity, comment)
  const turns = new Set(askedOf(rule, group).map(({ id }) => id))
  for (const other of tasks) if (other.task_state === 'waiting' && turns.has(other.member ?? -1)) unit.openTurn(held, other)
}

function end(unit: Unit, held: Held, task: TaskRow, userId: string, outcome: TaskOutcome): void {
  const endedFor = task.owner_id !== null && task.owner_id !== userId ? task.owner_id : null
  const changes = { task_state: 'done', outcome, ended_by: userId, ended_for: endedFor, end_time: nowText(unit) } as const
  unit.changeTask(held, task, changes)
}

/** Earlier tasks to which one can go back from a task, the latest first. */
export const targetsOf = (held: Held, task: TaskRow): Activity[] => returnTargets(held.definition.graph, held.state, task.activity)

function goBack({ unit, held, task, userId }: Acted, to: string | undefined): void {
  const target = to ?? targetsOf(held, task)[0]?.node ?? fail('process-task.no-way-back', { values: { task: task.name } })
  end(unit, held, task, userId, 'returned')
  try {
    unit.obey(held, { do: 'return', from: task.activity, to: target })
  } catch (error) {
    if (error instanceof CommandError && error.code === 'no-way-back') fail('process-task.no-way-back', { values: { task: task.name } })
    throw error
  }
}

/** Ends the outermost instance with all that it has called. */
export function terminateAll(unit: Unit, held: Held, reason: string | null): void {
  const root = unit.held.get(held.row.root_id) ?? held
  unit.terminate(root, unit.acting.userId !== undefined && unit.acting.userId === root.row.starter_id ? 'cancelled' : 'terminated', reason)
}
