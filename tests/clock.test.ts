/** One clock a tenant: what is shown, typed, filtered and exported goes by its zone, neither by the server's nor by the browser's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentOfWall, secondText, wallOf } from '../model/zone.ts'
import { build } from '../server/kernel/database/sql.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { rowsOfFile, unzip } from './support/files.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'

const PROJECTS = '/api/acquisition/project'
const PARAMETERS = '/api/admin/sysparam'
interface Row {
  readonly id: string
  readonly projectCode: string
  readonly createTime: string
}

let server: TestServer
let berlin: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  expect(server.services.config.timeZone).toBe('Asia/Shanghai')
  berlin = await buildTenant(server, { parameters: { 'time.zone': 'Europe/Berlin' } })
  admin = await berlin.signIn('admin')
})
afterAll(() => server.stop())

/** A project that was made at that moment. */
async function projectOf(tenant: BuiltTenant, client: Client, created: string): Promise<string> {
  const projectCode = `P-${unique()}`
  const { data } = await client.post<Row>(`${PROJECTS}/addProject`, { projectCode, projectName: projectCode, projectStatus: 'active' })
  await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    tx.run(
      build
        .updateTable('projects')
        .set({ created_at: new Date(created) })
        .where('id', '=', data.id),
    ),
  )
  return projectCode
}

const projectsOf = async (client: Client, filters: Record<string, string>) =>
  (await client.get<{ list: Row[] }>(`${PROJECTS}/queryProject`, { currentPage: 1, pageSize: 50, ...filters })).data.list

async function zoneRow(client: Client): Promise<{ id: string }> {
  const { data } = await client.get<{ list: { id: string; paramKey: string }[] }>(`${PARAMETERS}/querySysParam`, {
    currentPage: 1,
    pageSize: 50,
    paramKey: 'time.zone',
  })
  return data.list.find(({ paramKey }) => paramKey === 'time.zone') ?? expect.fail('the parameter is not there')
}

it('a time that clocks show twice or never is the same moment here and in the database', async () => {
  const [QUARTER, HOUR] = [900_000, 3_600_000] as const
  // Where and when clocks were put, forward and back: at two, at midnight, by half an hour, and over a whole day.
  const changes = [
    ['Europe/Berlin', '2026-03-29T01:00Z', '2026-10-25T01:00Z'],
    ['America/New_York', '2026-03-08T07:00Z', '2026-11-01T06:00Z'],
    ['America/Havana', '2026-03-08T05:00Z', '2026-11-01T05:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30Z', '2026-04-04T15:00Z'],
    ['Atlantic/Azores', '2026-03-29T01:00Z', '2026-10-25T01:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00Z', '2011-04-02T14:00Z'],
  ] as const
  const asked = changes.flatMap(([zone, ...moments]) =>
    moments.flatMap((change) =>
      [-2 * HOUR, -HOUR, -QUARTER, -1000, 0, QUARTER, HOUR, 2 * HOUR, 25 * HOUR].flatMap((away) => {
        const wall = wallOf(zone, Date.parse(change) + away)
        // What was left out lies about the change as well.
        return [wall, wall + HOUR / 2, wall - HOUR / 2].map((each) => ({ zone, wall: each }))
      }),
    ),
  )
  const read = await server.database.asOwner(
    async (client) =>
      (
        await client.query(
          'select extract(epoch from (t || z)::timestamptz)::float8 * 1000 as at from unnest($1::text[], $2::text[]) with ordinality as u (t, z, nth) order by nth',
          [asked.map(({ wall }) => `${secondText('UTC', wall)} `), asked.map(({ zone }) => zone)],
        )
      ).rows as { at: number }[],
  )
  const found = asked.map(({ zone, wall }, nth) => [zone, secondText('UTC', wall), secondText('UTC', read[nth]?.at ?? NaN)])
  expect(asked.map(({ zone, wall }) => [zone, secondText('UTC', wall), secondText('UTC', momentOfWall(zone, wall))])).toEqual(found)
})

