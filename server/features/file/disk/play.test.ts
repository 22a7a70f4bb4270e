/** Sound and moving pictures for a browser's player: in parts, with a cookie beside the address, and each part judged anew. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { Disk } from '../../../../tests/support/disk.ts'
import { FILE, diskCalls, keeper, startDisk } from '../../../../tests/support/disk.ts'
import { tone } from '../../../../tests/support/media.ts'
import { absentId } from '../../../../tests/support/values.ts'

const MEGABYTE = 1024 * 1024
const PIECE = 4 * MEGABYTE
/** Begins as sound does, and goes on for longer than one answer. */
const long = Buffer.concat([tone(), randomBytes(9 * MEGABYTE)])

let disk: Disk
let sound: string
const { put, folder, asOwner } = diskCalls(() => disk)
beforeAll(async () => {
  disk = await startDisk()
  sound = (await put(disk.owner, long, { name: 'pump.wav' })).data.id
})
beforeEach(async () => {
  await asOwner('update users set status = 1')
  await disk.owner.post(`${FILE}/updateFileIsShared`, { id: sound, isShared: 1 })
})
afterAll(() => disk.server.stop())

interface Playing {
  readonly url: string
  readonly cookie: string
  readonly setCookie: string
}
async function begin(client: Client, id = sound): Promise<Playing> {
  const { http, data, headers, message } = await client.post<{ url: string }>(`${FILE}/playTicket`, { id })
  expect(http, message).toBe(200)
  const setCookie = headers.get('set-cookie') ?? ''
  return { url: data.url, setCookie, cookie: setCookie.split(';')[0] as string }
}
const part = ({ url, cookie }: Pick<Playing, 'url' | 'cookie'>, range = 'bytes=0-1', headers: Record<string, string> = {}) =>
  fetch(`${disk.server.url}${url}`, { headers: { range, ...(cookie ? { cookie } : {}), ...headers } })
const statusOf = async (playing: Pick<Playing, 'url' | 'cookie'>) => (await part(playing)).status

