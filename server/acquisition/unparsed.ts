/**
 * Messages of which something could not be stored, kept for a day. They are gathered in memory and written together once a second, the
 * newest of each device and tenant within bounds: whoever sends nonsense as fast as the line allows costs a few rows. A server that is
 * killed loses those of its last second, which were acknowledged as what they are, refused.
 */
import { sql } from 'kysely'
import type { UserProperties } from '../../model/acquisition/mapping/mapping.ts'
import type { Micros, TenantId } from '../../model/brands.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../kernel/runtime/housekeeping.ts'
import type { Worker } from '../kernel/runtime/worker.ts'
import { worker } from '../kernel/runtime/worker.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import type { Refusal } from './ingest.ts'
import type { Device } from './known-devices.ts'
import type { Message } from './message.ts'
import { statement } from './statement.ts'
import { shareLockTenants } from './tenant-share-lock.ts'

export interface UnparsedLimits {
  /** Bytes of a message and its user properties; a longer one is not kept. */
  readonly message: number
  /** Of one device in a second, and of one tenant. */
  readonly deviceAtOnce: number
  readonly tenantAtOnce: number
  /** Of one device and of one tenant in all; the oldest go. */
  readonly device: { readonly messages: number; readonly bytes: number }
  readonly tenant: { readonly messages: number; readonly bytes: number }
}
const MEGABYTE = 1024 ** 2
export const unparsedLimits: UnparsedLimits = {
  message: 64 * 1024,
  deviceAtOnce: 10,
  tenantAtOnce: 100,
  device: { messages: 1000, bytes: MEGABYTE },
  tenant: { messages: 10_000, bytes: 32 * MEGABYTE },
}

const EVERY_MS = 1000
const MAX_TOPIC = 1024
const MAX_START = 200

export interface Unparsed {
  /** Keeps a message, as far as the bounds allow. */
  keep(device: Pick<Device, 'tenantId' | 'id'>, message: Message & { readonly arrival: Micros; readonly fault: Refusal }): void
  /** Writes what is new. For the timer and for tests. */
  flush(): Promise<void>
  start(onError: (error: unknown) => void): void
  /** Writes what is left. */
  stop(): Promise<void>
}

interface Row {
  readonly tenantId: TenantId
  readonly id: string
  readonly deviceId: string
  readonly arrival: Micros
  readonly source: 'mqtt' | 'http'
  readonly topic: string | null
  readonly properties: UserProperties | null
  readonly payload: string
  readonly start: string
  readonly fault: string
  readonly place: string
}

