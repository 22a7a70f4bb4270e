/** Whether somebody can do something to a task now; if not, they are told why: who has it, or who was faster and when. */
import { sql } from 'kysely'
import { fail } from '../../kernel/errors.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { refuseOver } from '../ended-by.ts'
import type { People, Person } from '../engine/parts.ts'
import type { Held } from '../engine/held.ts'
import type { TaskRow } from '../engine/rows.ts'
import { questionOf } from '../engine/user-tasks.ts'
import { ANYWHERE, askedAs } from '../people/able.ts'
import { shownNameOf } from '../people/shown-name.ts'
import { statement } from '../statement.ts'
import type { TaskAct } from './acts.ts'
import { isOfManagers } from './acts.ts'

interface Asking {
  readonly tx: Transaction
  readonly person: Person
  readonly act: TaskAct
  readonly people: People
  /** Whether the person was among those who can take it when the call came; asked only where it matters at once. */
  readonly isCandidate?: boolean | undefined
}

/**
 * The task, where the act can be done.
 * @throws Failure `row.not-found` for whoever it does not concern; otherwise one that names the task and who has it
 */
export async function judge(asking: Asking, held: Held, taskId: string): Promise<TaskRow> {
  const { act } = asking
  const task = held.tasks.get(taskId)
  if (!task || task.task_state === 'done' || task.task_state === 'cancelled') return await isOver(asking, held, taskId)
  if (!isOfManagers(act)) await assertConcerned(asking, held, task)
  const values = { task: task.name }
  if (held.changes.instance_state === 'suspended') fail('process.suspended', { values: { name: held.name } })
  if (isOfManagers(act)) return task
  // Whether whoever asks has added them is seen by the act.
  if (act.do === 'remove-signer') return task
  if (task.task_state === 'waiting') fail('process-task.waiting', { values })
  if (act.do === 'claim') {
    if (task.assignee_id !== null) await isTaken(asking, task)
    return task
  }
  if (task.assignee_id === null) fail('process-task.free', { values })
  if (task.assignee_id !== asking.person.userId) await isTaken(asking, task)
  const isDelegated = task.delegation_state === 'PENDING'
  if (act.do === 'resolve' && !isDelegated) fail('process-task.not-delegated', { values })
  if (isDelegated && act.do !== 'resolve' && act.do !== 'transfer') fail('process-task.delegated', { values })
  return task
}

/** For whom it is none of their business there is no such task. @throws Failure `row.not-found` */
export async function assertConcerned(
  { tx, person, people, isCandidate }: Omit<Asking, 'act'>,
  held: Held,
  task: Pick<TaskRow, 'id' | 'node' | 'task_state' | 'assignee_id' | 'owner_id' | 'ended_by'>,
): Promise<void> {
  const { userId } = person
  if (isCandidate === true || [task.assignee_id, task.owner_id, task.ended_by, held.row.starter_id].includes(userId)) return
  if ([...held.tasks.values()].some(({ assignee_id, owner_id }) => assignee_id === userId || owner_id === userId)) return
  const acted = await tx.first(
    statement(
      sql<{ one: number }>`select 1 as one from process_events e where e.instance_id = ${held.id} and e.actor_id = ${userId} limit 1`,
    ),
  )
  if (acted || (isCandidate === undefined && (await people.candidacyOf(tx, person, task.id)))) return
  // Rows of who could take it go with the end of a task: whoever would be asked today is told what became of it.
  const isOverNow = task.task_state === 'done' || task.task_state === 'cancelled'
  if (!isOverNow || !(await wouldBeAsked(tx, people, held, task.node, userId))) fail('row.not-found')
}

async function wouldBeAsked(tx: Transaction, { whoIsAsked }: People, held: Held, node: string, userId: string): Promise<boolean> {
  const [answer] = await whoIsAsked(tx, [questionOf(held, node)])
  if (answer === undefined || 'skip' in answer) return false
  if (answer.members?.includes(userId) === true) return true
  const rows = answer.asked.map(({ kind, id, within }) => ({ kind, id, within: within ?? ANYWHERE }))
  const found = await tx.first(
    statement(
      sql<{
        is: boolean
      }>`select exists (select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(kind text, id uuid, within uuid)
        join ${askedAs(userId)} mine on mine.person_kind = r.kind and mine.person_id = r.id and mine.within_org = r.within
          and (mine.categories is null or ${held.definition.category} = any(mine.categories))) as is`,
    ),
  )
  return found?.is === true
}

interface OverRow extends Pick<TaskRow, 'id' | 'node' | 'name' | 'task_state' | 'assignee_id' | 'owner_id' | 'ended_by'> {
  readonly who: string | null
  readonly time: string | null
}

async function isOver(asking: Asking, held: Held, taskId: string): Promise<never> {
  const row = await asking.tx.first(
    statement(sql<OverRow>`select t.id, t.node, t.name, t.task_state, t.assignee_id, t.owner_id, t.ended_by, ${shownNameOf(asking.person, 'u')} as who,
      to_char(t.end_time, 'YYYY-MM-DD HH24:MI') as time
      from process_tasks t left join users u on u.tenant_id = t.tenant_id and u.id = t.ended_by where t.id = ${taskId}`),
  )
  if (!row) return fail('row.not-found')
  if (!isOfManagers(asking.act)) await assertConcerned(asking, held, row)
  if (row.task_state !== 'done' || row.who === null) return await refuseOver(asking.tx, asking.person, row)
  return fail('process-task.done', { values: { task: row.name, who: row.who, time: row.time ?? '' } })
}

/** Who has ended a task, and when, for a sentence. */
export async function whoAndWhen(tx: Transaction, person: Person, taskId: string): Promise<{ who: string; time: string }> {
  const row = await tx.first(
    statement(sql<{
      who: string | null
      time: string | null
    }>`select ${shownNameOf(person, 'u')} as who, to_char(t.end_time, 'YYYY-MM-DD HH24:MI') as time
      from process_tasks t left join users u on u.tenant_id = t.tenant_id and u.id = t.ended_by where t.id = ${taskId}`),
  )
  return { who: row?.who ?? '', time: row?.time ?? '' }
}

async function isTaken({ tx, person }: Asking, task: TaskRow): Promise<never> {
  const row = await tx.first(
    statement(sql<{
      who: string | null
      time: string
    }>`select ${shownNameOf(person, 'u')} as who, to_char(coalesce(t.claim_time, t.created_at), 'YYYY-MM-DD HH24:MI') as time
      from process_tasks t left join users u on u.tenant_id = t.tenant_id and u.id = t.assignee_id where t.id = ${task.id}`),
  )
  return fail('process-task.taken', { values: { task: task.name, who: row?.who ?? '', time: row?.time ?? '' } })
}
