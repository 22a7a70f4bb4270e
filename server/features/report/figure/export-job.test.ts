/** Figures that nobody waits for: refused at once, and made by a job for whoever exports them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { askFigure } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const EXPORT = '/api/report/figure/exportFigure'
const MINUTE = 60_000
const at = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  const keys = Array.from({ length: 8 }, (_, nth) => `p${nth}`)
  const device = await buildDevice(server, tenant, Object.fromEntries(keys.map((key) => [key, {}])))
  await sendReadings(
    server,
    device,
    keys.flatMap((key, nth) => [
      { key, time: at, value: nth },
      { key, time: at + 5 * MINUTE, value: nth + 10 },
    ]),
  )
  const { rollups } = server.services.acquisition
  for (let round = 0; round < 4; round += 1) await rollups.work(new Date(Date.now() + 2880 * MINUTE))
  admin = await tenant.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

/** Eight points by the minute: a year is some four million stretches, forty years are more than any job reads. */
const byMinute = (days: number) => ({
  format: 1,
  subject: 'readings',
  measures: [{ as: 'mean', of: 'mean' }],
  dimensions: [{ field: 'time', bucket: 'minute' }, { field: 'pointKey' }],
  time: { from: new Date(at - days * 1440 * MINUTE).toISOString(), to: new Date(at + 10 * MINUTE).toISOString() },
})
const post = (body: object, prefer: boolean) =>
  fetch(`${server.url}${EXPORT}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', ...(prefer ? { prefer: 'respond-async' } : {}) },
  })
const jobs = async () =>
  (await admin.get<{ list: { id: string; status: string; error: string | null }[] }>('/api/admin/jobs/queryJobs')).data.list

it('are refused while somebody waits, and made as a file', async () => {
  expect(await askFigure(admin, byMinute(365))).toMatchObject({ http: 422, message: expect.stringMatching(/export/) })
  const answer = await post({ document: byMinute(365), format: 'csv' }, false)
  expect(answer.headers.get('content-type')).toMatch(/csv/)
  const lines = (await answer.text()).trim().split('\n')
  // Ten minutes of each of eight points.
  expect(lines.filter((line) => /p7/.test(line))).toHaveLength(10)
  expect(lines.filter((line) => /p7/.test(line)).at(-1)).toMatch(/17/)
})

it('are told as a job to whoever prefers it, whose file is given to those with the same rights', async () => {
  const { data } = (await (await post({ document: byMinute(366) }, true)).json()) as { data: { jobId: string; queued: boolean } }
  expect(data.queued).toBe(true)
  await expect.poll(async () => (await jobs()).find(({ id }) => id === data.jobId)?.status, { timeout: 60_000, interval: 200 }).toBe('done')
  const fetchFile = () =>
    fetch(`${server.url}/api/admin/jobs/downloadJob`, {
      method: 'POST',
      body: JSON.stringify({ id: data.jobId }),
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    })
  expect((await fetchFile()).headers.get('content-type')).toMatch(/spreadsheet/)
  // Somebody who may do something else than when it was made.
  const rights = await server.database.asOwner((client) =>
    client.query(`update jobs set result = jsonb_set(result, '{rights}', '"others"') where id = $1`, [data.jobId]),
  )
  expect(rights.rowCount).toBe(1)
  expect((await fetchFile()).status).toBeGreaterThanOrEqual(400)
})

it('are refused of a job as well where they are too many', async () => {
  const { data } = (await (await post({ document: byMinute(3600) }, true)).json()) as { data: { jobId: string } }
  await expect
    .poll(async () => (await jobs()).find(({ id }) => id === data.jobId)?.status, { timeout: 60_000, interval: 200 })
    .toBe('failed')
})
