/** Packet identifiers of QoS 2 in the database: what one broker has stored, another one knows, as after a restart. */
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { QUALITY, REASONS, RETENTION } from '../../model/acquisition/quality.ts'
import { micros } from '../../model/brands.ts'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { BuiltDevice } from '../../tests/support/devices.ts'
import { buildDevice, changeDevice, samplesOf } from '../../tests/support/devices.ts'
import type { Wire } from '../../tests/support/mqtt-wire.ts'
import { openSession, publishPacket, pubrelPacket } from '../../tests/support/mqtt-wire.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startSecond, startServer } from '../../tests/support/server.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import { openDirtyBuckets } from './dirty-buckets.ts'
import { openBroker } from './mqtt/broker.ts'
import type { StoredPacket } from './packet-ids.ts'
import { claimPackets, expiredPackets } from './packet-ids.ts'
import { openQueue } from './queue.ts'
import { startWriter } from './writer.ts'

let server: TestServer
let tenant: BuiltTenant
const servers: Server[] = []
const wires: Wire[] = []
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
})
afterEach(() => {
  for (const wire of wires.splice(0)) wire.cut()
  for (const each of servers.splice(0)) each.close()
})
afterAll(() => server.stop())

/** A connection to a broker that has only just started. */
async function connected({ name, secret }: BuiltDevice, clean = false, at = server): Promise<Wire> {
  const broker = openBroker(at.services.acquisition, { report: () => undefined })
  const listening = createServer((socket) => broker.handle(socket, '')).listen(0, '127.0.0.1')
  servers.push(listening)
  await new Promise((resolve) => {
    listening.once('listening', resolve)
  })
  const { port } = listening.address() as AddressInfo
  const wire = await openSession({ port, username: name, password: secret, clientId: 'once', clean })
  wires.push(wire)
  return wire
}
const ask = (wire: Wire, packet: Buffer) => {
  wire.write(packet)
  return wire.next()
}
const values = async (device: BuiltDevice) => (await samplesOf(server, device.series['x'] as number)).map(({ value }) => value)
const kept = () =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ packet_id: number }>('select packet_id from mqtt_packets where tenant_id = $1 order by 1', [
      tenant.id,
    ])
    return rows.map(({ packet_id }) => packet_id)
  })

it('are known to a broker that was started again, until the PUBREL, which is answered once they are gone', async () => {
  const device = await buildDevice(server, tenant, { x: {} })
  const send = (id: number, again: boolean) => publishPacket(`d/${device.code}`, '{"x":5}', { id, qos: 2, again })
  const first = await connected(device)
  for (const id of [1, 2]) expect(await ask(first, send(id, false))).toEqual(['pubrec', id])
  expect([await values(device), await kept()]).toEqual([
    [5, 5],
    [1, 2],
  ])

  const second = await connected(device)
  for (const id of [1, 2]) expect(await ask(second, send(id, true))).toEqual(['pubrec', id])
  expect(await values(device)).toEqual([5, 5])
  expect(await ask(second, pubrelPacket(1))).toEqual(['pubcomp', 1])
  expect(await kept()).toEqual([2])

  // The PUBCOMP was lost, and then the id is another message's.
  const third = await connected(device)
  expect(await ask(third, pubrelPacket(1))).toEqual(['pubcomp', 1])
  expect(await ask(third, send(1, true))).toEqual(['pubrec', 1])
  expect([await values(device), await kept()]).toEqual([
    [5, 5, 5],
    [1, 2],
  ])

  await server.database.asOwner((client) =>
    client.query("update mqtt_packets set stored_at = now() - interval '25 hours' where tenant_id = $1 and packet_id = 2", [tenant.id]),
  )
  await expiredPackets(server.services.transactions)()
  expect(await kept()).toEqual([1])
  await ask(third, pubrelPacket(1))
})

it('are kept of what a gateway sends for others as well', async () => {
  const [gateway, behind] = [await buildDevice(server, tenant), await buildDevice(server, tenant, { x: {} })]
  await changeDevice(server, behind, { gateway_id: gateway.id })
  const send = (again: boolean) => publishPacket('v1/gateway/telemetry', `{"${behind.code}":{"x":1}}`, { id: 3, qos: 2, again })
  expect(await ask(await connected(gateway), send(false))).toEqual(['pubrec', 3])
  const after = await connected(gateway)
  expect(await ask(after, send(true))).toEqual(['pubrec', 3])
  expect(await values(behind)).toEqual([1])
  await ask(after, pubrelPacket(3))
  expect(await kept()).toEqual([])
})

it('are kept neither of QoS 1 nor of a session that ends with its connection', async () => {
  const device = await buildDevice(server, tenant, { x: {} })
  const wire = await connected(device, true)
  expect(await ask(wire, publishPacket(`d/${device.code}`, '{"x":1}', { id: 1, qos: 2 }))).toEqual(['pubrec', 1])
  expect(await ask(wire, publishPacket(`d/${device.code}`, '{"x":2}', { id: 2, qos: 1 }))).toEqual(['puback', 2])
  expect(await kept()).toEqual([])
})

