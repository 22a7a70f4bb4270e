/**
 * Devices by the name they sign in with, with their points by key: what a collector has to know of the registry. Remembered
 * until an invalidation says that something of the tenant's registry has changed.
 */
import { sql } from 'kysely'
import QuickLRU from 'quick-lru'
import type { TenantId } from '../../model/brands.ts'
import type { CalibrationSpan } from '../../model/maintenance/calibration-span.ts'
import type { Mapping } from '../../model/acquisition/mapping/mapping.ts'
import type { Retention } from '../../model/acquisition/quality.ts'
import { RETENTION } from '../../model/acquisition/quality.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { isUsable } from '../tenancy/index.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import { calibrationsColumn, spansOf } from './calibrations.ts'
import type { Mappings } from './mappings.ts'
import { openMappings } from './mappings.ts'

export interface Point {
  readonly id: string
  readonly key: string
  readonly unit: string | null
  /** The number its samples are stored under. */
  readonly series: number
  readonly scale: number
  readonly offset: number
  readonly low: number | null
  readonly high: number | null
  readonly retention: number
  readonly deadband: number | null
  readonly maxIntervalSeconds: number | null
  readonly frozenSeconds: number | null
  /** Of the machine that its device measures on, in the order of their beginning; absent where there is none. */
  readonly calibrations?: readonly CalibrationSpan[]
}

export interface Device {
  /** `<tenant>/<device>`, as it signs in. */
  readonly name: string
  readonly tenantId: TenantId
  readonly tenantCode: string
  readonly id: string
  readonly code: string
  /** SHA-256 of its secret, in hexadecimal digits; null: it was never given one and cannot sign in. */
  readonly secretHash: string | null
  readonly points: ReadonlyMap<string, Point>
  /** How its messages are read where its type says so; devices of a type share it. */
  readonly mapping?: Mapping
  /** The devices it sends for; of one that is no gateway there is nothing. */
  readonly behind?: Behind
}

/** The devices behind a gateway: nobody else's readings may it send. */
export interface Behind {
  readonly codes: ReadonlySet<string>
  /** Their codes by what the gateway calls them, where it calls them otherwise. */
  readonly byName: ReadonlyMap<string, string>
}

export interface Registry {
  /** The device of that name, if it and its tenant are in use and it sends by itself. */
  find(name: string): Promise<Device | undefined>
  /** The same without waiting, where it is remembered. */
  recall(name: string): Device | undefined
  /** Told which tenant's registry has changed; `undefined`: perhaps every one's. */
  onChange(listener: (tenantId: TenantId | undefined) => void): void
}

/** Who may be named: what a topic could be widened by is no part of it. */
const NAME = /^([A-Za-z0-9_.-]{1,64})\/([A-Za-z0-9_-]{1,64})$/
/** Devices that are remembered; beyond, the oldest go. About 1 KB each, and 200 bytes a point. */
const MAX_DEVICES = 20_000

interface Kept {
  readonly device: Device
  readonly tenant: Parameters<typeof isUsable>[0]
}

