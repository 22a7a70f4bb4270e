/**
 * MQTT with QoS 2 is exactly once however the server ends: `kill -9` again and again while devices publish values without a time of their own. Whatever
 * was not answered is sent again by its packet identifier, as the standard has it (MQTT 3.1.1, 4.4); in the end each value is there, once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { hashDeviceSecret, newDeviceSecret } from '../../server/acquisition/device-secrets.ts'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { furnishedInstallation } from '../support/furnished.ts'
import type { Wire } from '../support/mqtt-wire.ts'
import { openSession, publishPacket, pubrelPacket } from '../support/mqtt-wire.ts'
import type { Running, Variables } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import { brokerPort } from '../support/senders.ts'
import { amount, drawn } from '../support/thorough.ts'

const KILLS = amount({ quick: 2, ci: 2, touched: 3, thorough: 20 })
const DEVICES = 6
/** As many as are on their way at once; the ids go round, so that each is another message's soon. */
const WINDOW = 5

noteUntested('killing what is stored exactly once')

/** A device that keeps what it has on its way by packet id, through whatever connection. */
class Device {
  readonly code: string
  readonly sent: number[] = []
  completed = 0
  repeated = 0
  #stopped = false
  #awaiting = new Map<number, { payload: string; isReceived: boolean; wasSent: boolean }>()

  constructor(code: string) {
    this.code = code
  }
  get isDone(): boolean {
    return this.#stopped && this.#awaiting.size === 0
  }
  stop(): void {
    this.#stopped = true
  }

  /** Over one connection, until that ends or everything is completed. */
  async send(wire: Wire): Promise<void> {
    for (const id of this.#awaiting.keys()) this.#write(wire, id)
    this.#fill(wire)
    while (!this.isDone) {
      const answer = await wire.next()
      if (!answer) return
      const [kind, id] = answer
      const message = this.#awaiting.get(id)
      if (kind === 'pubrec' && message) {
        message.isReceived = true
        this.#write(wire, id)
      } else if (kind === 'pubcomp' && this.#awaiting.delete(id)) {
        this.completed += 1
        this.#fill(wire)
      }
    }
    wire.cut()
  }

  /** Whether a message was sent whose PUBREC has not come. */
  get isUnderWay(): boolean {
    return [...this.#awaiting.values()].some(({ wasSent, isReceived }) => wasSent && !isReceived)
  }

  #fill(wire: Wire): void {
    for (let id = 1; id <= WINDOW && !this.#stopped; id += 1) {
      if (this.#awaiting.has(id)) continue
      // Half of them look like the one before: it is the id that tells them apart.
      const value = this.sent.length >> 1
      this.sent.push(value)
      this.#awaiting.set(id, { payload: `{"x":${value}}`, isReceived: false, wasSent: false })
      this.#write(wire, id)
    }
  }

  #write(wire: Wire, id: number): void {
    const message = this.#awaiting.get(id)
    if (!message) return
    if (message.wasSent && !message.isReceived) this.repeated += 1
    wire.write(
      message.isReceived ? pubrelPacket(id) : publishPacket(`d/${this.code}`, message.payload, { id, qos: 2, again: message.wasSent }),
    )
    message.wasSent = true
  }
}

describe(`kills on the ${engine} engine`, () => {
  it('a value without a time, sent with QoS 2 in a session that is kept, is stored once', async () => {
    const folder = temporaryFolder()
    const installation = await furnishedInstallation(postgres, `${folder.path}/data`)
    const variables = { ...installation.variables, MQTT_PORT: '0' }
    const secret = newDeviceSecret()
    const devices = Array.from({ length: DEVICES }, (_, index) => new Device(`once-${index}`))
    let running: Running | undefined
    let port: number | undefined
    let isOver = false
    try {
      await addDevices(variables, devices, secret)
      const sending = devices.map(async (device) => {
        while (!device.isDone && !isOver) {
          const { code } = device
          const wire =
            port === undefined
              ? undefined
              : await openSession({ port, username: `10001/${code}`, password: secret, clientId: code, clean: false }).catch(
                  () => undefined,
                )
          if (wire) await device.send(wire)
          else await sleep(20)
        }
      })
      const completed = () => devices.reduce((sum, device) => sum + device.completed, 0)
      for (let round = 0; round < KILLS; round += 1) {
        running = await run(variables)
        port = await brokerPort(running)
        const before = completed()
        await until('messages are completed', () => completed() > before + 50)
        await sleep(drawn(`exactly once ${round}`, 50, 500))
        // On a quick machine most messages are answered at any moment: one that is not is what would be stored twice.
        await until('a message is under way', () => devices.some((device) => device.isUnderWay))
        port = undefined
        await running.kill()
      }
      running = await run(variables)
      port = await brokerPort(running)
      for (const device of devices) device.stop()
      await until('everything is completed', () => devices.every(({ isDone }) => isDone), 60_000)
      isOver = true
      await Promise.all(sending)
      await running.stop()
      running = undefined
      const { values, left } = await storedOf(variables)
      for (const { code, sent } of devices) expect(values.get(code), code).toEqual([...sent].sort((a, b) => a - b))
      expect(left, 'no packet identifier is left').toBe(0)
      const [sent, repeated] = [
        devices.reduce((sum, each) => sum + each.sent.length, 0),
        devices.reduce((sum, each) => sum + each.repeated, 0),
      ]
      process.stdout.write(`${engine}: ${KILLS} kills, ${sent} messages of QoS 2, ${repeated} of them sent again, each stored once\n`)
      expect(repeated).toBeGreaterThan(0)
    } finally {
      isOver = true
      await running?.kill()
      await installation.scratch?.drop()
      folder.remove()
    }
  })
})

async function onDatabase<Result>(variables: Variables, text: string, values: unknown[] = []): Promise<Result[]> {
  const database = await openDatabase({ databaseUrl: variables['DATABASE_URL'], dataDir: variables['DATA_DIR'] as string, timeZone: 'UTC' })
  try {
    return await database.asOwner(async (client) => (await client.query(text, values)).rows as Result[])
  } finally {
    await database.close()
  }
}

/** Of one point each, in the tenant 10001. */
async function addDevices(variables: Variables, devices: readonly Device[], secret: string): Promise<void> {
  await onDatabase(
    variables,
    `with added as (
       insert into devices (tenant_id, id, device_code, device_name, secret_hash)
       select id, gen_random_uuid(), code, code, $2 from tenants, unnest($1::text[]) as code where tenant_code = '10001' returning tenant_id, id)
     insert into points (tenant_id, id, device_id, point_key, point_name) select tenant_id, gen_random_uuid(), id, 'x', 'x' from added`,
    [devices.map(({ code }) => code), hashDeviceSecret(secret)],
  )
}

async function storedOf(variables: Variables): Promise<{ values: Map<string, number[]>; left: number }> {
  const rows = await onDatabase<{ code: string; values: number[]; left: number }>(
    variables,
    `select device_code as code, array_agg(value order by value) as values, (select count(*)::int from mqtt_packets) as left
     from samples join points using (tenant_id, series) join devices on devices.tenant_id = points.tenant_id and devices.id = device_id
     where device_code like 'once-%' group by 1`,
  )
  return { values: new Map(rows.map(({ code, values }) => [code, values])), left: rows[0]?.left ?? -1 }
}
