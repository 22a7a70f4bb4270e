/** Who can be given an order: people whom whoever gives it sees, and who are not barred. */
import { sql } from 'kysely'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { Failure } from '../../kernel/errors.ts'

/** The ids of those of the people who can be given an order. */
export async function assignable(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.all(
    build
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
      .where('status', '=', 1),
  )
  return new Set(rows.map(({ id }) => id))
}

/** What whoever names somebody else is told, with the field. */
export const noAssignee = (): Failure =>
  new Failure('reference.not-found', { field: { name: 'assigneeId', label: 'field.work-orders.assigneeId' } })

/** Whoever is to carry it out. @throws Failure `reference.not-found` for somebody whom the caller does not see, or who is barred */
export async function assigneeNamed(tx: Transaction, id: string): Promise<string> {
  if (!(await assignable(tx, [id])).has(id)) throw noAssignee()
  return id
}
