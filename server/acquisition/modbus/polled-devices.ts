/** The devices that are asked: those of all tenants that are in use, with the registers of their points. */
import type { TenantId } from '../../../model/brands.ts'
import type { ByteOrder, RegisterFormat } from '../modbus-wire/numbers.ts'
import type { RegisterKind } from '../modbus-wire/connection.ts'
import { networksOf } from '../../../model/tenant/networks.ts'
import { isUsable } from '../../tenancy/index.ts'
import { build } from '../../kernel/database/sql.ts'
import type { TransactionScopes } from '../../kernel/database/tenant.ts'
import type { Device } from '../known-devices.ts'
import { pointColumns, pointOf } from '../known-devices.ts'
import type { Register } from './blocks.ts'
import type { Reach } from './reach.ts'

export interface PolledDevice extends Device {
  readonly host: string
  readonly port: number
  readonly unit: number
  readonly everyMs: number
  readonly registers: readonly Register[]
  readonly reach: Reach
  /** Whether it answered when it was last asked; false where it never was. */
  readonly wasResponding: boolean
  /** Whether its tenant is still in use; that can end without a word. */
  isUsable(): boolean
}

/** What is told of devices that say nothing (bus.ts). */
const SILENT = new Set(['address', 'unreachable', 'no-answer', 'mismatch'])

/** The devices to be polled, with their registers and intervals. @param tenantId All tenants' without one. */
export async function readPolledDevices(transactions: TransactionScopes, tenantId?: TenantId): Promise<PolledDevice[]> {
  const { devices, points } = await transactions.inPlatform(
    'devices of all tenants are asked',
    async (tx) => {
      const polled = build
        .selectFrom('devices')
        .where('device_status', '=', 1)
        .where('connection', '=', 'modbus')
        .where('modbus_host', 'is not', null)
      const [devices, points] = await Promise.all([
        tx.all(
          polled
            .innerJoin('tenants', 'tenants.id', 'devices.tenant_id')
            .leftJoin('device_states', (on) =>
              on.onRef('device_states.tenant_id', '=', 'devices.tenant_id').onRef('device_states.device_id', '=', 'devices.id'),
            )
            .$if(tenantId !== undefined, (query) => query.where('devices.tenant_id', '=', tenantId as NonNullable<typeof tenantId>))
            .select([
              'devices.tenant_id',
              'tenant_code',
              'devices.id',
              'device_code',
              'secret_hash',
              'modbus_host',
              'modbus_port',
              'modbus_unit',
              'poll_seconds',
              'tenants.status as tenant_status',
              'expires_at',
              'marked_at',
              'seen_at',
              'error',
              'error_at',
              'modbus_networks',
            ])
            .orderBy('devices.tenant_id')
            .orderBy('device_code'),
        ),
        tx.all(
          polled
            .innerJoin('points', (on) =>
              on.onRef('points.tenant_id', '=', 'devices.tenant_id').onRef('points.device_id', '=', 'devices.id'),
            )
            .$if(tenantId !== undefined, (query) => query.where('devices.tenant_id', '=', tenantId as NonNullable<typeof tenantId>))
            .where('register_kind', 'is not', null)
            .select([...pointColumns, 'points.device_id', 'register_kind', 'register_address', 'register_format', 'byte_order'])
            .orderBy('points.device_id')
            .orderBy('point_key'),
        ),
      ])
      return { devices, points }
    },
    'read',
  )
  const pointsOf = new Map<string, typeof points>()
  for (const point of points) {
    const own = pointsOf.get(point.device_id)
    if (own) own.push(point)
    else pointsOf.set(point.device_id, [point])
  }
  const reaches = new Map<string, Reach>()
  const reachOf = (of: string, tenantCode: string, networks: string | null) => {
    const reach = reaches.get(of) ?? { tenantCode, networks: networksOf(networks) }
    reaches.set(of, reach)
    return reach
  }
  return devices.flatMap((row) => {
    const own = pointsOf.get(row.id) ?? []
    if (own.length === 0 || !isUsable(row)) return []
    return [
      {
        name: `${row.tenant_code}/${row.device_code}`,
        tenantId: row.tenant_id,
        tenantCode: row.tenant_code,
        id: row.id,
        code: row.device_code,
        secretHash: row.secret_hash,
        points: new Map(own.map((point) => [point.point_key, pointOf(point)])),
        host: (row.modbus_host ?? '').toLowerCase(),
        port: row.modbus_port ?? 502,
        unit: row.modbus_unit ?? 1,
        everyMs: (row.poll_seconds ?? 10) * 1000,
        registers: own.map((point): Register => ({
          key: point.point_key,
          kind: point.register_kind as RegisterKind,
          address: point.register_address as number,
          format: point.register_format as RegisterFormat,
          order: point.byte_order as ByteOrder,
        })),
        wasResponding: row.seen_at !== null && !(SILENT.has(row.error ?? '') && Number(row.error_at) >= Number(row.seen_at)),
        reach: reachOf(row.tenant_id, row.tenant_code, row.modbus_networks),
        isUsable: () => isUsable(row),
      },
    ]
  })
}
