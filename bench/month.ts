/**
 * `npm run bench:month`: a month of a server with the embedded engine, hour by hour in a few minutes: devices send readings, some of them alarms and some that
 * nobody can read, people sign in and change rows, and what is over is thrown away. PGlite has no autovacuum; ours (server/kernel/database/embedded/vacuum.ts)
 * has one round an hour here instead of 360, for a thousandth of the time, so that each finds more left behind than it ever would. Wanted: what the tables take
 * is at most half as much again as after VACUUM FULL, the reference of the same run, and those that are updated all day
 * stay about as large as after ten days.
 *
 * Time is moved for the whole process (support/moving-time.ts). `BENCH_DAYS` for another number of days.
 */
import { movingClock } from './support/moving-time.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/config.ts'
import type { Database } from '../server/kernel/database/database.ts'
import { serve } from '../server/serve.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import { DEMONSTRATION, PASSWORD } from './support/furnished.ts'
import { TENANT, openField } from './support/field.ts'
import { table } from './support/table.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const HOURS = Math.round(amount('BENCH_DAYS', { whole: 30, smoke: 1 / 12 }) * 24)
/** When what is updated all day has found its size. */
const SETTLED_HOURS = Math.min(240, Math.ceil(HOURS / 2))
const DEVICES = amount(undefined, { whole: 50, smoke: 3 })
const KEYS = Array.from({ length: amount(undefined, { whole: 10, smoke: 2 }) }, (_, index) => `point-${index + 1}`)
/** Messages of a device in an hour, a value of each point in each. */
const MESSAGES = 4
const LIMIT = 1000
/** For the work that a new hour has started; the longest of it goes on beside the next. */
const BREATH_MS = amount(undefined, { whole: 60, smoke: 20 })
const MAX_OVER_FULL = 1.5
const MAX_GROWTH = 1.5
/** Tables that are printed: the largest. */
const SHOWN = 15
/** Updated or replaced with each message, and as many rows at the end as at the beginning. What waits to be rolled up (`sample_touches`) is more where the machine is slow. */
const STEADY = ['point_states', 'device_states', 'received_minutes', 'unparsed_messages', 'alarms']

const HOUR_MS = 3_600_000
const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

/** Bytes of each table with its indexes, partitions as one. */
function sizes(database: Database): Promise<Map<string, number>> {
  return database.asOwner(async (client) => {
    const { rows } = await client.query<{ name: string; bytes: number }>(
      `select coalesce(parent.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
      left join pg_inherits on inhrelid = c.oid left join pg_class parent on parent.oid = inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`,
    )
    return new Map(rows.map(({ name, bytes }) => [name, bytes]))
  })
}

const daysOf = (hours: number) => `${(hours / 24).toLocaleString('en', { maximumFractionDigits: 2 })} days`

const sumOf = (of: ReadonlyMap<string, number>, names: readonly string[] = [...of.keys()]) =>
  names.reduce((sum, name) => sum + (of.get(name) ?? 0), 0)

