/** Which rows a tenant has no room for: a check says so before anything is stored, as the tables would (migrations/0007_tenants.sql). */
import { sql } from 'kysely'
import { Failure } from '../../kernel/errors.ts'
import { inWords } from '../../kernel/http/failures.ts'
import type { NounWrites } from '../../kernel/resources/noun-writes.ts'
import { buildFor, typedAs } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { RowErrors } from './row-errors.ts'
import type { Asking, GoodRow, InScope } from './types.ts'

/** Adds an error for each row that is to be added and goes beyond the quota; those before it fit. */
export async function markBeyondQuota(
  { of, add: { takes } }: NounWrites,
  rows: readonly GoodRow[],
  findings: RowErrors,
  { t }: Asking,
  within: InScope,
): Promise<void> {
  if (!takes || rows.length === 0) return
  const { room, each } = await within(
    of,
    async (tx) => ({ room: await roomFor(tx, takes.quota), each: (await takes.each?.(tx, rows)) ?? rows.map(() => 1) }),
    'read',
  )
  if (!room) return
  const { message } = inWords(new Failure(`quota.${takes.quota}`, { values: { quota: room.allowed } }), t)
  let left = room.allowed - room.used
  for (const [at, { row }] of rows.entries()) {
    const taken = each[at] ?? 0
    if (taken <= left) left -= taken
    else findings.add(row, { field: of.title, message })
  }
}

/** How much the tenant may have of it, and has; nothing where it has no limit. */
async function roomFor(tx: Transaction, quota: string): Promise<{ allowed: number; used: number } | undefined> {
  const own = sql`${tx.tenantId}::uuid`
  const found = await tx.first(
    typedAs<{ allowed: string | null; used: string }>(
      buildFor.selectNoFrom([sql`quota_of(${own}, ${quota})`.as('allowed'), sql`usage_of(${own}, ${quota})`.as('used')]),
    ),
  )
  return found && found.allowed !== null ? { allowed: Number(found.allowed), used: Number(found.used) } : undefined
}
