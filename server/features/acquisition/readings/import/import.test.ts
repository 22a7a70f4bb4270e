/** History from files: every value under its own point and at its own time, once, as good as it was, and nothing of what is wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleSeed } from '../../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../../tests/support/builders.ts'
import type { Client } from '../../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../../tests/support/devices.ts'
import { buildDevice, buildPolledDevice, pointsOf, samplesOf, stateOf } from '../../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../../tests/support/server.ts'
import { sharedServer } from '../../../../../tests/support/server.ts'
import type { ImportAnswer, Imported } from '../../../../../tests/support/uploads.ts'
import { upload } from '../../../../../tests/support/uploads.ts'
import { workbookOf } from '../../../../../tests/support/workbooks.ts'
import type { ImportReport } from '../../../../exchange/index.ts'

const IMPORT = '/api/acquisition/reading/importReading'
const DAY_MS = 86_400_000
const role = (roleCode: string, changes: Partial<RoleSeed>): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls: 'all',
  hiddenButtons: [],
  hiddenFields: [],
  ...changes,
})

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  const roles = [
    role('NAMELESS', {
      hiddenFields: [
        { menu: 'devices', fields: ['deviceCode'] },
        { menu: 'points', fields: ['pointName'] },
      ],
    }),
    role('READER', { urls: ['/acquisition/reading/queryReadingTrend'] }),
  ]
  tenant = await buildTenant(server, {
    roles,
    users: [buildUser({ username: 'nameless', roles: ['NAMELESS'] }), buildUser({ username: 'reader', roles: ['READER'] })],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

interface Progress {
  status: string
  percent: number
  message: string | null
  report: ImportReport | null
}
interface Sent {
  mode?: 'check' | 'good' | 'all'
  deviceId?: string
  name?: string
  client?: Client
  language?: string
}

const send = (content: string | Buffer, { client = admin, name = 'history.csv', language = 'en', ...fields }: Sent = {}) =>
  upload<Imported>(server.url, client, IMPORT, Buffer.from(content), {
    name,
    fields: { mode: 'all', ...fields },
    language,
  }) as Promise<ImportAnswer>

/** What the job has come to. */
async function take(content: string | Buffer, sent: Sent = {}): Promise<Progress> {
  const answer = await send(content, sent)
  expect([answer.http, answer.message]).toEqual([200, 'success'])
  for (;;) {
    const { data } = await (sent.client ?? admin).get<Progress>('/api/admin/imports/queryImportJob', { id: answer.data.jobId ?? '' })
    if (data.status !== 'queued' && data.status !== 'running') return data
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
}

const errorsOf = ({ report }: Progress) => report?.errors.map(({ row, column, message }) => `${column}${row} ${message}`)
/** `yyyy-MM-dd HH:mm:ss.SSS`; Beijing keeps no summer time: eight hours ahead all year. */
const shanghai = (moment: number) => new Date(moment + 8 * 3_600_000).toISOString().replace('T', ' ').replace('Z', '')
const yesterday = () => Math.floor(Date.now() / 1000) * 1000 - DAY_MS

describe('one value a row', () => {
  it('is stored under its point, in the unit of the point, at its time, once however often the file comes', async () => {
    const [device, second] = [
      await buildDevice(server, tenant, { temperature: { scale: 0.1, value_offset: -40, range_high: 100 }, door: { retention: 'long' } }),
      await buildDevice(server, tenant),
    ]
    const at = yesterday()
    const file = [
      'Device,Key,Time,Value',
      `${device.code},temperature,${shanghai(at)},21.5`,
      `${device.code},door,${new Date(at).toISOString()},true`,
      `${second.code},humidity,${at / 1000},55`,
      `${device.code},temperature,${at + 1000},1e2`,
      `${device.code},temperature,${shanghai(at + 2000)},`,
      '## a note,,,',
      ',,,',
      `${device.code},temperature,${new Date(at + 3000 + 2 * 3_600_000).toISOString().replace('Z', '+02:00')},130`,
    ].join('\n')
    for (const stored of [6, 0])
      expect(await take(file)).toMatchObject({
        status: 'done',
        report: { rows: 6, good: 6, added: 6, badRows: 0, comments: 1, errors: [], values: { stored, corrected: 0, repeated: 6 - stored } },
      })
    expect(await samplesOf(server, device.series['temperature'] as number)).toEqual([
      { time: at, value: 21.5, quality: 192, reason: 3, retention: 2 },
      { time: at + 1000, value: 100, quality: 192, reason: 3, retention: 2 },
      { time: at + 2000, value: null, quality: 0, reason: 4, retention: 2 },
      { time: at + 3000, value: 130, quality: 64, reason: 1, retention: 2 },
    ])
    expect(await samplesOf(server, device.series['door'] as number)).toMatchObject([{ time: at, value: 1, retention: 3 }])
    expect(await samplesOf(server, second.series['humidity'] as number)).toMatchObject([{ time: at, value: 55 }])
    expect(await take(`device,key,time,value\n${second.code},humidity,${at / 1000},56`)).toMatchObject({
      report: { values: { stored: 1, corrected: 1, repeated: 0 } },
    })
    const { data } = await admin.get<{ list: unknown[] }>('/api/acquisition/reading/queryReadingCorrection', {
      pointId: (await pointsOf(server, second))['humidity'] ?? '',
      from: at,
      to: at + 1,
    })
    expect(data.list).toMatchObject([
      { time: at, value: 55, quality: 192, reason: 'backfill', deviceCode: second.code, username: `${tenant.canary} · admin` },
    ])
    expect(await stateOf(server, device.id), 'nothing was heard of the device').toBeUndefined()
  })

  it('may be what was exported, with qualities and reasons, in another language', async () => {
    const [from, to] = [await buildDevice(server, tenant, { a: {} }), await buildDevice(server, tenant, { a: { deadband: 50 } })]
    const at = yesterday()
    expect(
      await take(
        `device,key,time,value,quality,reason\n${from.code},a,${at},1,good,\n${from.code},a,${at + 1500},2,uncertain,frozen\n${from.code},a,${at + 2000},,bad,comm\n${from.code},a,${at + 3000},4,Unsicher,x`,
        { mode: 'good' },
      ),
    ).toMatchObject({ report: { added: 3, badRows: 1 } })
    const exported = await fetch(`${server.url}/api/acquisition/reading/exportReading`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': 'zh-CN' },
      body: JSON.stringify({ pointId: [(await pointsOf(server, from))['a']], from: at, to: at + 5000, detail: 'raw', format: 'csv' }),
    }).then((response) => response.text())
    expect(await take(exported.replaceAll(from.code, to.code))).toMatchObject({
      status: 'done',
      report: { rows: 3, added: 3, headings: { unknown: [], ignored: ['更正前的值'] } },
    })
    expect(await samplesOf(server, to.series['a'] as number)).toEqual([
      { time: at, value: 1, quality: 192, reason: 3, retention: 2 },
      { time: at + 1500, value: 2, quality: 64, reason: 6, retention: 2 },
      { time: at + 2000, value: null, quality: 0, reason: 7, retention: 2 },
    ])
  })

  it('is converted from the unit that its row names, and refused where it cannot be', async () => {
    const device = await buildDevice(server, tenant, { temperature: { unit: '°C' }, humidity: {} })
    const at = yesterday()
    const file = [
      'Device,Key,Unit,Time,Value',
      `${device.code},temperature,°F,${at},70.7`,
      `${device.code},temperature,℃,${at + 1000},20`,
      `${device.code},temperature,,${at + 2000},21`,
      `${device.code},humidity,%,${at},60`,
      `${device.code},temperature,bar,${at + 3000},1`,
    ].join('\n')
    const taken = await take(file, { mode: 'good' })
    expect(taken).toMatchObject({ report: { added: 4, badRows: 1, headings: { unknown: [], ignored: [] } } })
    expect(errorsOf(taken)).toEqual(['C6 Unit: “bar” cannot be converted to the unit of the point'])
    expect((await samplesOf(server, device.series['temperature'] as number)).map(({ value }) => value)).toEqual([21.5, 20, 21])
  })

  it('may come as a workbook, and for a device that is asked', async () => {
    const device = await buildPolledDevice(
      server,
      tenant,
      { port: 5020, unit: 9 },
      { level: { register_kind: 'holding', register_address: 0, register_format: 'uint16', scale: 0.01 } },
    )
    const at = yesterday()
    const book = await workbookOf([
      ['History of the plant'],
      [],
      ['设备', '测点名称', '时间', '数值'],
      [device.code, 'level', shanghai(at).slice(0, 19), 3.25],
    ])
    expect(await take(book, { name: 'history.xlsx' })).toMatchObject({ message: null, status: 'done', report: { added: 1 } })
    expect(await samplesOf(server, device.series['level'] as number)).toMatchObject([{ time: at, value: 3.25 }])
  })
})

