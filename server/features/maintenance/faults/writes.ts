/** What reporting a fault entails: it has a number, the place of its machine and a first event. */
import { sql } from 'kysely'
import { faults } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, NewRow, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { placeOf, takeNumbers } from '../../../maintenance/index.ts'
import { authorOf } from '../shared/files.ts'

async function applyNew(
  tx: Transaction,
  { caller, services }: Asking,
  rows: readonly NewRow[],
  insert: (rows: readonly NewRow[]) => Promise<void>,
): Promise<void> {
  const numbers = await takeNumbers(tx, services.clock, 'F', rows.length)
  const whole: NewRow[] = []
  for (const [at, row] of rows.entries()) {
    const place = await placeOf(tx, { equipmentId: String(row.values['equipmentId']) })
    whole.push({
      ...row,
      columns: {
        ...row.columns,
        fault_number: numbers[at],
        fault_state: 'reported',
        reporter_id: authorOf(caller),
        site_id: place.site_id,
        org_id: place.org_id,
      },
    })
  }
  await insert(whole)
  await tx.run(
    build.insertInto('fault_events').values(
      whole.map(({ id }) => ({
        tenant_id: tenantOf(tx),
        fault_id: id,
        transition: 'report' as const,
        from_state: null,
        to_state: 'reported' as const,
        user_id: authorOf(caller),
        note: null,
      })),
    ),
  )
}

/** One that was rejected stays as it is; of one that is solved, what was found is still written down. */
async function judgeChanges(tx: Transaction, _asking: Asking, changes: readonly RowChange[]): Promise<Refusals> {
  const rows = await tx.all(
    build
      .selectFrom('faults')
      .select(['id', 'fault_state'])
      .where(sql<boolean>`id = any(${changes.map(({ id }) => id)}::uuid[])`)
      .orderBy('id')
      .forUpdate(),
  )
  const over = new Set(rows.filter((row) => row.fault_state === 'rejected').map(({ id }) => id))
  return new Map(changes.flatMap(({ id }, at): [number, Failure][] => (over.has(id) ? [[at, new Failure('order.over')]] : [])))
}

export const faultWrites = writes(faults, { add: { apply: applyNew }, change: { judge: judgeChanges } })
