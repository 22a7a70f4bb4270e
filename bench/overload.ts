/**
 * `npm run bench:overload`: 500 devices want to send ten times as many values as the server is asked to take (PostgreSQL of
 * `BENCH_DATABASE_URL`; a scratch database is made and dropped), for a minute, each with 50 messages on their way: it may not grow
 * without bound nor fall over, everything it acknowledges is stored, and when the devices are reasonable again it is well within 30 s.
 * The reference of the same run is the same server before: what it takes for an acknowledgement at a tenth of the wanted rate.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../tests/support/process.ts'
import { openField, send } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const DEVICES = amount(undefined, { whole: 500, smoke: 5 })
const SECONDS = amount('BENCH_SECONDS', { whole: 60, smoke: 0.5 })
const BASELINE_SECONDS = amount(undefined, { whole: 5, smoke: 0.3 })
/** Messages of three values a second: what `bench:ingest` sends, and ten times that. */
const WANTED = amount(undefined, { whole: 10_000, smoke: 500 })
/** What is queued is bounded by 100,000 values and 32 MB, and each connection by its own; a quarter of a gigabyte is far beyond. */
const MAX_MB = 256
const RECOVERY_S = 30

const resident = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function measure(scratch: Awaited<ReturnType<typeof benchDatabase>>): Promise<void> {
  const folder = temporaryFolder()
  try {
    const field = await openField({ scratch, folder: folder.path, devices: DEVICES })
    const server = await field.start()
    try {
      const baseline = () => send({ ...field, port: server.mqttPort, seconds: BASELINE_SECONDS, rate: WANTED / 10 })
      const before = await baseline()
      await sleep(amount(undefined, { whole: 2000, smoke: 50 }))
      const idle = resident(server.pid)
      let most = idle
      const watch = setInterval(() => {
        most = Math.max(most, resident(server.pid))
      }, 200)
      const flood = await send({ ...field, port: server.mqttPort, seconds: SECONDS, rate: WANTED * 10 })
      clearInterval(watch)
      // All of the flood is answered for; from here on the devices are reasonable.
      const after = performance.now()
      let last = await baseline()
      let recovered = (performance.now() - after) / 1000 - last.seconds
      while (last.p99 > Math.max(250, before.p99 * 2) && recovered < RECOVERY_S) {
        last = await baseline()
        recovered = (performance.now() - after) / 1000 - last.seconds
      }
      const acknowledged = flood.acknowledged
      const alive = (await fetch(`${server.url}/readyz`)).status === 200
      await server.stop()
      const stored = await field.onDatabase((database) =>
        database.asOwner(async (client) => Number((await client.query<{ count: string }>('select count(*) from samples')).rows[0]?.count)),
      )
      const others = (before.acknowledged + last.acknowledged) * 3
      judge([
        {
          name: 'the devices always have more to send',
          wanted: `${(WANTED * 30).toLocaleString('en')}/s`,
          found: `${Math.round((flood.messages * 3) / flood.seconds).toLocaleString('en')}/s sent, 50 messages a device on their way`,
          holds: flood.late > 0 && flood.messages < WANTED * 10 * flood.seconds,
        },
        {
          name: 'stored meanwhile',
          wanted: `${WANTED * 3}/s`,
          found: `${Math.round((acknowledged * 3) / (flood.seconds + flood.worst / 1000)).toLocaleString('en')}/s (acknowledged after ${flood.p50.toFixed(0)} ms, p99 ${flood.p99.toFixed(0)})`,
          holds: (acknowledged * 3) / (flood.seconds + flood.worst / 1000) >= WANTED * 3 * 0.8,
        },
        { name: 'memory above idle', wanted: `${MAX_MB} MB`, found: `${(most - idle).toFixed(0)} MB`, holds: most - idle <= MAX_MB },
        {
          name: 'alive, and every message acknowledged',
          wanted: 'all',
          found: `${flood.messages} sent, ${acknowledged} acknowledged`,
          holds: alive && acknowledged === flood.messages,
        },
        {
          name: 'acknowledged are stored',
          wanted: 'all',
          found: `${stored} of at least ${acknowledged * 3 + others}`,
          holds: stored >= acknowledged * 3 + others,
        },
        {
          name: 'as quick as before',
          wanted: `${RECOVERY_S} s`,
          found: `${Math.max(0, recovered).toFixed(1)} s (p99 ${last.p99.toFixed(0)} ms, before ${before.p99.toFixed(0)} ms)`,
          holds: recovered <= RECOVERY_S,
        },
      ])
    } finally {
      await server.kill()
    }
  } finally {
    folder.remove()
  }
}

const scratch = await benchDatabase('overload')
try {
  await measure(scratch)
} finally {
  await scratch.drop()
}
