/** Numbers of faults and orders: each once a tenant and year, without a hole, since the last one is raised in the transaction that stores what has it. */
import { sql } from 'kysely'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import { secondText } from '../../../model/zone.ts'

const DIGITS = 5

export type NumberKind = 'WO' | 'F'

/**
 * The next numbers, `count` of them, such as `WO-2026-00001`; by the year of the tenant. Whoever else wants one waits until the end of the transaction, so what
 * is looked up afterwards is seen by one at a time.
 */
export async function takeNumbers(tx: Transaction, clock: Clock, kind: NumberKind, count: number): Promise<string[]> {
  const prefix = `${kind}-${secondText(await tx.timeZone(), clock.now()).slice(0, 4)}`
  const taken = await tx.first(
    build
      .insertInto('maintenance_numbers')
      .values({ tenant_id: tenantOf(tx), number_prefix: prefix, last_number: count })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'number_prefix']).doUpdateSet({ last_number: sql`maintenance_numbers.last_number + ${count}` }),
      )
      .returning('last_number'),
  )
  const last = taken?.last_number ?? count
  return Array.from({ length: count }, (_, at) => `${prefix}-${String(last - count + 1 + at).padStart(DIGITS, '0')}`)
}

/** Gives the number that was taken last in this transaction back: nobody else has taken one since. */
export async function giveBack(tx: Transaction, number: string): Promise<void> {
  await tx.run(
    build
      .updateTable('maintenance_numbers')
      .set({ last_number: sql`last_number - 1` })
      .where('number_prefix', '=', number.slice(0, number.lastIndexOf('-'))),
  )
}