describe('one moment a row', () => {
  it('has a column for each point, by key or name, with other separators and letters', async () => {
    const device = await buildDevice(server, tenant, { temperature: {}, humidity: {} })
    await server.database.asOwner((client) =>
      client.query("update points set point_name = '湿度' where series = $1", [device.series['humidity']]),
    )
    const at = yesterday() - 3_600_000
    const [day, clock] = shanghai(at).split(' ') as [string, string]
    // As Excel saves it in China: GB 18030, without a mark.
    const text = `时间;temperature (°C);湿度;备注\r\n${day.replaceAll('-', '/')} ${clock.slice(0, 8)};21,5;60\r\n${shanghai(at + 60_000)};;61;开门\r\n`
    const gb = new Map([
      ['时间', [0xca, 0xb1, 0xbc, 0xe4]],
      ['湿度', [0xca, 0xaa, 0xb6, 0xc8]],
      ['备注', [0xb1, 0xb8, 0xd7, 0xa2]],
      ['开门', [0xbf, 0xaa, 0xc3, 0xc5]],
      ['°', [0xa1, 0xe3]],
    ])
    const bytes = Buffer.concat(
      text.split(/(时间|湿度|备注|开门|°)/).map((part) => Buffer.from(gb.get(part) ?? [...Buffer.from(part, 'latin1')])),
    )
    expect(await take(bytes, { deviceId: device.id })).toMatchObject({
      status: 'done',
      report: { rows: 2, added: 2, headings: { unknown: ['备注'] } },
    })
    expect(await samplesOf(server, device.series['temperature'] as number)).toMatchObject([{ time: at, value: 21.5 }])
    expect(await samplesOf(server, device.series['humidity'] as number)).toMatchObject([
      { time: at, value: 60 },
      { time: at + 60_000, value: 61 },
    ])
  })

  it('may name its device in a column; many values in one go', async () => {
    const [one, two] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
    const at = yesterday() - 6 * 3_600_000
    const rows = Array.from(
      { length: 12_000 },
      (_, index) => `${(index % 2 === 0 ? one : two).code}\t${at + index * 100}\t${index}\t${index / 4}`,
    )
    expect(await take(['device\ttime\ttemperature\thumidity', ...rows].join('\n'))).toMatchObject({
      status: 'done',
      report: { rows: 12_000, added: 12_000 },
    })
    const stored = await samplesOf(server, two.series['humidity'] as number)
    expect(stored).toHaveLength(6000)
    expect([stored[0], stored.at(-1)]).toMatchObject([
      { time: at + 100, value: 0.25 },
      { time: at + 1_199_900, value: 2999.75 },
    ])
  })
})

