/**
 * Packet identifiers of MQTT messages with QoS 2 in the database: from the transaction that stores a message until its PUBREL, so that one that is sent again is known by a server that
 * was started again, or by another one (docs/decisions/0137-exactly-once-across-a-restart.md).
 */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../kernel/runtime/housekeeping.ts'
import { statement } from './statement.ts'

export interface PacketKey {
  readonly tenantId: TenantId
  /** Of device and client id, as a hash: a client id may be any text. */
  readonly session: string
  readonly packetId: number
}
export interface StoredPacket extends PacketKey {
  /** Of topic and payload. */
  readonly digest: string
  /** It says that it was sent before (DUP). */
  readonly isRepeat: boolean
  /** When it came, by the monotonic clock of this server. */
  readonly since: number
}

export interface PacketIds {
  /** Whether that very message is stored, and its PUBREL has not come. */
  has(packet: StoredPacket): Promise<boolean>
  /** PUBREL: resolves once it is forgotten for good, and tells whether it was known. */
  release(key: PacketKey): Promise<boolean>
}

const REASON = 'forgets packet identifiers of devices of all tenants'
/** Of one statement. */
const MAX_AT_ONCE = 1000

const keyOf = ({ session, packetId }: PacketKey) => `${session} ${packetId}`

/**
 * Notes what is to be stored by its packet identifier, before it is stored and in the same transaction; of one identifier the last. Gives those that another server has
 * stored meanwhile, of which nothing is to be stored again: a repetition whose message is there, and a message whose repetition came here while it waited. Who notes the same at the
 * same moment waits until the other has committed. Runs in platform scope.
 */
export async function claimPackets(
  tx: Transaction,
  taken: readonly { readonly packet?: StoredPacket }[],
): Promise<(packet: StoredPacket) => boolean> {
  const packets = new Map<string, StoredPacket>()
  for (const { packet } of taken) if (packet) packets.set(keyOf(packet), packet)
  if (packets.size === 0) return () => false
  const given = rowsOf([...packets.values()])
  // Two statements: what the first has waited for only the second sees. What stood there before the message came is of another one, of a device that was started again; the time is that
  // of before the wait, since what was waited for may be this very message.
  const noted = await tx.all(
    statement(sql<Noted & { begun: string }>`
    with fresh as (
      insert into mqtt_packets (tenant_id, session, packet_id, digest)
      select u.tenant_id, u.session, u.packet_id, u.digest from ${given} order by 1, 2, 3
      on conflict (tenant_id, session, packet_id) do nothing returning session, packet_id)
    select statement_timestamp()::text as begun, fresh.session, fresh.packet_id from (select) as always left join fresh on true`),
  )
  const anew = await tx.all(
    statement(sql<Noted>`
    update mqtt_packets p set digest = u.digest, stored_at = now() from ${given}
    where p.tenant_id = u.tenant_id and p.session = u.session and p.packet_id = u.packet_id
      and not (p.digest = u.digest and (u.is_repeat = 1 or p.stored_at > ${noted[0]?.begun}::timestamptz - u.waited * interval '1 millisecond'))
    returning p.session, p.packet_id`),
  )
  const ours = new Set([...noted, ...anew].map(({ session, packet_id }) => `${session} ${packet_id}`))
  return (packet) => !ours.has(keyOf(packet))
}

interface Noted {
  /** Nothing where none is new. */
  readonly session: string | null
  readonly packet_id: number | null
}

/** What is stored by its packet identifier. What is released meanwhile waits for one transaction of its own. */
export function openPacketIds(transactions: TransactionScopes): PacketIds {
  let waiting: { key: PacketKey; done: (wasKnown: boolean) => void; failed: (error: unknown) => void }[] = []
  let isDraining = false

  async function drain(): Promise<void> {
    isDraining = true
    while (waiting.length > 0) {
      const some = waiting.slice(0, MAX_AT_ONCE)
      waiting = waiting.slice(MAX_AT_ONCE)
      try {
        const known = await remove(some.map(({ key }) => key))
        for (const { key, done } of some) done(known.has(keyOf(key)))
      } catch (error) {
        for (const { failed } of some) failed(error)
      }
    }
    isDraining = false
  }

  async function remove(keys: readonly PacketKey[]): Promise<ReadonlySet<string>> {
    const rows = await transactions.inPlatform(REASON, (tx) =>
      tx.all(
        statement(sql<{ session: string; packet_id: number }>`
        delete from mqtt_packets p using ${rowsOf(keys.map((key) => ({ ...key, digest: '', isRepeat: false, since: 0 })))}
        where p.tenant_id = u.tenant_id and p.session = u.session and p.packet_id = u.packet_id returning p.session, p.packet_id`),
      ),
    )
    return new Set(rows.map(({ session, packet_id }) => `${session} ${packet_id}`))
  }

  return {
    has: ({ tenantId, session, packetId, digest }) =>
      transactions.inTenant(
        { tenantId },
        async (tx) =>
          (await tx.first(
            build
              .selectFrom('mqtt_packets')
              .select('packet_id')
              .where('session', '=', session)
              .where('packet_id', '=', packetId)
              .where('digest', '=', digest),
          )) !== undefined,
        'read',
      ),
    release: (key) =>
      new Promise((done, failed) => {
        waiting.push({ key, done, failed })
        if (!isDraining) void drain()
      }),
  }
}

/** Rows `u` of a table expression: tenant_id, session, packet_id, digest, and of what comes whether it is a repetition and for how many milliseconds it has waited. */
const rowsOf = (packets: readonly StoredPacket[]) => sql`unnest(${pgArray(packets.map(({ tenantId }) => tenantId))}::uuid[],
      ${pgArray(packets.map(({ session }) => session))}::text[], ${pgArray(packets.map(({ packetId }) => packetId))}::integer[],
      ${pgArray(packets.map(({ digest }) => digest))}::text[], ${pgArray(packets.map(({ isRepeat }) => Number(isRepeat)))}::integer[],
      ${pgArray(packets.map(({ since }) => performance.now() - since))}::float8[]) as u (tenant_id, session, packet_id, digest, is_repeat, waited)`

/** A chore that forgets the packets whose PUBREL has not come within a day. */
export function expiredPackets(transactions: TransactionScopes): Chore {
  return deleting(transactions, [build.deleteFrom('mqtt_packets').where('stored_at', '<', daysAgo(1))])
}
