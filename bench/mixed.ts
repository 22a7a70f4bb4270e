/**
 * `npm run bench:mixed`: 200 requests a second for a minute, four fifths of them reads, from twenty people of ten tenants
 * (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and dropped). Wanted: no error, 99 of 100 within 150 ms.
 * The reference is the same minute at the same rate of `/readyz`, one bare statement. `BENCH_SECONDS` shortens it.
 */
import { cpus } from 'node:os'
import { openDatabase } from '../server/kernel/database/database.ts'
import { newId } from '../server/kernel/ids.ts'
import { signIn } from '../tests/support/client.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'
import type { Load } from './load.ts'
import { PASSWORD, fill } from './support/dataset.ts'
import { benchDatabase } from './support/furnished.ts'
import { table } from './support/table.ts'
import { load } from './support/measure.ts'
import { amount, conclude } from './support/smoke.ts'

const SECONDS = amount('BENCH_SECONDS', { whole: 60, smoke: 0.5 })
const RATE = 200
const CONNECTIONS = 20
const WANTED_MS = 150

const scratch = await benchDatabase('mixed')
const folder = temporaryFolder()
try {
  const database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: 'Asia/Shanghai' })
  const data = await fill(database, amount(undefined, { whole: 10, smoke: 2 }), amount(undefined, { whole: 10_000, smoke: 500 }))
  await database.close()
  const server = await run(
    { DEMO: 'off', DATABASE_URL: scratch.url, DATA_DIR: folder.path, RATE_LIMIT: '1000000000', TIME_ZONE: 'Asia/Shanghai' },
    { logFile: `${folder.path}/log` },
  )
  try {
    const requests: Load['requests'] = []
    for (const { code, users } of data.tenants) {
      const headers = { authorization: `Bearer ${(await signIn(server.url, code, 'admin', PASSWORD)).token}` }
      const json = { ...headers, 'content-type': 'application/json' }
      for (let index = 0; index < 40; index += 1) {
        const user = users[index * 11] as string
        requests.push(
          { method: 'GET', path: `/api/admin/sysuser/querySysUser?currentPage=${1 + (index % 5)}&pageSize=20`, headers },
          { method: 'GET', path: `/api/admin/sysuser/querySysUser?username=user00${index}&pageSize=20`, headers },
          { method: 'GET', path: '/api/admin/sysorg/querySysOrg?pageSize=10000', headers },
          { method: 'GET', path: '/api/uaa/users/getSysUser', headers },
          index % 2
            ? {
                method: 'PUT',
                path: '/api/admin/sysuser/updateSysUser',
                headers: json,
                body: JSON.stringify({ id: user, nickname: `用户 ${newId().slice(-6)}` }),
              }
            : {
                method: 'POST',
                path: '/api/admin/sysorg/addSysOrg',
                headers: json,
                body: JSON.stringify({ orgName: `班组 ${newId().slice(-8)}`, orgType: 'team', parentId: '0' }),
              },
        )
      }
    }
    const minute = { url: server.url, connections: CONNECTIONS, seconds: SECONDS, rate: RATE }
    const bare = await load({ ...minute, requests: [{ method: 'GET', path: '/readyz', headers: {} }] })
    const mixed = await load({ ...minute, requests })
    process.stdout.write(
      `\n${RATE} requests a second for ${SECONDS} s over ${CONNECTIONS} connections, ${cpus().length} cores for everything; ${mixed.failed} errors\n`,
    )
    const line = (name: string, { perSecond, p50, p95, p99 }: typeof mixed) => [
      name,
      ...[perSecond, p50, p95, p99].map((value) => value.toFixed(1)),
    ]
    process.stdout.write(
      `${table(['', 'req/s', 'p50 ms', 'p95 ms', 'p99 ms'], [line('mixed, 80 % reads', mixed), line('/readyz', bare)])}\n`,
    )
    process.stdout.write(
      `p99 ${mixed.p99.toFixed(1)} ms, wanted ${WANTED_MS}: ${mixed.p99 <= WANTED_MS ? 'holds' : 'MISSED'}; ${(mixed.p99 / bare.p99).toFixed(1)} times that of /readyz\n`,
    )
    conclude(mixed.p99 <= WANTED_MS && mixed.perSecond >= RATE * 0.98)
  } finally {
    await server.stop()
  }
} finally {
  folder.remove()
  await scratch.drop()
}