describe('what is wrong', () => {
  it('is named by row and column in the caller’s language; a check stores nothing, all or nothing neither, the good rows are stored if asked for', async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const at = yesterday()
    const file = [
      'Device,Key,Time,Value,Quality',
      `${device.code},temperature,${at},1,`,
      `${foreign.code},temperature,${at},2,`,
      `${device.code},pressure,${at},3,`,
      `${device.code},temperature,31/01/2026,4,`,
      `${device.code},temperature,2026-02-30 00:00:00,5,`,
      `${device.code},temperature,${at},warm,`,
      `${device.code},temperature,${Date.now() + 2 * DAY_MS},7,`,
      `${device.code},temperature,2001-01-01 00:00:00,8,`,
      `${device.code},temperature,${at},9,fair`,
      `${device.code},humidity,${at},10,good`,
    ].join('\n')
    const expected = [
      `A3 Device: nothing is called “${foreign.code}”`,
      'B4 Key: nothing is called “pressure”',
      'C5 Time: “31/01/2026” is no time. Please write it as 2026-01-31 08:00:00, as ISO 8601 or as milliseconds since 1970',
      'C6 Time: “2026-02-30 00:00:00” is no time. Please write it as 2026-01-31 08:00:00, as ISO 8601 or as milliseconds since 1970',
      'D7 Value: “warm” is no number',
      'C8 Time: its time is more than a day ahead',
      'C9 Time: its time is before what is kept',
      'E10 Quality: nothing is called “fair”',
    ]
    const checked = await take(file, { mode: 'check' })
    expect(checked).toMatchObject({ status: 'done', report: { rows: 10, good: 2, added: 0, badRows: 8, errorTotal: 8 } })
    expect(errorsOf(checked)).toEqual(expected)
    expect(errorsOf(await take(file, { mode: 'check', language: 'zh-CN' }))?.[4]).toBe('D7 Value：“warm”不是数字')
    expect(await take(file)).toMatchObject({ status: 'failed', message: 'Nothing was imported. Rows with errors: 8' })
    expect(await samplesOf(server, device.series['humidity'] as number)).toEqual([])
    expect(await take(file, { mode: 'good' })).toMatchObject({ status: 'done', report: { added: 2, badRows: 8 } })
    expect((await samplesOf(server, device.series['temperature'] as number)).map(({ value }) => value)).toEqual([1])
    expect(await samplesOf(server, foreign.series['temperature'] as number)).toEqual([])
  })

  it.each<[string, string | Buffer, string]>([
    [
      'no time',
      'device,key,value\na,b,1',
      'No column of the file is the time. Please use the template, or give the column of times the heading Time',
    ],
    ['no device', 'time,temperature\n2026-01-01,1', 'Please choose whose values these are, or add the column Device'],
    ['no point', 'device,time\na,2026-01-01', 'No column of the file is a point of the device. Headings are the keys or names of points'],
    ['headings alone', 'device,key,time,value\n', 'There are no rows below the headings'],
    ['bytes', Buffer.from([1, 0, 2, 0, 3, 10, 0, 0]), 'The file is damaged or is not an Excel workbook (.xlsx)'],
    [
      'too many columns',
      `time,${Array.from({ length: 300 }, (_, index) => `c${index}`).join(',')}\n`,
      'The sheet has more than 200 columns',
    ],
  ])('a file is refused with its reason: %s', async (_, content, message) => {
    expect(await take(content, { mode: 'check' })).toMatchObject({ status: 'failed', message })
  })

  it('a file is a CSV file or a workbook, and not empty', async () => {
    expect(await send('x', { name: 'history.txt' })).toMatchObject({
      http: 422,
      message: 'Only CSV files (.csv) and Excel workbooks (.xlsx) can be imported',
    })
    expect(await send('')).toMatchObject({ http: 422, message: 'The file cannot be empty!' })
    expect(await send(Buffer.alloc(10 * 1024 ** 2, 1), { name: 'history.xlsx' })).toMatchObject({ http: 413 })
  })
})

