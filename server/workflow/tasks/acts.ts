/** What is done to a task. Each takes the task as it is under the lock, so whoever comes second is told what the first one did. */
import { returnTargets } from '../../../model/workflow/core/return.ts'
import { CommandError } from '../../../model/workflow/core/commands.ts'
import type { Activity } from '../../../model/workflow/core/state.ts'
import { fail } from '../../kernel/errors.ts'
import type { Held } from '../engine/held.ts'
import type { TaskRow } from '../engine/rows.ts'
import type { Unit } from '../engine/unit.ts'
import type { Acted, Assignee } from './deciding.ts'
import { assertMayHave, decide, end, nowText } from './deciding.ts'
import type { SignerWay } from './signers.ts'
import { addSigners, removeSigner } from './signers.ts'

/** What is set on the way, by names. */
type Variables = Readonly<Record<string, unknown>> | undefined

export type TaskAct =
  | { readonly do: 'claim' | 'unclaim' }
  | { readonly do: 'complete'; readonly variables?: Variables; readonly candidate?: string | undefined }
  | { readonly do: 'reject' | 'resolve'; readonly variables?: Variables }
  /** A vote that counts neither way, where several decide together. */
  | { readonly do: 'abstain' }
  | { readonly do: 'regress' }
  /** By the username, or by the id, of who is to have it. */
  | { readonly do: 'delegate' | 'transfer' | 'hand-over'; readonly to: string }
  /** `straight`: what is done there comes straight back. */
  | { readonly do: 'return'; readonly to: string; readonly straight?: boolean | undefined }
  /** By the usernames, or by the ids, of who is to be asked. */
  | { readonly do: 'add-signer'; readonly people: readonly string[]; readonly how: SignerWay }
  /** Of those who have the task, or have added who is taken away; and of those who manage instances, whoever has it. */
  | { readonly do: 'terminate' | 'remove-signer'; readonly isManager?: boolean | undefined }

/** Acts that look at what is over. */
export const NEEDS_HISTORY: ReadonlySet<TaskAct['do']> = new Set(['reject', 'abstain', 'regress', 'return', 'remove-signer'])
/** Whether it is done by those who manage instances, whoever has the task. */
export const isOfManagers = (act: TaskAct): boolean => act.do === 'hand-over' || ('isManager' in act && act.isManager === true)
/** Whom an act hands a task to, or asks, by usernames or ids. */
export const namedBy = (act: TaskAct): readonly string[] =>
  act.do === 'add-signer' ? act.people : 'to' in act && act.do !== 'return' ? [act.to] : []

/** Carries out an act on a task that is open in a step. @param people Of acts that hand it on, or ask others, whom, in the order in which the act names them. */
export function perform(acted: Acted, act: TaskAct, people: readonly Assignee[]): void {
  const [assignee] = people
  const { unit, held, task, userId } = acted
  if ('variables' in act && act.variables) unit.setVariables(held, act.variables)
  switch (act.do) {
    case 'claim':
      assertMayHave(held, task, { id: userId, username: acted.username, shown: acted.username })
      unit.changeTask(held, task, { assignee_id: userId, owner_id: ownerOf(acted), claim_time: nowText(unit) })
      unit.changes.peopleFree.set(task.id, false)
      return
    case 'unclaim':
      unclaim(acted)
      return
    case 'complete':
      decide(acted, 'approved')
      return
    case 'reject':
      decide(acted, 'rejected')
      return
    case 'abstain':
      if (task.member === null) fail('approval.alone', { values: { task: task.name } })
      decide(acted, 'abstained')
      return
    case 'delegate':
      // Who answers it answers whoever asks, and not whom that one stands in for.
      handTo(acted, assignee, { owner_id: userId, delegation_state: 'PENDING' })
      return
    case 'resolve':
      unit.changeTask(held, task, { assignee_id: task.owner_id, delegation_state: 'RESOLVED' })
      return
    case 'transfer':
      if (task.delegation_state === 'PENDING') handOnQuestion(acted, assignee)
      else handTo(acted, assignee, { owner_id: null, delegation_state: null })
      return
    case 'hand-over':
      handTo(acted, assignee, { owner_id: null, delegation_state: null })
      return
    case 'return':
    case 'regress':
      goBack(acted, act.do === 'return' ? act : {})
      return
    case 'add-signer':
      addSigners(acted, people, act.how)
      return
    case 'remove-signer':
      removeSigner(acted, act.isManager === true)
      return
    case 'terminate':
      terminateAll(unit, held, acted.comment)
      return
  }
}

/** In whose place somebody takes it. */
const ownerOf = ({ forId, userId }: Acted): string | null => (forId === undefined || forId === userId ? null : forId)

function unclaim({ unit, held, task }: Acted): void {
  // What was given to one person, and not taken from a pool, has nobody to go back to.
  if (task.claim_time === null || task.member !== null) fail('process-task.not-claimed', { values: { task: task.name } })
  unit.changeTask(held, task, { assignee_id: null, owner_id: null, claim_time: null })
  unit.changes.peopleFree.set(task.id, true)
}

/** Whoever answers for somebody else hands on the question: the decision stays with whoever asked, whom one answers and does not ask. */
function handOnQuestion(acted: Acted, assignee: Assignee | undefined): void {
  const { task } = acted
  if (assignee?.id === task.owner_id) fail('process-task.has-it', { values: { task: task.name, who: assignee?.shown ?? '' } })
  handTo(acted, assignee, {})
}

function handTo({ unit, held, task }: Acted, assignee: Assignee | undefined, changes: Partial<TaskRow>): void {
  const to = assignee ?? fail('row.not-found')
  assertMayHave(held, task, to)
  unit.changeTask(held, task, { ...changes, assignee_id: to.id })
  unit.changes.peopleFree.set(task.id, false)
}

/** Earlier tasks to which one can go back from a task, the latest first. */
export const targetsOf = (held: Held, task: TaskRow): Activity[] => returnTargets(held.definition.graph, held.state, task.activity)

function goBack(
  { unit, held, task, userId }: Acted,
  { to, straight }: { readonly to?: string; readonly straight?: boolean | undefined },
): void {
  const target = to ?? targetsOf(held, task)[0]?.node ?? fail('process-task.no-way-back', { values: { task: task.name } })
  end(unit, held, task, userId, 'returned')
  try {
    unit.obey(held, { do: 'return', from: task.activity, to: target, straight })
  } catch (error) {
    if (error instanceof CommandError && error.code === 'not-straight') fail('approval.not-straight', { values: { task: task.name } })
    if (error instanceof CommandError && error.code === 'no-way-back') fail('process-task.no-way-back', { values: { task: task.name } })
    throw error
  }
}

/** Ends the outermost instance with all that it has called. */
export function terminateAll(unit: Unit, held: Held, reason: string | null): void {
  const root = unit.held.get(held.row.root_id) ?? held
  unit.terminate(root, unit.acting.userId !== undefined && unit.acting.userId === root.row.starter_id ? 'cancelled' : 'terminated', reason)
}
