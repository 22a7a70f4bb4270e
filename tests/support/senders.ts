/** Devices that send over MQTT until they are acknowledged, whatever happens in between; and what is stored of what they sent. */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { hashDeviceSecret, newDeviceSecret } from '../../server/acquisition/device-secrets.ts'
import type { WireDevice } from './mqtt-wire.ts'
import { connectDevice } from './mqtt-wire.ts'
import type { Running, Variables } from './process.ts'
import { until } from './process.ts'

const DOUBLED = 0.2
const DISORDERED = 0.05
/** After which share of the messages a connection is cut. */
const CUT = 0.02
/** Messages of one device on their way at once. */
const WINDOW = 8

const chance = (share: number) => randomInt(1_000_000) < share * 1_000_000

/** Sends everything it has ever measured until it is acknowledged, in whatever connection. */
export class Sender {
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
    void wire.ended.then(() => {
      isOpen = false
    })
    // What the last connection left unanswered comes first, and comes again.
    const backlog = this.#unacknowledged.splice(0)
    while (isOpen && !(this.#stopped && backlog.length === 0 && this.#unacknowledged.length === 0)) {
      if (wire.inFlight >= WINDOW || (this.#stopped && backlog.length === 0)) {
        await sleep(1)
        continue
      }
      const time = backlog.shift() ?? this.#measure()
      this.#publish(wire, time)
      if (chance(DOUBLED)) this.#publish(wire, time)
      if (chance(CUT)) {
        wire.cut()
        this.cuts += 1
      }
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

  stop(): void {
    this.#stopped = true
  }
  get isDone(): boolean {
    return this.#stopped && this.sent.size === this.acknowledged.size
  }
}

/** A crowd of devices that send at once. */
export interface Crowd {
  readonly senders: readonly Sender[]
  /** Where they send from now on; nowhere, without one. */
  aim(port: number | undefined): void
  readonly acknowledged: number
  /** Sends what is left; resolves when all of it is acknowledged. */
  finish(): Promise<void>
}

/** Adds so many devices of two points each to the tenant 10001, and lets them send. */
export async function startCrowd(variables: Variables, count: number): Promise<Crowd> {
  const secret = newDeviceSecret()
  const senders = Array.from({ length: count }, (_, index) => new Sender(`killed-${index}`))
  await onDatabase(variables, (database) =>
    addDevices(
      database,
      senders.map(({ code }) => code),
      secret,
    ),
  )
  let target: number | undefined
  let isOver = false
  const sending = senders.map(async (sender) => {
    while (!sender.isDone && !isOver) {
      const wire =
        target === undefined
          ? undefined
          : await connectDevice({ port: target, username: `10001/${sender.code}`, password: secret, clientId: sender.code }).catch(
              () => undefined,
            )
      if (wire) await sender.send(wire)
      else await sleep(20)
    }
  })
  return {
    senders,
    aim(port) {
      target = port
    },
    get acknowledged() {
      return senders.reduce((sum, sender) => sum + sender.acknowledged.size, 0)
    },
    async finish() {
      for (const sender of senders) sender.stop()
      await until('everything is acknowledged', () => senders.every(({ isDone }) => isDone), 60_000)
      isOver = true
      await Promise.all(sending)
    },
  }
}

/** What has been promised so far and is not in the tables, by device. */
export async function lostOf(variables: Variables, { senders }: Crowd): Promise<Readonly<Record<string, number[]>>> {
  const promised = senders.map(({ acknowledged }) => [...acknowledged])
  const stored = await onDatabase(variables, (database) =>
    readTimes(
      database,
      senders.map(({ code }) => code),
    ),
  )
  const lost = senders.map(({ code }, index) => [code, promised[index]?.filter((time) => !stored[index]?.has(time)) ?? []] as const)
  return Object.fromEntries(lost.filter(([, times]) => times.length > 0))
}

/** What stands in the tables of what a crowd has sent, and how many rows and different ones those are. */
export async function storedOf(
  variables: Variables,
  { senders }: Crowd,
): Promise<{ times: Set<number>[]; rows: number; different: number }> {
  return onDatabase(variables, async (database) => {
    const times = await readTimes(
      database,
      senders.map(({ code }) => code),
    )
    const [counts = { rows: 0, different: -1 }] = await database.asOwner(
      async (client) =>
        (
          await client.query<{ rows: number; different: number }>(
            'select count(*)::int as rows, count(distinct (series, time))::int as different from samples',
          )
        ).rows,
    )
    return { times, ...counts }
  })
}

/** Where the broker of a server listens. */
export async function brokerPort(running: Running): Promise<number> {
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
      await client.query(
        `insert into devices (tenant_id, id, device_code, device_name, secret_hash) select id, $1, $2, $2, $3 from tenants where tenant_code = '10001'`,
        [id, code, hashDeviceSecret(secret)],
      )
      await client.query(
        `insert into points (tenant_id, id, device_id, point_key, point_name) select tenant_id, gen_random_uuid(), id, key, key from devices, unnest(array['x', 'y']) as key where id = $1`,
        [id],
      )
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
