/** One act on one task, from the call to the commit. */
import { fail } from '../../kernel/errors.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { attachWithAct } from '../attachments.ts'
import { VariableError } from '../engine/variables.ts'
import type { EngineParts, Person } from '../engine/parts.ts'
import type { Done, Noted } from '../engine/run.ts'
import { asServer, conclude, open } from '../engine/run.ts'
import { settingsOf } from '../engine/user-tasks.ts'
import type { Fill } from '../fill.ts'
import { fillIn } from '../fill.ts'
import { peopleNamed } from '../people/named.ts'
import type { TaskAct } from './acts.ts'
import { NEEDS_HISTORY, namedBy, perform } from './acts.ts'
import type { Assignee } from './deciding.ts'
import { judge } from './judge.ts'
import { repeated } from './repeat.ts'

export interface TaskAsk {
  readonly taskId: string
  readonly act: TaskAct
  readonly comment?: string | null | undefined
  /** Who sends the same again is answered what the first was. */
  readonly commandKey?: string | undefined
  /** What is filled in of the form, where the instance has one. */
  readonly fill?: Fill | undefined
  /** By what the person has shown who they are, for a task that is to be signed; asked in the transaction of the act. */
  readonly sign?: ((tx: Transaction) => Promise<string | undefined>) | undefined
  /** Stores what belongs to the act and is no part of the instance, in its transaction. */
  readonly beside?: ((tx: Transaction) => Promise<unknown>) | undefined
  /** Files that the person has brought for it. */
  readonly attachments?: readonly string[] | undefined
}

/** Carries out an act on a task in a transaction of its own, and returns what became of the instance. @throws Failure */
export function actOnTask(parts: EngineParts, person: Person, ask: TaskAsk): Promise<Done> {
  return parts.transactions.inTenant(asServer(person), (tx) => actIn(tx, parts, person, ask))
}

/** What is signed where the task says so. */
const DECISIONS: ReadonlySet<TaskAct['do']> = new Set(['complete', 'reject', 'abstain'])

/** @throws Failure `process-task.signature` */
async function signatureOf(tx: Transaction, task: string, sign: TaskAsk['sign']): Promise<string> {
  const signature = await sign?.(tx)
  return signature ?? fail('process-task.signature', { values: { task }, field: { name: 'signature', label: 'signature.field' } })
}

async function actIn(
  tx: Transaction,
  parts: EngineParts,
  person: Person,
  { taskId, act, comment, commandKey, fill, sign, beside, attachments = [] }: TaskAsk,
): Promise<Done> {
  const { userId } = person
  const isFree = act.do === 'claim'
  // Who was a candidate when the call came is told who was faster: the question goes before the lock is waited for.
  const [candidacy, people, opened] = await Promise.all([
    isFree ? parts.people.candidacyOf(tx, person, taskId) : undefined,
    peopleNamed(tx, namedBy(act), person),
    open(
      tx,
      parts,
      { task: taskId },
      { userId, taskId },
      { history: NEEDS_HISTORY.has(act.do), commandKey, ...(act.do === 'complete' ? { picked: act.candidate } : {}) },
    ),
  ])
  if (!opened) return fail('row.not-found')
  const { held, loaded, work } = opened
  if (loaded.earlier) return repeated(loaded.earlier, person, { taskId, command: act.do })
  const task = await judge(
    { tx, person, act, people: parts.people, ...(isFree ? { isCandidate: candidacy !== undefined } : {}) },
    held,
    taskId,
  )
  if (isFree && !candidacy) fail('row.not-found')
  if (people.some((one) => one === undefined)) refusePeople(act)
  const named = people.filter((one) => one !== undefined)
  const signature = DECISIONS.has(act.do) && settingsOf(held, task.node)?.signed ? await signatureOf(tx, task.name, sign) : undefined
  try {
    const store = await fillIn(tx, held, fill, task.node)
    perform(
      { unit: work.unit, held, task, userId, username: person.username ?? '', comment: comment ?? null, forId: candidacy?.forId },
      act,
      named,
    )
    const { done } = await conclude(opened, {
      command: act.do,
      comment,
      taskId,
      activity: task.activity,
      forId: task.owner_id !== null && task.owner_id !== userId && task.assignee_id === userId ? task.owner_id : undefined,
      commandKey,
      beside,
      isLast: store === undefined && attachments.length === 0,
      ...dataOf(act, named, signature),
    })
    await store?.(tx)
    if (attachments.length > 0) await attachWithAct(tx, person, { taskId, step: held.step, ids: attachments })
    return done
  } catch (error) {
    if (error instanceof VariableError) return refuseVariable(error)
    throw error
  }
}

/** Never returns: tells the caller which variable cannot be kept. @throws Failure `process.variable` */
export function refuseVariable({ code, variable }: VariableError): never {
  return fail('process.variable', {
    values: { name: variable },
    field: { name: 'variables', label: code === 'size' ? 'process.variables-size' : 'process.variables' },
  })
}

/** What the record keeps of an act beside its comment. */
function dataOf(act: TaskAct, named: readonly Assignee[], signature?: string): Pick<Noted, 'data'> {
  if (signature !== undefined) return { data: { signature } }
  if (act.do === 'add-signer') return { data: { to: named.map(({ id }) => id), how: act.how } }
  if (!('to' in act)) return {}
  return { data: { to: named[0]?.id ?? act.to, ...('straight' in act && act.straight === true ? { straight: true } : {}) } }
}

function refusePeople(act: TaskAct): never {
  const field =
    act.do === 'add-signer'
      ? { name: 'users', label: 'approval.people' as const }
      : { name: 'assignee', label: 'field.process-tasks.assigneeId' as const }
  return fail('process-task.candidate', { field })
}
