/**
 * `npm run bench:watching`: what somebody who watches devices waits for, with everything on and 5,000 values a second coming in over
 * MQTT from 500 devices (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and dropped): from a device to the number on the
 * screen of a real browser; from a sample beyond its limit to the committed alarm; thirty days of a point with a sample a second; and the
 * overview of 5,000 devices with 50,000 points and a search among these. References of the same run: a bare `ws` server in between a sender and the same
 * browser, a bare count over the samples of those days, and `/readyz`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { millis } from '../model/brands.ts'
import type { Database } from '../server/kernel/database/database.ts'
import { openPartitions } from '../server/acquisition/partitions.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { connectDevice } from '../tests/support/mqtt-wire.ts'
import type { WireDevice } from '../tests/support/mqtt-wire.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import type { Field } from './support/field.ts'
import { PASSWORD, TENANT, openField, send } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import type { Figure } from './support/product.ts'
import { judge } from './support/product.ts'
import { WATCH, bareWay, fromDevice } from './support/screen.ts'
import { amount } from './support/smoke.ts'

const DEVICES = amount(undefined, { whole: 5000, smoke: 6 })
const SENDING = amount(undefined, { whole: 500, smoke: 3 })
const KEYS = 10
const VALUES_A_SECOND = amount(undefined, { whole: 5000, smoke: 60 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 100, smoke: 1 })
const DAYS = amount(undefined, { whole: 30, smoke: 0.02 })
/** How long the devices send before they are asked whether to go on. */
const SPELL_S = amount(undefined, { whole: 15, smoke: 0.5 })
const DAY_MS = 86_400_000
const keys = ['temperature', 'humidity', 'pressure', ...Array.from({ length: KEYS - 3 }, (_, index) => `more-${index + 1}`)]
/** Sends for nobody else: the first device that the load leaves out. */
const PROBE = `bench-${SENDING + 1}`

const part = (times: readonly number[], share: number) =>
  [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? NaN
const formatTimes = (times: readonly number[]) =>
  `${part(times, 0.95).toFixed(0)} ms (p50 ${part(times, 0.5).toFixed(0)}, worst ${Math.max(...times).toFixed(0)})`
const figure = (name: string, wanted: number, times: readonly number[]): Figure => ({
  name: `${name}, p95`,
  wanted: `${wanted} ms`,
  found: formatTimes(times),
  holds: part(times, 0.95) <= wanted,
})

/** A value a second for thirty days at one point of the last device, which the server rolls up like any; and each point has been heard of. */
async function prepare(database: Database): Promise<void> {
  const now = Date.now()
  await openPartitions(database).ensure(Array.from({ length: DAYS + 1 }, (_, day) => ({ retention: 2, time: millis(now - day * DAY_MS) })))
  await database.asOwner(async (client) => {
    const [row] = (
      await client.query<{ tenant_id: string; series: string }>(
        `select points.tenant_id, series from points join devices using (tenant_id) where devices.id = device_id and device_code = $1 and point_key = 'temperature'`,
        [`bench-${DEVICES}`],
      )
    ).rows
    if (!row) throw new Error('no point was made')
    await client.query(
      `insert into samples (tenant_id, series, time, value, quality, reason, retention)
      select $1, $2, at, 20 + 5 * sin(extract(epoch from at) / 13000) + random(), 192, 0, 2 from generate_series(now() - interval '${DAYS} days', now() - interval '1 second', interval '1 second') as at`,
      [row.tenant_id, row.series],
    )
    await client.query(
      `insert into sample_touches (tenant_id, level, due_at, series, buckets)
      select $1, 0, now(), array_agg($2::bigint), array_agg(bucket) from (
        select distinct date_trunc('minute', time) as bucket, date_trunc('day', time) as day from samples where series = $2) as minutes group by day`,
      [row.tenant_id, row.series],
    )
    await client.query(`insert into point_states (tenant_id, series, time, value, quality, reason)
      select points.tenant_id, series, now(), 1, 192, 0 from points join devices on devices.tenant_id = points.tenant_id and devices.id = device_id where device_code like 'bench-%' on conflict do nothing`)
    await client.query(
      `insert into device_states (tenant_id, device_id, seen_at) select tenant_id, id, now() from devices where device_code like 'bench-%' on conflict do nothing`,
    )
  })
}

async function rolledUp({ onDatabase }: Field): Promise<number> {
  const began = performance.now()
  await onDatabase(async (database) => {
    for (;;) {
      const { rows } = await database.asOwner((client) =>
        client.query<{ left: string }>('select count(*) as left from sample_touches where level = 0 or due_at <= now()'),
      )
      if (rows[0]?.left === '0') return
      await sleep(amount(undefined, { whole: 1000, smoke: 50 }))
    }
  })
  return (performance.now() - began) / 1000
}

async function alarms(database: Database, probe: WireDevice): Promise<number[]> {
  const times: number[] = []
  const raised = () =>
    database.asOwner(async (client) =>
      Number(
        (
          await client.query<{ count: string }>(
            `select count(*) from alarm_events where transition = 'raise' and alarm_id in (select id from alarms where rule_name = 'bench')`,
          )
        ).rows[0]?.count,
      ),
    )
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await raised()
    const sent = performance.now()
    probe.publish(`d/${PROBE}`, '{"humidity":99}', () => undefined)
    while ((await raised()) === before) {
      if (performance.now() - sent > 10_000) throw new Error('no alarm was raised')
      await sleep(2)
    }
    times.push(performance.now() - sent)
    probe.publish(`d/${PROBE}`, '{"humidity":1}', () => undefined)
    await sleep(300 + ((round * 37) % 200))
  }
  return times
}

