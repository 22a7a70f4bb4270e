/**
 * Scheduled reports that are issued, however the server ends: `kill -9` at moments while they are made. Each period has one run and one report, the numbers have no hole, and every file is
 * whole. On PostgreSQL two servers are at it, of which one is killed while the other may be making the same ones.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { IssuedReportDetail } from '../../model/contract/report/issued-reports.ts'
import type { ScheduleRun } from '../../model/contract/report/schedules.ts'
import type { Client } from '../support/client.ts'
import { clientWith, signIn } from '../support/client.ts'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { dataOf } from '../support/forms.ts'
import { PASSWORD, furnishedInstallation } from '../support/furnished.ts'
import type { Running } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import { amount, drawn } from '../support/thorough.ts'

const KILLS = amount({ quick: 2, ci: 2, touched: 3, thorough: 5 })
const SCHEDULES = 3
const TENANT = '10001'
const PATIENCE_MS = 240_000
const SCHEDULE = '/api/report/schedule'
const ISSUED = '/api/report/issued'

noteUntested('kills of what issues scheduled reports')

describe(`${KILLS} kills on the ${engine} engine`, () => {
  it('leave each run of a schedule with one report, no hole in the numbers and no half file', { timeout: PATIENCE_MS * 2 }, async () => {
    const folder = temporaryFolder()
    const { variables, scratch } = await furnishedInstallation(postgres, `${folder.path}/data`)
    const start = () => Promise.all(Array.from({ length: postgres === undefined ? 1 : 2 }, () => run(variables)))
    let servers: Running[] = []
    try {
      servers = await start()
      let client = await signIn(servers[0]?.url ?? '', TENANT, 'admin', PASSWORD)
      const schedules: string[] = []
      for (let at = 0; at < SCHEDULES; at += 1) schedules.push(await addSchedule(client, at))
      for (let round = 0; round < KILLS; round += 1) {
        for (const id of schedules) dataOf(await client.post(`${SCHEDULE}/runReportSchedule`, { id }))
        // Somewhere between the answer and the third report.
        await sleep(drawn(`kill ${round}`, 0, 1500))
        await servers.shift()?.kill()
        servers.push(await run(variables))
        client = clientWith(servers[0]?.url ?? '', client.token)
        // By hand they are run one at a time.
        await until(
          'all runs are over',
          async () => (await runsOf(client, schedules)).every(({ state }) => state === 'done' || state === 'failed'),
          PATIENCE_MS,
        )
      }
      const runs = await runsOf(client, schedules)
      expect(runs.map(({ state, error }) => error ?? state)).toEqual(Array.from({ length: KILLS * SCHEDULES }, () => 'done'))
      const numbers = runs.map(({ reportNumber }) => reportNumber ?? '').toSorted()
      const first = Number(numbers[0]?.split('-').at(-1))
      expect(numbers.map((number) => Number(number.split('-').at(-1)))).toEqual(numbers.map((_, at) => first + at))
      const list = dataOf<{ list: { reportNumber: string }[] }>(
        await client.get(`${ISSUED}/queryIssuedReport`, { reportNumber: 'AVAILABILITY', pageSize: 100 }),
      ).list
      expect(new Set(list.map(({ reportNumber }) => reportNumber)).size, 'none that belongs to no run').toBe(first - 1 + numbers.length)
      for (const { issuedId } of runs) await assertWhole(client, servers[0]?.url ?? '', issuedId ?? '')
    } finally {
      for (const server of servers) await server.kill()
      await scratch?.drop()
      folder.remove()
    }
  })
})

async function addSchedule(client: Client, at: number): Promise<string> {
  return dataOf<{ id: string }>(
    await client.post(`${SCHEDULE}/addReportSchedule`, {
      ...{ scheduleName: `killed ${at}`, reportCode: 'availability', rhythm: 'day', runAt: '06:30', issues: 1 },
      ...{ scheduleFormats: 'pdf,xlsx,docx', scheduleLanguage: 'en', scheduleStatus: 1 },
    }),
  ).id
}

async function runsOf(client: Client, schedules: readonly string[]): Promise<ScheduleRun[]> {
  const found: ScheduleRun[] = []
  for (const id of schedules)
    found.push(...dataOf<{ list: ScheduleRun[] }>(await client.get(`${SCHEDULE}/queryScheduleRun`, { id, pageSize: 100 })).list)
  return found
}

/** The bytes of each file are those that its report names. */
async function assertWhole(client: Client, url: string, id: string): Promise<void> {
  const { files } = dataOf<IssuedReportDetail>(await client.get(`${ISSUED}/queryIssuedReportDetail`, { id }))
  expect(files.map(({ kind }) => kind)).toEqual(['pages', 'pdf', 'xlsx', 'docx'])
  for (const format of ['pdf', 'xlsx', 'docx'] as const) {
    const response = await fetch(`${url}${ISSUED}/downloadIssuedReport?id=${id}&format=${format}`, {
      headers: { authorization: `Bearer ${client.token}` },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(files.find(({ kind }) => kind === format)?.sha256)
  }
}
