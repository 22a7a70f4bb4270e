/**
 * An alarm that was raised is told, however the server ends: `kill -9` at moments between the reading that raises it and the webhook
 * that tells it, while the receiver refuses some. Each alarm comes at least once, and whatever comes twice has the key of before.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/kernel/database/database.ts'
import type { Client } from '../support/client.ts'
import { clientWith, signIn } from '../support/client.ts'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { PASSWORD, furnishedInstallation } from '../support/furnished.ts'
import type { Running, Variables } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import type { Receiver } from '../support/receiver.ts'
import { openReceiver } from '../support/receiver.ts'
import { amount, drawn } from '../support/thorough.ts'

const KILLS = amount({ quick: 2, ci: 2, touched: 3, thorough: 12 })
/** Alarms of one round: two rounds are more than leave by themselves within a minute, so that a digest is among what is killed. */
const ALARMS = 4
const TENANT = '10001'
const DEVICE = 'killed-delivery'
/** A message that was on its way is taken again after a minute, and what was gathered leaves after another. */
const PATIENCE_MS = 240_000

noteUntested('kills of what delivers alarms')

interface Message {
  readonly type: string
  readonly alarms: readonly { id: string; event: string }[]
}

describe(`${KILLS} kills on the ${engine} engine`, () => {
  it('lose no alarm on its way out, and tell each under one key', { timeout: PATIENCE_MS * 2 }, async () => {
    const folder = temporaryFolder()
    const receiver = await openReceiver()
    const { variables, scratch } = await furnishedInstallation(postgres, `${folder.path}/data`)
    let running: Running | undefined
    try {
      await letWebhooksLeadTo(variables, receiver.port)
      running = await run(variables)
      let client = await signIn(running.url, TENANT, 'admin', PASSWORD)
      const authorization = await prepare(client, receiver)
      for (let round = 0; round < KILLS; round += 1) {
        receiver.answer(503, '', drawn(`refusals ${round}`, 1, 4))
        await push(running.url, authorization, keysOf(round))
        await sleep(drawn(`delivery ${round}`, 0, 1500))
        const arrived = alarmsOf(receiver).size
        await running.kill()
        expect(arrived, 'some were still on their way').toBeLessThan((round + 1) * ALARMS)
        running = await run(variables)
        client = clientWith(running.url, client.token)
      }
      await until('each alarm has been raised', async () => (await raised(client)).length === KILLS * ALARMS, PATIENCE_MS)
      const alarms = await raised(client)
      await until('each alarm has been told', () => alarmsOf(receiver).size >= alarms.length, PATIENCE_MS)
      await until('nothing is on its way', async () => (await states(client)).every((state) => state === 'sent'), PATIENCE_MS)

      expect([...alarmsOf(receiver).keys()].toSorted()).toEqual(alarms.toSorted())
      expect(await states(client)).toHaveLength(alarms.length)
      expect([...alarmsOf(receiver)].filter(([, keys]) => keys.size !== 1)).toEqual([])
      const asked = receiver.asked.map(({ headers, body }) => [String(headers['idempotency-key']), idsOf(body).join()] as const)
      expect(new Set(asked.map((one) => one.join(' '))).size, 'a key means the same alarms each time').toBe(
        new Set(asked.map(([key]) => key)).size,
      )
      process.stdout.write(
        `${engine}: ${KILLS} kills, ${alarms.length} alarms told in ${receiver.taken.length} messages, ${receiver.asked.length} attempts\n`,
      )
    } finally {
      await running?.kill()
      await receiver.close()
      await scratch?.drop()
      folder.remove()
    }
  })
})

const keysOf = (round: number) => Array.from({ length: ALARMS }, (_, index) => `p${round * ALARMS + index}`)
const idsOf = (body: string) => (JSON.parse(body) as Message).alarms.map(({ id }) => id).toSorted()

/** The alarms that the receiver has taken, each with the keys under which it came. */
function alarmsOf({ taken }: Receiver): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  for (const { headers, body } of taken)
    for (const id of idsOf(body)) keys.set(id, (keys.get(id) ?? new Set()).add(String(headers['idempotency-key'])))
  return keys
}

async function letWebhooksLeadTo(variables: Variables, port: number): Promise<void> {
  const database = await openDatabase({ databaseUrl: variables['DATABASE_URL'], dataDir: variables['DATA_DIR'] as string, timeZone: 'UTC' })
  try {
    await database.asOwner((owner) =>
      owner.query('update tenants set webhook_networks = $2 where tenant_code = $1', [TENANT, `127.0.0.1:${port}`]),
    )
  } finally {
    await database.close()
  }
}

async function made(client: Client, path: string, values: object): Promise<string> {
  const answer = await client.post<{ id?: string } | string>(`/api/acquisition/${path}`, values)
  if (answer.http !== 200) throw new Error(`${path}: ${answer.http} ${answer.message} ${JSON.stringify(answer.errors)}`)
  return typeof answer.data === 'object' ? (answer.data?.id ?? '') : answer.data
}

/** A device with a rule for each of its points, told to the receiver and to nobody else; gives what it signs in with. */
async function prepare(client: Client, receiver: Receiver): Promise<string> {
  const type = await made(client, 'devicetype/addDeviceType', { typeCode: DEVICE, typeName: DEVICE })
  const device = await made(client, 'device/addDevice', {
    deviceCode: DEVICE,
    deviceName: DEVICE,
    deviceTypeId: type,
    connection: 'push',
    deviceStatus: 1,
  })
  for (const key of Array.from({ length: KILLS }, (_, round) => keysOf(round)).flat()) {
    await made(client, 'point/addPoint', { deviceId: device, pointKey: key, pointName: key })
    await made(client, 'alarmrule/addAlarmRule', {
      ruleName: `${DEVICE} ${key}`,
      deviceId: device,
      pointKey: key,
      alarmKind: 'high',
      alarmLimit: 22,
      alarmPriority: 2,
      ruleStatus: 1,
    })
  }
  const channelId = await made(client, 'alarmchannel/addAlarmChannel', {
    channelName: DEVICE,
    channelKind: 'webhook',
    channelStatus: 1,
    channelAddress: receiver.url,
  })
  const rule = { deliveryName: DEVICE, channelId, leastPriority: 4, deviceTypeId: [type], deliveryLanguage: 'en', deliveryStatus: 1 }
  await made(client, 'deliveryrule/addDeliveryRule', rule)
  const { data } = await client.post<{ secret: string }>('/api/acquisition/device/resetDeviceSecret', { id: device })
  return `Basic ${Buffer.from(`${TENANT}/${DEVICE}:${data.secret}`).toString('base64')}`
}

async function push(url: string, authorization: string, keys: readonly string[]): Promise<void> {
  const answer = await fetch(`${url}/api/acquisition/push`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify([{ ts: Date.now(), values: Object.fromEntries(keys.map((key) => [key, 30])) }]),
  })
  expect(answer.status).toBe(200)
}

async function raised(client: Client): Promise<string[]> {
  const { data } = await client.get<{ list: { id: string; ruleName: string }[] }>('/api/acquisition/alarm/queryAlarm', { pageSize: 1000 })
  return data.list.filter(({ ruleName }) => ruleName.startsWith(`${DEVICE} `)).map(({ id }) => id)
}

async function states(client: Client): Promise<string[]> {
  const { data } = await client.get<{ list: { deliveryState: string; deliveryName: string }[] }>(
    '/api/acquisition/delivery/queryDelivery',
    {
      pageSize: 1000,
    },
  )
  return data.list.filter(({ deliveryName }) => deliveryName === DEVICE).map(({ deliveryState }) => deliveryState)
}
