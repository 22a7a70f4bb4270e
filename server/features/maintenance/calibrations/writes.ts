/** Calibrations are written like every noun; what their device measures is judged by them from then on, and people are told anew when one ends at another time. */
import { sql } from 'kysely'
import { calibrations } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Measuring } from '../../../maintenance/index.ts'
import { measuringWrites } from '../../../maintenance/index.ts'

/** Every device that its machine had is judged by it, of the time when it had it. */
async function readMeasuring(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Measuring>> {
  const rows = await tx.all(
    build
      .selectFrom('calibrations as row')
      .select('id')
      .select([
        sql<string>`jsonb_build_array(calibration_result, valid_from, valid_until, correction_factor, correction_shift, point_keys)::text`.as(
          'by',
        ),
        sql<
          string[]
        >`array(select distinct link.device_id::text from equipment_devices link where link.tenant_id = row.tenant_id and link.equipment_id = row.equipment_id)`.as(
          'devices',
        ),
      ])
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`),
  )
  return new Map(rows.map(({ id, devices, by }) => [id, { devices, by }]))
}

export const calibrationWrites = measuringWrites(calibrations, readMeasuring, {
  async afterChanging(tx, _asking, changes) {
    const ids = changes.filter(({ values }) => 'validUntil' in values).map(({ id }) => id)
    if (ids.length === 0) return
    await tx.run(
      build
        .updateTable('calibrations')
        .set({ noticed_days: null })
        .where(sql<boolean>`id = any(${ids}::uuid[])`),
    )
  },
})
