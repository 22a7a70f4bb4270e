/**
 * What was acknowledged to a device is stored, however the server ends: `kill -9` again and again while twelve devices publish over
 * MQTT, a fifth of it twice, some of it out of order, with connections cut in between. Whatever was not acknowledged is sent
 * again, as a device does; in the end everything that was ever sent is there, once.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../server/kernel/database.ts'
import { openDatabase } from '../../server/kernel/database.ts'
import { hashDeviceSecret, newDeviceSecret } from '../../server/kernel/device-secrets.ts'
import { engine, postgres, sayOnce } from '../support/engine.ts'
import type { WireDevice } from '../support/mqtt-wire.ts'
import { connectDevice } from '../support/mqtt-wire.ts'
import type { Running, Variables } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import { scratchDatabase } from '../support/scratch.ts'

const KILLS = 10
const DEVICES = 12
const DOUBLED = 0.2
const DISORDERED = 0.05
/** Messages of one device on their way at once. */
const WINDOW = 8

sayOnce('killing collectors')

const chance = (share: number) => randomInt(1_000_000) < share * 1_000_000

/** Sends everything it has ever measured until it is acknowledged, in whatever connection. */
class Sender {
  readonly code: string
  readonly sent = new Set<number>()
  readonly acknowledged = new Set<number>()
  cuts = 0
  #next = Date.now() - 3_600_000
  #stopped = false
  #unacknowledged: number[] = []

  constructor(code: string) {
    this.code = code
  }

