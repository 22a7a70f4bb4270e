/**
 * `npm run bench:rules`: a tenant with 10,000 alarm rules, each at a point of its own, on the embedded engine, which serves nobody else
 * while it works on a statement. A rule is changed, then a device and a point of the registry, and later half as many rules are imported
 * from a workbook; meanwhile `/readyz`, which asks the database, says how long anybody would have waited. `BENCH_RULES` shortens it,
 * `BENCH_SMOKE=1` to almost nothing. The reference of the same run is `/readyz` of the same server at rest.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { alarmRules } from '../model/index.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import type { ImportAnswer } from '../tests/support/uploads.ts'
import { importPath, upload } from '../tests/support/uploads.ts'
import { workbookOf } from '../tests/support/workbooks.ts'
import { PASSWORD, TENANT, openField } from './support/field.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const RULES = amount('BENCH_RULES', { whole: 10_000, smoke: 20 })
const MAX_MS = 200
/** No alarm yet; the bench changes it into one. */
const FAR = 1_000_000

/** The longest that anybody waited while this was done, in milliseconds. */
async function waited(url: string, work: () => Promise<void>): Promise<{ worst: number; seconds: number }> {
  let worst = 0
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      const began = performance.now()
      await (await fetch(`${url}/readyz`)).text()
      worst = Math.max(worst, performance.now() - began)
      await sleep(5)
    }
  })()
  const began = performance.now()
  await work().finally(() => {
    isDone = true
  })
  const seconds = (performance.now() - began) / 1000
  await asking
  return { worst, seconds }
}

async function imported(url: string, client: Client, file: Buffer): Promise<void> {
  const answer = (await upload(url, client, importPath(alarmRules), file, { fields: { mode: 'all' } })) as ImportAnswer
  if (answer.http !== 200) throw new Error(`the import was refused: ${answer.message}`)
  // A short file is stored at once.
  while (answer.data.jobId) {
    const { data } = await client.get<{ status: string; message: string | null }>('/api/admin/imports/queryImportJob', {
      id: answer.data.jobId,
    })
    if (data.status === 'done') return
    if (data.status === 'failed' || data.status === 'cancelled') throw new Error(`the import failed: ${data.message}`)
    await sleep(50)
  }
}

const folder = temporaryFolder()
try {
  const field = await openField({
    scratch: undefined,
    folder: folder.path,
    devices: RULES,
    keys: ['temperature'],
    prepare: (database) =>
      database.asOwner(async (client) => {
        await client.query(
          `insert into alarm_rules (tenant_id, id, rule_name, device_id, point_key, alarm_kind, alarm_limit, alarm_priority)
        select d.tenant_id, gen_random_uuid(), d.device_code, d.id, 'temperature', 'high', $1::float8, 2 from devices d where device_code like 'bench-%'`,
          [FAR],
        )
        await client.query(`insert into point_states (tenant_id, series, time, value, quality, reason)
        select p.tenant_id, series, now(), 20, 192, 0 from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id where device_code like 'bench-%'`)
      }),
  })
  const server = await field.start()
  try {
    const client = await signIn(server.url, TENANT, 'admin', PASSWORD)
    const alarms = async (ruleName: string) =>
      (await client.get<{ total: number }>('/api/acquisition/alarm/queryAlarm', { ruleName, pageSize: 1 })).data.total
    const raised = async (ruleName: string) => {
      while ((await alarms(ruleName)) === 0) await sleep(20)
    }
    const change = async (ruleName: string) => {
      const { data } = await client.get<{ list: { id: string; version: number }[] }>('/api/acquisition/alarmrule/queryAlarmRule', {
        ruleName,
        pageSize: 1,
      })
      const [rule] = data.list
      const answer = await client.put('/api/acquisition/alarmrule/updateAlarmRule', {
        id: rule?.id,
        version: rule?.version,
        alarmLimit: 10,
      })
      if (answer.http !== 200) throw new Error(`the rule could not be changed: ${answer.message}`)
      await raised(ruleName)
    }
    // What the start reads is read before it is measured.
    await change(`bench-${RULES}`)
    await sleep(amount(undefined, { whole: 3000, smoke: 50 }))
    const rest = await waited(server.url, () => sleep(amount(undefined, { whole: 2000, smoke: 100 })))
    const changed = await waited(server.url, () => change(`bench-${RULES - 1}`))
    const changeFirst = async (noun: 'Device' | 'Point', values: Record<string, unknown>) => {
      const base = `/api/acquisition/${noun.toLowerCase()}`
      const { data } = await client.get<{ list: { id: string; version: number }[] }>(`${base}/query${noun}`, { pageSize: 1 })
      const answer = await client.put(`${base}/update${noun}`, { id: data.list[0]?.id, version: data.list[0]?.version, ...values })
      if (answer.http !== 200) throw new Error(`the ${noun} could not be changed: ${answer.message}`)
    }
    const registered = await waited(server.url, async () => {
      await changeFirst('Device', { deviceName: 'renamed' })
      await changeFirst('Point', { pointName: 'renamed' })
      // Told after both, and so known after both.
      await change(`bench-${RULES - 2}`)
    })
    const more = field.codes.slice(0, Math.floor(RULES / 2))
    const file = await workbookOf([
      ['Rule', 'Device', 'Point key', 'Condition', 'Limit', 'Priority', 'Status'],
      ...more.map((code, index) => [
        `more ${index + 1}`,
        code,
        'temperature',
        'High',
        index + 1 === more.length ? 10 : FAR,
        'High',
        'Enabled',
      ]),
    ])
    const brought = await waited(server.url, async () => {
      await imported(server.url, client, file)
      await raised(`more ${more.length}`)
    })
    const formatWaits = (of: { worst: number; seconds: number }) =>
      `${of.worst.toFixed(0)} ms (at rest ${rest.worst.toFixed(0)}), all known after ${of.seconds.toFixed(1)} s`
    judge([
      {
        name: `longest wait while one of ${RULES} rules changes`,
        wanted: `${MAX_MS} ms`,
        found: formatWaits(changed),
        holds: changed.worst <= MAX_MS,
      },
      {
        name: `longest wait while a device and a point beside ${RULES} rules change`,
        wanted: `${MAX_MS} ms`,
        found: formatWaits(registered),
        holds: registered.worst <= MAX_MS,
      },
      { name: `longest wait while ${more.length} more are imported`, wanted: 'reported', found: formatWaits(brought), holds: true },
    ])
  } finally {
    await server.stop()
  }
} finally {
  folder.remove()
}
