import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique, uniqueMobile } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import { addApplication, allow, ask, codeFor, exchange, question } from '../../../../tests/support/oauth.ts'
import { pngChunk, pngOf } from '../../../../tests/support/pictures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'

const ME = '/api/uaa/users/getSysUser'
const OWN = '/api/account/sysuserdetail'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let viewer: Client
beforeAll(async () => {
  // Nothing sends a code, and nobody is shown one: what is changed counts at once.
  server = await startServer({ outboxSecrets: false })
  tenant = await buildTenant(server, {
    users: [
      buildUser({ username: 'mover', roles: ['ROLE_VIEWER'] }),
      buildUser({ username: 'sitter', roles: ['ROLE_VIEWER'] }),
      buildUser({ username: 'changer', roles: ['ROLE_VIEWER'] }),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  viewer = await tenant.signIn('viewer')
})
afterAll(() => server.stop())

const asOwner = async <Row>(sql: string, values: unknown[] = []) =>
  (await server.database.asOwner((owner) => owner.query(sql, values))).rows as Row[]
const change = (client: Client, values: Record<string, unknown>) => client.put(`${OWN}/updateSysUserDetail`, values)
const me = (client: Client) => client.get<Record<string, unknown>>(ME).then(({ data }) => data)

describe("one's own details", () => {
  it('are changed as the form of users would change them, and shown to oneself whatever a role hides', async () => {
    const mobile = uniqueMobile()
    const email = `${unique()}@example.com`
    expect(
      (
        await change(viewer, {
          nickname: ' Ada ',
          email,
          prefix: '+86',
          mobile,
          phone: '010-1',
          address: 'Road 1',
          profile: 'Likes bridges',
        })
      ).http,
    ).toBe(200)
    // A viewer sees nobody's mobile number in lists.
    expect(await me(viewer)).toMatchObject({
      nickname: 'Ada',
      email,
      prefix: '86',
      mobile,
      phone: '010-1',
      address: 'Road 1',
      profile: 'Likes bridges',
    })
    expect((await viewer.get<{ fields: string[] }>('/api/admin/sysuser/querySysUser')).data.fields).not.toContain('mobile')
    expect((await change(viewer, { phone: '', address: '', profile: null })).http).toBe(200)
    expect(await me(viewer)).toMatchObject({ nickname: 'Ada', phone: '', address: '', profile: '' })
  })

  it.each<[string, Record<string, unknown>]>([
    ['nickname', { nickname: ' ' }],
    ['nickname', { nickname: 'n'.repeat(65) }],
    ['email', { email: 'nobody' }],
    ['email', { email: '' }],
    ['mobile', { mobile: '12345678901' }],
    ['mobile', { prefix: '86', mobile: '555555' }],
    ['prefix', { prefix: '0' }],
    ['phone', { phone: '1'.repeat(21) }],
    ['address', { address: 'a'.repeat(41) }],
    ['profile', { profile: 'p'.repeat(257) }],
    ['provinceRegionCode', { provinceRegionCode: '999999' }],
    ['provinceRegionCode', { provinceRegionCode: '', cityRegionCode: '330100' }],
  ])('refuse a wrong %s: %j', async (field, values) => {
    expect(await change(viewer, values)).toMatchObject({ http: 422, errors: [{ field }] })
  })

  it('are nothing but details, and of nobody else', async () => {
    const [before] = await asOwner<{ line: string }>('select to_jsonb(u)::text as line from users u where id = $1', [
      tenant.users['viewer'],
    ])
    for (const values of [
      { status: 0 },
      { roleId: [tenant.roles['ROLE_ADMIN']] },
      { orgId: tenant.organisations['root'] },
      { username: 'root' },
      { tenantId: other.id },
      { password: '0'.repeat(32) },
      { avatar: 'https://evil.example/' },
      { mustChangePassword: 0 },
      { version: 1 },
      { nickname: 'x', roles: ['ROLE_ADMIN'] },
    ])
      expect(await change(viewer, values), JSON.stringify(values)).toMatchObject({ http: 422 })
    for (const id of [tenant.users['admin'], other.users['viewer'], 'x'])
      expect(await change(viewer, { id, nickname: 'x' })).toMatchObject({ http: 403 })
    expect(
      (await asOwner<{ line: string }>('select to_jsonb(u)::text as line from users u where id = $1', [tenant.users['viewer']]))[0],
    ).toEqual(before)
    expect(await call(server.url, 'PUT', `${OWN}/updateSysUserDetail`, { body: { nickname: 'x' } })).toMatchObject({
      http: 401,
      code: 50008,
    })
    expect((await change(viewer, { id: tenant.users['viewer'], nickname: 'Own' })).http).toBe(200)
  })

  it('take no address or number that somebody else of the tenant has', async () => {
    const theirs = await me(admin)
    expect(await change(viewer, { email: String(theirs['email']).toUpperCase() })).toMatchObject({
      http: 409,
      errors: [{ field: 'email' }],
    })
    expect(await change(viewer, { mobile: theirs['mobile'] })).toMatchObject({ http: 409, errors: [{ field: 'mobile' }] })
    const elsewhere = await me(await other.signIn('admin'))
    expect((await change(viewer, { mobile: elsewhere['mobile'] })).http, 'another tenant is another world').toBe(200)
  })

  it('ask once more who one is before e-mail or mobile number change', async () => {
    await asOwner("update sessions set created_at = created_at - interval '1 hour'")
    const { email, mobile } = await me(viewer)
    expect(await change(viewer, { email: `${unique()}@example.com` })).toMatchObject({ http: 403 })
    expect(await change(viewer, { mobile: uniqueMobile() })).toMatchObject({ http: 403 })
    expect((await change(viewer, { nickname: 'Ada', email, mobile })).http, 'left as they are').toBe(200)
  })
})

describe('an address that was changed', () => {
  it('is told that it is no more, and what was sent there opens nothing any more', async () => {
    const client = await tenant.signIn('changer')
    const { email: before, mobile } = await me(client)
    await asOwner(
      "insert into one_time_secrets (tenant_id, id, user_id, purpose, secret_hash, expires_at) select $1, gen_random_uuid(), $2, purpose, 'x', now() + interval '1 hour' from unnest(array['password-link', 'sign-in-code']) as purpose",
      [tenant.id, tenant.users['changer']],
    )
    const purposes = async () =>
      (
        await asOwner<{ purpose: string }>('select purpose from one_time_secrets where user_id = $1 order by purpose', [
          tenant.users['changer'],
        ])
      ).map(({ purpose }) => purpose)
    const email = `${unique()}@example.com`
    expect((await change(client, { email })).http).toBe(200)
    expect(await purposes()).toEqual(['sign-in-code'])
    expect((await change(client, { email, mobile: uniqueMobile() })).http).toBe(200)
    expect(await purposes()).toEqual([])
    expect(
      await asOwner('select channel, recipient, message_kind from messages where tenant_id = $1 and recipient = any($2) order by channel', [
        tenant.id,
        [before, `+86 ${String(mobile)}`],
      ]),
    ).toEqual([
      { channel: 'mail', recipient: before, message_kind: 'contact-changed' },
      { channel: 'sms', recipient: `+86 ${String(mobile)}`, message_kind: 'contact-changed' },
    ])
    expect((await client.get<unknown[]>(`${OWN}/queryPendingContact`)).data).toEqual([])
  })
})

describe('province and city', () => {
  it("are chosen from the regions, and named in one's language", async () => {
    for (const [province, city] of [
      ['990000', '990100'],
      ['980000', '980100'],
    ]) {
      await asOwner(
        "insert into regions (tenant_id, id, region_name, region_name_en, region_code, region_type) values ($1, gen_random_uuid(), '测省', 'Testland', $2, 'province')",
        [tenant.id, province],
      )
      await asOwner(
        "insert into regions (tenant_id, id, region_name, region_code, region_type, parent_id) select $1, gen_random_uuid(), '测市', $2, 'city', id from regions where region_code = $3",
        [tenant.id, city, province],
      )
    }
    const { data } = await viewer.get<{ value: string; label: string; children: { value: string }[] }[]>(`${OWN}/queryPlace`)
    expect(data.find(({ value }) => value === '990000')).toEqual({
      value: '990000',
      label: 'Testland',
      children: [{ value: '990100', label: '测市' }],
    })
    expect((await change(viewer, { provinceRegionCode: '990000', cityRegionCode: '990100' })).http).toBe(200)
    expect((await me(viewer))['geographic']).toEqual({
      province: { key: '990000', label: 'Testland' },
      city: { key: '990100', label: '测市' },
    })
    expect(await change(viewer, { cityRegionCode: '980100' }), 'of another province').toMatchObject({
      http: 422,
      errors: [{ field: 'cityRegionCode' }],
    })
    expect(await change(await other.signIn('viewer'), { provinceRegionCode: '990000' }), 'of another tenant').toMatchObject({ http: 422 })
    expect((await change(viewer, { provinceRegionCode: '', cityRegionCode: '' })).http).toBe(200)
  })
})

const PLACE = 'Longitude 121.47 secret place'

describe('the picture', () => {
  const send = (client: Client, file: Buffer | undefined, name = 'me.png') =>
    upload<string>(server.url, client, `${OWN}/uploadAvatar`, file, { name })
  const fetched = (client: Client, address: string) =>
    fetch(`${server.url}${address}`, { headers: { authorization: `Bearer ${client.token}` } })

  it('is written anew without what else the file said, and seen by the people of the tenant alone', async () => {
    const client = await tenant.signIn('mover')
    const file = Buffer.concat([
      pngOf(8, 8, undefined, [pngChunk('tEXt', Buffer.from(`Comment\0${PLACE}`)), pngChunk('eXIf', Buffer.from(PLACE))]),
      Buffer.from(`<script>${PLACE}</script>`),
    ])
    const answer = await send(client, file)
    expect(answer).toMatchObject({
      http: 200,
      data: expect.stringMatching(/^\/api\/account\/sysuserdetail\/queryAvatar\?id=[0-9a-f-]{36}$/),
    })
    expect((await me(client))['avatar']).toBe(answer.data)
    const shown = await fetched(admin, answer.data)
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.equals(pngOf(8, 8))).toBe(true)
    expect(
      Object.fromEntries(
        ['content-type', 'x-content-type-options', 'cache-control', 'vary'].map((name) => [name, shown.headers.get(name)?.toLowerCase()]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      vary: expect.stringContaining('authorization'),
    })
    expect((await fetched(await other.signIn('admin'), answer.data)).status).toBe(404)
    expect((await fetch(`${server.url}${answer.data}`)).status).toBe(401)
  })

  it('is a JPEG or PNG by what is in it, not by its name', async () => {
    for (const [file, name] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'me.png'],
      [Buffer.from('GIF89a'), 'me.jpg'],
      [pngOf(8, 8).subarray(0, 40), 'me.png'],
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'me.jpg'],
    ] as const) {
      expect(await send(viewer, file, name)).toMatchObject({ http: 422, message: 'Uploaded avatar image can only be JPG/PNG format' })
    }
    expect((await send(viewer, pngOf(8, 8), 'me.exe')).http).toBe(200)
    expect(await send(viewer, pngOf(5000, 8))).toMatchObject({ http: 422 })
    expect(await send(viewer, undefined)).toMatchObject({ http: 422 })
    expect((await send(viewer, Buffer.alloc(10 * 1024 * 1024 + 1))).http).toBe(413)
    expect(await send(viewer, Buffer.alloc(10 * 1024 * 1024))).toMatchObject({
      http: 413,
      message: 'Uploaded avatar image size cannot exceed 10MB',
    })
  })

  it('goes with the id of its user, and with that of nobody else', async () => {
    const sendAs = (id: string | undefined) =>
      upload<string>(server.url, viewer, `${OWN}/uploadAvatar`, pngOf(8, 8), { name: 'me.png', fields: { id: String(id) } })
    expect((await sendAs(tenant.users['viewer'])).http).toBe(200)
    for (const id of [tenant.users['admin'], other.users['viewer'], 'x']) expect(await sendAs(id)).toMatchObject({ http: 403 })
  })

  it('gives way to the next one, and to none', async () => {
    const one = (await send(viewer, pngOf(8, 8))).data
    const two = (await send(viewer, pngOf(9, 9))).data
    expect((await fetched(viewer, one)).status).toBe(404)
    expect((await fetched(viewer, two)).status).toBe(200)
    expect((await viewer.post(`${OWN}/deleteAvatar`, {})).http).toBe(200)
    expect((await fetched(viewer, two)).status).toBe(404)
    expect((await me(viewer))['avatar']).toBe('/avatar.svg')
    expect(await asOwner('select id from blobs where id not in (select blob_id from avatars)')).toEqual([])
  })

  it('counts for what the tenant may store, makes room for the next one, and beyond it leaves nothing behind', async () => {
    const [picture, client] = [pngOf(8, 8), await tenant.signIn('mover')]
    expect((await send(client, picture)).http).toBe(200)
    const blobs = () =>
      readdirSync(join(server.services.config.dataDir, 'blobs'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort()
    const [{ used } = { used: '' }] = await asOwner<{ used: string }>("select usage_of($1, 'storage')::text as used", [tenant.id])
    expect(Number(used)).toBe(
      (await asOwner<{ size: string }>('select size from blobs where tenant_id = $1', [tenant.id])).reduce(
        (sum, { size }) => sum + Number(size),
        0,
      ),
    )
    // All but the last byte of a megabyte is used up.
    await asOwner("insert into blobs (tenant_id, id, size, sha256) values ($1, gen_random_uuid(), $2, 'planted')", [
      tenant.id,
      1_048_575 - Number(used),
    ])
    await asOwner('update tenants set storage_quota = 1 where id = $1', [tenant.id])
    const before = blobs()
    expect(await send(viewer, picture)).toMatchObject({ http: 409, message: expect.stringContaining('1 MB') })
    expect(blobs()).toEqual(before)
    expect((await send(client, pngOf(9, 8))).http, 'as large as the one before').toBe(200)
    await asOwner('update tenants set storage_quota = null where id = $1', [tenant.id])
    expect((await send(viewer, picture)).http).toBe(200)
    await asOwner("delete from blobs where sha256 = 'planted'")
  })

  it('cannot be another file of the tenant', async () => {
    const [{ id } = { id: '' }] = await asOwner<{ id: string }>(
      "insert into blobs (tenant_id, id, size, sha256) values ($1, gen_random_uuid(), 1, 'x') returning id",
      [tenant.id],
    )
    expect((await fetched(viewer, `${OWN}/queryAvatar?id=${id}`)).status).toBe(404)
    await asOwner('delete from blobs where id = $1', [id])
  })
})

interface Row {
  id: string
  isCurrent: boolean
  browser: string
  address: string
}
const sessions = (client: Client) => client.get<Row[]>(`${OWN}/querySession`).then(({ data }) => data)
const signedOut = (answer: Answer) => expect(answer).toMatchObject({ http: 401, code: 50012 })

describe("one's own sessions", () => {
  it("are listed with the one that asks marked, and nobody else's", async () => {
    const [one, two] = [await tenant.signIn('sitter'), await tenant.signIn('sitter')]
    const rows = await sessions(one)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ isCurrent: true, id: (await me(one))['sessionId'], address: '127.0.0.1', browser: expect.any(String) })
    expect(rows[1]).toMatchObject({ isCurrent: false, id: (await me(two))['sessionId'] })
    for (const id of [String((await me(admin))['sessionId']), String((await me(await other.signIn('admin')))['sessionId'])])
      expect(await one.post(`${OWN}/deleteSession`, { id })).toMatchObject({ http: 404 })
    expect((await admin.get(ME)).http).toBe(200)
    expect((await one.post(`${OWN}/deleteSession`, { id: rows[1]?.id })).http).toBe(200)
    signedOut(await two.get(ME))
    expect(await sessions(one)).toHaveLength(1)
  })

  it('end together but for the one that asks', async () => {
    const [here, ...elsewhere] = [await tenant.signIn('sitter'), await tenant.signIn('sitter'), await tenant.signIn('sitter')]
    expect(await here.post(`${OWN}/deleteOtherSessions`, {})).toMatchObject({ http: 200, data: { ended: expect.any(Number) } })
    for (const client of elsewhere) signedOut(await client.get(ME))
    expect((await here.get(ME)).http).toBe(200)
    expect((await admin.get(ME)).http).toBe(200)
  })
})

it('an application that is no longer allowed has no session, and is asked for again', async () => {
  const application = await addApplication(admin)
  const person = await tenant.signIn('editor')
  const tokens = await exchange(server.url, application, await codeFor(person, application.clientId))
  const theirs = { authorization: `Bearer ${tokens.data.access_token}` }
  expect((await call(server.url, 'GET', ME, { headers: theirs })).http).toBe(200)
  const { data } = await person.get<{ id: string }[]>('/api/uaa/oauth/queryConsent')
  expect(data.map(({ id }) => id)).toEqual([application.id])
  expect((await person.post('/api/uaa/oauth/deleteConsent', { id: application.id })).http).toBe(200)
  expect((await call(server.url, 'GET', ME, { headers: theirs })).http).toBe(401)
  expect((await ask(person, question(application.clientId))).data.remembered).toBe(false)
  expect((await allow(person, question(application.clientId))).http).toBe(200)
})
