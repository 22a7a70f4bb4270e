/**
 * Messages of which something could not be stored, kept whole for a day. They are gathered in memory and written together once a second, the
 * newest of each device and tenant within bounds: whoever sends nonsense as fast as the line allows costs a few rows. What the bounds keep out
 * or drop is told in the log of the device. A server that is killed loses those of its last second, which were acknowledged as what they are,
 * refused.
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

/** How many messages, and how many bytes of them and their user properties. */
interface Bound {
  readonly messages: number
  readonly bytes: number
}
export interface UnparsedLimits {
  /** Of one device, of one tenant and of all in a second; these wait in memory. */
  readonly deviceAtOnce: Bound
  readonly tenantAtOnce: Bound
  readonly atOnce: Bound
  /** Of one device and of one tenant in all; the oldest go. */
  readonly device: Bound
  readonly tenant: Bound
}
const MEGABYTE = 1024 ** 2
/** The longest message that is taken at all, a body over HTTP as it is unpacked, is kept within each of them. */
export const unparsedLimits: UnparsedLimits = {
  deviceAtOnce: { messages: 10, bytes: 8 * MEGABYTE },
  tenantAtOnce: { messages: 100, bytes: 16 * MEGABYTE },
  atOnce: { messages: 10_000, bytes: 64 * MEGABYTE },
  device: { messages: 1000, bytes: 16 * MEGABYTE },
  tenant: { messages: 10_000, bytes: 64 * MEGABYTE },
}

/** What has become of messages that are not kept: too many came in one second, or the oldest of the device or of the tenant had to go. */
export type Unkept = 'kept-at-once' | 'kept-device' | 'kept-tenant'

const EVERY_MS = 1000
const MAX_TOPIC = 1024
const MAX_START = 200
/** Bytes of the messages that one statement writes; a longer one has a statement of its own. */
const WRITTEN_AT_ONCE = 4 * MEGABYTE

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
  /** In Base64. */
  readonly payload: string
  readonly bytes: number
  readonly start: string
  readonly fault: string
  readonly place: string
}

/** No text of the database holds a zero, or half a character. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

const storableProperties = (properties: UserProperties | undefined): UserProperties | null =>
  properties ? Object.fromEntries(Object.entries(properties).map(([name, value]) => [storable(name), storable(value)])) : null

/**
 * The store of messages that could not be read, not yet writing.
 * @param onUnkept Is told of each device whose messages the bounds keep out or drop, and why.
 */
