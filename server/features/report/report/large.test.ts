/** Reports that are too large to be waited for: told so, made by a job row by row, and given to those alone who may see all of it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { unzip } from '../../../../tests/support/files.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'

/** More than an answer of figures may have rows, and than a report may have that somebody waits for. */
const DEVICES = 50_600
const TEMPLATE = '/api/report/template'
const EXPORT = '/api/report/report'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'export.jobRows' })
  expect((await admin.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: '1000' })).http).toBe(200)
  // A few at a time: the embedded engine does one thing after the other.
  for (let from = 1; from <= DEVICES; from += DEVICES / 10)
    await server.database.asOwner((client) =>
      client.query(
        `insert into devices (tenant_id, id, device_code, device_name, secret_hash, poll_seconds)
        select $1, gen_random_uuid(), 'many-' || lpad(n::text, 6, '0'), case when n = 7 then '=1+1' else 'kind ' || n % 5 end, 'x', 5 + n % 3 from generate_series($2::int, $3::int) n`,
        [tenant.id, from, from + DEVICES / 10 - 1],
      ),
    )
}, 240_000)
afterAll(() => server.stop())

/** Devices by their names, with a sub-total of each, and how many there are. */
const byName = {
  A1: { text: '{title}', left: 'none' },
  A2: { field: 's.deviceName', expand: 'down', sort: 'ascend' },
  B2: { field: 's.deviceCode', expand: 'down', aggregate: 'list', left: 'A2' },
  C2: { field: 's.n', left: 'B2' },
  B3: { text: 'sum', left: 'A2' },
  C3: { field: 's.n', aggregate: 'sum', left: 'A2' },
  C4: { field: 's.n', aggregate: 'count', left: 'none' },
}
async function published(cells: object, where?: object): Promise<string> {
  const document = {
    format: 1,
    subject: 'devices',
    measures: [{ as: 'n', of: 'count' }],
    dimensions: [{ field: 'deviceName' }, { field: 'deviceCode' }],
    ...(where ? { where } : {}),
  }
  const content = { ...EMPTY_TEMPLATE, columns: Array(20).fill(60), rows: [20, 16, 16, 16], cells, sets: { s: { document } } }
  const { data, http, errors } = await admin.post<{ id: string }>(`${TEMPLATE}/importReportDesign`, {
    templateName: `large ${unique()}`,
    templateKind: 'other',
    content,
  })
  expect(http, JSON.stringify(errors)).toBe(200)
  expect((await admin.post(`${TEMPLATE}/publishReportTemplate`, { id: data.id, revision: 1 })).http).toBe(200)
  return data.id
}

