/**
 * Kept messages are read again, by the mappings as they are now. A value gets the time it would have had when it came, so what was stored
 * then is a repetition and what differs a correction (corrections.ts): a message can be read as often as anybody likes.
 */
import { sql } from 'kysely'
import type { UserProperties } from '../../model/acquisition/mapping/mapping.ts'
import type { Micros, Millis } from '../../model/brands.ts'
import { micros, toMillis } from '../../model/brands.ts'
import type { Reread } from '../../model/contract/acquisition/mappings.ts'
import { build } from '../kernel/database/sql.ts'
import type { Actor, Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import type { Acquisition } from './acquisition.ts'
import type { Refusal } from './ingest.ts'
import type { Device, Point } from './known-devices.ts'
import { divide } from './gateways.ts'
import type { Message } from './message.ts'
import { readMessage } from './messages.ts'
import type { Reading } from './payload.ts'
import { MAX_VALUES } from './payload.ts'
import { statement } from './statement.ts'

/** Messages that are in memory at a time: so many, and no further one once these bytes are reached. */
const CHUNK = 200
const CHUNK_BYTES = 8 * 1024 ** 2

interface Kept {
  readonly id: string
  readonly device: string
  readonly arrival: Micros
  readonly source: 'mqtt' | 'http'
  readonly topic: string | null
  readonly properties: UserProperties | null
  readonly payload: Buffer
}

/** What reading kept messages again came to. @param ids Which; all of the tenant where nothing is said. */
export async function reread(
  { registry, ingest }: Pick<Acquisition, 'registry' | 'ingest'>,
  transactions: TransactionScopes,
  actor: Actor & { readonly userId: string },
  ids: readonly string[] | undefined,
): Promise<Reread> {
  const sum = { read: 0, left: 0, stored: 0, corrected: 0, repeated: 0 }
  let after: Pick<Kept, 'arrival' | 'id'> | undefined
  for (;;) {
    const kept = await transactions.inTenant(actor, (tx) => take(tx, ids, after), 'read')
    if (kept.length === 0) return sum
    after = kept.at(-1)
    const faults = new Map<string, Refusal | undefined>()
    const parts = await divided(registry, kept, faults)
    for (const [device, messages] of Map.groupBy(parts, (part) => part.device)) {
      const { readings, bytes } = await judge(device, messages, ingest, faults)
      // One of each device at a time: what came later has the last word.
      for (let start = 0; start < readings.length; start += MAX_VALUES) {
        const payload = { readings: readings.slice(start, start + MAX_VALUES), faults: [], arrival: messages[0]?.arrival ?? micros(0) }
        const receipt = await ingest.acceptWithBackpressure(device, payload, bytes, actor.userId)
        sum.stored += receipt.stored
        sum.corrected += receipt.corrected
        sum.repeated += receipt.repeated
      }
    }
    const isRead = (id: string) => faults.has(id) && faults.get(id) === undefined
    const done = kept.filter(({ id }) => isRead(id)).map(({ id }) => id)
    sum.read += done.length
    sum.left += kept.length - done.length
    await transactions.inTenant(actor, (tx) => settle(tx, done, faults))
  }
}

/** In the order they came. Their bytes are added up before a message is loaded: its length is known without it. */
function take(tx: Transaction, ids: readonly string[] | undefined, after: Pick<Kept, 'arrival' | 'id'> | undefined): Promise<Kept[]> {
  const arrival = sql`(extract(epoch from m.received_at) * 1000000)::float8`
  return tx.all(
    statement(sql<Kept>`
    with next as (
      select m.id, sum(octet_length(m.payload)) over (order by m.received_at, m.id) - octet_length(m.payload) as before
      from unparsed_messages m
      where ${ids ? sql`m.id = any(${ids}::uuid[])` : sql`true`}
        and ${after ? sql`(${arrival}, m.id) > (${after.arrival}::float8, ${after.id}::uuid)` : sql`true`}
      order by m.received_at, m.id limit ${CHUNK})
    select m.id, t.tenant_code || '/' || d.device_code as device, ${arrival} as arrival, m.message_source as source, m.topic, m.user_properties as properties, m.payload
    from next
    join unparsed_messages m on m.id = next.id
    join devices d on d.tenant_id = m.tenant_id and d.id = m.device_id
    join tenants t on t.id = m.tenant_id
    where next.before < ${CHUNK_BYTES}
    order by m.received_at, m.id`),
  )
}

interface Part extends Message {
  readonly id: string
  readonly arrival: Micros
  readonly device: Device
}

/** Each message with its device; of what a gateway sent for others, each part with the device it is about. */
async function divided(
  registry: Pick<Acquisition, 'registry'>['registry'],
  kept: readonly Kept[],
  faults: Map<string, Refusal | undefined>,
): Promise<Part[]> {
  const parts: Part[] = []
  for (const { id, device: name, arrival, source: via, topic, properties, payload } of kept) {
    const sender = await registry.find(name)
    if (!sender) continue
    const source = via === 'mqtt' ? { via, topic: topic ?? '', ...(properties ? { properties } : {}) } : { via }
    const message: Message = { source, payload }
    const found = divide(sender, message)
    faults.set(id, found?.left[0]?.fault)
    if (!found) parts.push({ ...message, id, arrival, device: sender })
    for (const part of found?.parts ?? []) {
      const device = await registry.find(`${sender.tenantCode}/${part.code}`)
      if (device) parts.push({ ...part.message, id, arrival, device })
      else faults.set(id, { code: 'unknown-device', at: part.code })
    }
  }
  return parts
}

/** The readings that can be stored, each with its time, and what is wrong with which message. */
async function judge(
  device: Device,
  messages: readonly Part[],
  ingest: Acquisition['ingest'],
  faults: Map<string, Refusal | undefined>,
): Promise<{ readings: Reading[]; bytes: number }> {
  const refusing = await ingest.refusing()
  const readings: Reading[] = []
  let bytes = 0
  for (const { id, arrival, ...message } of messages) {
    const read = readMessage(device, message)
    const [first] = read.faults
    let fault: Refusal | undefined = first
    const counts = new Map<Point, number>()
    for (const reading of read.readings) {
      const point = device.points.get(reading.key)
      const time: Millis = reading.time ?? toMillis(micros(arrival + (point ? (counts.get(point) ?? 0) : 0)))
      if (point && reading.time === undefined) counts.set(point, (counts.get(point) ?? 0) + 1)
      const refused = point ? refusing(point, time) : 'unknown-point'
      if (refused) fault ??= { code: refused, at: reading.key }
      else readings.push({ ...reading, time })
    }
    bytes += message.payload.length
    faults.set(id, faults.get(id) ?? fault)
  }
  return { readings, bytes }
}

async function settle(tx: Transaction, done: readonly string[], faults: ReadonlyMap<string, Refusal | undefined>): Promise<void> {
  await tx.run(build.deleteFrom('unparsed_messages').where(sql<boolean>`id = any(${done}::uuid[])`))
  const left = [...faults].flatMap(([id, fault]) =>
    fault ? [{ id, code: fault.code, at: fault.at.replaceAll('\0', '').toWellFormed() }] : [],
  )
  if (left.length === 0) return
  await tx.run(
    statement(sql`
    update unparsed_messages m set fault_code = u.code, fault_place = u.at
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as u (id uuid, code text, at text) where m.id = u.id`),
  )
}