export function openUnparsed(
  transactions: TransactionScopes,
  clock: Clock,
  onUnkept: (device: Pick<Device, 'tenantId' | 'id'>, why: Unkept) => void,
  limits: UnparsedLimits = unparsedLimits,
): Unparsed {
  let rows: Row[] = []
  let waiting = new Map<string, Bound>()
  let flushing: Worker | undefined
  let written: Promise<unknown> = Promise.resolve()

  /** Whether there is room for so many bytes more, of all of whom there is a bound; then they are counted. */
  function takesRoom(bytes: number, bounds: readonly (readonly [of: string, most: Bound])[]): boolean {
    const sums = bounds.map(([of, most]): [string, Bound, Bound] => {
      const { messages, bytes: before } = waiting.get(of) ?? { messages: 0, bytes: 0 }
      return [of, { messages: messages + 1, bytes: before + bytes }, most]
    })
    if (sums.some(([, sum, most]) => sum.messages > most.messages || sum.bytes > most.bytes)) return false
    for (const [of, sum] of sums) waiting.set(of, sum)
    return true
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
      // A longer one is no name any more, and lists show it whole.
      if ((topic?.length ?? 0) > MAX_TOPIC) return
      const bytes = Buffer.byteLength(payload) + (properties ? Buffer.byteLength(JSON.stringify(properties)) : 0)
      const hasRoom = takesRoom(bytes, [
        [id, limits.deviceAtOnce],
        [tenantId, limits.tenantAtOnce],
        ['', limits.atOnce],
      ])
      if (!hasRoom) return onUnkept({ tenantId, id }, 'kept-at-once')
      const whole = typeof payload === 'string' ? Buffer.from(payload) : payload
      rows.push({
        tenantId,
        id: newId(),
        deviceId: id,
        arrival,
        source: source.via,
        topic: topic === null ? null : storable(topic),
        properties,
        payload: whole.toString('base64'),
        bytes,
        start: storable(whole.toString('utf8', 0, 4 * MAX_START))
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
    waiting = new Map()
    if (rows.length === 0) return
    const taken = rows
    rows = []
    const dropped = await transactions.inPlatform('keeps messages of devices of all tenants that could not be read', async (tx) => {
      const tenants = [...new Set(taken.map(({ tenantId }) => tenantId))].sort()
      const alive = await shareLockTenants(tx, tenants)
      const kept = taken.filter(({ tenantId }) => alive.has(tenantId))
      if (kept.length === 0) return []
      for (const some of inParts(kept)) await insert(tx, some)
      return drop(tx, [...alive], [...new Set(kept.map(({ deviceId }) => deviceId))], limits)
    })
    for (const { tenantId, deviceId, why } of dropped) onUnkept({ tenantId, id: deviceId }, why)
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

/** The rows in parts of which a statement can hold each. */
function inParts(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = []
  let bytes = Infinity
  for (const row of rows) {
    bytes += row.bytes
    if (bytes > WRITTEN_AT_ONCE) {
      parts.push([])
      bytes = row.bytes
    }
    parts.at(-1)?.push(row)
  }
  return parts
}

async function insert(tx: Transaction, rows: readonly Row[]): Promise<void> {
  await tx.run(
    statement(sql`
    insert into unparsed_messages (tenant_id, id, device_id, received_at, message_source, topic, user_properties, payload, message_head, fault_code, fault_place)
    select d.tenant_id, u.id, d.id, to_timestamp(u.arrival / 1e6), u.source, u.topic, u.properties, decode(u.payload, 'base64'), u.start, u.fault, u.place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as u ("tenantId" uuid, id uuid, "deviceId" uuid, arrival float8, source text, topic text, properties jsonb, payload text, start text, fault text, place text)
    -- One that was deleted meanwhile has no messages any more.
    join devices d on d.tenant_id = u."tenantId" and d.id = u."deviceId"
    order by u.arrival`),
  )
}

interface Dropped {
  readonly tenantId: TenantId
  readonly deviceId: string
  readonly why: Unkept
}

/** What is beyond the bounds goes, the oldest first: of the devices that have got some, then of their tenants. Returns whose it was. */
async function drop(
  tx: Transaction,
  tenants: readonly string[],
  devices: readonly string[],
  { device, tenant }: UnparsedLimits,
): Promise<Dropped[]> {
  const beyond = ({ messages, bytes }: Bound, partition: 'device_id' | 'tenant_id', ids: readonly string[], why: Unkept) =>
    statement(sql<Dropped>`
    with dropped as (
      delete from unparsed_messages gone using (
        select tenant_id, id, row_number() over newest as place, sum(octet_length(payload) + coalesce(octet_length(user_properties::text), 0)) over newest as bytes from unparsed_messages
        where tenant_id = any(${tenants}::uuid[]) and ${sql.ref(partition)} = any(${ids}::uuid[])
        window newest as (partition by tenant_id, ${sql.ref(partition)} order by received_at desc, id desc)
      ) u where gone.tenant_id = u.tenant_id and gone.id = u.id and (u.place > ${messages} or u.bytes > ${bytes})
      returning gone.tenant_id, gone.device_id)
    select distinct tenant_id as "tenantId", device_id as "deviceId", ${why}::text as why from dropped`)
  const ofDevices = await tx.all(beyond(device, 'device_id', devices, 'kept-device'))
  return [...ofDevices, ...(await tx.all(beyond(tenant, 'tenant_id', tenants, 'kept-tenant')))]
}

/** A chore that deletes what has been kept for a day. */
export function expiredUnparsed(transactions: TransactionScopes): Chore {
  return deleting(transactions, [build.deleteFrom('unparsed_messages').where('received_at', '<', daysAgo(1))])
}
