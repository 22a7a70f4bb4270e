/** Stores the machines of the demonstration and their calibrations. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { EquipmentSeed } from '../../seeds/equipment-seed.ts'
import { startOf } from '../../model/zone.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'
import { idIn } from './id-in.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400_000
const COMMISSIONED_AFTER_DAYS = 20
const WARRANTY_DAYS = 730

/** Stores the seed in the tenant of the transaction, whose sites and devices are there. @throws Error for a code that nothing has, which is a mistake in the seed */
export async function storeEquipment(
  tx: Transaction,
  tenant_id: TenantId,
  machines: readonly EquipmentSeed[],
  personIn: (username: string) => string,
  now = Date.now(),
): Promise<void> {
  if (machines.length === 0) return
  const ago = (days: number) => new Date(now - days * DAY_MS)
  const zone = await tx.timeZone()
  const dayBegun = (days: number) => startOf(zone, now - days * DAY_MS, 'day')
  const begun = (days: number) => new Date(dayBegun(days))
  /** The last second of the day before. */
  const ended = (days: number) => new Date(dayBegun(days) - SECOND_MS)
  const sites = new Map((await tx.all(build.selectFrom('sites').select(['site_code', 'id']))).map((row) => [row.site_code, row.id]))
  const devices = new Map((await tx.all(build.selectFrom('devices').select(['device_code', 'id']))).map((row) => [row.device_code, row.id]))
  const points = new Map(
    (
      await tx.all(
        build
          .selectFrom('points')
          .innerJoin('devices', (on) => on.onRef('devices.tenant_id', '=', 'points.tenant_id').onRef('devices.id', '=', 'points.device_id'))
          .select([sql<string>`device_code || '/' || point_key`.as('code'), 'points.id']),
      )
    ).map(({ code, id }) => [code, id]),
  )
  const rows = machines.map((machine) => ({ ...machine, id: newId() }))
  await tx.run(
    build.insertInto('equipment').values(
      rows.map((row) => ({
        tenant_id,
        id: row.id,
        equipment_code: row.equipmentCode,
        equipment_name: row.equipmentName,
        category: row.category,
        equipment_state: row.scrapped ? ('scrapped' as const) : (row.state ?? 'in-service'),
        site_id: idIn(sites, row.site),
        org_id: null,
        keeper_id: personIn(row.keeper),
        device_id: row.device === undefined ? null : idIn(devices, row.device),
        use_point_id: row.use === undefined ? null : idIn(points, `${row.device ?? ''}/${row.use.point}`),
        use_kind: row.use?.kind ?? null,
        maker: row.maker,
        model: row.model,
        serial_number: row.serialNumber,
        firmware: null,
        purchased_at: begun(row.boughtDaysAgo),
        commissioned_at: begun(row.boughtDaysAgo - COMMISSIONED_AFTER_DAYS),
        warranty_until: ended(row.boughtDaysAgo - WARRANTY_DAYS),
        equipment_description: null,
        scrapped_at: row.scrapped ? ago(row.scrapped.daysAgo) : null,
        scrap_reason: row.scrapped?.reason ?? null,
      })),
    ),
  )
  await tx.run(
    build.insertInto('calibrations').values(
      rows.flatMap(({ id, equipmentCode, calibrated, calibrations = [] }) =>
        calibrations.map((each, nth) => ({
          tenant_id,
          id: newId(),
          calibration_number: `${equipmentCode}-${nth + 1}`,
          equipment_id: id,
          calibration_result: each.result ?? ('pass' as const),
          valid_from: begun(each.daysAgo),
          valid_until: ended(each.daysAgo - each.validDays),
          laboratory: calibrated?.laboratory ?? '',
          method: calibrated?.method ?? null,
          uncertainty: calibrated?.uncertainty ?? null,
          correction_factor: null,
          correction_shift: null,
          point_keys: null,
          calibration_description: null,
        })),
      ),
    ),
  )
}