const fetched = (path: string, { method = 'GET', prefer = false, body = undefined as object | undefined } = {}) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(prefer ? { prefer: 'respond-async' } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

async function queued(call: string, report: string): Promise<string> {
  const answer = await fetched(`${EXPORT}/${call}?report=${report}`, { prefer: true })
  expect(answer.headers.get('preference-applied')).toBe('respond-async')
  const { data } = (await answer.json()) as { data: { jobId: string; queued: boolean } }
  expect(data.queued).toBe(true)
  return data.jobId
}
interface Row {
  id: string
  status: string
  title: string
  done: number
  error: string | null
}
async function over(id: string): Promise<Row> {
  const found = async () => (await admin.get<{ list: Row[] }>('/api/admin/jobs/queryJobs')).data.list.find((job) => job.id === id)
  await expect.poll(async () => (await found())?.status, { timeout: 120_000, interval: 200 }).toMatch(/done|failed/)
  return (await found()) as Row
}
const file = async (id: string) => fetched('/api/admin/jobs/downloadJob', { method: 'POST', body: { id } })
const wayOf = (id: string) =>
  server.database.asOwner(
    async (client) =>
      (await client.query<{ path: string }>(`select result ->> 'path' as path from jobs where id = $1`, [id])).rows[0]?.path,
  )

it('a report of more rows than an answer has is no page, and a workbook that a job writes row by row', async () => {
  const report = await published(byName)
  const preview = await admin.get<ReportPage>(`${EXPORT}/queryReportPage`, { report })
  expect(preview).toMatchObject({ http: 422, message: expect.stringMatching(/export centre/) })
  const id = await queued('exportReport', report)
  const job = await over(id)
  // Devices, a sub-total for each of five names and the one that begins with a sign, and the first and the last row.
  const rows = DEVICES + 6 + 2
  expect(job).toMatchObject({ status: 'done', done: rows, title: expect.stringMatching(/^large .*\.xlsx$/) })
  expect(await wayOf(id)).toBe('stream')
  const xml = (await unzip(Buffer.from(await (await file(id)).arrayBuffer()))).get('xl/worksheets/sheet1.xml') ?? ''
  expect(xml.match(/<row /g)).toHaveLength(rows)
  expect(xml.includes('<f')).toBe(false)
  expect(xml.includes('>=1+1</t>')).toBe(true)
  const last = xml.slice(0, xml.indexOf('</sheetData>') + '</sheetData>'.length).slice(-2000)
  expect(last).toContain(`<v>${DEVICES}</v></c></row></sheetData>`)
  // Of the first name: one device, whose sub-total is 1.
  expect(xml.slice(0, 2000)).toMatch(/<c r="C3" s="\d"><v>1<\/v><\/c>/)
}, 240_000)

it('its file is for whoever has the rights that it was made with', async () => {
  const report = await published(byName, { field: 'deviceCode', op: 'begins', value: 'many-002' })
  const jobId = await queued('exportReport', report)
  await over(jobId)
  expect((await file(jobId)).headers.get('content-type')).toMatch(/spreadsheet/)
  await server.database.asOwner((client) =>
    client.query(`update jobs set result = jsonb_set(result, '{rights}', '"others"') where id = $1`, [jobId]),
  )
  expect((await file(jobId)).status).toBeGreaterThanOrEqual(400)
}, 240_000)

it('whoever waits for it gets the file, and a Word document is held in memory', async () => {
  const report = await published(byName, { field: 'deviceCode', op: 'begins', value: 'many-001' })
  const below = await published(byName, { field: 'deviceCode', op: 'begins', value: 'many-0001' })
  expect((await admin.get<ReportPage>(`${EXPORT}/queryReportPage`, { report: below })).data).toMatchObject({ page: 1, path: 'stream' })
  expect((await admin.get<ReportPage>(`${EXPORT}/queryReportPage`, { report })).http).toBe(422)
  for (const [call, type] of [
    ['exportPDFReport', 'application/pdf'],
    ['exportWordReport', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ] as const) {
    const answer = await fetched(`${EXPORT}/${call}?report=${report}`)
    expect(answer.headers.get('content-type')).toBe(type)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (call === 'exportWordReport') expect((await unzip(bytes)).get('word/document.xml')?.includes('many-001999')).toBe(true)
    else expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
}, 240_000)

it('is issued, and made by a schedule, in a thread of its own, with the number that comes next', async () => {
  const threads: number[] = []
  const began = ({ threadId }: { readonly threadId: number }) => void threads.push(threadId)
  process.on('worker', began)
  // Of 2,000 devices: as few as are not made at once.
  const some = [
    { field: 'deviceCode', op: 'begins', value: 'many-00' },
    { field: 'deviceName', op: 'equals', value: 'kind 1' },
  ]
  const report = await published(byName, { and: some })
  const issued = await admin.post<{ jobId: string; queued: boolean }>('/api/report/issued/issueReport', { report })
  expect(issued.data).toMatchObject({ queued: true })
  expect(await over(issued.data.jobId)).toMatchObject({ status: 'done' })
  expect(threads).toHaveLength(1)
  // So is it signed: its pages are read and written anew.
  const [{ id: issuedId = '' } = {}] = (await admin.get<{ list: { id: string }[] }>('/api/report/issued/queryIssuedReport')).data.list
  expect((await admin.post('/api/account/secondfactor/confirmIdentity', { password: wirePassword(PASSWORD) })).http).toBe(200)
  expect(await admin.post('/api/report/issued/signReport', { id: issuedId, slot: 'made' })).toMatchObject({ http: 200 })
  expect(threads).toHaveLength(2)
  const signed = await fetched(`/api/report/issued/downloadIssuedReport?id=${issuedId}&format=pdf`)
  expect(
    Buffer.from(await signed.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const schedule = {
    ...{ scheduleName: `large ${unique()}`, templateId: report, rhythm: 'day', runAt: '00:00', issues: 1, scheduleFormats: 'pdf,xlsx' },
    ...{ scheduleLanguage: 'en', scheduleStatus: 1 },
  }
  const { data } = await admin.post<{ id: string }>('/api/report/schedule/addReportSchedule', schedule)
  expect((await admin.post('/api/report/schedule/runReportSchedule', { id: data.id })).http).toBe(200)
  type Run = { state: string; reportNumber: string | null; rows: number }
  const run = async () => (await admin.get<{ list: Run[] }>('/api/report/schedule/queryScheduleRun', { id: data.id })).data.list[0]
  await expect.poll(async () => (await run())?.state, { timeout: 120_000, interval: 200 }).toMatch(/done|failed/)
  expect(await run()).toMatchObject({ state: 'done', rows: 2000 + 1 + 2, reportNumber: expect.stringMatching(/-0002$/) as string })
  expect(threads).toHaveLength(3)
  process.off('worker', began)
}, 240_000)

it('what is beyond the bounds of jobs as well is refused clearly', async () => {
  // A running sum needs all cells in memory, of which there may be half a million: twelve for each device are more.
  const wide = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`${String.fromCharCode(67 + at)}2`, { formula: 'RUN(B2)', left: 'B2' }]),
  )
  const { A1, A2, B2 } = byName
  const report = await published({ A1, A2, B2, ...wide })
  const job = await over(await queued('exportReport', report))
  expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(/500000|500,000/) })
}, 240_000)
