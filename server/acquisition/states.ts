/**
 * The newest value of each point and when each device was last heard of, written together now and then instead of with every
 * batch: at twenty values a second that is a twentieth of the work. What a killed server had not written is made up for: newest
 * values by the roll-up of their minute, at most two minutes later; of the counts a few seconds are missing.
 */
import { sql } from 'kysely'
import type { Millis, TenantId } from '../../model/brands.ts'
import { millis } from '../../model/brands.ts'
import { REASONS } from '../../model/acquisition/quality.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import type { Worker } from '../kernel/runtime/worker.ts'
import { worker } from '../kernel/runtime/worker.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'
import { shareLockTenants } from './tenant-share-lock.ts'
import type { Sample } from './quality.ts'
import { writeReceived } from './received.ts'
import type { Submission } from './queue.ts'
import { statement } from './statement.ts'

const EVERY_MS = 1000

/** What a message of a device came to. */
export interface ReceivedMessage {
  readonly tenantId: TenantId
  readonly deviceId: string
  readonly stored: number
  readonly refused: number
  /** What was wrong, and where. */
  readonly error?: { readonly code: string; readonly at: string }
}

export interface States {
  stored(batch: readonly Pick<Submission, 'tenantId' | 'samples'>[]): void
  recordMessage(message: ReceivedMessage): void
  /** Nothing came of asking it. Not seen, and no message. */
  recordUnreachable(device: Pick<ReceivedMessage, 'tenantId' | 'deviceId'>, error: NonNullable<ReceivedMessage['error']>): void
  /** Resolves when what was told of the device up to now is written; at once where nothing waits. */
  settled(deviceId: string): Promise<void>
  /** Writes what is new. For the timer and for tests. */
  flush(): Promise<void>
  /** From now on, by itself. */
  start(onError: (error: unknown) => void): void
  /** Writes what is left. */
  stop(): Promise<void>
}

interface StateListeners {
  /** Called in the transaction that writes newest values, with the tenants whose they are. */
  readonly written?: (tx: Transaction, tenantIds: readonly TenantId[]) => Promise<void>
  /** Called when nothing came of asking a device, or it was not let in. */
  readonly unreachable?: States['recordUnreachable']
}

interface DeviceUpdate {
  tenantId: TenantId
  seen: Millis | null
  error: string | null
  detail: string | null
  errorAt: Millis | null
  messages: number
  readings: number
  refused: number
}

const nothing = (tenantId: TenantId): DeviceUpdate => ({
  tenantId,
  seen: null,
  error: null,
  detail: null,
  errorAt: null,
  messages: 0,
  readings: 0,
  refused: 0,
})
/** A key of a message may hold half a character, which no text of the database does: one such would keep the states of all devices from being written. */
const errorOf = ({ code, at }: NonNullable<ReceivedMessage['error']>, now: Millis) => ({
  error: code,
  detail: at.replaceAll('\0', '').slice(0, 200).toWellFormed(),
  errorAt: now,
})

/**
 * The newest value of each point and the state of each device, gathered in memory and written once a second.
 */
