/** The day sheet of points over real HTTP: a row for each quarter of an hour of the production day, on a clock that is 45 minutes off, and on some that are put back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import { momentOf } from '../../../../model/zone.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { readXlsx } from '../../../../tests/support/files.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const [KATHMANDU, BERLIN] = ['Asia/Kathmandu', 'Europe/Berlin']
/** Two weeks ago, 08:00 there. */
const day = new Date(Date.now() - 14 * DAY).toISOString().slice(0, 10)
const begin = momentOf(KATHMANDU, `${day} 08:00:00`) as number
const dayAfter = new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
const RED = '#b42318'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
let berlin: { readonly admin: Client; readonly device: BuiltDevice }

const watch = ['/acquisition/point/queryPoint', '/acquisition/device/queryDevice', '/acquisition/reading/*', '/report/*']
const role = (roleCode: string, fields: readonly string[]): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls: watch,
  hiddenButtons: [],
  hiddenFields: fields.length > 0 ? [{ menu: 'points', fields: [...fields] }] : [],
})

beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    parameters: { 'password.changeFirst': 'false', 'time.zone': KATHMANDU, 'report.dayBegins': '8' },
    roles: [role('NAMELESS', ['pointName', 'unit']), role('KEYLESS', ['pointKey', 'rangeHigh']), role('VALUELESS', ['newestQuality'])],
    users: ['NAMELESS', 'KEYLESS', 'VALUELESS'].map((code) => buildUser({ username: code.toLowerCase(), roles: [code] })),
  })
  device = await buildDevice(server, tenant, {
    inlet: { unit: '°C', range_low: 18, range_high: 22, stale_seconds: 900 },
    silent: { unit: 'bar' },
  })
  await server.database.asOwner((client) =>
    client.query(`update points set point_name = 'probe ' || $3 where tenant_id = $1 and series = $2`, [
      tenant.id,
      device.series['inlet'],
      tenant.canary,
    ]),
  )
  const at = (minutes: number, value: number) => ({ key: 'inlet', time: begin + minutes * MINUTE, value })
  await sendReadings(server, device, [at(-5, 30), at(0, 20), at(10, 23), at(24 * 60 - 15, 19), at(24 * 60, 31)])

  const other = await buildTenant(server, { parameters: { 'password.changeFirst': 'false', 'time.zone': BERLIN } })
  berlin = { admin: await other.signIn('admin'), device: await buildDevice(server, other, { core: { stale_seconds: 900 } }) }
  // A quarter past two in summer time, and an hour later a quarter past two again.
  await sendReadings(server, berlin.device, [
    { key: 'core', time: Date.parse('2026-10-25T00:15:00Z'), value: 10 },
    { key: 'core', time: Date.parse('2026-10-25T01:15:00Z'), value: 20 },
  ])
  const { rollups } = server.services.acquisition
  for (let round = 0; round < 4; round += 1) await rollups.work(new Date(Date.now() + 2 * DAY))
  admin = await tenant.signIn('admin')
}, 240_000)
afterAll(() => server.stop())

type Box = ReportPage['boxes'][number]

async function pagesOf(query: Readonly<Record<string, string>> = {}, client = admin): Promise<ReportPage[]> {
  const pages: ReportPage[] = []
  do {
    const answer = await client.get<ReportPage>('/api/report/report/queryReportPage', {
      ...{ report: 'day-sheet', date: day, deviceId: device.id, page: pages.length + 1 },
      ...query,
    })
    expect(answer, JSON.stringify(answer.errors ?? answer.message)).toMatchObject({ http: 200 })
    pages.push(answer.data)
  } while (pages.length < (pages[0]?.count ?? 0))
  return pages
}
const textOf = ({ lines }: Box) => lines.map(({ text }) => text).join(' ')
const textsOf = (pages: readonly ReportPage[]) => pages.flatMap(({ boxes }) => boxes.map(textOf))
const timesOf = (pages: readonly ReportPage[], pattern = /^\d\d:\d\d$/) => textsOf(pages).filter((text) => pattern.test(text))
/** What stands in the row whose first cell says this. */
function rowOf(pages: readonly ReportPage[], first: string): string[] {
  for (const { boxes } of pages) {
    const found = boxes.find((box) => textOf(box) === first)
    if (found) return boxes.filter(({ y, x }) => y === found.y && x > found.x).map(textOf)
  }
  return expect.fail(`no row ${first}`)
}
const redTexts = (pages: readonly ReportPage[]) => pages.flatMap(({ boxes }) => boxes.filter(({ colour }) => colour === RED).map(textOf))
const two = (number: number) => String(number).padStart(2, '0')
/** Quarters of an hour of a day from its hour on. */
const quarters = (from: number) =>
  Array.from({ length: 96 }, (_, nth) => `${two((from + Math.floor(nth / 4)) % 24)}:${two((nth % 4) * 15)}`)