describe('the clock of a tenant', () => {
  it('is the one in which its people read times, while another tenant of the same server has its own', async () => {
    const shanghai = await buildTenant(server, { parameters: { 'time.zone': 'Asia/Shanghai' } })
    const other = await shanghai.signIn('admin')
    await projectOf(berlin, admin, '2026-07-01T12:00:00Z')
    await projectOf(shanghai, other, '2026-07-01T12:00:00Z')
    const times = async (client: Client) => (await projectsOf(client, {})).map(({ createTime }) => createTime)
    expect([await times(admin), await times(other)]).toEqual([['2026-07-01 14:00:00'], ['2026-07-01 20:00:00']])
    const zoneOf = async (client: Client) => (await client.get<{ timeZone: string }>('/api/uaa/users/getSysUser')).data.timeZone
    expect([await zoneOf(admin), await zoneOf(other)]).toEqual(['Europe/Berlin', 'Asia/Shanghai'])
  })

  it('has 25 hours on the day on which summer time ends, and 23 when it begins', async () => {
    const codes = new Map<string, string>()
    for (const moment of ['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'])
      codes.set(await projectOf(berlin, admin, moment), moment)
    for (const moment of ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'])
      codes.set(await projectOf(berlin, admin, moment), moment)
    const on = async (day: string) =>
      (await projectsOf(admin, { createTimeStart: `${day} 00:00:00`, createTimeEnd: `${day} 23:59:59` }))
        .map(({ projectCode }) => codes.get(projectCode))
        .sort()
    expect(await on('2026-10-25')).toEqual(['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'])
    expect(await on('2026-03-29')).toEqual(['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'])
  })

  it('is that of a time that is typed, and the same text comes back', async () => {
    const title = `at eight ${unique()}`
    const added = await admin.post<{ id: string }>('/api/notification/notification/addNotification', {
      title,
      content: '<p>x</p>',
      type: 'notification',
      priority: 'low',
      startTime: '2026-07-02 08:00:00',
    })
    expect(added.http, added.message).toBe(200)
    const stored = await server.services.transactions.inTenant({ tenantId: berlin.id }, (tx) =>
      tx.first(build.selectFrom('notifications').select('start_time').where('id', '=', added.data.id)),
    )
    expect(stored?.start_time).toEqual(new Date('2026-07-02T06:00:00Z'))
    const { data } = await admin.get<{ list: { startTime: string }[] }>('/api/notification/notification/queryNotification', { title })
    expect(data.list.map(({ startTime }) => startTime)).toEqual(['2026-07-02 08:00:00'])
  })

  it('stands in every file that is exported, with the name of its zone', async () => {
    const tenant = await buildTenant(server, { parameters: { 'time.zone': 'Asia/Kolkata' } })
    const client = await tenant.signIn('admin')
    await projectOf(tenant, client, '2026-07-01T12:00:00Z')
    for (const [verb, part] of [
      ['export', 'xl/worksheets/sheet1.xml'],
      ['exportWord', 'word/document.xml'],
      ['exportPDF', ''],
    ] as const) {
      const answer = await fetch(`${server.url}${PROJECTS}/${verb}Project`, {
        method: 'POST',
        body: JSON.stringify({ fields: ['projectCode', 'createTime'] }),
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const rows = await rowsOfFile(bytes, answer.headers.get('content-type') ?? '')
      expect(rows?.[1]?.at(-1)?.replaceAll(/\s+/g, ' '), verb).toBe('2026-07-01 17:30:00')
      if (part !== '') expect((await unzip(bytes)).get(part), verb).toContain('Asia/Kolkata (UTC+5:30)')
      // The name of the file says when it was made, by the same clock.
      const name = decodeURIComponent(answer.headers.get('content-disposition') ?? '')
      expect(name, verb).toContain(secondText('Asia/Kolkata', Date.now()).slice(0, 10))
    }
  })
})

describe('the zone of a tenant', () => {
  const refusals = {
    en: 'Value takes a time zone as IANA names it, such as Asia/Shanghai',
    'zh-CN': '参数值须为 IANA 时区名称，例如 Asia/Shanghai',
    'zh-TW': '參數值須為 IANA 時區名稱，例如 Asia/Taipei',
  }

  it('is changed for the next request, and nothing else is taken than what is a zone', async () => {
    const tenant = await buildTenant(server)
    const client = await tenant.signIn('admin')
    await projectOf(tenant, client, '2026-07-01T12:00:00Z')
    const { id } = await zoneRow(client)
    const set = (paramValue: string, language = 'en') =>
      client.put(`${PARAMETERS}/updateSysParam`, { id, paramValue }, { 'accept-language': language })
    const time = async () => (await projectsOf(client, {}))[0]?.createTime
    // The server's, where none is chosen.
    expect(await time()).toBe('2026-07-01 20:00:00')
    expect(await set('America/New_York')).toMatchObject({ http: 200 })
    expect(await time()).toBe('2026-07-01 08:00:00')
    for (const wrong of ['Mars/Olympus', 'EST5EDT4', "UTC'; select 1", 'x'.repeat(65)])
      for (const [language, message] of Object.entries(refusals))
        expect(await set(wrong, language), wrong).toMatchObject({ http: 422, errors: [{ field: 'paramValue', message }] })
    expect(await set('')).toMatchObject({ http: 200 })
    expect(await time()).toBe('2026-07-01 20:00:00')
  })

  it('locks nobody out when the database does not know it (any more)', async () => {
    const tenant = await buildTenant(server, { parameters: { 'time.zone': 'Atlantis/Poseidonis' } })
    const client = await tenant.signIn('admin')
    await projectOf(tenant, client, '2026-07-01T12:00:00Z')
    expect((await projectsOf(client, {}))[0]?.createTime).toBe('2026-07-01 20:00:00')
  })
})
