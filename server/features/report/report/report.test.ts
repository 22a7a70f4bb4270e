/** Reports over real HTTP: what the preview shows is what was stored, its files say the same, and nobody is shown what their roles hide. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import { REPORT_CODES } from '../../../../model/reports/built-in/asked.ts'
import { resources } from '../../../../model/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { addRow } from '../../../../tests/support/values.ts'
import { temporaryFolder } from '../../../../tests/support/process.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const PAGE = '/api/report/report/queryReportPage'
const HOUR = 3_600_000
const MINUTE = 60_000
/** Midnight in the zone of the server, two days ago, and its day. */
const begin = Math.floor((Date.now() + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 8 * HOUR - 48 * HOUR
const day = new Date(begin + 8 * HOUR).toISOString().slice(0, 10)

const folder = temporaryFolder()
let server: TestServer
let tenant: BuiltTenant
let stranger: BuiltTenant
let admin: Client
let device: BuiltDevice
let theirs: BuiltDevice

const own = '/acquisition/'
const watch = [`${own}point/queryPoint`, `${own}device/queryDevice`, `${own}reading/*`, `${own}alarm/query*`, '/report/*']
const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls,
  hiddenButtons: [],
  hiddenFields,
})

beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles: [
      role('KEYLESS', watch, [
        { menu: 'points', fields: ['pointName'] },
        { menu: 'devices', fields: ['deviceName'] },
      ]),
      role(
        'ALARMLESS',
        watch.filter((url) => !url.includes('/alarm/')),
      ),
      role('READS', [...watch.filter((url) => !url.startsWith('/report/')), '/report/report/query*', '/report/report/exportReport']),
      role('NONE', [`${own}device/queryDevice`]),
    ],
    users: ['KEYLESS', 'ALARMLESS', 'READS', 'NONE'].map((code) => buildUser({ username: code.toLowerCase(), roles: [code] })),
  })
  stranger = await buildTenant(server)
  device = await buildDevice(server, tenant, { room: {} })
  theirs = await buildDevice(server, stranger, { room: {} })
  await server.database.asOwner((client) =>
    client.query(`update points set unit = '°C', point_name = 'probe ' || $3 where tenant_id = any($1) and point_key = $2`, [
      [tenant.id, stranger.id],
      'room',
      tenant.canary,
    ]),
  )
  // 20.5 in the first hour, of which one value is 23; nothing in the second; 19 in the third.
  const at = (minutes: number, value: number) => ({ key: 'room', time: begin + minutes * MINUTE, value })
  for (const each of [device, theirs])
    await sendReadings(
      server,
      each,
      [at(5, 18), at(25, 20.5), at(45, 23), at(125, 19), at(150, 19)].map((one) => ({ ...one })),
    )
  const { rollups } = server.services.acquisition
  for (let round = 0; round < 4; round += 1) await rollups.work(new Date(Date.now() + 2 * 24 * HOUR))
  admin = await tenant.signIn('admin')
}, 240_000)
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

const ask = (query: Record<string, string | number>, client = admin) =>
  client.get<ReportPage>(PAGE, { report: 'curing-room', period: 'day', date: day, ...query })
const textsOf = ({ boxes }: ReportPage) => boxes.flatMap(({ lines }) => lines.map(({ text }) => text))

