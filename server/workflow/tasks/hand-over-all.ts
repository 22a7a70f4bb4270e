/** Everything that somebody has, can answer for, or is asked for by name goes to somebody else: for those who leave. */
import { sql } from 'kysely'
import { Failure, fail } from '../../kernel/errors.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { EngineParts, Person } from '../engine/parts.ts'
import type { Opened } from '../engine/run.ts'
import { asServer, conclude, open } from '../engine/run.ts'
import type { TaskRow } from '../engine/rows.ts'
import { peopleNamed } from '../people/named.ts'
import { statement } from '../statement.ts'
import type { Assignee } from './deciding.ts'
import { assertMayHave } from './deciding.ts'

export interface HandOverAllAsk {
  readonly userId: string
  readonly assigneeId: string
  /** Those that whoever asks may hand over. */
  readonly taskIds: readonly string[]
  readonly comment: string
}

/** Ids of the undecided tasks that somebody has, can answer for, or is asked for by name, of the rows that the transaction sees. */
export async function tasksOfPerson(tx: Transaction, userIds: readonly string[], most: number): Promise<readonly string[]> {
  const who = sql`any(${userIds}::uuid[])`
  const rows = await tx.all(
    statement(sql<{ id: string }>`select task.id from process_tasks task where task.task_state in ('waiting', 'open')
      and (task.assignee_id = ${who} or task.owner_id = ${who} or exists (select from process_task_people people
        where people.tenant_id = task.tenant_id and people.task_id = task.id and people.person_kind = 'user' and people.person_id = ${who}))
      order by task.id limit ${most}`),
  )
  return rows.map(({ id }) => id)
}

/** Hands all tasks of a person over, each in a step of its own, and returns how many, and how many rules keep from the successor. @throws Failure `process-task.candidate` */
export async function handOverAll(parts: EngineParts, person: Person, ask: HandOverAllAsk): Promise<{ changed: number; left: number }> {
  const [to] = await parts.transactions.inTenant(asServer(person), (tx) => peopleNamed(tx, [ask.assigneeId]))
  if (to === undefined || to.id === ask.userId)
    return fail('process-task.candidate', { field: { name: 'assigneeId', label: 'field.process-tasks.assigneeId' } })
  let changed = 0
  for (const taskId of ask.taskIds)
    changed += (await parts.transactions.inTenant(asServer(person), (tx) => handOver(tx, parts, person, { ...ask, taskId }, to))) ? 1 : 0
  return { changed, left: ask.taskIds.length - changed }
}

async function handOver(
  tx: Transaction,
  parts: EngineParts,
  person: Person,
  { taskId, userId, comment }: Omit<HandOverAllAsk, 'taskIds'> & { readonly taskId: string },
  to: Assignee,
): Promise<boolean> {
  const opened = await open(tx, parts, { task: taskId }, { userId: person.userId, taskId })
  const task = opened?.held.tasks.get(taskId)
  if (!opened || !task || (task.task_state !== 'open' && task.task_state !== 'waiting')) return false
  if (!mayHave(opened, task, to)) return false
  const isNamed = await rename(tx, taskId, userId, to.id)
  const changes = replaced(task, userId, to.id)
  if (!changes && !isNamed) return false
  if (changes) opened.work.unit.changeTask(opened.held, task, changes)
  // Of those of whom one can take it the others know of it already.
  else opened.work.unit.publishGiven(opened.held, task, to.id)
  await conclude(opened, { command: 'hand-over', comment, taskId, activity: task.activity, data: { from: userId, to: to.id } })
  return true
}

/** What the rules about the starter, about who has decided before, and about members of a group keep from the successor stays where it is. */
function mayHave({ held }: Opened, task: TaskRow, to: Assignee): boolean {
  try {
    assertMayHave(held, { ...task, assignee_id: null }, to)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

function replaced({ assignee_id, owner_id, delegation_state }: TaskRow, from: string, to: string): Partial<TaskRow> | undefined {
  if (assignee_id !== from && owner_id !== from) return undefined
  const [assignee, owner] = [assignee_id, owner_id].map((id) => (id === from ? to : id))
  // Whoever would answer themself just has it.
  return assignee === owner
    ? { assignee_id: assignee ?? null, owner_id: null, delegation_state: null }
    : { assignee_id: assignee ?? null, owner_id: owner ?? null, delegation_state }
}

/** Gives whether the task asked for them by name. */
async function rename(tx: Transaction, taskId: string, from: string, to: string): Promise<boolean> {
  const gone = await tx.all(
    statement(sql<{
      is_free: boolean
    }>`with gone as (delete from process_task_people where task_id = ${taskId} and person_kind = 'user' and person_id = ${from}
        returning tenant_id, task_id, is_free, created_at),
      added as (insert into process_task_people (tenant_id, task_id, person_kind, person_id, is_free, created_at)
        select gone.tenant_id, gone.task_id, 'user', ${to}::uuid, gone.is_free, gone.created_at from gone on conflict do nothing)
      select gone.is_free from gone`),
  )
  return gone.length > 0
}
