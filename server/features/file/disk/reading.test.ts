import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { tusAt } from '../../../../tests/support/tus.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { onlooker } from '../../../../tests/support/disk.ts'

const FILE = '/api/file/file'
const keeper: RoleSeed = {
  roleCode: 'ROLE_KEEPER',
  roleName: 'keeper',
  roleDescription: '',
  menus: [],
  urls: ['/file/*'],
  hiddenButtons: [],
  hiddenFields: [],
}
const content = randomBytes(10_000)
const etag = `"${createHash('sha256').update(content).digest('hex')}"`

let server: TestServer
let tenant: BuiltTenant
let owner: Client
let reader: Client
let stranger: Client
let file: string
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles: [keeper, onlooker],
    users: [
      ...['owner', 'reader'].map((username) => buildUser({ username, roles: [keeper.roleCode] })),
      buildUser({ username: 'onlooker', roles: [onlooker.roleCode] }),
    ],
  })
  owner = await tenant.signIn('owner')
  reader = await tenant.signIn('reader')
  stranger = await (await buildTenant(server)).signIn('admin')
  file = await tusAt(server.url, owner).upload(content, { filename: 'Messwerte ü.svg' })
})
afterAll(() => server.stop())

const asOwner = (sql: string, values: unknown[] = []) => server.database.asOwner((client) => client.query(sql, values))
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const read = (client: Client | undefined, id: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${FILE}/content?id=${id}`, {
    headers: { ...(client ? { authorization: `Bearer ${client.token}` } : {}), ...headers },
  })

describe('the content of a file', () => {
  it('is handed out to be kept, with a tag of its own', async () => {
    const answer = await read(owner, file)
    expect((await bytesOf(answer)).equals(content)).toBe(true)
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'content-length',
          'x-content-type-options',
          'content-security-policy',
          'accept-ranges',
          'etag',
          'cache-control',
        ].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''Messwerte%20%C3%BC.svg",
      'content-length': '10000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
      etag,
      'cache-control': 'no-store',
    })
  })

  it('tells its headers to HEAD, whatever part is asked for, and to nobody else', async () => {
    const ask = (client: Client | undefined, headers: Record<string, string> = {}) =>
      fetch(`${server.url}${FILE}/content?id=${file}`, {
        method: 'HEAD',
        headers: { ...(client ? { authorization: `Bearer ${client.token}` } : {}), ...headers },
      })
    const whole = await read(owner, file)
    await whole.arrayBuffer()
    for (const headers of [{}, { range: 'bytes=0-1' }] as Record<string, string>[]) {
      const answer = await ask(owner, headers)
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, 0])
      for (const name of [
        'content-type',
        'content-disposition',
        'content-length',
        'content-security-policy',
        'accept-ranges',
        'etag',
        'cache-control',
      ])
        expect(answer.headers.get(name), name).toBe(whole.headers.get(name))
    }
    expect((await ask(owner, { 'if-none-match': etag })).status).toBe(304)
    expect([(await ask(undefined)).status, (await ask(stranger)).status]).toEqual([401, 404])
  })

  it.each<[Record<string, string>, number, [number, number] | undefined]>([
    [{ range: 'bytes=0-0' }, 206, [0, 1]],
    [{ range: 'bytes=10-19' }, 206, [10, 20]],
    [{ range: 'bytes=9990-' }, 206, [9990, 10_000]],
    [{ range: 'bytes=9999-20000' }, 206, [9999, 10_000]],
    [{ range: 'bytes=-5' }, 206, [9995, 10_000]],
    [{ range: 'bytes=-20000' }, 206, [0, 10_000]],
    [{ range: 'Bytes=1-2' }, 206, [1, 3]],
    [{ range: 'bytes=10000-' }, 416, undefined],
    [{ range: 'bytes=-0' }, 416, undefined],
    [{ range: 'bytes=20000-30000' }, 416, undefined],
    // What is no range, or several, is answered as if it had not been asked: sections 14.1.2 and 14.2.
    [{ range: 'bytes=5-2' }, 200, [0, 10_000]],
    [{ range: 'bytes=x' }, 200, [0, 10_000]],
    [{ range: 'lines=1-2' }, 200, [0, 10_000]],
    [{ range: 'bytes=0-1,4-5' }, 200, [0, 10_000]],
    [{ range: 'bytes=-' }, 200, [0, 10_000]],
    [{ range: 'bytes=1-2', 'if-range': etag }, 206, [1, 3]],
    [{ range: 'bytes=1-2', 'if-range': `W/${etag}` }, 200, [0, 10_000]],
    [{ range: 'bytes=1-2', 'if-range': '"another"' }, 200, [0, 10_000]],
    [{ range: 'bytes=1-2', 'if-range': 'Sat, 21 Nov 2026 00:00:00 GMT' }, 200, [0, 10_000]],
    [{ 'if-match': '"another"' }, 412, undefined],
    [{ 'if-match': `"another", ${etag}` }, 200, [0, 10_000]],
    [{ 'if-none-match': etag }, 304, undefined],
    [{ 'if-none-match': '"another"' }, 200, [0, 10_000]],
  ])('%j answers %d', async (headers, status, part) => {
    const answer = await read(owner, file, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-range')).toBe(
      status === 206 && part ? `bytes ${part[0]}-${part[1] - 1}/10000` : status === 416 ? 'bytes */10000' : null,
    )
    const got = await bytesOf(answer)
    if (part) expect(got.equals(content.subarray(...part))).toBe(true)
    else if (status !== 304) expect(JSON.parse(got.toString())).toMatchObject({ code: status, data: null })
  })

  it('is there for its owner, and for others where it is shared; not for those without the right, and not for those who only look', async () => {
    const statuses = async () =>
      Promise.all(
        [undefined, await tenant.signIn('onlooker'), reader, stranger].map(
          async (client) => (await read(client, file, { range: 'bytes=0-1' })).status,
        ),
      )
    expect(await statuses()).toEqual([401, 403, 404, 404])
    expect((await read(owner, absentId())).status).toBe(404)
    await owner.post(`${FILE}/updateFileIsShared`, { id: file, isShared: 1 })
    expect(await statuses()).toEqual([401, 403, 206, 404])
    await owner.post(`${FILE}/updateFileIsShared`, { id: file, isShared: 0 })
    const admin = await tenant.signIn('admin')
    const mine = await tusAt(server.url, admin).upload(content, { filename: unique() })
    const { data: preview } = await admin.post<{ access_token: string }>('/api/admin/sysrole/previewRole', {
      roleId: tenant.roles[keeper.roleCode],
    })
    expect((await read(clientWith(server.url, preview.access_token), mine)).status).toBe(403)
    expect((await read(admin, mine)).status).toBe(200)
    const { data: at } = await owner.post<string>(`${FILE}/addFolder`, { originalFilename: unique() })
    expect((await read(owner, at)).status, 'a folder').toBe(404)
  })
})

describe('an address for a browser', () => {
  const ticket = async (client = owner, id = file) =>
    (await client.post<{ url: string; seconds: number }>(`${FILE}/downloadTicket`, { id })).data.url
  const follow = (address: string, headers: Record<string, string> = {}) => fetch(`${server.url}${address}`, { headers })

  it('is good once, without a token, also of many at once, and gives the file to be kept', async () => {
    const address = await ticket()
    // Programs look at the headers before they fetch.
    const head = await fetch(`${server.url}${address}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10000'])
    const answers = await Promise.all(Array.from({ length: 6 }, () => follow(address)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    const good = answers.find(({ status }) => status === 200) as Response
    expect((await bytesOf(good)).equals(content)).toBe(true)
    expect([good.headers.get('content-disposition')?.slice(0, 10), good.headers.get('content-security-policy')]).toEqual([
      'attachment',
      "default-src 'none'; sandbox",
    ])
    expect((await follow(await ticket(), { range: 'bytes=5-6' })).status).toBe(206)
  })

  it('is kept hashed, and is no token of anything else', async () => {
    const address = await ticket()
    const secret = address.split('=')[1] as string
    expect(
      (await asOwner('select t::text as line from download_tickets t')).rows.map(({ line }: { line: string }) => line).join(),
    ).not.toContain(secret)
    expect((await fetch(`${server.url}${FILE}/content?id=${file}`, { headers: { authorization: `Bearer ${secret}` } })).status).toBe(401)
  })

  it.each<[string, (address: string) => Promise<unknown>, number]>([
    ['a minute later', () => asOwner('update download_tickets set expires_at = now()'), 404],
    ['when the session has ended', () => asOwner('update sessions set ended_at = now() where user_id = $1', [tenant.users['reader']]), 404],
    ['when the person is disabled', () => asOwner('update users set status = 0 where id = $1', [tenant.users['reader']]), 404],
    ['when the file is not shared any more', () => owner.post(`${FILE}/updateFileIsShared`, { id: file, isShared: 0 }), 404],
    ['when the right is gone', () => asOwner('delete from user_roles where user_id = $1', [tenant.users['reader']]), 403],
  ])('is worth nothing %s', async (_when, happens, status) => {
    await asOwner('update users set status = 1 where id = $1', [tenant.users['reader']])
    await owner.post(`${FILE}/updateFileIsShared`, { id: file, isShared: 1 })
    const address = await ticket(await tenant.signIn('reader'))
    await happens(address)
    expect((await follow(address)).status).toBe(status)
  })

  it('is given to whoever may read the file, and to nobody else', async () => {
    await owner.post(`${FILE}/updateFileIsShared`, { id: file, isShared: 0 })
    const other = await tenant.signIn('owner')
    expect((await other.post(`${FILE}/downloadTicket`, { id: file })).http).toBe(200)
    expect((await stranger.post(`${FILE}/downloadTicket`, { id: file })).http).toBe(404)
    expect((await (await tenant.signIn('onlooker')).post(`${FILE}/downloadTicket`, { id: file })).http).toBe(403)
    for (const address of [`${FILE}/downloadByTicket`, `${FILE}/downloadByTicket?ticket=`, `${FILE}/downloadByTicket?ticket=x`])
      expect([404, 422]).toContain((await follow(address)).status)
  })
})
