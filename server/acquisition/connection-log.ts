/**
 * The log of connections: when a device connected, when and why that ended, and what was refused of it. Gathered in memory and written together
 * once a second, the newest of each device within bounds; a server that is killed loses its last second. A refusal that comes again and again
 * is written once in ten minutes.
 */
import { sql } from 'kysely'
import QuickLRU from 'quick-lru'
import type { TenantId } from '../../model/brands.ts'
import type { DeviceEvent } from '../../model/acquisition/connections.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../kernel/runtime/housekeeping.ts'
import type { Worker } from '../kernel/runtime/worker.ts'
import { worker } from '../kernel/runtime/worker.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import type { Device } from './known-devices.ts'
import { statement } from './statement.ts'
import { shareLockTenants } from './tenant-share-lock.ts'

export interface ConnectionLogLimits {
  /** Events of one device in a second, of all devices in a second, and of one device in all; of these the oldest go. */
  readonly deviceAtOnce: number
  readonly atOnce: number
  readonly device: number
  readonly days: number
}
export const connectionLogLimits: ConnectionLogLimits = { deviceAtOnce: 5, atOnce: 5000, device: 200, days: 14 }

const EVERY_MS = 1000
const AGAIN_MS = 600_000
const MAX_REMEMBERED = 20_000
const MAX_PLACE = 200

export interface Noted {
  readonly event: DeviceEvent
  /** Why; a word that has a text. */
  readonly code: string
  /** An address, a topic, the key of a point. */
  readonly place: string
}

export interface ConnectionLog {
  note(device: Pick<Device, 'tenantId' | 'id'>, noted: Noted): void
  /** Writes what is new. For the timer and for tests. */
  flush(): Promise<void>
  start(onError: (error: unknown) => void): void
  /** Writes what is left. */
  stop(): Promise<void>
}

interface Row extends Noted {
  readonly tenantId: TenantId
  readonly id: string
  readonly deviceId: string
  readonly at: number
}

/** The log of connections, not yet writing. */
export function openConnectionLog(
  transactions: TransactionScopes,
  clock: Clock,
  limits: ConnectionLogLimits = connectionLogLimits,
  now: () => number = Date.now,
): ConnectionLog {
  let rows: Row[] = []
  let counts = new Map<string, number>()
  /** Where something was refused of a device last, by what it was, and until when the same is not written again. */
  const refused = new QuickLRU<string, { readonly place: string; readonly until: number }>({ maxSize: MAX_REMEMBERED })
  /** How many rows of a device were written since the oldest were dropped; of one that was not seen yet, perhaps as many as it may have. */
  const written = new QuickLRU<string, number>({ maxSize: MAX_REMEMBERED })
  let flushing: Worker | undefined
  let writing: Promise<unknown> = Promise.resolve()

  function isNew(deviceId: string, { event, code, place }: Noted): boolean {
    if (event !== 'refused') return true
    const what = `${deviceId} ${code}`
    const before = refused.get(what)
    if (before?.place === place && before.until > now()) return false
    refused.set(what, { place, until: now() + AGAIN_MS })
    return true
  }

  const log = {
    note({ tenantId, id: deviceId }: Pick<Device, 'tenantId' | 'id'>, noted: Noted) {
      const count = counts.get(deviceId) ?? 0
      if (rows.length >= limits.atOnce || count >= limits.deviceAtOnce || !isNew(deviceId, noted)) return
      counts.set(deviceId, count + 1)
      const place = noted.place.replaceAll('\0', '').slice(0, MAX_PLACE).toWellFormed()
      rows.push({ tenantId, id: newId(), deviceId, at: now(), event: noted.event, code: noted.code, place })
    },
    /** One after the other: whoever asks finds written what was noted before. */
    flush() {
      const next = writing.catch(() => undefined).then(write)
      writing = next
      return next
    },
  }

  /** Devices of which more may be stored than they may have. */
  function overdue(taken: readonly Row[]): string[] {
    for (const { deviceId } of taken) written.set(deviceId, (written.get(deviceId) ?? limits.device) + 1)
    const many = [...new Set(taken.map(({ deviceId }) => deviceId))].filter((id) => (written.get(id) ?? 0) > limits.device / 10)
    for (const id of many) written.set(id, 0)
    return many
  }

  async function write(): Promise<void> {
    counts = new Map()
    if (rows.length === 0) return
    const taken = rows
    rows = []
    await transactions.inPlatform('writes down connections of devices of all tenants', async (tx) => {
      const alive = await shareLockTenants(tx, [...new Set(taken.map(({ tenantId }) => tenantId))].sort())
      await insert(
        tx,
        taken.filter(({ tenantId }) => alive.has(tenantId)),
      )
      const many = overdue(taken)
      if (many.length > 0) await drop(tx, many, limits.device)
    })
  }

  return {
    ...log,
    start(onError) {
      flushing = worker({ clock, every: EVERY_MS, first: EVERY_MS, work: log.flush, onError })
    },
    async stop() {
      await flushing?.stop()
      await log.flush()
    },
  }
}

async function insert(tx: Transaction, rows: readonly Row[]): Promise<void> {
  await tx.run(
    statement(sql`
    insert into device_events (tenant_id, id, device_id, happened_at, event, code, place)
    select d.tenant_id, u.id, d.id, to_timestamp(u.at / 1000.0), u.event, u.code, u.place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as u ("tenantId" uuid, id uuid, "deviceId" uuid, at float8, event text, code text, place text)
    -- One that was deleted meanwhile has no log any more.
    join devices d on d.tenant_id = u."tenantId" and d.id = u."deviceId"
    order by u.id`),
  )
}

async function drop(tx: Transaction, devices: readonly string[], most: number): Promise<void> {
  await tx.run(
    statement(sql`
    delete from device_events gone using (
      select tenant_id, id, row_number() over (partition by tenant_id, device_id order by happened_at desc, id desc) as place
      from device_events where device_id = any(${devices}::uuid[])
    ) u where gone.tenant_id = u.tenant_id and gone.id = u.id and u.place > ${most}`),
  )
}

/** A chore that deletes what happened two weeks ago. */
export function expiredConnections(transactions: TransactionScopes): Chore {
  return deleting(transactions, [build.deleteFrom('device_events').where('happened_at', '<', daysAgo(connectionLogLimits.days))])
}
