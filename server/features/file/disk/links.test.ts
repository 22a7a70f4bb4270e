/** Links: who has the address reads, and nothing else leads there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { Disk } from '../../../../tests/support/disk.ts'
import { FILE, diskCalls, startDisk } from '../../../../tests/support/disk.ts'
import { unzip } from '../../../../tests/support/files.ts'
import { dump, fingerprint } from '../../../../tests/support/rows.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { newToken } from '../../../identity/index.ts'

let disk: Disk
const { put, folder, listed, asOwner } = diskCalls(() => disk)
beforeAll(async () => {
  disk = await startDisk()
})
beforeEach(() => asOwner('delete from attempts'))
afterAll(() => disk.server.stop())

const LINK = '/api/file/link'
interface Opened {
  needsPassword: boolean
  id: string
  name: string
  fileType: string
  size: number
  list: { id: string; originalFilename: string }[]
  total: number
  path: { id: string }[]
}
const open = (token: string, more: object = {}, headers = {}) =>
  call<Opened>(disk.server.url, 'POST', `${LINK}/openLink`, { body: { token, ...more }, headers })
const take = (token: string, more: object = {}) =>
  fetch(`${disk.server.url}${LINK}/downloadLink`, {
    method: 'POST',
    body: JSON.stringify({ token, ...more }),
    headers: { 'content-type': 'application/json' },
  })
const outcomeOf = ({ http, message, errors }: Answer) => [http, message, errors]
const NOWHERE = [404, 'This link does not exist or is no longer valid', undefined]

async function link(id: string, more: object = {}): Promise<{ linkId: string; token: string }> {
  const { http, data, message } = await disk.owner.post<{ linkId: string; url: string }>(`${FILE}/addFileLink`, { id, ...more })
  expect(http, message).toBe(200)
  expect(data.url).toMatch(/^\/link#[A-Za-z0-9_-]{43}$/)
  return { linkId: data.linkId, token: data.url.slice('/link#'.length) }
}
const fileWith = async (content: string, at = '0', name?: string) =>
  (await put(disk.owner, content, { id: at, ...(name ? { name } : {}) })).data.id

describe('a link', () => {
  it('to a file opens that file for anybody, and its address is kept nowhere', async () => {
    const id = await fileWith('for all', '0', '给大家.txt')
    const beside = await fileWith('beside')
    const { token, linkId } = await link(id)
    expect((await open(token)).data).toEqual({
      needsPassword: false,
      id,
      name: '给大家.txt',
      fileType: 'text',
      contentType: 'text/plain',
      size: 0.01,
      list: [],
      total: 0,
      path: [{ id, label: '给大家.txt' }],
    })
    const answer = await take(token)
    expect([answer.status, await answer.text(), answer.headers.get('x-content-type-options')]).toEqual([200, 'for all', 'nosniff'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
    for (const other of [beside, absentId()]) {
      expect((await open(token, { id: other })).http).toBe(404)
      expect((await take(token, { id: [other] })).status).toBe(404)
    }
    expect((await listed(disk.owner)).data.list.find((row) => row.id === id)?.isLinked).toBe(1)
    const { data } = await disk.owner.get<object[]>(`${FILE}/queryFileLink`, { id })
    expect(data).toMatchObject([{ linkId, expireTime: '', isExpired: false, hasPassword: false }])
    await disk.server.services.journal.flush()
    expect(JSON.stringify(data) + (await dump(disk.server))).not.toContain(token)
  })

  it('to a folder opens what lies in it, one by one or as an archive, and nothing beside it', async () => {
    const { owner } = disk
    const above = await folder(owner)
    const top = await folder(owner, above, 'top')
    const inner = await folder(owner, top, 'inner')
    const [a, deep] = [await fileWith('a', top, 'a.txt'), await fileWith('deep', inner, 'deep.txt')]
    const beside = await fileWith('beside', above, 'beside.txt')
    const { token } = await link(top)
    expect((await open(token)).data).toMatchObject({ name: 'top', list: [{ id: inner }, { id: a }], total: 2, path: [{ id: top }] })
    expect((await open(token, { pageSize: 1, currentPage: 2 })).data).toMatchObject({ list: [{ id: a }], total: 2 })
    expect((await open(token, { id: inner })).data).toMatchObject({
      name: 'inner',
      list: [{ id: deep }],
      path: [{ id: top }, { id: inner }],
    })
    expect(await (await take(token, { id: deep })).text()).toBe('deep')
    expect(Object.fromEntries(await unzip(Buffer.from(await (await take(token)).arrayBuffer())))).toEqual({
      'top/a.txt': 'a',
      'top/inner/deep.txt': 'deep',
    })
    expect(Object.fromEntries(await unzip(Buffer.from(await (await take(token, { id: [a, inner] })).arrayBuffer())))).toEqual({
      'a.txt': 'a',
      'inner/deep.txt': 'deep',
    })
    for (const other of [above, beside]) {
      expect((await open(token, { id: other })).http).toBe(404)
      expect((await take(token, { id: [a, other] })).status).toBe(404)
    }
    // Moved out of the folder it is out of the link; what lies in the bin is, too.
    await owner.post(`${FILE}/moveFile`, { id: [inner], parentId: above })
    await owner.post(`${FILE}/deleteFile`, { id: [a] })
    expect((await open(token)).data).toMatchObject({ list: [], total: 0 })
    for (const other of [inner, deep, a]) expect((await open(token, { id: other })).http).toBe(404)
  })

  it('leads nowhere, and always says the same, once it is withdrawn, over, in the bin, or its people may not work', async () => {
    const { owner, tenant } = disk
    const id = await fileWith('content')
    const dead = async (token: string, why: string) => {
      expect(outcomeOf(await open(token)), why).toEqual(NOWHERE)
      expect(outcomeOf(await open(token, { password: 'some password' })), why).toEqual(NOWHERE)
      expect((await take(token)).status, why).toBe(404)
    }
    await dead(newToken(), 'unknown')
    const withdrawn = await link(id)
    expect((await owner.post(`${FILE}/deleteFileLink`, { linkId: withdrawn.linkId })).http).toBe(200)
    await dead(withdrawn.token, 'withdrawn')
    const { token, linkId } = await link(id, { password: 'geheim', expireTime: '2099-12-31 23:59:59' })
    const opens = async () => (await open(token, { password: 'geheim' })).http
    expect(await opens()).toBe(200)
    const stopped: [string, string, string][] = [
      [
        'over',
        `update file_links set expires_at = now() where id = '${linkId}'`,
        `update file_links set expires_at = now() + interval '1 hour' where id = '${linkId}'`,
      ],
      [
        'disabled',
        `update users set status = 0 where id = '${tenant.users['owner'] ?? ''}'`,
        `update users set status = 1 where id = '${tenant.users['owner'] ?? ''}'`,
      ],
      [
        'tenant disabled',
        `update tenants set status = 0 where id = '${tenant.id}'`,
        `update tenants set status = 1 where id = '${tenant.id}'`,
      ],
      [
        'tenant expired',
        `update tenants set expires_at = now() where id = '${tenant.id}'`,
        `update tenants set expires_at = null where id = '${tenant.id}'`,
      ],
      [
        'tenant marked',
        `update tenants set marked_at = now() where id = '${tenant.id}'`,
        `update tenants set marked_at = null where id = '${tenant.id}'`,
      ],
    ]
    for (const [why, stop, again] of stopped) {
      await asOwner(stop)
      await dead(token, why)
      await asOwner(again)
      expect(await opens(), why).toBe(200)
    }
    const around = await folder(owner)
    await owner.post(`${FILE}/moveFile`, { id: [id], parentId: around })
    await owner.post(`${FILE}/deleteFile`, { id: [around] })
    await dead(token, 'its folder lies in the bin')
    await owner.post(`${FILE}/restoreFile`, { id: [around] })
    expect(await opens()).toBe(200)
    await owner.post(`${FILE}/deleteFile`, { id: [around] })
    await owner.post(`${FILE}/eraseFile`, { id: [around] })
    await dead(token, 'gone')
  })

  it("is made for what is one's own, with an end to come, and only so many", async () => {
    const { owner, reader, stranger, viewer, tenant } = disk
    const id = await fileWith('mine')
    await owner.post(`${FILE}/updateFileIsShared`, { id, isShared: 1 })
    const { linkId } = await link(id)
    const before = await fingerprint(disk.server, tenant.id)
    expect(await owner.post(`${FILE}/addFileLink`, { id, expireTime: '2020-01-01 00:00:00' })).toMatchObject({
      http: 422,
      errors: [{ field: 'expireTime', message: expect.stringContaining('future') }],
    })
    for (const wrong of [{ expireTime: 'tomorrow' }, { password: 'abc' }, { password: 'x'.repeat(65) }, { token: newToken() }])
      expect((await owner.post(`${FILE}/addFileLink`, { id, ...wrong })).http, JSON.stringify(wrong)).toBe(422)
    for (const [client, made, withdrawn] of [
      [reader, 403, 404],
      [stranger, 404, 404],
      [viewer, 403, 403],
    ] as const) {
      expect((await client.post(`${FILE}/addFileLink`, { id })).http).toBe(made)
      expect((await client.post(`${FILE}/deleteFileLink`, { linkId })).http).toBe(withdrawn)
      expect((await client.get(`${FILE}/queryFileLink`, { id })).http).toBe(made)
    }
    expect(await fingerprint(disk.server, tenant.id)).toBe(before)
    for (let count = 1; count < 20; count += 1) await link(id)
    expect((await owner.post(`${FILE}/addFileLink`, { id })).http).toBe(409)
    await disk.server.services.journal.flush()
    expect(
      await asOwner(
        "select distinct log_type, username from logs where url = '/file/file/addFileLink' and result = 'ok' and parameters ->> 'id' = $1",
        [id],
      ),
    ).toEqual([{ log_type: 'add', username: 'owner' }])
  })
})

describe('the password of a link', () => {
  it('is asked for, opens it, is kept as a hash, and stands in no log', async () => {
    const id = await fileWith('secret', '0')
    const { token } = await link(id, { password: 'geheim-42' })
    expect((await open(token)).data).toEqual({
      needsPassword: true,
      id: '',
      name: '',
      fileType: 'other',
      contentType: '',
      size: 0,
      list: [],
      total: 0,
      path: [],
    })
    expect((await take(token)).status).toBe(403)
    expect(await open(token, { password: 'geheim-43' })).toMatchObject({
      http: 403,
      errors: [{ field: 'password', message: 'The password of the link is wrong' }],
    })
    expect((await open(token, { password: 'geheim-42' })).data).toMatchObject({ needsPassword: false, id })
    expect(await (await take(token, { password: 'geheim-42' })).text()).toBe('secret')
    await disk.server.services.journal.flush()
    const everything = await dump(disk.server)
    expect(everything).not.toContain('geheim-4')
    expect(everything).not.toContain(token)
    const entries = await asOwner<{ log_type: string; result: string; user_id: string | null }>(
      "select log_type, result, user_id from logs where url like '/file/link/%' order by created_at",
    )
    expect(entries, "refusals and what was taken are in the tenant's log").toEqual(
      expect.arrayContaining([
        { log_type: 'query', result: 'refused', user_id: null },
        { log_type: 'export', result: 'ok', user_id: null },
      ]),
    )
  })

  it('cannot be guessed at, however many guesses run at once and by whichever call', async () => {
    const { token } = await link(await fileWith('secret'), { password: 'right-one' })
    const guesses = await Promise.all(
      Array.from({ length: 30 }, async (_, at) =>
        at % 2 === 0 ? (await open(token, { password: `wrong-${at}` })).http : (await take(token, { password: `wrong-${at}` })).status,
      ),
    )
    expect(guesses.filter((http) => http === 403)).toHaveLength(5)
    expect(guesses.filter((http) => http === 429)).toHaveLength(25)
    const locked = await open(token, { password: 'right-one' })
    expect([locked.http, Number(locked.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await open(token)).data.needsPassword, 'asking whether it needs one is no guess').toBe(true)
    // Another link of the same people is not locked with it.
    const other = await link(await fileWith('other'), { password: 'right-one' })
    expect((await open(other.token, { password: 'right-one' })).http).toBe(200)
    for (let count = 0; count < 8; count += 1)
      expect((await open(other.token, { password: 'right-one' })).http, 'a right one is no guess').toBe(200)
  })
})

it('addresses that lead nowhere are counted', async () => {
  const misses = await Promise.all(Array.from({ length: 103 }, () => open(newToken())))
  expect(misses.filter(({ http }) => http === 404)).toHaveLength(100)
  expect(misses.filter(({ http }) => http === 429)).toHaveLength(3)
  const { token } = await link(await fileWith('there'))
  expect((await open(token)).http).toBe(200)
  for (const wrong of ['', 'x', 'x'.repeat(44), `${newToken()}=`, "' or 1=1 --"]) expect((await open(wrong)).http, wrong).toBe(422)
})
