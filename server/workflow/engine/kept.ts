/** Whoever sent a task back, to have it straight back, has it again: the people of its former passage, and not whoever the rules name by now. */
import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { TaskAnswer } from '../people.ts'
import { statement } from '../statement.ts'
import type { Held } from './held.ts'
import type { Begun } from './unit.ts'

/** Whether a passage was come straight back to. */
export function isStraightBack({ held, activity }: Begun): boolean {
  const { node, causes } = held.activity(activity) ?? {}
  return (causes ?? []).some((cause) => node !== undefined && held.activity(cause)?.straightTo?.[0] === node)
}

interface Row {
  readonly assignee_id: string
  readonly owner_id: string | null
  readonly member: number | null
  readonly weight: number
}

/** The answer with the people of the former passage of the node in the place of others, as far as they are still able. */
export async function keepPeople(tx: Transaction, { held, activity }: Begun, answer: TaskAnswer): Promise<TaskAnswer> {
  const rows = await tx.all(statement(former(held, activity)))
  const [first] = rows
  if (first === undefined) return answer
  const asked = 'skip' in answer || answer.asked.length === 0 ? [{ kind: 'user' as const, id: first.assignee_id }] : answer.asked
  const owners = new Map(
    rows.flatMap(({ assignee_id, owner_id }) => (owner_id === null || owner_id === assignee_id ? [] : [[assignee_id, owner_id] as const])),
  )
  // By whom the place is, as the rules name them.
  const weights = new Map(rows.map(({ assignee_id, weight }) => [owners.get(assignee_id) ?? assignee_id, weight] as const))
  if (first.member !== null) return { asked, members: rows.map(({ assignee_id }) => assignee_id), owners, weights }
  return { asked, assigneeId: first.assignee_id, owners }
}

/** Those who were asked last, but for advisers and for whoever was taken away. */
const former = (held: Held, activity: number) => {
  const node = held.activity(activity)?.node ?? ''
  const of = (alias: string) => sql`${sql.ref(`${alias}.instance_id`)} = ${held.id} and ${sql.ref(`${alias}.node`)} = ${node}`
  return sql<Row>`select task.assignee_id, task.owner_id, task.member, task.weight from process_tasks task
    join users person on person.tenant_id = task.tenant_id and person.id = task.assignee_id and person.status = 1
    where ${of('task')} and task.delete_reason is distinct from 'removed' and task.added_how is distinct from 'before'
      and task.activity = (select max(other.activity) from process_tasks other where ${of('other')} and other.activity < ${activity})
    order by task.member, task.id`
}
