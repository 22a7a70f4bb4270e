/** What is personal about a user: place, street, profile and picture, as an administrator sees and sets them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, newUser, uniqueMobile } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { signIn } from '../../../../tests/support/client.ts'
import { hiderOf, hiding } from '../../../../tests/support/hiding.ts'
import { pngChunk, pngOf } from '../../../../tests/support/pictures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { importRows, upload } from '../../../../tests/support/uploads.ts'
import { absentId } from '../../../../tests/support/values.ts'

const USERS = '/api/admin/sysuser'
const OWN = '/api/account/sysuserdetail'
const personal = {
  provinceRegionCode: '990000',
  cityRegionCode: '990100',
  address: 'Harbour Street 7',
  profile: 'Looks after the pumps',
}

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [hiding(users, 'avatar'), hiding(users, 'address')],
    users: [
      buildUser({ username: 'no-avatar', roles: [hiderOf(users, 'avatar')] }),
      buildUser({ username: 'no-address', roles: [hiderOf(users, 'address')] }),
      buildUser({ username: 'sitter', roles: ['ROLE_VIEWER'] }),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  await server.database.asOwner(async (client) => {
    for (const code of ['990000', '980000'])
      await client.query(
        "insert into regions (tenant_id, id, region_name, region_code, region_type) values ($1, gen_random_uuid(), '测省', $2, 'province')",
        [tenant.id, code],
      )
    for (const [city, province] of [
      ['990100', '990000'],
      ['980100', '980000'],
    ])
      await client.query(
        "insert into regions (tenant_id, id, region_name, region_code, region_type, parent_id) select $1, gen_random_uuid(), '测市', $2, 'city', id from regions where region_code = $3 and tenant_id = $1",
        [tenant.id, city, province],
      )
  })
}, 120_000)
afterAll(() => server.stop())

const rowOf = async (client: Client, id: string) =>
  (await client.get<{ list: Record<string, unknown>[] }>(`${USERS}/querySysUser`, { id })).data.list[0]
const update = (client: Client, id: string, values: object) => client.put(`${USERS}/updateSysUser`, { id, ...values })

describe('place, street and profile of a user', () => {
  it('are given with a new one, changed, cleared, and shown to whoever they are about', async () => {
    const values = newUser(tenant, personal)
    const { data } = await admin.post<{ id: string }>(`${USERS}/addSysUser`, values)
    expect(await rowOf(admin, data.id)).toMatchObject(personal)
    expect((await update(admin, data.id, { address: 'Pier 3', profile: '' })).http).toBe(200)
    expect(await rowOf(admin, data.id)).toMatchObject({ ...personal, address: 'Pier 3', profile: null })

    const self = await signIn(server.url, tenant.code, String(values['username']), PASSWORD)
    expect((await self.get('/api/uaa/users/getSysUser')).data).toMatchObject({ address: 'Pier 3' })
    expect((await admin.post(`${USERS}/deleteSysUser?id=${data.id}`)).http).toBe(200)
  })

  it('name a city of the province, and regions of the tenant', async () => {
    const id = tenant.users['viewer'] as string
    const wrong: [string, Record<string, unknown>][] = [
      ['provinceRegionCode', { provinceRegionCode: '999999' }],
      ['provinceRegionCode', { provinceRegionCode: '9901000' }],
      ['provinceRegionCode', { cityRegionCode: '990100' }],
      ['cityRegionCode', { provinceRegionCode: '990000', cityRegionCode: '980100' }],
    ]
    for (const [field, values] of wrong) {
      expect(await update(admin, id, values), JSON.stringify(values)).toMatchObject({ http: 422, errors: [{ field }] })
      expect(await admin.post(`${USERS}/addSysUser`, newUser(tenant, values)), JSON.stringify(values)).toMatchObject({
        http: 422,
        errors: [{ field }],
      })
    }
    expect((await update(admin, id, { provinceRegionCode: '990000', cityRegionCode: '990100' })).http).toBe(200)
    expect(await update(admin, id, { provinceRegionCode: '980000' }), 'the city stays in the other one').toMatchObject({
      http: 422,
      errors: [{ field: 'cityRegionCode' }],
    })
    expect((await update(admin, id, { provinceRegionCode: '980000', cityRegionCode: '980100' })).http).toBe(200)
    expect((await update(admin, id, { provinceRegionCode: '', cityRegionCode: '' })).http).toBe(200)
    expect(
      (await (await other.signIn('admin')).put(`${USERS}/updateSysUser`, { id: other.users['viewer'], provinceRegionCode: '990000' })).http,
      'a region of another tenant',
    ).toBe(422)
  })

  it('are hidden like any field: neither shown, written nor in the history', async () => {
    const id = tenant.users['sitter'] as string
    expect((await update(admin, id, personal)).http).toBe(200)
    const clerk = await tenant.signIn('no-address')
    expect(await rowOf(clerk, id)).not.toHaveProperty('address')
    expect(await update(clerk, id, { address: 'mine' })).toMatchObject({ http: 422, errors: [{ field: 'address' }] })
    const historyFor = async (client: Client) =>
      JSON.stringify((await client.get('/api/admin/syslog/queryHistory', { noun: 'users', id })).data)
    expect(await historyFor(admin)).toContain(personal.address)
    expect(await historyFor(clerk)).toContain(personal.profile)
    expect(await historyFor(clerk)).not.toContain(personal.address)
  })

  it('are taken by an import and given by an export', async () => {
    const name = `import-${absentId().slice(-8)}`
    const headings = ['username', 'nickname', 'email', 'prefix', 'mobile', 'roleId', 'orgId', 'status', ...Object.keys(personal)]
    const row = (username: string, city: string) => [
      username,
      username,
      `${username}@example.com`,
      '86',
      uniqueMobile(),
      'ROLE_VIEWER',
      `${tenant.canary} team`,
      '1',
      ...Object.values({ ...personal, cityRegionCode: city }),
    ]
    const answer = await importRows(server.url, admin, users, [headings, row(name, '990100'), row(`${name}-x`, '980100')], {
      mode: 'good',
    })
    expect(answer).toMatchObject({ http: 200, data: { report: { added: 1, errors: [{ row: 3, field: 'cityRegionCode' }] } } })
    const { data } = await admin.get<{ list: Record<string, unknown>[] }>(`${USERS}/querySysUser`, { username: name })
    expect(data.list).toHaveLength(1)
    expect(data.list[0]).toMatchObject(personal)
    const file = String((await admin.post(`${USERS}/exportSysUser`, { username: name }))['text'])
    for (const value of Object.values(personal)) expect(file).toContain(value)
  })
})

describe('the picture of a user', () => {
  const send = (client: Client, id: string | undefined, file = pngOf(8, 8)) =>
    upload<string>(server.url, client, `${OWN}/uploadAvatar`, file, { name: 'me.png', fields: { id: String(id) } })
  const remove = (client: Client, id: string | undefined) => client.post(`${OWN}/deleteAvatar`, { id })

  it('is set, replaced and removed by whoever may change the user, without what else the file said', async () => {
    const id = tenant.users['viewer'] as string
    const secret = pngOf(8, 8, undefined, [pngChunk('tEXt', Buffer.from('Comment\0a secret place'))])
    const first = await send(admin, id, secret)
    expect(first).toMatchObject({ http: 200, data: expect.stringContaining('/queryAvatar?id=') as string })
    const viewer = await tenant.signIn('viewer')
    expect((await viewer.get('/api/uaa/users/getSysUser')).data).toMatchObject({ avatar: first.data })
    const bytes = await fetch(`${server.url}${first.data}`, { headers: { authorization: `Bearer ${viewer.token}` } })
    expect(Buffer.from(await bytes.arrayBuffer()).equals(pngOf(8, 8))).toBe(true)
    const second = await send(admin, id, pngOf(9, 9))
    expect(await rowOf(admin, id)).toMatchObject({ avatar: second.data })
    expect((await remove(admin, id)).http).toBe(200)
    expect(await rowOf(admin, id)).toMatchObject({ avatar: null })
    expect(await rowOf(admin, tenant.users['admin'] as string), 'nobody else').toMatchObject({ avatar: null })
  })

  it('is set by nobody who may not, of nobody who may do more, and of nobody in another tenant', async () => {
    const id = tenant.users['viewer']
    for (const client of [await tenant.signIn('sitter'), await tenant.signIn('no-avatar')])
      for (const answer of [await send(client, id), await remove(client, id)]) expect(answer.http).toBe(403)
    const editor = await tenant.signIn('editor')
    expect([(await send(editor, tenant.users['admin'])).http, (await remove(editor, tenant.users['admin'])).http]).toEqual([403, 403])
    for (const foreign of [other.users['viewer'], absentId(), 'x'])
      expect([(await send(admin, foreign)).http, (await remove(admin, foreign)).http], foreign).toEqual([404, 404])
    expect(await rowOf(admin, id as string)).toMatchObject({ avatar: null })
    expect(await rowOf(await other.signIn('admin'), other.users['viewer'] as string)).toMatchObject({ avatar: null })
  })
})