describe('what is played', () => {
  it("comes in parts of the player's choice, and no part is longer than four megabytes", async () => {
    const playing = await begin(disk.owner)
    const first = await part(playing, 'bytes=0-')
    expect([first.status, first.headers.get('content-range'), first.headers.get('content-type')]).toEqual([
      206,
      `bytes 0-${PIECE - 1}/${long.length}`,
      'audio/wav',
    ])
    expect(Buffer.from(await first.arrayBuffer()).equals(long.subarray(0, PIECE))).toBe(true)
    const middle = await part(playing, 'bytes=5000000-5000099')
    expect(Buffer.from(await middle.arrayBuffer()).equals(long.subarray(5_000_000, 5_000_100))).toBe(true)
    const last = await part(playing, `bytes=${2 * PIECE}-`)
    expect(last.headers.get('content-range')).toBe(`bytes ${2 * PIECE}-${long.length - 1}/${long.length}`)
    await last.body?.cancel()
    expect([
      first.headers.get('x-content-type-options'),
      first.headers.get('content-security-policy'),
      first.headers.get('cache-control'),
      first.headers.get('cross-origin-resource-policy'),
    ]).toEqual(['nosniff', "default-src 'none'; sandbox", 'no-store', 'same-origin'])
    // A program with the token reads as much at once as it likes.
    const whole = await fetch(`${disk.server.url}${FILE}/content?id=${sound}`, {
      headers: { authorization: `Bearer ${disk.owner.token}`, range: 'bytes=0-' },
    })
    expect(whole.headers.get('content-range')).toBe(`bytes 0-${long.length - 1}/${long.length}`)
    await whole.body?.cancel()
  })

  it('needs the cookie beside the address, which no script and no other site has', async () => {
    const playing = await begin(disk.owner)
    const another = await begin(disk.owner)
    expect(playing.setCookie).toMatch(
      /^play-[0-9a-f-]{36}=[A-Za-z0-9_-]{43}; Path=\/api\/file\/file\/play; Max-Age=600; HttpOnly; SameSite=Strict$/,
    )
    const secret = playing.cookie.split('=')[1] as string
    expect(playing.url).not.toContain(secret)
    expect(
      (await asOwner<{ line: string }>('select t::text as line from download_tickets t')).map(({ line }) => line).join(),
    ).not.toContain(secret)
    expect(await statusOf(playing)).toBe(206)
    for (const cookie of ['', another.cookie, `${playing.cookie}x`, playing.cookie.replace(secret, another.cookie.split('=')[1] as string)])
      expect(await statusOf({ ...playing, cookie })).toBe(404)
    expect((await part(playing, 'bytes=0-1', { cookie: '', authorization: `Bearer ${disk.owner.token}` })).status).toBe(404)
    expect(await statusOf({ url: `/api/file/file/play?ticket=${absentId()}`, cookie: playing.cookie })).toBe(404)
    // Nor is one kind of ticket another.
    expect((await fetch(`${disk.server.url}${FILE}/downloadByTicket?ticket=${secret}`)).status).toBe(404)
    const { data: download } = await disk.owner.post<{ url: string }>(`${FILE}/downloadTicket`, { id: sound })
    const [{ id = '' } = {}] = await asOwner<{ id: string }>('select id from download_tickets where not plays')
    expect(await statusOf({ url: `/api/file/file/play?ticket=${id}`, cookie: `play-${id}=${download.url.split('=')[1] ?? ''}` })).toBe(404)
  })

  it.each<[string, () => Promise<unknown>, number]>([
    ['is not shared any more', () => disk.owner.post(`${FILE}/updateFileIsShared`, { id: sound, isShared: 0 }), 404],
    [
      'and the session has ended',
      () => asOwner('update sessions set ended_at = now() where user_id = $1', [disk.tenant.users['reader']]),
      404,
    ],
    ['and the person is disabled', () => asOwner('update users set status = 0 where id = $1', [disk.tenant.users['reader']]), 404],
    ['and nobody has asked for ten minutes', () => asOwner('update download_tickets set expires_at = now()'), 404],
  ])('stops at the next part when it %s', async (_when, happens, status) => {
    const playing = await begin(await disk.tenant.signIn('reader'))
    expect(await statusOf(playing)).toBe(206)
    await happens()
    expect(await statusOf(playing)).toBe(status)
  })

  it('stops at the next part when the right is gone', async () => {
    const playing = await begin(await disk.tenant.signIn('reader'))
    const held = await asOwner('delete from user_roles where user_id = $1 returning *', [disk.tenant.users['reader']])
    expect(held.length).toBeGreaterThan(0)
    expect(await statusOf(playing)).toBe(403)
    for (const row of held as Record<string, string>[])
      await asOwner('insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, $3)', [
        row['tenant_id'],
        row['user_id'],
        row['role_id'],
      ])
  })

  it('lasts for as long as it is asked for', async () => {
    const playing = await begin(disk.owner)
    await asOwner("update download_tickets set expires_at = now() + interval '5 seconds'")
    expect((await part(playing)).headers.get('set-cookie')).toBe(playing.setCookie)
    const [left] = await asOwner<{ seconds: number }>(
      'select extract(epoch from max(expires_at) - now())::float8 as seconds from download_tickets where plays',
    )
    expect(left?.seconds).toBeGreaterThan(590)
  })
})

describe('an address to play at', () => {
  it('is given to whoever may read the file, if it is sound or a moving picture', async () => {
    const { owner, stranger, viewer, tenant } = disk
    const reader = await tenant.signIn('reader')
    await owner.post(`${FILE}/updateFileIsShared`, { id: sound, isShared: 0 })
    const asked = async (client: Client, id = sound) => (await client.post(`${FILE}/playTicket`, { id })).http
    expect(await Promise.all([owner, reader, stranger, viewer].map((client) => asked(client)))).toEqual([200, 404, 404, 403])
    const text = (await put(owner, '<script>alert(1)</script>')).data.id
    for (const id of [text, await folder(owner), absentId()]) expect(await asked(owner, id)).toBe(404)
    const admin = await tenant.signIn('admin')
    const { data: preview } = await admin.post<{ access_token: string }>('/api/admin/sysrole/previewRole', {
      roleId: tenant.roles[keeper.roleCode],
    })
    expect(await asked(clientWith(disk.server.url, preview.access_token)), 'who only looks').toBe(403)
  })
})
