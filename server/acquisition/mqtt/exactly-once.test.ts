import { expect, it } from 'vitest'
import { asTenantId } from '../../kernel/database/as-tenant-id.ts'
import type { PacketIds, PacketKey, StoredPacket } from '../packet-ids.ts'
import { MAX_AWAITING, MAX_REMEMBERED, openInboxes } from './exactly-once.ts'
import type { Inbox, Inboxes } from './exactly-once.ts'
import type { Verdict } from './host.ts'
import { REASON } from './reasons.ts'

const DONE = { reason: REASON.success }
const stored: string[] = []

interface Packets extends PacketIds {
  readonly rows: Map<string, string>
  note(packet: StoredPacket | undefined): void
}
/** What a database keeps of them. */
function openPackets(): Packets {
  const rows = new Map<string, string>()
  const nameOf = ({ session, packetId }: PacketKey) => `${session} ${packetId}`
  return {
    rows,
    note: (packet) => void (packet && rows.set(nameOf(packet), packet.digest)),
    has: async (packet) => rows.get(nameOf(packet)) === packet.digest,
    release: async (key) => rows.delete(nameOf(key)),
  }
}
const open = (inboxes: Inboxes, clientId: string, isKept: boolean) => inboxes.open({ clientId, tenantId: asTenantId('t'), isKept })

const send = (inbox: Inbox, messageId: number, payload: string, isDuplicate = false, packets?: Packets) => {
  stored.length = 0
  const store = async (packet: StoredPacket | undefined) => {
    stored.push(payload)
    packets?.note(packet)
    return DONE
  }
  return inbox.take({ messageId, isDuplicate, topic: 'd/x', payload }, store).then(() => [...stored])
}

it('a message that is sent again before its PUBREL is stored once, also while it is being stored', async () => {
  const inbox = open(openInboxes(openPackets()), 'a', false)
  expect(await send(inbox, 1, 'x')).toEqual(['x'])
  expect([await send(inbox, 1, 'x', true), await send(inbox, 1, 'x')]).toEqual([[], []])
  expect([inbox.has(1), inbox.has(2)]).toEqual([true, false])
  expect([await inbox.release(1), await inbox.release(1)]).toEqual([true, false])
  expect(await send(inbox, 1, 'x')).toEqual(['x'])
  let finish = () => undefined as unknown
  const first = inbox.take(
    { messageId: 2, isDuplicate: false, topic: 'd/x', payload: 'y' },
    () =>
      new Promise<Verdict>((resolve) => {
        finish = () => resolve(DONE)
      }),
  )
  let isSecond = false
  const second = inbox
    .take({ messageId: 2, isDuplicate: true, topic: 'd/x', payload: 'y' }, () => Promise.reject(new Error('twice')))
    .then(() => {
      isSecond = true
    })
  await Promise.resolve()
  expect(isSecond).toBe(false)
  finish()
  await Promise.all([first, second])
})

it('one that could not be stored is none that was', async () => {
  const inbox = open(openInboxes(openPackets()), 'a', false)
  await expect(
    inbox.take({ messageId: 1, isDuplicate: false, topic: 'd/x', payload: 'x' }, () => Promise.reject(new Error('no room'))),
  ).rejects.toThrow('no room')
  expect([inbox.has(1), await send(inbox, 1, 'x', true)]).toEqual([false, ['x']])
})

it('a session that is kept knows it after the connection, by its content and for a while; one that is not does not', async () => {
  let now = 0
  const inboxes = openInboxes(openPackets(), () => now)
  const before = open(inboxes, 'a', true)
  await send(before, 1, 'x')
  await send(before, 2, 'y')
  before.close()
  expect(inboxes.remembered).toBe(2)
  const after = open(inboxes, 'a', true)
  expect(await send(after, 1, 'x', true)).toEqual([])
  // A device that was restarted counts from one again, and says nothing of a repetition; or it repeats what it said before it lost its memory.
  expect([await send(after, 2, 'z'), await send(after, 2, 'z', true)]).toEqual([['z'], []])
  after.close()
  now = 3_600_001
  expect(await send(open(inboxes, 'a', true), 1, 'x', true)).toEqual(['x'])
  const clean = open(inboxes, 'b', false)
  await send(clean, 1, 'x')
  clean.close()
  expect(await send(open(inboxes, 'b', true), 1, 'x', true)).toEqual(['x'])
})

