/** Boards of charts: one's own and nobody else's, or shared; and nobody is told by one what their roles hide. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { deviceDocument } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { MAX_BOARDS } from './boards.ts'

const BASE = '/api/chart/board'
const all = { ...administrator, roleDescription: '' }
const urls = [
  '/chart/board/queryBoard',
  '/chart/board/addBoard',
  '/chart/board/updateBoard',
  '/chart/board/deleteBoard',
  '/acquisition/device/queryDevice',
  '/acquisition/site/querySite',
]

const chart = (id: string, document: object | null = deviceDocument({})) => ({
  id,
  title: `Chart ${id}`,
  kind: 'number',
  width: 6,
  document,
})
const board = (...charts: object[]) => ({ format: 1, charts })
interface Answered {
  list: { id: string; boardName: string; audience: string; mayChange: boolean }[]
  board: { id: string; version: number; content: { charts: { id: string; document: object | null }[] } } | null
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let second: Client
let reader: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      { ...all, roleCode: 'READER', roleName: 'READER', urls, hiddenFields: [{ menu: 'devices', fields: ['serialNumber'] }] },
      { ...all, roleCode: 'SCOPED', roleName: 'SCOPED' },
      { ...all, roleCode: 'KEYLESS', roleName: 'KEYLESS', hiddenFields: [{ menu: 'points', fields: ['pointKey'] }] },
    ],
    users: [
      buildUser({ username: 'reader', roles: ['READER'] }),
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
      buildUser({ username: 'keyless', roles: ['KEYLESS'] }),
      buildUser({ username: 'second', roles: ['ROLE_ADMIN'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  second = await tenant.signIn('second')
  reader = await tenant.signIn('reader')
})
afterAll(() => server.stop())

const boardsFor = async (client: Client, id?: string) => (await client.get<Answered>(`${BASE}/queryBoard`, id ? { id } : {})).data
const add = async (client: Client, boardName: string, content: object = board(chart('a'))) =>
  (await client.post<string>(`${BASE}/addBoard`, { boardName, content })).data

describe("a board of one's own", () => {
  it('is made, renamed, given other charts and deleted, and two pages do not write over each other', async () => {
    const id = await add(admin, 'Plant')
    expect(await boardsFor(admin, id)).toMatchObject({
      list: [{ id, boardName: 'Plant', audience: 'own', mayChange: true }],
      board: { id, version: 1, content: board(chart('a')) },
    })
    const changed = board(chart('b'), chart('a'))
    expect(await admin.put(`${BASE}/updateBoard`, { id, version: 1, boardName: 'Plants', content: changed })).toMatchObject({
      http: 200,
      data: 2,
    })
    expect((await boardsFor(admin, id)).board).toEqual({ id, version: 2, content: changed })
    expect(await admin.put(`${BASE}/updateBoard`, { id, version: 1, content: board() })).toMatchObject({ http: 409 })
    expect(await admin.post(`${BASE}/addBoard`, { boardName: 'PLANTS', content: board() })).toMatchObject({
      http: 409,
      errors: [{ field: 'boardName' }],
    })
    expect((await admin.post(`${BASE}/deleteBoard`, { id })).http).toBe(200)
    expect((await boardsFor(admin)).list).toEqual([])
  })

  it('is nobody else’s: it answers like one that is not there', async () => {
    const id = await add(admin, 'Mine')
    const absent = '00000000-0000-7000-8000-00000000000f'
    for (const other of [second, reader]) {
      expect((await boardsFor(other)).list).toEqual([])
      const asked = async (wanted: string) =>
        Promise.all([
          other.get(`${BASE}/queryBoard`, { id: wanted }),
          other.put(`${BASE}/updateBoard`, { id: wanted, version: 1, content: board() }),
          other.post(`${BASE}/deleteBoard`, { id: wanted }),
        ])
      const [mine, none] = await Promise.all([asked(id), asked(absent)])
      expect(mine.map(({ http, message }) => [http, message])).toEqual(none.map(({ http, message }) => [http, message]))
      expect(mine[0]?.http).toBe(404)
    }
    await admin.post(`${BASE}/deleteBoard`, { id })
  })

  it('is refused with the place where it makes no sense', async () => {
    for (const [content, field] of [
      [{ format: 2, charts: [] }, 'content'],
      [{ ...board(), more: 1 }, 'more'],
      [board(chart('a'), chart('a')), 'content'],
      [board({ ...chart('a'), width: 5 }), 'content'],
      [
        board(chart('a', { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], sql: 'select 1' })),
        'content.charts[0].document.document',
      ],
      [board(chart('a', deviceDocument({ where: { field: 'deviceName', op: 'equals' } }))), 'content.charts[0].document.where'],
    ] as const) {
      const answer = await admin.post(`${BASE}/addBoard`, { boardName: 'Wrong', content })
      expect(answer, JSON.stringify(content)).toMatchObject({ http: 422 })
      expect(answer.errors?.[0]?.field, JSON.stringify(answer.errors)).toContain(field)
    }
    expect(await admin.post(`${BASE}/addBoard`, { boardName: 'Wrong', content: board(chart('a', null)) })).toMatchObject({ http: 409 })
  })

  it('there are so many of, and no more', async () => {
    await Promise.all(Array.from({ length: MAX_BOARDS }, (_, at) => add(second, `Board ${at}`, board())))
    expect(await second.post(`${BASE}/addBoard`, { boardName: 'One more', content: board() })).toMatchObject({ http: 409 })
    for (const { id } of (await boardsFor(second)).list) await second.post(`${BASE}/deleteBoard`, { id })
  })
})

describe('a shared board', () => {
  it('is read by those it is shared with, changed by those who may share, and made one’s own again', async () => {
    const id = await add(admin, 'Shared')
    expect((await reader.put(`${BASE}/shareBoard`, { id, audience: 'tenant' })).http).toBe(403)
    expect((await admin.put(`${BASE}/shareBoard`, { id, audience: 'roles', roleId: [tenant.roles['SCOPED']] })).http).toBe(200)
    expect((await boardsFor(reader)).list).toEqual([])
    expect((await boardsFor(await tenant.signIn('ned'))).list).toMatchObject([{ id, audience: 'roles' }])
    expect((await admin.put(`${BASE}/shareBoard`, { id, audience: 'roles' })).http).toBe(422)
    expect((await admin.put(`${BASE}/shareBoard`, { id, audience: 'tenant' })).http).toBe(200)
    expect((await boardsFor(reader)).list).toMatchObject([{ id, audience: 'tenant', mayChange: false }])
    expect((await reader.put(`${BASE}/updateBoard`, { id, version: 3, content: board() })).http).toBe(403)
    expect((await second.put(`${BASE}/shareBoard`, { id, audience: 'own' })).http).toBe(200)
    expect((await boardsFor(admin)).list).toEqual([])
    await second.post(`${BASE}/deleteBoard`, { id })
  })

  it('tells nobody by a condition what a field holds that their roles hide, and keeps the chart', async () => {
    const secret = 'SECRET-SERIAL'
    const hidden = [
      chart(
        'where',
        deviceDocument({
          where: {
            or: [
              { field: 'serialNumber', op: 'equals', value: secret },
              { field: 'deviceName', op: 'filled' },
            ],
          },
        }),
      ),
      chart(
        'measure',
        deviceDocument({ measures: [{ as: 'n', of: 'count', where: { field: 'serialNumber', op: 'equals', value: secret } }] }),
      ),
      chart('dimension', deviceDocument({ dimensions: [{ field: 'serialNumber' }] })),
      chart('subject', { ...deviceDocument({}), subject: 'users' }),
    ]
    const id = await add(admin, 'Hidden', board(chart('seen'), ...hidden))
    await admin.put(`${BASE}/shareBoard`, { id, audience: 'tenant' })
    const answer = await reader.get<Answered>(`${BASE}/queryBoard`, { id })
    expect(JSON.stringify(answer)).not.toContain(secret)
    expect(answer.data.board?.content.charts.map(({ id: one, document }) => [one, document !== null])).toEqual([
      ['seen', true],
      ['where', false],
      ['measure', false],
      ['dimension', false],
      ['subject', false],
    ])
    expect((await boardsFor(admin, id)).board?.content.charts.every(({ document }) => document !== null)).toBe(true)
    await admin.post(`${BASE}/deleteBoard`, { id })
  })

  it('tells nobody a key that measures are of and their roles hide', async () => {
    const of = (measure: object) => ({
      format: 1,
      subject: 'readings',
      time: { range: 'today' },
      measures: [{ as: 'm', of: 'mean', ...measure }],
    })
    const id = await add(admin, 'Keys', board(chart('keyed', of({ key: 'core' })), chart('plain', of({}))))
    await admin.put(`${BASE}/shareBoard`, { id, audience: 'tenant' })
    const withheldFrom = async (client: Client) =>
      (await boardsFor(client, id)).board?.content.charts.map(({ document }) => document === null)
    expect(await withheldFrom(second)).toEqual([false, false])
    expect(await withheldFrom(await tenant.signIn('keyless'))).toEqual([true, false])
    await admin.post(`${BASE}/deleteBoard`, { id })
  })

  it('tells nobody of a row that is out of their scope, and who changes the board takes nothing from it', async () => {
    const far = '00000000-0000-7000-8000-0000000000aa'
    await server.database.asOwner((client) =>
      client.query(`insert into sites (tenant_id, id, site_code, site_name) values ($1, $2, 'far', 'far')`, [tenant.id, far]),
    )
    const narrowed = chart('far', deviceDocument({ where: { field: 'siteId', op: 'among', value: [far] } }))
    const byDefault = chart(
      'default',
      deviceDocument({
        params: [{ name: 'site', kind: 'reference', to: 'sites', default: far }],
        where: { field: 'siteId', op: 'equals', param: 'site' },
      }),
    )
    const id = await add(admin, 'Far', board(narrowed, chart('near'), byDefault))
    await admin.put(`${BASE}/shareBoard`, { id, audience: 'tenant' })
    expect((await boardsFor(admin, id)).board?.content.charts[0]?.document).not.toBeNull()
    const scopes = [{ table: '', kind: 'below' }]
    expect((await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes })).http).toBe(200)
    const ned = await tenant.signIn('ned')
    const seen = (await boardsFor(ned, id)).board
    expect(seen?.content.charts.map(({ document }) => document === null)).toEqual([true, false, true])
    await admin.post(`${BASE}/deleteBoard`, { id })
    const gone = await add(
      admin,
      'Gone',
      board(
        chart('gone', deviceDocument({ where: { field: 'siteId', op: 'equals', value: '00000000-0000-7000-8000-0000000000ab' } })),
        chart('near'),
      ),
    )
    const { board: withheld } = await boardsFor(admin, gone)
    expect(withheld?.content.charts.map(({ document }) => document === null)).toEqual([true, false])
    expect((await admin.put(`${BASE}/updateBoard`, { id: gone, version: 1, content: withheld?.content })).http).toBe(200)
    const kept = await server.database.asOwner(
      async (client) =>
        (
          await client.query<{ document: unknown }>(`select content -> 'charts' -> 0 -> 'document' as document from boards where id = $1`, [
            gone,
          ])
        ).rows[0]?.document,
    )
    expect(kept).toMatchObject({ where: { field: 'siteId' } })
    await admin.post(`${BASE}/deleteBoard`, { id: gone })
  })
})