  /** Publishes over one connection until that ends. */
  async send(wire: WireDevice): Promise<void> {
    let isOpen = true
    void wire.ended.then(() => { isOpen = false })
    // What the last connection left unanswered comes first, and comes again.
    const backlog = this.#unacknowledged.splice(0)
    while (isOpen && !(this.#stopped && backlog.length === 0 && this.#unacknowledged.length === 0)) {
      if (wire.inFlight >= WINDOW || (this.#stopped && backlog.length === 0)) { await sleep(1); continue }
      const time = backlog.shift() ?? this.#measure()
      this.#publish(wire, time)
      if (chance(DOUBLED)) this.#publish(wire, time)
      if (chance(0.0005)) { wire.cut(); this.cuts += 1 }
      if (chance(0.2)) await sleep(1)
    }
    this.#unacknowledged.push(...backlog)
    await wire.ended
  }

  #measure(): number {
    // Each time is measured once; out of order, a later one is sent before an earlier one.
    this.#next += 10
    const time = chance(DISORDERED) ? this.#next - 5 : this.#next
    return this.sent.has(time) ? this.#next : time
  }

  #publish(wire: WireDevice, time: number): void {
    this.sent.add(time)
    this.#unacknowledged.push(time)
    wire.publish(`d/${this.code}`, JSON.stringify({ ts: time, values: { x: time % 1000, y: 1 } }), () => {
      this.acknowledged.add(time)
      this.#unacknowledged = this.#unacknowledged.filter((each) => each !== time)
      if (this.#stopped && this.#unacknowledged.length === 0) wire.cut()
    })
  }

  stop(): void { this.#stopped = true }
  get isDone(): boolean { return this.#stopped && this.sent.size === this.acknowledged.size }
}

describe(`kills on the ${engine} engine`, () => {
  it('lose no reading that was acknowledged and double none', async () => {
    const folder = temporaryFolder()
    const scratch = postgres === undefined ? undefined : await scratchDatabase(postgres, 'readings')
    const variables: Variables = { DATA_DIR: `${folder.path}/data`, DEMO: 'on', DEMO_PASSWORD: 'outstation', MQTT_PORT: '0', ...(scratch ? { DATABASE_URL: scratch.url } : {}) }
    let running: Running | undefined
    try {
      running = await run(variables)
      await running.stop()
      const secret = newDeviceSecret()
      const senders = Array.from({ length: DEVICES }, (_, index) => new Sender(`killed-${index}`))
      await onDatabase(variables, (database) => addDevices(database, senders.map(({ code }) => code), secret))
      let target: number | undefined
      let isOver = false
      const sending = senders.map(async (sender) => {
        while (!sender.isDone && !isOver) {
          const wire = target === undefined ? undefined : await connectDevice({ port: target, username: `10001/${sender.code}`, password: secret, clientId: sender.code }).catch(() => undefined)
          if (wire) await sender.send(wire)
          else await sleep(20)
        }
      })
      let before = 0
      const acknowledged = () => senders.reduce((sum, sender) => sum + sender.acknowledged.size, 0)
      for (let round = 0; round < KILLS; round += 1) {
        running = await run(variables)
        target = await brokerPort(running)
        await until('readings are acknowledged', () => acknowledged() > before + 100)
        await sleep(randomInt(100, 900))
        target = undefined
        await running.kill()
        before = acknowledged()
        // Nobody is asked: what has been acknowledged by now has to be in the tables.
        const promised = senders.map(({ acknowledged: all }) => [...all])
        const stored = await onDatabase(variables, (database) => readTimes(database, senders.map(({ code }) => code)))
        promised.forEach((times, index) => expect(times.filter((time) => !stored[index]?.has(time)), `lost of ${senders[index]?.code} in round ${round}`).toEqual([]))
      }
      running = await run(variables)
      target = await brokerPort(running)
      for (const sender of senders) sender.stop()
      await until('everything is acknowledged', () => senders.every(({ isDone }) => isDone), 60_000)
      isOver = true
      await running.stop()
      running = undefined
      await Promise.all(sending)
      const stored = await onDatabase(variables, (database) => readTimes(database, senders.map(({ code }) => code)))
      senders.forEach((sender, index) => expect([...stored[index] as Set<number>].sort(), sender.code).toEqual([...sender.sent].sort()))
      const [{ rows, different } = { rows: 0, different: -1 }] = await onDatabase(variables, (database) => database.asOwner(async (client) =>
        (await client.query<{ rows: number; different: number }>('select count(*)::int as rows, count(distinct (series, time))::int as different from samples')).rows))
      const sent = senders.reduce((sum, sender) => sum + sender.sent.size, 0)
      expect([rows, different]).toEqual([sent * 2, sent * 2])
      process.stdout.write(`${engine}: ${KILLS} kills, ${senders.reduce((sum, { cuts }) => sum + cuts, 0)} connections cut, ${sent} different messages sent and stored, each once\n`)
      expect(sent).toBeGreaterThan(KILLS * 100)
    } finally {
      await running?.kill()
      await scratch?.drop()
      folder.remove()
    }
  })
})

async function brokerPort(running: Running): Promise<number> {
  let port: string | undefined
  await until('the broker listens', () => {
    port = /"collector":"mqtt"[^}]*"port":(\d+)/.exec(running.output())?.[1]
    return port !== undefined
  })
  return Number(port)
}

async function onDatabase<Result>(variables: Variables, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ databaseUrl: variables['DATABASE_URL'], dataDir: variables['DATA_DIR'] as string, timeZone: 'UTC' })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function addDevices(database: Database, codes: readonly string[], secret: string): Promise<void> {
  return database.asOwner(async (client) => {
    for (const code of codes) {
      const id = randomUUID()
      await client.query(`insert into devices (tenant_id, id, device_code, device_name, secret_hash) select id, $1, $2, $2, $3 from tenants where tenant_code = '10001'`, [id, code, hashDeviceSecret(secret)])
      await client.query(`insert into points (tenant_id, id, device_id, point_key, point_name) select tenant_id, gen_random_uuid(), id, key, key from devices, unnest(array['x', 'y']) as key where id = $1`, [id])
    }
  })
}

/** In milliseconds, by device. */
function readTimes(database: Database, codes: readonly string[]): Promise<Set<number>[]> {
  return database.asOwner(async (client) => {
    const { rows } = await client.query<{ code: string; times: number[] }>(`
      select device_code as code, array_agg(round(extract(epoch from time) * 1000)::float8) as times from samples join points using (tenant_id, series)
      join devices on devices.tenant_id = points.tenant_id and devices.id = device_id where point_key = 'x' group by 1`)
    return codes.map((code) => new Set(rows.find((row) => row.code === code)?.times ?? []))
  })
}
