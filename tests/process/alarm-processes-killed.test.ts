/**
 * An alarm whose rule starts a process has exactly one instance, however the server ends: `kill -9` at moments between the reading that raises it and the
 * instance. On PostgreSQL two servers are at work, of which one is killed while the other may be starting the same ones.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { clientWith, signIn } from '../support/client.ts'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { dataOf } from '../support/forms.ts'
import { PASSWORD, furnishedInstallation } from '../support/furnished.ts'
import type { Running } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import { bpmn, task, way } from '../support/processes.ts'
import { amount, drawn } from '../support/thorough.ts'

const KILLS = amount({ quick: 2, ci: 2, touched: 3, thorough: 4 })
/** Of one round; all rounds together are no flood. */
const ALARMS = 4
const TENANT = '10001'
const NAME = 'killed-processes'
const PATIENCE_MS = 240_000

noteUntested('kills of what starts processes of alarms')

describe(`${KILLS} kills on the ${engine} engine`, () => {
  it('lose no process of an alarm, and start none twice', { timeout: PATIENCE_MS * 2 }, async () => {
    const folder = temporaryFolder()
    const { variables, scratch } = await furnishedInstallation(postgres, `${folder.path}/data`)
    const start = () => Promise.all(Array.from({ length: postgres === undefined ? 1 : 2 }, () => run(variables)))
    let servers: Running[] = []
    const urlOf = () => servers[0]?.url ?? ''
    try {
      servers = await start()
      let client = await signIn(urlOf(), TENANT, 'admin', PASSWORD)
      const authorization = await prepare(client)
      for (let round = 0; round < KILLS; round += 1) {
        await push(urlOf(), authorization, keysOf(round))
        await sleep(drawn(`start ${round}`, 0, 400))
        await servers.shift()?.kill()
        servers.push(await run(variables))
        client = clientWith(urlOf(), client.token)
      }
      const wanted = KILLS * ALARMS
      await until('each alarm has its instance', async () => (await instances(client)).length >= wanted, PATIENCE_MS)
      // Whatever was in hand when a server died is taken again once its lease is over, and finds that it is done.
      await sleep(postgres === undefined ? 0 : 2000)
      expect(await instances(client)).toHaveLength(wanted)
      expect(new Set((await instances(client)).map(({ description }) => description)).size, 'each of an alarm of its own').toBe(wanted)
    } finally {
      for (const server of servers) await server.kill()
      await scratch?.drop()
      folder.remove()
    }
  })
})

const keysOf = (round: number) => Array.from({ length: ALARMS }, (_, index) => `p${round * ALARMS + index}`)

const add = async (client: Client, path: string, values: object): Promise<string> =>
  dataOf<{ id: string }>(await client.post(`/api/acquisition/${path}`, values)).id

/** A process, and a device with a rule for each of its points that starts it; gives what the device signs in with. */
async function prepare(client: Client): Promise<string> {
  const key = 'killed_processes'
  const xml = bpmn(
    key,
    `${task('repair', { people: [{ kind: 'role', code: 'ROLE_ADMIN' }] })}<endEvent id="end"/>${way('start > repair > end')}`,
  )
  dataOf(await client.post('/api/activiti/deployment/deployFile', { fileName: 'a.bpmn', xml }))
  const id = await add(client, 'device/addDevice', { deviceCode: NAME, deviceName: NAME, connection: 'push', deviceStatus: 1 })
  for (const pointKey of Array.from({ length: KILLS }, (_, round) => keysOf(round)).flat()) {
    await add(client, 'point/addPoint', { deviceId: id, pointKey, pointName: pointKey })
    await add(client, 'alarmrule/addAlarmRule', {
      ruleName: `${NAME} ${pointKey}`,
      deviceId: id,
      pointKey,
      alarmKind: 'high',
      alarmLimit: 22,
      alarmPriority: 2,
      ruleStatus: 1,
      processKey: key,
    })
  }
  const { secret } = dataOf<{ secret: string }>(await client.post('/api/acquisition/device/resetDeviceSecret', { id }))
  return `Basic ${Buffer.from(`${TENANT}/${NAME}:${secret}`).toString('base64')}`
}

async function push(url: string, authorization: string, keys: readonly string[]): Promise<void> {
  const answer = await fetch(`${url}/api/acquisition/push`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify([{ ts: Date.now(), values: Object.fromEntries(keys.map((key) => [key, 30])) }]),
  })
  expect(answer.status).toBe(200)
}

const instances = async (client: Client) =>
  dataOf<{ list: { description: string }[] }>(
    await client.get('/api/activiti/process/queryProcessInstance', { definitionKey: 'killed_processes', pageSize: 100 }),
  ).list