export function openStates(
  transactions: TransactionScopes,
  clock: Clock,
  { written = () => Promise.resolve(), unreachable }: StateListeners = {},
): States {
  let points = new Map<TenantId, Map<number, Sample>>()
  let devices = new Map<string, DeviceUpdate>()
  let writtenBefore: Promise<unknown> = Promise.resolve()

  const states = {
    stored(batch: readonly Pick<Submission, 'tenantId' | 'samples'>[]) {
      for (const { tenantId, samples } of batch) {
        let newest = points.get(tenantId)
        if (!newest) points.set(tenantId, (newest = new Map()))
        for (const sample of samples) {
          // A clock that is ahead would stay the newest until it is overtaken.
          if (sample.reason === REASONS.clock) continue
          const before = newest.get(sample.series)
          if (!before || before.time <= sample.time) newest.set(sample.series, sample)
        }
      }
    },
    recordMessage({ tenantId, deviceId, stored, refused, error }: ReceivedMessage) {
      const now = millis(Date.now())
      const before = devices.get(deviceId) ?? nothing(tenantId)
      devices.set(deviceId, {
        ...before,
        seen: now,
        messages: before.messages + 1,
        readings: before.readings + stored,
        refused: before.refused + refused,
        ...(error ? errorOf(error, now) : {}),
      })
    },
    recordUnreachable(
      { tenantId, deviceId }: Pick<ReceivedMessage, 'tenantId' | 'deviceId'>,
      error: NonNullable<ReceivedMessage['error']>,
    ) {
      unreachable?.({ tenantId, deviceId }, error)
      devices.set(deviceId, { ...(devices.get(deviceId) ?? nothing(tenantId)), ...errorOf(error, millis(Date.now())) })
    },
    async settled(deviceId: string) {
      await (devices.has(deviceId) ? states.flush() : writtenBefore.catch(() => undefined))
    },
    /** One after the other: whoever asks finds written what was told before, also where the timer has just taken it. */
    flush() {
      const writing = writtenBefore.catch(() => undefined).then(write)
      writtenBefore = writing
      return writing
    },
  }

  async function write(): Promise<void> {
    if (points.size === 0 && devices.size === 0) return
    const [newest, updates] = [points, devices]
    points = new Map()
    devices = new Map()
    await transactions.inPlatform('tells the newest readings of all tenants', async (tx) => {
      const tenants = [...new Set([...newest.keys(), ...[...updates.values()].map(({ tenantId }) => tenantId)])].sort()
      const alive = await shareLockTenants(tx, tenants)
      const reporting = [...updates].filter(([, { tenantId }]) => alive.has(tenantId))
      const shown = [...newest].filter(([id]) => alive.has(id))
      await Promise.all([
        writePoints(tx, shown),
        written(
          tx,
          shown.map(([id]) => id),
        ),
        writeDevices(tx, reporting),
        writeReceived(
          tx,
          reporting.map(([, device]) => device),
        ),
      ])
    })
  }
  let flushing: Worker | undefined
  return {
    ...states,
    start(onError) {
      flushing = worker({ clock, every: EVERY_MS, first: EVERY_MS, work: states.flush, onError })
    },
    async stop() {
      await flushing?.stop()
      await states.flush()
    },
  }
}

async function writePoints(tx: Transaction, newest: readonly (readonly [string, ReadonlyMap<number, Sample>])[]): Promise<void> {
  const rows = newest.flatMap(([tenantId, samples]) => [...samples.values()].map((sample) => ({ tenantId, ...sample })))
  if (rows.length === 0) return
  await tx.run(
    statement(sql`
    insert into point_states (tenant_id, series, time, value, quality, reason)
    select u.tenant_id, u.series, to_timestamp(u.time / 1e6), u.value, u.quality, u.reason
    from unnest(${pgArray(rows.map(({ tenantId }) => tenantId))}::uuid[], ${pgArray(rows.map(({ series }) => series))}::bigint[], ${pgArray(rows.map(({ time }) => time))}::float8[],
      ${pgArray(rows.map(({ value }) => value))}::float8[], ${pgArray(rows.map(({ quality }) => quality))}::smallint[], ${pgArray(rows.map(({ reason }) => reason))}::smallint[])
      as u (tenant_id, series, time, value, quality, reason)
    order by 1, 2
    on conflict (tenant_id, series) do update set time = excluded.time, value = excluded.value, quality = excluded.quality, reason = excluded.reason
    where excluded.time >= point_states.time`),
  )
}

async function writeDevices(tx: Transaction, updates: readonly (readonly [string, DeviceUpdate])[]): Promise<void> {
  if (updates.length === 0) return
  const rows = updates.map(([id, { tenantId, ...rest }]) => ({ tenant_id: tenantId, device_id: id, ...rest }))
  await tx.run(
    statement(sql`
    insert into device_states (tenant_id, device_id, seen_at, error, error_detail, error_at, messages, readings, refused)
    select d.tenant_id, d.id, to_timestamp(u.seen / 1000.0), u.error, u.detail, to_timestamp(u."errorAt" / 1000.0), u.messages, u.readings, u.refused
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as u (tenant_id uuid, device_id uuid, seen float8, error text, detail text, "errorAt" float8, messages bigint, readings bigint, refused bigint)
    -- One that was deleted meanwhile has no state any more.
    join devices d on d.tenant_id = u.tenant_id and d.id = u.device_id
    order by 1, 2
    on conflict (tenant_id, device_id) do update set seen_at = greatest(device_states.seen_at, excluded.seen_at),
      error = coalesce(excluded.error, device_states.error), error_at = coalesce(excluded.error_at, device_states.error_at),
      error_detail = case when excluded.error is null then device_states.error_detail else excluded.error_detail end,
      messages = device_states.messages + excluded.messages, readings = device_states.readings + excluded.readings, refused = device_states.refused + excluded.refused`),
  )
}