describe('who', () => {
  it('may not import without the right, nor for another tenant’s device', async () => {
    const [device, foreign] = [await buildDevice(server, tenant), await buildDevice(server, other)]
    const file = `time,temperature\n${yesterday()},1`
    expect(await send(file, { client: await tenant.signIn('reader'), deviceId: device.id })).toMatchObject({ http: 403 })
    expect(await send(file, { deviceId: foreign.id })).toMatchObject({ http: 404 })
    expect(await samplesOf(server, foreign.series['temperature'] as number)).toEqual([])
  })

  it('sees no codes of devices cannot name one by its code, nor a point by a name that is hidden', async () => {
    const device: BuiltDevice = await buildDevice(server, tenant)
    const client = await tenant.signIn('nameless')
    expect(await take(`device,key,time,value\n${device.code},temperature,${yesterday()},1`, { client, mode: 'check' })).toMatchObject({
      status: 'failed',
      message: 'Please choose whose values these are, or add the column Device',
    })
    expect(await take(`point name,time,value\ntemperature,${yesterday()},1`, { client, deviceId: device.id })).toMatchObject({
      status: 'failed',
      message: 'No column of the file is a point of the device. Headings are the keys or names of points',
    })
    expect(await take(`key,time,value\ntemperature,${yesterday()},1`, { client, deviceId: device.id })).toMatchObject({
      status: 'done',
      report: { added: 1 },
    })
  })
})