async function timed(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times
}

async function listOf(admin: Client, path: string, query: Record<string, string>): Promise<string> {
  const { data } = await admin.get<{ list: { id: string }[] }>(path, query)
  return (
    data.list[0]?.id ??
    (() => {
      throw new Error(`${path} has nothing`)
    })()
  )
}

async function measure(scratch: Awaited<ReturnType<typeof benchDatabase>>): Promise<void> {
  const folder = temporaryFolder()
  const browser = await launchChromium()
  try {
    const field = await openField({ scratch, folder: folder.path, devices: DEVICES, keys, prepare })
    const server = await field.start()
    try {
      process.stdout.write(`${DAYS} days of a value a second were rolled up within ${(await rolledUp(field)).toFixed(0)} s\n`)
      const admin = await signIn(server.url, TENANT, 'admin', PASSWORD)
      const [probeId, longId] = [
        await listOf(admin, '/api/acquisition/device/queryDevice', { deviceCode: PROBE }),
        await listOf(admin, '/api/acquisition/device/queryDevice', { deviceCode: `bench-${DEVICES}` }),
      ]
      const pointId = await listOf(admin, '/api/acquisition/point/queryPoint', { deviceId: longId, pointKey: 'temperature' })
      const rule = await admin.post('/api/acquisition/alarmrule/addAlarmRule', {
        ruleName: 'bench',
        deviceId: probeId,
        pointKey: 'humidity',
        alarmKind: 'high',
        alarmLimit: 50,
        alarmPriority: 2,
        ruleStatus: 1,
      })
      if (rule.http !== 200) throw new Error(`no rule: ${rule.message}`)
      let sending = true
      const rate = Math.ceil(VALUES_A_SECOND / 3)
      const load = (async () => {
        let [values, seconds] = [0, 0]
        for (; sending;) {
          const result = await send({
            codes: field.codes.slice(0, SENDING),
            secret: field.secret,
            port: server.mqttPort,
            seconds: SPELL_S,
            rate,
          })
          values += result.acknowledged * 3
          seconds += result.seconds
        }
        return values / seconds
      })()
      await sleep(amount(undefined, { whole: 4000, smoke: 100 }))
      const probe = await connectDevice({ port: server.mqttPort, username: `${TENANT}/${PROBE}`, password: field.secret, clientId: PROBE })
      const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
      await context.addCookies([{ name: 'token', value: admin.token, url: server.url, sameSite: 'Strict' }])
      const page = await context.newPage()
      await page.goto(`${server.url}/acquisition/device?id=${probeId}`)
      const cell = page.getByRole('row').filter({ hasText: 'temperature' }).locator('.device-value')
      await cell.waitFor()
      await page.evaluate(WATCH)
      // A value that is new is drawn by an element that is new.
      await cell.locator('..').evaluate((element) => {
        ;(globalThis as unknown as { watchText(element: unknown): void }).watchText(element)
      })
      const screen = await fromDevice(page, ROUNDS, (value) => probe.publish(`d/${PROBE}`, `{"temperature":${value}}`, () => undefined))
      const bare = await bareWay(browser, ROUNDS)
      const raised = await field.onDatabase((database) => alarms(database, probe))

      const from = Date.now() - DAYS * DAY_MS
      const trend = async () => {
        const { http } = await admin.get('/api/acquisition/reading/queryReadingTrend', {
          pointId,
          from: String(from),
          to: String(Date.now()),
        })
        if (http !== 200) throw new Error(`the trend answers ${http}`)
      }
      await trend()
      const trends = await timed(trend)
      const counts = await field.onDatabase((database) =>
        timed(
          () =>
            database.asOwner((client) =>
              client.query('select count(*), max(value) from samples where series = (select series from points where id = $1)', [pointId]),
            ),
          5,
        ),
      )
      const overview = await timed(async () => {
        const { http } = await admin.get('/api/acquisition/overview/queryOverview', {})
        if (http !== 200) throw new Error(`the overview answers ${http}`)
      })
      // A word that every device has, one that a single one has, and one that none has.
      const words = ['temp', PROBE, 'nowhere']
      const found = await timed(async () => {
        const { http } = await admin.get('/api/account/trend/queryTrendPoint', { keyword: words[0] as string })
        words.push(words.shift() as string)
        if (http !== 200) throw new Error(`the search for points answers ${http}`)
      })
      const ready = await timed(() => fetch(`${server.url}/readyz`))
      // The browser wants the processor that the senders have: what follows is asked of the server alone.
      sending = false
      const values = await load
      const painted = await timed(
        async () => {
          await page.goto(`${server.url}/acquisition/overview`)
          await page.locator('.overview-shares').first().waitFor()
        },
        Math.min(20, ROUNDS),
      )
      // Each time in a console that has not shown it yet.
      const clicked: number[] = []
      for (let round = 0; round < Math.min(20, ROUNDS); round += 1) {
        await page.goto(`${server.url}/acquisition/projects`)
        const link = page.locator('a[href="/acquisition/overview"]').first()
        await link.waitFor()
        await sleep(amount(undefined, { whole: 1000, smoke: 100 }))
        const began = performance.now()
        // As the browser hears of it: by itself the pointer would first wait until the menu stands still.
        await link.dispatchEvent('click')
        await page.locator('.overview-shares').first().waitFor()
        clicked.push(performance.now() - began)
      }
      probe.cut()
      judge([
        {
          name: 'values stored a second meanwhile',
          wanted: String(VALUES_A_SECOND),
          found: values.toFixed(0),
          holds: values >= VALUES_A_SECOND * 0.99,
        },
        figure('device to the number on the screen', 300, screen),
        figure('sample to committed alarm', 500, raised),
        figure(`${DAYS} days of a sample a second`, 150, trends),
        figure(`overview of ${DEVICES} devices and ${DEVICES * KEYS} points, the call`, 1000, overview),
        figure(`points by a word of ${DEVICES * KEYS}`, 300, found),
        figure('the overview without the load, from the click in the menu to the page', 1000, clicked),
      ])
      process.stdout.write(
        `the overview in a new document, from its address, with everything that the console loads: ${formatTimes(painted)}\n`,
      )
      process.stdout.write(
        `bare socket to the same browser: ${formatTimes(bare)}; ours takes ${(part(screen, 0.95) / part(bare, 0.95)).toFixed(1)} times as long\n`,
      )
      process.stdout.write(
        `bare count over the samples of those days: ${formatTimes(counts)}; the trend takes ${(part(trends, 0.95) / part(counts, 0.95)).toFixed(3)} of it\n`,
      )
      process.stdout.write(
        `/readyz: ${formatTimes(ready)}; the overview takes ${(part(overview, 0.95) / part(ready, 0.95)).toFixed(1)} times as long, points by a word ${(part(found, 0.95) / part(ready, 0.95)).toFixed(1)} times\n`,
      )
    } finally {
      await server.kill()
    }
  } finally {
    await browser.close()
    folder.remove()
  }
}

const scratch = await benchDatabase('watching')
try {
  await measure(scratch)
} finally {
  await scratch.drop()
}