/** A file as bytes. */
async function file(call: string, query: Record<string, string>): Promise<{ http: number; type: string; bytes: Buffer }> {
  const search = new URLSearchParams({ report: 'curing-room', period: 'day', date: day, ...query })
  const response = await fetch(`${server.url}/api/report/report/${call}?${search.toString()}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  return { http: response.status, type: response.headers.get('content-type') ?? '', bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a report', () => {
  it('shows each hour with readings, what all rows come to, and marks what lies beyond the limits', async () => {
    const answer = await ask({ deviceId: device.id })
    expect(answer, JSON.stringify(answer.errors)).toMatchObject({ http: 200, data: { page: 1, count: 1, omitted: 0 } })
    const texts = textsOf(answer.data)
    // Of the first hour the mean of 18, 20.5 and 23; below, the mean of the rows, the highest and the lowest.
    for (const [hour, ...figures] of [
      ['00:00', '20.5', '23.0', '18.0'],
      ['02:00', '19.0', '19.0', '19.0'],
    ] as const) {
      const from = texts.indexOf(hour)
      expect(texts.slice(from, from + 4)).toEqual([hour, ...figures])
    }
    const last = texts.lastIndexOf('19.8')
    expect(texts.slice(last, last + 3)).toEqual(['19.8', '23.0', '18.0'])
    expect(texts).not.toContain('01:00')
    const marked = answer.data.boxes.filter(({ colour }) => colour === '#b42318').flatMap(({ lines }) => lines.map(({ text }) => text))
    expect(marked).toEqual(['23.0'])
    expect(answer.data).toMatchObject({ width: 841.89, height: 595.28 })
  })

  it('has the same figures in each of its files', async () => {
    const wanted = ['00:00', '20.5', '23.0', '18.0', '02:00']
    const pdf = await file('exportPDFReport', { deviceId: device.id })
    expect(pdf).toMatchObject({ http: 200, type: 'application/pdf' })
    const path = join(folder.path, 'report.pdf')
    await writeFile(path, pdf.bytes)
    // Where there is no pdftotext, readers of the texts that PDFs have inside are tried by server/documents.
    const inside = await promisify(execFile)('pdftotext', ['-layout', path, '-']).catch(() => undefined)
    if (inside) for (const text of wanted) expect(inside.stdout).toContain(text)
    const xlsx = await file('exportReport', { deviceId: device.id })
    expect(xlsx.http).toBe(200)
    const word = await file('exportWordReport', { deviceId: device.id })
    expect(word.http).toBe(200)
    const { unzip } = await import('../../../../tests/support/files.ts')
    const document = (await unzip(word.bytes)).get('word/document.xml') ?? ''
    for (const text of wanted) expect(document).toContain(`>${text}<`)
    const sheet = (await unzip(xlsx.bytes)).get('xl/worksheets/sheet1.xml') ?? ''
    for (const value of ['20.5', '23', '18']) expect(sheet).toContain(`<v>${value}</v>`)
    expect(sheet).not.toContain('<f>')
  })

  it('shows a dash for what a role hides, says how many fields those are, and tells neither', async () => {
    const answer = await ask({}, await tenant.signIn('keyless'))
    expect(answer, JSON.stringify(answer.errors)).toMatchObject({ http: 200, data: { omitted: 2 } })
    const texts = textsOf(answer.data)
    expect(texts).toContain('—')
    expect(texts.join(' ')).not.toContain('probe')
    expect(texts.join(' ')).not.toContain(device.name)
    expect(texts).toContain('20.5')
  })

  it('is made once for whoever leafs through it, and for each of them by themselves', async () => {
    const asked = vi.spyOn(server.services.figures, 'query')
    try {
      await ask({ period: 'week', page: 1 })
      const once = asked.mock.calls.length
      await ask({ period: 'week', page: 1 })
      expect(asked.mock.calls.length).toBe(once)
      await ask({ period: 'week', page: 1 }, await tenant.signIn('keyless'))
      expect(asked.mock.calls.length).toBeGreaterThan(once)
    } finally {
      asked.mockRestore()
    }
  })

  it('is of the rows of its own tenant', async () => {
    const answer = await ask({ deviceId: theirs.id })
    const unknown = await ask({ deviceId: '01900000-0000-7000-8000-000000000000' })
    const plain = ({ data }: typeof answer) => JSON.stringify(data.boxes.slice(2))
    expect(answer.http).toBe(200)
    expect(plain(answer)).toBe(plain(unknown))
    expect(JSON.stringify(answer)).not.toContain(stranger.canary)
  })

  it('is for whoever may have its figures', async () => {
    expect((await ask({}, await tenant.signIn('none'))).http).toBe(403)
    const alarmless = await tenant.signIn('alarmless')
    expect((await ask({ report: 'alarm-month' }, alarmless)).http).toBe(404)
    // Cubes are below the degree days of those alone who may have strength tests.
    expect((await ask({ report: 'degree-days' }, alarmless)).http).toBe(200)
    const { data } = await alarmless.get<{ list: { report: string }[] }>('/api/report/report/queryReport')
    // Alarms are no part of these; the site report has some, and curing nouns are not theirs.
    expect(data.list.map(({ report }) => report)).toEqual([
      'curing-room',
      'day-sheet',
      'curve',
      'excursions',
      'mass-concrete',
      'steam',
      'spray',
      'degree-days',
      'availability',
    ])
  })

  it('says which of its files whoever asks may have', async () => {
    const allowedTo = async (of: typeof admin) => (await of.get<{ allowed: string[] }>('/api/report/report/queryReport')).data.allowed
    expect((await allowedTo(admin)).toSorted()).toEqual(['exportPDFReport', 'exportReport', 'exportWordReport', 'issueReport'])
    const reads = await tenant.signIn('reads')
    expect(await allowedTo(reads)).toEqual(['exportReport'])
    expect((await reads.get('/api/report/report/exportPDFReport', { report: 'curing-room' })).http).toBe(403)
  })

  it('a list of strength tests has their age, their share of the design strength, and what lies below it marked', async () => {
    const { id: componentId } = await addRow(admin, resources.components, { designStrength: 30 })
    const [cast, tested] = [begin - 28 * 24 * HOUR, begin + 9 * HOUR].map((moment) => new Date(moment).toISOString())
    const { id: specimenId } = await addRow(admin, resources.specimens, { componentId, castAt: cast, testAge: 28, specimenCount: 3 })
    for (const [testNumber, testStrength] of [
      ['T-1', 24],
      ['T-2', 36],
    ] as const)
      await addRow(admin, resources.strengthTests, { testNumber, specimenId, testedAt: tested, testStrength })
    const { data } = await ask({ report: 'strength' })
    const texts = textsOf(data)
    const row = (number: string) => texts.slice(texts.lastIndexOf(number) + 4)
    // Cast 28 days before; 24 of 30 is 80 %, 36 is 120 %; their mean is 30, the lowest share 80 %.
    expect(
      row('T-1')
        .filter((text) => /^[\d.]+%?$/.test(text))
        .slice(0, 4),
    ).toEqual(['28', '24.0', '30.0', '80%'])
    expect(
      row('T-2')
        .filter((text) => /^[\d.]+%?$/.test(text))
        .slice(0, 4),
    ).toEqual(['28', '36.0', '30.0', '120%'])
    const marked = data.boxes
      .filter(({ colour, isBold }) => colour === '#b42318' && isBold)
      .flatMap(({ lines }) => lines.map(({ text }) => text))
    expect(marked).toEqual(['24.0', '80%'])
    expect(data.boxes.flatMap(({ paths = [] }) => paths).some(({ fill }) => fill === '#0072b2')).toBe(true)
    const due = textsOf(
      (await ask({ report: 'specimens', date: new Date(begin - 28 * 24 * HOUR + 8 * HOUR).toISOString().slice(0, 10) })).data,
    )
    expect(due).toContain(day)
  })

  it.each(REPORT_CODES)('%s is made for each period in each language, with and without data', async (report) => {
    for (const period of ['day', 'week', 'month'])
      for (const date of [day, '2020-02-29']) expect((await ask({ report, period, date })).http, `${period} ${date}`).toBe(200)
    for (const language of ['zh', 'tw', 'en']) {
      const answer = await admin.get<ReportPage>(PAGE, { report, period: 'month' }, { 'accept-language': language })
      expect(answer.http).toBe(200)
    }
  })

  it.each<[string, Record<string, string | number>]>([
    ['a report that there is none of', { report: '__proto__' }],
    ['a path', { report: '../../etc/passwd' }],
    ['a period that there is none of', { period: 'constructor' }],
    ['a day that there is none of', { date: '2026-02-30' }],
    ['a very long day', { date: '9'.repeat(7000) }],
    ['an id that is none', { deviceId: "' or 1=1 --" }],
    ['a page that is none', { page: '1e99' }],
    ['a page behind the last', { page: 99 }],
    ['a page before the first', { page: 0 }],
  ])('%s is refused at once', async (_name, query) => {
    const started = performance.now()
    const answer = await ask(query)
    expect([400, 404, 414, 422]).toContain(answer.http)
    expect(performance.now() - started).toBeLessThan(500)
    expect(JSON.stringify(answer)).not.toContain('/server/')
  })
})
