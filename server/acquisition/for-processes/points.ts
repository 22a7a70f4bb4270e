/** Points as processes name them: by their id, or by the code of their device and their key. */
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Device, Point } from '../known-devices.ts'
import { pointColumns, pointOf } from '../known-devices.ts'

export interface NamedPoint {
  readonly device: { readonly tenantId: TenantId; readonly id: string; readonly code: string }
  readonly point: Point
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const CODE_AND_KEY = /^([^/]+)\/([^/]+)$/

/** Returns the point of the tenant that a text names, such as `pump-1/pressure`; nothing where there is none. */
export async function pointNamed(tx: Transaction, name: string): Promise<NamedPoint | undefined> {
  const text = name.trim()
  const [, code, key] = CODE_AND_KEY.exec(text) ?? []
  const asked = build
    .selectFrom('points')
    .innerJoin('devices', (on) => on.onRef('devices.tenant_id', '=', 'points.tenant_id').onRef('devices.id', '=', 'points.device_id'))
    .select([...pointColumns, 'devices.id as device_id', 'devices.device_code'])
  const row = UUID.test(text)
    ? await tx.first(asked.where('points.id', '=', text))
    : code === undefined || key === undefined
      ? undefined
      : await tx.first(
          asked
            .where(sql<boolean>`lower(devices.device_code) = lower(${code.trim()})`)
            .where(sql<boolean>`lower(points.point_key) = lower(${key.trim()})`),
        )
  return row && { device: { tenantId: tenantOf(tx), id: row.device_id, code: row.device_code }, point: pointOf(row) }
}

/** The device as the door of readings takes it: with this point alone. */
export function deviceOf({ device, point }: NamedPoint): Device {
  const { tenantId, id, code } = device
  return { name: code, tenantId, tenantCode: '', id, code, secretHash: null, points: new Map([[point.key, point]]) }
}