const folder = temporaryFolder()
try {
  const field = await openField({
    scratch: undefined,
    folder: folder.path,
    devices: DEVICES,
    keys: KEYS,
    prepare: (database) =>
      database.asOwner(async (client) => {
        await client.query(
          `insert into alarm_rules (tenant_id, id, rule_name, device_id, point_key, alarm_kind, alarm_limit, alarm_priority)
          select tenant_id, gen_random_uuid(), device_code, id, $1, 'high', $2::float8, 2 from devices where device_code like 'bench-%'`,
          [KEYS[0], LIMIT],
        )
      }),
  })
  const config = readConfig({
    ...DEMONSTRATION,
    ...{ DEMO: 'off', DATA_DIR: `${folder.path}/data`, TIME_ZONE: 'UTC', PORT: '0', LOG_LEVEL: 'error' },
    ...{ MQTT_PORT: 'off', MODBUS: 'off', SIMULATOR_PORT: 'off' },
  })
  const clock = movingClock()
  const { server } = await serve(config, { print: () => undefined, clock })
  try {
    const { url, database } = server
    let refused = 0
    const push = async (code: string, body: unknown) => {
      const answer = await fetch(`${url}/api/acquisition/push`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${TENANT}/${code}:${field.secret}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      await answer.text()
      if (answer.status !== 200) refused += 1
    }
    const rename = async (admin: Client, hour: number) => {
      const { data } = await admin.get<{ list: { id: string; version: number }[] }>('/api/acquisition/device/queryDevice', {
        deviceCode: field.codes[hour % DEVICES] ?? '',
        pageSize: 1,
      })
      const [device] = data.list
      const answer = await admin.put('/api/acquisition/device/updateDevice', {
        id: device?.id,
        version: device?.version,
        deviceName: `renamed ${hour}`,
      })
      if (answer.http !== 200) throw new Error(`a device could not be renamed: ${answer.message}`)
    }
    const hourOf = async (hour: number) => {
      const end = Date.now()
      const messages = (device: number) =>
        Array.from({ length: MESSAGES }, (_, index) => ({
          ts: end - (HOUR_MS / MESSAGES) * (MESSAGES - 1 - index) - device,
          // The first point of each is an alarm every other hour, in turns.
          values: Object.fromEntries(
            KEYS.map((key, at) => [key, at === 0 && (hour + device) % 2 === 0 ? LIMIT + 1 : Math.sin(hour + index + at) * 10]),
          ),
        }))
      await Promise.all([
        ...field.codes.map((code, device) => push(code, messages(device))),
        ...field.codes.slice(0, 5).map((code) => push(code, { nobody: 'knows' })),
      ])
      await rename(await signIn(url, TENANT, 'admin', PASSWORD), hour)
    }

    // Thirty backups with their rehearsal are bench/backup.ts.
    const operator = await signIn(url, '10000', 'admin', PASSWORD)
    const { data } = await operator.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'backup.daily' })
    const isOff = await operator.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: 'false' })
    if (isOff.http !== 200) throw new Error(`the daily backup could not be turned off: ${isOff.message}`)

    const began = performance.now()
    let settled = new Map<string, number>()
    for (let hour = 1; hour <= HOURS; hour += 1) {
      clock.advance(HOUR_MS)
      await hourOf(hour)
      await sleep(BREATH_MS)
      if (hour === SETTLED_HOURS) settled = await sizes(database)
    }
    const seconds = (performance.now() - began) / 1000
    // Those who are at work finish.
    await sleep(amount(undefined, { whole: 15_000, smoke: 100 }))
    const kept = await sizes(database)
    const samples = await database.asOwner(async (client) =>
      Number((await client.query<{ count: string }>('select count(*) from samples')).rows[0]?.count),
    )
    const wanted = HOURS * DEVICES * MESSAGES * KEYS.length
    await server.stop()
    const full = await field.onDatabase(async (again) => {
      await again.asOwner((client) => client.query('vacuum full'))
      return sizes(again)
    })
    const rows = [...kept]
      .sort(([, one], [, other]) => other - one)
      .slice(0, SHOWN)
      .map(([name, bytes]) => {
        const whole = full.get(name) ?? 0
        return [name, megabytes(settled.get(name) ?? 0), megabytes(bytes), megabytes(whole), `${(bytes / whole).toFixed(2)}`]
      })
    process.stdout.write(
      `${table(['table', `after ${daysOf(SETTLED_HOURS)}`, `after ${daysOf(HOURS)}`, 'after VACUUM FULL', 'ratio'], rows)}\n${seconds.toFixed(0)} s\n`,
    )
    const over = sumOf(kept) / sumOf(full)
    const steady = STEADY.filter((name) => kept.has(name))
    const growth = sumOf(kept, steady) / sumOf(settled, steady)
    judge([
      { name: `samples stored, at least`, wanted: String(wanted), found: `${samples}`, holds: samples >= wanted },
      {
        name: `all tables beside themselves after VACUUM FULL, at most`,
        wanted: `${MAX_OVER_FULL}`,
        found: `${over.toFixed(2)} (${megabytes(sumOf(kept))})`,
        holds: over <= MAX_OVER_FULL,
      },
      {
        name: `what is updated all day, beside itself after ${daysOf(SETTLED_HOURS)}, at most`,
        wanted: `${MAX_GROWTH}`,
        found: `${growth.toFixed(2)} (${megabytes(sumOf(kept, steady))})`,
        holds: growth <= MAX_GROWTH,
      },
      {
        name: 'calls that could not be read, as sent',
        wanted: `${HOURS * Math.min(5, DEVICES)}`,
        found: `${refused}`,
        holds: refused === HOURS * Math.min(5, DEVICES),
      },
    ])
  } finally {
    await server.stop()
  }
} finally {
  folder.remove()
}