/** The devices and points that collectors look up, cached in memory and dropped when the registry of a tenant changes. */
export function openRegistry(transactions: TransactionScopes, invalidations: Invalidations): Registry {
  const known = new QuickLRU<string, Kept>({ maxSize: MAX_DEVICES })
  const coming = new Map<string, Promise<Kept | undefined>>()
  const mappings = openMappings(() => invalidations.reliable)
  const listeners: ((tenantId: TenantId | undefined) => void)[] = []
  let generation = 0

  invalidations.subscribe((invalidation) => {
    if (invalidation && invalidation.kind !== 'registry-changed' && invalidation.kind !== 'tenant-changed') return
    generation += 1
    coming.clear()
    mappings.forget(invalidation?.tenantId)
    if (!invalidation) known.clear()
    else for (const [name, { device }] of known) if (device.tenantId === invalidation.tenantId) known.delete(name)
    for (const listener of listeners) listener(invalidation?.tenantId)
  })

  const inUse = (kept: Kept | undefined) => (kept && isUsable(kept.tenant) ? kept.device : undefined)

  async function load(name: string): Promise<Kept | undefined> {
    const before = generation
    const kept = await read(transactions, name, mappings)
    // Changed while it was read: what was read may be old, and is not kept.
    if (kept && before === generation && invalidations.reliable) {
      known.set(name, kept)
    }
    return kept
  }

  return {
    recall: (name) => (invalidations.reliable ? inUse(known.get(name)) : undefined),
    async find(name) {
      if (invalidations.reliable && known.has(name)) return inUse(known.get(name))
      if (!NAME.test(name)) return undefined
      let loading = coming.get(name)
      if (!loading) {
        const started = load(name).finally(() => {
          if (coming.get(name) === started) coming.delete(name)
        })
        coming.set(name, (loading = started))
      }
      return inUse(await loading)
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

async function read(transactions: TransactionScopes, name: string, mappings: Mappings): Promise<Kept | undefined> {
  const [, tenantCode = '', code = ''] = NAME.exec(name) ?? []
  return transactions.inPlatform(
    'a device is named before its tenant is known',
    async (tx) => {
      const row = await tx.first(
        build
          .selectFrom('devices')
          .innerJoin('tenants', 'tenants.id', 'devices.tenant_id')
          .select([
            'devices.tenant_id',
            'devices.id',
            'device_type_id',
            'secret_hash',
            'tenants.status as tenant_status',
            'expires_at',
            'marked_at',
            sql<boolean>`exists (select from devices behind where behind.tenant_id = devices.tenant_id and behind.gateway_id = devices.id)`.as(
              'is_gateway',
            ),
          ])
          .where('tenant_code', '=', tenantCode)
          .where('device_code', '=', code)
          // As the index has it: without this every device of the tenant is looked at, for each that sends.
          .where(sql<string>`lower(device_code)`, '=', code.toLowerCase())
          .where('device_status', '=', 1)
          .where('connection', '=', 'push'),
      )
      if (!row) return undefined
      const points = await tx.all(
        build.selectFrom('points').select(pointColumns).where('tenant_id', '=', row.tenant_id).where('device_id', '=', row.id),
      )
      const mapping = row.device_type_id === null ? undefined : await mappings.read(tx, row.tenant_id, row.device_type_id)
      const behind = row.is_gateway ? await readBehind(tx, row) : undefined
      const byKey = points.map((point): [string, Point] => [point.point_key, pointOf(point)])
      return {
        tenant: row,
        device: {
          name,
          tenantId: row.tenant_id,
          tenantCode,
          id: row.id,
          code,
          secretHash: row.secret_hash,
          points: new Map(byKey),
          ...(mapping ? { mapping } : {}),
          ...(behind ? { behind } : {}),
        },
      }
    },
    'read',
  )
}

async function readBehind(tx: Transaction, gateway: { readonly tenant_id: TenantId; readonly id: string }): Promise<Behind> {
  const rows = await tx.all(
    build
      .selectFrom('devices')
      .select(['device_code', 'gateway_name'])
      .where('tenant_id', '=', gateway.tenant_id)
      .where('gateway_id', '=', gateway.id),
  )
  return {
    codes: new Set(rows.map(({ device_code }) => device_code)),
    byName: new Map(rows.flatMap((row) => (row.gateway_name === null ? [] : [[row.gateway_name, row.device_code] as const]))),
  }
}

/** What a point is read from, wherever. */
export const pointColumns = [
  'points.id',
  'point_key',
  'unit',
  'series',
  'scale',
  'value_offset',
  'range_low',
  'range_high',
  'retention',
  'deadband',
  'max_interval_seconds',
  'frozen_seconds',
  calibrationsColumn().as('calibrations'),
] as const

interface PointRow {
  readonly id: string
  readonly point_key: string
  readonly unit: string | null
  readonly series: string
  readonly scale: number | null
  readonly value_offset: number | null
  readonly range_low: number | null
  readonly range_high: number | null
  readonly retention: string | null
  readonly deadband: number | null
  readonly max_interval_seconds: number | null
  readonly frozen_seconds: number | null
  readonly calibrations: Parameters<typeof spansOf>[0]
}

/** The point as collectors use it, from its row. */
export function pointOf(row: PointRow): Point {
  return {
    id: row.id,
    key: row.point_key,
    unit: row.unit,
    series: Number(row.series),
    scale: row.scale ?? 1,
    offset: row.value_offset ?? 0,
    low: row.range_low,
    high: row.range_high,
    retention: RETENTION[(row.retention ?? 'standard') as Retention],
    deadband: row.deadband,
    maxIntervalSeconds: row.max_interval_seconds,
    frozenSeconds: row.frozen_seconds,
    ...(row.calibrations ? { calibrations: spansOf(row.calibrations) } : {}),
  }
}