describe('the day sheet of points', () => {
  it('has the 96 quarters of an hour of the production day, and its head on each page', async () => {
    const pages = await pagesOf()
    expect(timesOf(pages)).toEqual(quarters(8))
    for (const page of pages) {
      expect([page.width, page.height]).toEqual([841.89, 595.28])
      expect(textsOf([page])).toEqual(expect.arrayContaining([device.code, 'inlet', 'silent', '°C', 'bar', '18', '22']))
    }
    expect(textsOf(pages)[1]).toContain(`${day} 08:00 – ${dayAfter} 08:00`)
  })

  it('has fifteen points beside one another on three pages', async () => {
    const keys = Array.from({ length: 15 }, (_, nth) => `probe${nth + 1}`)
    const wide = await buildDevice(server, tenant, Object.fromEntries(keys.map((key) => [key, {}])))
    const pages = await pagesOf({ deviceId: wide.id })
    expect(pages).toHaveLength(3)
    expect(timesOf(pages)).toEqual(quarters(8))
    for (const page of pages) expect(textsOf([page])).toEqual(expect.arrayContaining(keys))
  })

  it('has the time-weighted mean of each, nothing where nothing was measured, and what they come to at its foot', async () => {
    const pages = await pagesOf()
    // Twenty for ten minutes and 23 for five; 23, which stands for ten of its minutes; nothing; 19.
    expect(rowOf(pages, '08:00')).toEqual(['21.00', ''])
    expect(rowOf(pages, '08:15')).toEqual(['23.00', ''])
    expect(rowOf(pages, '08:30')).toEqual(['', ''])
    expect(rowOf(pages, '07:45')).toEqual(['19.00', ''])
    // (21 + 23 + 19) / 3, and 40 of 1,440 minutes.
    expect(rowOf(pages, 'Mean')).toEqual(['21.00', ''])
    expect(rowOf(pages, 'Highest')).toEqual(['23.00', ''])
    expect(rowOf(pages, 'Lowest')).toEqual(['19.00', ''])
    expect(rowOf(pages, 'Time covered')).toEqual(['2.8%', '0.0%'])
    const texts = textsOf(pages)
    expect(texts).not.toContain('0.00')
    // Five minutes before the day, and as it ends.
    expect(texts).not.toContain('30.00')
    expect(texts).not.toContain('31.00')
    expect(redTexts(pages)).toEqual(['23.00', '23.00', '2.8%', '0.0%'])
  })

  it('has the hours of a week and the production days of a month', async () => {
    const [week, month] = [await pagesOf({ period: 'week' }), await pagesOf({ period: 'month', date: '2026-02-10' })]
    expect(timesOf(week, /^\d\d-\d\d \d\d:\d\d$/)).toHaveLength(7 * 24)
    expect(timesOf(week, /^\d\d-\d\d 08:00$/)).toHaveLength(7)
    const days = timesOf(month, /^\d{4}-\d\d-\d\d$/)
    expect([days.length, days[0], days.at(-1)]).toEqual([28, '2026-02-01', '2026-02-28'])
  })

  it('shows a dash for what a role hides, still point by point, and tells none of it', async () => {
    const nameless = await pagesOf({}, await tenant.signIn('nameless'))
    expect(nameless[0]?.omitted).toBe(2)
    expect(textsOf(nameless).join(' ')).not.toContain('probe')
    expect(textsOf(nameless)).not.toContain('°C')
    expect(textsOf(nameless)).toContain('—')
    expect(rowOf(nameless, '08:15')).toEqual(['23.00', ''])
    const keyless = await pagesOf({}, await tenant.signIn('keyless'))
    expect(textsOf(keyless)).not.toContain('inlet')
    expect(textsOf(keyless)).not.toContain('22')
    expect(rowOf(keyless, '08:15')).toEqual(['23.00', ''])
    // Without the end of the range nobody is told that a value lies beyond it.
    expect(redTexts(keyless)).toEqual(['2.8%', '0.0%'])
  })

  it('is for whoever is told what points measure, of their own tenant', async () => {
    const valueless = await tenant.signIn('valueless')
    const asked = { report: 'day-sheet', date: day, deviceId: device.id }
    expect((await valueless.get('/api/report/report/queryReportPage', asked)).http).toBe(404)
    const strange = await pagesOf({}, berlin.admin)
    expect(JSON.stringify(strange)).not.toContain(tenant.canary)
    expect(JSON.stringify(strange)).not.toContain(device.code)
    expect(timesOf(strange)).toEqual([])
  })

  it('says with which hour its days begin, and no other report does', async () => {
    const listOf = async (client: Client) =>
      (await client.get<{ list: { report: string; dayBegins?: number }[] }>('/api/report/report/queryReport')).data.list
    expect((await listOf(admin)).filter(({ dayBegins }) => dayBegins !== undefined)).toMatchObject([{ report: 'day-sheet', dayBegins: 8 }])
    expect((await listOf(berlin.admin)).filter(({ dayBegins }) => dayBegins !== undefined)).toEqual([])
  })

  it('is scheduled for when its production day is over', async () => {
    const dueAt = async (reportCode: string) => {
      const scheduleName = `schedule ${unique()}`
      const added = await admin.post<{ id: string }>('/api/report/schedule/addReportSchedule', {
        ...{ scheduleName, reportCode, rhythm: 'day', runAt: '06:30', issues: 0, scheduleFormats: 'pdf', scheduleLanguage: 'en' },
        ...{ scheduleStatus: 1 },
      })
      expect(added.http, JSON.stringify(added.errors ?? added.message)).toBe(200)
      const [row] = await server.database.asOwner(
        async (client) =>
          (
            await client.query<{ at: string }>(
              `select to_char(next_run_at at time zone '${KATHMANDU}', 'HH24:MI') as at from report_schedules where tenant_id = $1 and id = $2`,
              [tenant.id, added.data.id],
            )
          ).rows,
      )
      return row?.at
    }
    expect(await dueAt('day-sheet')).toBe('08:02')
    expect(await dueAt('curing-room')).toBe('06:30')
  })
})

