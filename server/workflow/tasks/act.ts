/** One act on one task, from the call to the commit. */
import { sql } from 'kysely'
import { fail } from '../../kernel/errors.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { VariableError } from '../engine/variables.ts'
import type { EarlierStep } from '../engine/load.ts'
import type { EngineParts, Person } from '../engine/parts.ts'
import type { Done } from '../engine/run.ts'
import { asServer, conclude, open } from '../engine/run.ts'
import { statement } from '../statement.ts'
import type { Assignee, TaskAct } from './acts.ts'
import { NEEDS_HISTORY, perform } from './acts.ts'
import { judge } from './judge.ts'
import { answerOf } from './repeat.ts'

export interface TaskAsk {
  readonly taskId: string
  readonly act: TaskAct
  readonly comment?: string | null | undefined
  /** Who sends the same again is answered what the first was. */
  readonly commandKey?: string | undefined
}

/** Does it in a transaction of its own; gives what became of the instance. @throws Failure */
export function actOnTask(parts: EngineParts, person: Person, ask: TaskAsk): Promise<Done> {
  return parts.transactions.inTenant(asServer(person), (tx) => actIn(tx, parts, person, ask))
}

async function actIn(tx: Transaction, parts: EngineParts, person: Person, { taskId, act, comment, commandKey }: TaskAsk): Promise<Done> {
  const { userId } = person
  const isFree = act.do === 'claim'
  // Who was a candidate when the call came is told who was faster: the question goes before the lock is waited for.
  const [isCandidate, assignee, opened] = await Promise.all([
    isFree ? parts.people.isCandidate(tx, person, taskId) : undefined,
    'to' in act && act.do !== 'return' ? assigneeOf(tx, act.to) : undefined,
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
  if (loaded.earlier) return repeated(loaded.earlier, person, taskId, act)
  const task = await judge({ tx, person, act, people: parts.people, isCandidate }, held, taskId)
  if (isFree && isCandidate !== true) fail('row.not-found')
  if ('to' in act && act.do !== 'return' && !assignee)
    fail('process-task.candidate', { field: { name: 'assignee', label: 'field.process-tasks.assigneeId' } })
  try {
    perform({ unit: work.unit, held, task, userId, username: person.username ?? '', comment: comment ?? null }, act, assignee)
    const { done } = await conclude(opened, {
      command: act.do,
      comment,
      taskId,
      activity: task.activity,
      commandKey,
      isLast: true,
      ...('to' in act ? { data: { to: assignee?.id ?? act.to } } : {}),
    })
    return done
  } catch (error) {
    if (error instanceof VariableError) return refuseVariable(error)
    throw error
  }
}

function repeated(earlier: EarlierStep, { userId }: Person, taskId: string, act: TaskAct): Done {
  if (earlier.actor_id !== userId || earlier.task_id !== taskId || earlier.command !== act.do) return fail('process.key-used')
  return answerOf(earlier)
}

/** Never returns: tells the caller which variable cannot be kept. @throws Failure `process.variable` */
export function refuseVariable({ code, variable }: VariableError): never {
  return fail('process.variable', {
    values: { name: variable },
    field: { name: 'variables', label: code === 'size' ? 'process.variables-size' : 'process.variables' },
  })
}

/** Somebody of the tenant who is able to do something, by id or username. */
async function assigneeOf(tx: Transaction, name: string): Promise<Assignee | undefined> {
  return tx.first(
    statement(
      sql<Assignee>`select u.id, u.username from users u where u.status = 1 and (u.username = ${name} or u.id::text = ${name}) limit 1`,
    ),
  )
}
