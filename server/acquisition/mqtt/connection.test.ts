/** One connection and a broker that answers when the test says so. */
import { duplexPair } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import type { Wire5 } from '../../../tests/support/mqtt5-wire.ts'
import { connect5, publish5, wireOn } from '../../../tests/support/mqtt5-wire.ts'
import { openConnection } from './connection.ts'
import type { Connection, ConnectionFault, Host, Publication, Verdict } from './host.ts'
import { REASON } from './reasons.ts'

const DONE: Verdict = { reason: REASON.success }
const LIMITS = { firstPacket: 200, packet: 3000 }
const device = { name: 't/d', secret: 'x' }

interface Opened {
  readonly wire: Wire5
  readonly connection: Connection
  readonly messages: (Publication & { answer(verdict?: Verdict): void; fail(error: Error): void })[]
  readonly faults: ConnectionFault[]
  admit(): void
  readonly isEnded: boolean
}

function opened(): Opened {
  const [ours, theirs] = duplexPair({ allowHalfOpen: false })
  // As the two ends of a line are.
  ours.once('close', () => setImmediate(() => theirs.destroy()))
  const [messages, faults]: [Opened['messages'], ConnectionFault[]] = [[], []]
  let admit = (): void => undefined
  let isEnded = false
  const host: Host<object> = {
    connect: () =>
      new Promise((resolve) => {
        admit = () => resolve({ session: {} })
      }),
    publish: (_session, message) =>
      new Promise((resolve, reject) => {
        messages.push({ ...message, answer: (verdict = DONE) => resolve(verdict), fail: reject })
      }),
    subscribe: () => false,
    release: async () => true,
    blame: (fault) => faults.push(fault),
    ended: () => {
      isEnded = true
    },
  }
  return {
    wire: wireOn(theirs),
    connection: openConnection(ours, host, LIMITS),
    messages,
    faults,
    admit: () => admit(),
    get isEnded() {
      return isEnded
    },
  }
}

afterEach(() => void vi.useRealTimers())

async function admitted(keepalive = 60): Promise<Opened> {
  const all = opened()
  all.wire.write(connect5(device, { keepalive }))
  await settled()
  all.admit()
  expect(await all.wire.next()).toMatchObject({ cmd: 'connack' })
  return all
}

/** What has been written has been read. */
const settled = async () => {
  for (let times = 0; times < 5; times += 1)
    await new Promise<void>((resolve) => {
      process.nextTick(resolve)
    })
}

it('reads nothing behind the CONNECT until somebody is let in, and then all of it', async () => {
  const all = opened()
  all.wire.write(connect5(device), publish5('d/d', 'x'.repeat(2000), 1), publish5('d/d', 'y', 2))
  await settled()
  expect(all.messages).toEqual([])
  all.admit()
  await settled()
  expect(all.messages.map(({ messageId, payload }) => [messageId, payload.length])).toEqual([
    [1, 2000],
    [2, 1],
  ])
})

it('measures the first packet by the limit of strangers, and what follows by that of devices', async () => {
  const stranger = opened()
  stranger.wire.write(connect5({ ...device, secret: 'x'.repeat(300) }))
  expect([await stranger.wire.next(), stranger.faults]).toEqual([undefined, [{ code: 'packet-size' }]])
  const all = await admitted()
  all.wire.write(publish5('d/d', 'x'.repeat(4000), 1))
  expect([await all.wire.next(), all.faults]).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x95 }, [{ code: 'packet-size' }]])
})

it('acknowledges in the order in which messages came, whichever is stored first', async () => {
  const { wire, messages } = await admitted()
  wire.write(publish5('d/d', '1', 7), publish5('d/d', '2', 8, { qos: 2 }), publish5('d/d', '3', 9))
  await settled()
  for (const message of messages.toReversed()) message.answer()
  expect([await wire.next(), await wire.next(), await wire.next()]).toMatchObject([
    { cmd: 'puback', messageId: 7 },
    { cmd: 'pubrec', messageId: 8 },
    { cmd: 'puback', messageId: 9 },
  ])
})

it('a message that could not be stored ends the connection before those behind it are acknowledged', async () => {
  const { wire, messages } = await admitted()
  wire.write(publish5('d/d', '1', 7), publish5('d/d', '2', 8))
  await settled()
  messages[1]?.answer()
  messages[0]?.fail(new Error('no room'))
  expect([await wire.next(), await wire.next()]).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x80 }, undefined])
})

it('reads on while enough is under way only after something of it is done', async () => {
  const { wire, messages } = await admitted()
  const payload = 'x'.repeat(2900)
  for (let id = 1; id <= 40; id += 1) wire.write(publish5('d/d', payload, id))
  await settled()
  const before = messages.length
  expect(before * payload.length).toBeLessThan(70_000)
  messages[0]?.answer()
  await vi.waitFor(() => expect(messages.length).toBe(before + 1))
})

it('ends when nothing is heard for one and a half times the keep alive, and not while a message is under way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { wire, messages } = await admitted(10)
  wire.write(publish5('d/d', '1', 1))
  await settled()
  vi.advanceTimersByTime(40_000)
  messages[0]?.answer()
  expect(await wire.next()).toMatchObject({ cmd: 'puback' })
  // The time of silence is looked at every 15 s, and begins anew while a message is under way.
  vi.advanceTimersByTime(5001)
  expect(await wire.next()).toMatchObject({ cmd: 'disconnect', reasonCode: 0x8d })
})

it('ends when no CONNECT comes, or something else instead', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = opened()
  vi.advanceTimersByTime(10_001)
  expect(await silent.wire.next()).toBeUndefined()
  await vi.waitFor(() => expect(silent.isEnded).toBe(true))
  const wrong = opened()
  wrong.wire.write(publish5('d/d', '1', 1))
  expect([await wrong.wire.next(), wrong.faults]).toMatchObject([undefined, [{ code: 'protocol' }]])
})