it('a connection that takes over another shares what that one was sent; one that begins anew ends it', async () => {
  const inboxes = openInboxes(openPackets())
  const old = open(inboxes, 'a', true)
  await send(old, 1, 'x')
  const next = open(inboxes, 'a', true)
  old.close()
  expect([await send(next, 1, 'x', true), inboxes.remembered]).toEqual([[], 0])
  const anew = open(inboxes, 'a', false)
  next.close()
  anew.close()
  expect([inboxes.remembered, await send(open(inboxes, 'a', true), 1, 'x', true)]).toEqual([0, ['x']])
})

it('is bounded, by connection and of all that have ended', async () => {
  const inboxes = openInboxes(openPackets())
  const inbox = open(inboxes, 'a', true)
  for (let id = 1; id <= MAX_AWAITING; id += 1) await send(inbox, id, 'x')
  await expect(send(inbox, MAX_AWAITING + 1, 'x')).rejects.toThrow('PUBREL')
  inbox.close()
  // What an earlier connection has left makes room for this one.
  const after = open(inboxes, 'a', true)
  expect(await send(after, MAX_AWAITING + 1, 'x')).toEqual(['x'])
  expect(after.has(1)).toBe(false)
  after.close()
  for (let index = 0; index < MAX_REMEMBERED / MAX_AWAITING + 5; index += 1) {
    const one = open(inboxes, `c${index}`, true)
    for (let id = 1; id <= MAX_AWAITING; id += 1)
      void one.take({ messageId: id, isDuplicate: false, topic: '', payload: '' }, async () => DONE)
    one.close()
  }
  expect(inboxes.remembered).toBe(MAX_REMEMBERED)
})

it('a server that was started again knows what was stored with its packet id, until the PUBREL', async () => {
  const packets = openPackets()
  const before = open(openInboxes(packets), 'a', true)
  expect(await send(before, 1, 'x', false, packets)).toEqual(['x'])
  expect(await send(before, 2, 'y', false, packets)).toEqual(['y'])
  // Killed: nothing is in memory.
  const after = open(openInboxes(packets), 'a', true)
  expect(await send(after, 1, 'x', true, packets)).toEqual([])
  // Of a device that counts from one again: another message, or one that does not say that it was sent before. Of another session.
  expect(await send(after, 2, 'z', true, packets)).toEqual(['z'])
  expect(await send(open(openInboxes(packets), 'a', true), 1, 'x', false, packets)).toEqual(['x'])
  expect(await send(open(openInboxes(packets), 'b', true), 1, 'x', true, packets)).toEqual(['x'])
  // A PUBREL that is repeated after a kill finds it, and then the id is another message's.
  const last = open(openInboxes(packets), 'a', true)
  expect([await last.release(1), await last.release(1)]).toEqual([true, false])
  expect(await send(open(openInboxes(packets), 'a', true), 1, 'x', true, packets)).toEqual(['x'])
})

it('a session that ends with its connection leaves nothing in the database and asks nothing of it', async () => {
  const packets = openPackets()
  const untouched = { ...packets, has: () => Promise.reject(new Error('asked')), release: () => Promise.reject(new Error('asked')) }
  const inbox = open(openInboxes(untouched), 'a', false)
  expect(await send(inbox, 1, 'x', true, packets)).toEqual(['x'])
  expect([await inbox.release(1), packets.rows.size]).toEqual([true, 0])
})