describe('on the night on which clocks are changed', () => {
  /** A time of an hour that may be shown twice. */
  const CLOCK = /^\d\d:\d\d([+-]\d\d)?$/
  const twice = (times: readonly string[], offsets = ['+02', '+01']) => offsets.flatMap((offset) => times.map((time) => `${time}${offset}`))

  it('a quarter that the clock shows twice is two rows, each with its offset, in the order in which they were', async () => {
    const pages = await pagesOf({ date: '2026-10-25', deviceId: berlin.device.id }, berlin.admin)
    const once = quarters(0)
    expect(timesOf(pages, CLOCK)).toEqual([...once.slice(0, 8), ...twice(once.slice(8, 12)), ...once.slice(12)])
    expect([rowOf(pages, '02:15+02'), rowOf(pages, '02:15+01')]).toEqual([['10.00'], ['20.00']])
    expect([rowOf(pages, '02:30+02'), rowOf(pages, '02:30+01')]).toEqual([[''], ['']])
    expect([rowOf(pages, 'Mean'), rowOf(pages, 'Highest'), rowOf(pages, 'Lowest')]).toEqual([['15.00'], ['20.00'], ['10.00']])
    // Two of a hundred quarters.
    expect(rowOf(pages, 'Time covered')).toEqual(['2.0%'])
  })

  it('the week has one hour more, and so have the hours of other sheets of the day', async () => {
    const week = await pagesOf({ period: 'week', date: '2026-10-25', deviceId: berlin.device.id }, berlin.admin)
    const hours = timesOf(week, /^\d\d-\d\d \d\d:\d\d([+-]\d\d)?$/)
    expect([hours.length, hours.filter((hour) => hour.startsWith('10-25 02'))]).toEqual([169, ['10-25 02:00+02', '10-25 02:00+01']])
    const asked = { date: '2026-10-25', deviceId: berlin.device.id }
    // A column for each hour in which something came, too narrow for one line.
    const columns = timesOf(await pagesOf({ ...asked, report: 'availability' }, berlin.admin), /^02 ?[+-]\d\d$/)
    expect(columns.map((text) => text.replace(' ', ''))).toEqual(['02+02', '02+01'])
  })

  it('a workbook has both, and the time of neither as a number that would be that of the other', async () => {
    const query = new URLSearchParams({ report: 'day-sheet', date: '2026-10-25', deviceId: berlin.device.id })
    const answer = await fetch(`${server.url}/api/report/report/exportReport?${query.toString()}`, {
      headers: { authorization: `Bearer ${berlin.admin.token}` },
    })
    const lines = await readXlsx(Buffer.from(await answer.arrayBuffer()))
    const found = lines.filter(([time]) => String(time).startsWith('02:15')).map(([time, mean]) => [time, Number(mean)])
    expect(found).toEqual([
      ['02:15+02', 10],
      ['02:15+01', 20],
    ])
  })

  it('a day of two midnights begins with the first of them', async () => {
    const havana = await buildTenant(server, { parameters: { 'password.changeFirst': 'false', 'time.zone': 'America/Havana' } })
    const { id: deviceId } = await buildDevice(server, havana, { core: {} })
    const pages = await pagesOf({ date: '2026-11-01', deviceId }, await havana.signIn('admin'))
    const once = quarters(0)
    expect(timesOf(pages, CLOCK)).toEqual([...twice(once.slice(0, 4), ['-04', '-05']), ...once.slice(4)])
  })

  it('an hour that is left out has no rows', async () => {
    const times = timesOf(await pagesOf({ date: '2026-03-29', deviceId: berlin.device.id }, berlin.admin))
    expect(times).toEqual(quarters(0).filter((time) => !time.startsWith('02:')))
  })
})