/** No text of the database holds a zero, or half a character. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

const storableProperties = (properties: UserProperties | undefined): UserProperties | null =>
  properties ? Object.fromEntries(Object.entries(properties).map(([name, value]) => [storable(name), storable(value)])) : null

/** The store of messages that could not be read, not yet writing. */
export function openUnparsed(transactions: TransactionScopes, clock: Clock, limits: UnparsedLimits = unparsedLimits): Unparsed {
  let rows: Row[] = []
  let counts = new Map<string, number>()
  let flushing: Worker | undefined
  let written: Promise<unknown> = Promise.resolve()

  function isWithin(key: string, most: number): boolean {
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count < most
  }

  const unparsed = {
    keep(
      { tenantId, id }: Pick<Device, 'tenantId' | 'id'>,
      { source, payload, arrival, fault }: Message & { readonly arrival: Micros; readonly fault: Refusal },
    ) {
      const topic = source.via === 'mqtt' ? source.topic : null
      // What an address names its point of is read as it is: there is nothing that a rule could mend.
      if (source.via === 'http' && source.key !== undefined) return
      const properties = source.via === 'mqtt' ? storableProperties(source.properties) : null
      const length = payload.length + (properties ? JSON.stringify(properties).length : 0)
      if (length > limits.message || (topic?.length ?? 0) > MAX_TOPIC) return
      if (!isWithin(id, limits.deviceAtOnce) || !isWithin(tenantId, limits.tenantAtOnce)) return
      const bytes = Buffer.from(payload)
      rows.push({
        tenantId,
        id: newId(),
        deviceId: id,
        arrival,
        source: source.via,
        topic: topic === null ? null : storable(topic),
        properties,
        payload: bytes.toString('hex'),
        start: storable(bytes.toString('utf8', 0, 4 * MAX_START))
          .slice(0, MAX_START)
          .toWellFormed(),
        fault: fault.code,
        place: storable(fault.at),
      })
    },
    /** One after the other: whoever asks finds written what was kept before, also where the timer has just taken it. */
    flush() {
      const writing = written.catch(() => undefined).then(write)
      written = writing
      return writing
    },
  }

  async function write(): Promise<void> {
    counts = new Map()
    if (rows.length === 0) return
    const taken = rows
    rows = []
    await transactions.inPlatform('keeps messages of devices of all tenants that could not be read', async (tx) => {
      const tenants = [...new Set(taken.map(({ tenantId }) => tenantId))].sort()
      const alive = await shareLockTenants(tx, tenants)
      const kept = taken.filter(({ tenantId }) => alive.has(tenantId))
      if (kept.length === 0) return
      await insert(tx, kept)
      await drop(tx, [...alive], [...new Set(kept.map(({ deviceId }) => deviceId))], limits)
    })
  }

  return {
    ...unparsed,
    start(onError) {
      flushing = worker({ clock, every: EVERY_MS, first: EVERY_MS, work: unparsed.flush, onError })
    },
    async stop() {
      await flushing?.stop()
      await unparsed.flush()
    },
  }
}

async function insert(tx: Transaction, rows: readonly Row[]): Promise<void> {
  await tx.run(
    statement(sql`
    insert into unparsed_messages (tenant_id, id, device_id, received_at, message_source, topic, user_properties, payload, message_head, fault_code, fault_place)
    select d.tenant_id, u.id, d.id, to_timestamp(u.arrival / 1e6), u.source, u.topic, u.properties, decode(u.payload, 'hex'), u.start, u.fault, u.place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as u ("tenantId" uuid, id uuid, "deviceId" uuid, arrival float8, source text, topic text, properties jsonb, payload text, start text, fault text, place text)
    -- One that was deleted meanwhile has no messages any more.
    join devices d on d.tenant_id = u."tenantId" and d.id = u."deviceId"
    order by u.arrival`),
  )
}

/** What is beyond the bounds goes, the oldest first: of the devices that have got some, then of their tenants. */
async function drop(
  tx: Transaction,
  tenants: readonly string[],
  devices: readonly string[],
  { device, tenant }: UnparsedLimits,
): Promise<void> {
  const beyond = ({ messages, bytes }: UnparsedLimits['device'], partition: 'device_id' | 'tenant_id', ids: readonly string[]) =>
    statement(sql`
    delete from unparsed_messages gone using (
      select tenant_id, id, row_number() over newest as place, sum(octet_length(payload) + coalesce(octet_length(user_properties::text), 0)) over newest as bytes from unparsed_messages
      where tenant_id = any(${tenants}::uuid[]) and ${sql.ref(partition)} = any(${ids}::uuid[])
      window newest as (partition by tenant_id, ${sql.ref(partition)} order by received_at desc, id desc)
    ) u where gone.tenant_id = u.tenant_id and gone.id = u.id and (u.place > ${messages} or u.bytes > ${bytes})`)
  await tx.run(beyond(device, 'device_id', devices))
  await tx.run(beyond(tenant, 'tenant_id', tenants))
}

/** A chore that deletes what has been kept for a day. */
export function expiredUnparsed(transactions: TransactionScopes): Chore {
  return deleting(transactions, [build.deleteFrom('unparsed_messages').where('received_at', '<', daysAgo(1))])
}