it.runIf(!('folder' in inject('template')))(
  'are known to another server while the first one is still storing: the message is stored once',
  { timeout: 60_000 },
  async () => {
    const device = await buildDevice(server, tenant, { x: {} })
    const second = await startSecond(server)
    try {
      const send = (again: boolean) => publishPacket(`d/${device.code}`, '{"x":7}', { id: 9, qos: 2, again })
      const [one, other] = [await connected(device), await connected(device, false, second)]
      const isWaitedFor = (count: number) =>
        server.database.asOwner(
          async (client) =>
            Number((await client.query('select count(distinct pid) as n from pg_locks where not granted')).rows[0].n) >= count,
        )
      const answers = await server.database.asOwner(async (client) => {
        await client.query('begin; lock table samples in share mode')
        const first = ask(one, send(false))
        await expect.poll(() => isWaitedFor(1)).toBe(true)
        const repeated = ask(other, send(true))
        await expect.poll(() => isWaitedFor(2)).toBe(true)
        await client.query('commit')
        return Promise.all([first, repeated])
      })
      expect(answers).toEqual([
        ['pubrec', 9],
        ['pubrec', 9],
      ])
      expect(await values(device)).toEqual([7])
      await ask(other, pubrelPacket(9))
    } finally {
      await second.stop()
    }
  },
)

/** What is compared by the clock is further apart than any statement takes. */
const APART_MS = 1000

it('tell whose a message is that was sent to two servers, whichever of them stores it first', async () => {
  const packet: StoredPacket = {
    tenantId: tenant.id,
    session: 'two',
    packetId: 4,
    digest: 'a',
    isRepeat: false,
    since: performance.now() - APART_MS,
  }
  const { transactions } = server.services
  const isElsewhere = (claimed: StoredPacket) =>
    transactions.inPlatform('a test claims packets', async (tx) => (await claimPackets(tx, [{ packet: claimed }]))(claimed))
  const repetition = { ...packet, isRepeat: true }
  expect(await isElsewhere(repetition)).toBe(false)
  expect(await isElsewhere(repetition), 'a repetition of what is there').toBe(true)
  expect(await isElsewhere(packet), 'what came before its repetition was stored').toBe(true)
  expect(await isElsewhere({ ...packet, digest: 'b' }), 'another message of that number').toBe(false)
  expect(await isElsewhere({ ...repetition, digest: 'a' }), 'what another one has replaced').toBe(false)
  await wait(APART_MS)
  const later = { ...packet, since: performance.now() }
  expect(await isElsewhere(later), 'the same from a device that counts anew').toBe(false)
})

it.runIf(!('folder' in inject('template')))('tell that what was waited for is the same message, however long that took', async () => {
  const packet: StoredPacket = {
    tenantId: tenant.id,
    session: 'slow',
    packetId: 5,
    digest: 'a',
    isRepeat: false,
    since: performance.now() - 200,
  }
  const claim = (claimed: StoredPacket, then: () => Promise<unknown> = () => Promise.resolve()) =>
    server.services.transactions.inPlatform('a test claims packets', async (tx) => {
      const isElsewhere = (await claimPackets(tx, [{ packet: claimed }]))(claimed)
      await then()
      return isElsewhere
    })
  let second: Promise<boolean> | undefined
  await claim({ ...packet, isRepeat: true }, async () => {
    second = claim(packet)
    await new Promise((resolve) => setTimeout(resolve, 500))
  })
  expect(await second).toBe(true)
})

it('are no reason to leave out live values and alarms where the answer to the first commit was lost', async () => {
  const device = await buildDevice(server, tenant, { x: {} })
  const { transactions, acquisition } = server.services
  let isLost = false
  const lossy: TransactionScopes = {
    ...transactions,
    async inPlatform(reason, work, mode, author) {
      const result = await transactions.inPlatform(reason, work, mode, author)
      if (isLost) return result
      isLost = true
      throw new Error('the connection was lost after the commit')
    },
  }
  const packet: StoredPacket = {
    tenantId: tenant.id,
    session: 'lossy',
    packetId: 6,
    digest: 'a',
    isRepeat: false,
    since: performance.now(),
  }
  const sample = {
    series: device.series['x'] as number,
    retention: RETENTION.short,
    time: micros(Date.now() * 1000),
    value: 3,
    quality: QUALITY.good,
    reason: REASONS.none,
  }
  const [queue, live] = [openQueue(), [] as unknown[]]
  const writer = startWriter(lossy, acquisition.partitions, queue, openDirtyBuckets(), {
    ...{ batch: 10, lingerMs: 1, onError: () => undefined },
    onStored: (batch) => live.push(...batch.map(({ samples }) => samples)),
  })
  try {
    await queue.offer([{ tenantId: tenant.id, deviceId: device.id, samples: [sample], bytes: 10, packet }])
  } finally {
    await writer.stop()
  }
  expect([await values(device), live]).toEqual([[3], [[sample]]])
})
