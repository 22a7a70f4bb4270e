import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RoleSeed } from '../../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../../tests/support/builders.ts'
import type { Client } from '../../../../../tests/support/client.ts'
import { fingerprint } from '../../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../../tests/support/server.ts'
import { startSecond, startServer } from '../../../../../tests/support/server.ts'
import { UPLOAD, tusAt } from '../../../../../tests/support/tus.ts'
import { absentId } from '../../../../../tests/support/values.ts'
import { onlooker } from '../../../../../tests/support/disk.ts'
import { expiredTransfers } from '../expired-transfers.ts'

const FILE = '/api/file/file'
const MEGABYTE = 1024 * 1024
const keeper: RoleSeed = {
  roleCode: 'ROLE_KEEPER',
  roleName: 'keeper',
  roleDescription: '',
  menus: [],
  urls: ['/file/*'],
  hiddenButtons: [],
  hiddenFields: [],
}

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let owner: Client
let tus: ReturnType<typeof tusAt>
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles: [keeper, onlooker],
    users: [
      ...['owner', 'reader'].map((username) => buildUser({ username, roles: [keeper.roleCode] })),
      buildUser({ username: 'onlooker', roles: [onlooker.roleCode] }),
    ],
  })
  other = await buildTenant(server)
  owner = await tenant.signIn('owner')
  tus = tusAt(server.url, owner)
})
afterAll(() => server.stop())

const asOwner = async <Row>(sql: string, values: unknown[] = []) =>
  (await server.database.asOwner((client) => client.query(sql, values))).rows as Row[]
const below = (name: string) => {
  const path = join(server.services.config.dataDir, name)
  return existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort()
    : []
}
const folder = async (client: Client) => (await client.post<string>(`${FILE}/addFolder`, { originalFilename: unique() })).data
const begun = async (length: number, metadata: Record<string, string> = { filename: unique() }) => {
  const answer = await tus.begin(length, metadata)
  expect(answer.status, await answer.text()).toBe(201)
  return answer.headers.get('location') as string
}
const answerOf = async (answer: Response) => ({
  http: answer.status,
  ...(JSON.parse((await answer.text()) || '{}') as { message: string; errors?: { field: string; message: string }[] }),
})
const fetched = async (id: string) =>
  Buffer.from(
    await (await fetch(`${server.url}${FILE}/content?id=${id}`, { headers: { authorization: `Bearer ${owner.token}` } })).arrayBuffer(),
  )
const offsetOf = async (path: string) => Number((await tus.head(path)).headers.get('upload-offset'))

/** Sends the beginning of a piece and hangs up once some of it has been written. */
function cut(path: string, offset: number, bytes: Buffer, length: number): Promise<void> {
  return new Promise((resolve) => {
    const call = request(`${server.url}${path}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(length),
      },
    })
    call.on('error', () => resolve())
    call.write(bytes)
    const look = setInterval(() => {
      if (below('drafts').includes(path.slice(-36))) {
        clearInterval(look)
        call.destroy()
      }
    }, 10)
  })
}

describe('an upload in pieces', () => {
  it('becomes one file, byte for byte, whose id the last answer tells and every question afterwards', async () => {
    const [content, at] = [Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_500_000)]), await folder(owner)]
    const path = await begun(content.length, { filename: '年报 (2026).pdf', parentId: at, filetype: 'text/html' })
    for (const [from, to] of [
      [0, 1_000_000],
      [1_000_000, 1_000_007],
    ] as const) {
      const answer = await tus.patch(path, { offset: from, bytes: content.subarray(from, to) })
      expect([answer.status, answer.headers.get('upload-offset'), answer.headers.get('upload-file')]).toEqual([204, String(to), null])
      expect(new Date(answer.headers.get('upload-expires') as string).getTime()).toBeGreaterThan(Date.now() + 23.9 * 3_600_000)
    }
    const head = await tus.head(path)
    expect(
      ['upload-offset', 'upload-length', 'upload-metadata', 'tus-resumable', 'access-control-allow-origin'].map((name) =>
        head.headers.get(name),
      ),
    ).toEqual([
      '1000007',
      String(content.length),
      `filename ${Buffer.from('年报 (2026).pdf').toString('base64')},parentId ${Buffer.from(at).toString('base64')},filetype ${Buffer.from('text/html').toString('base64')}`,
      '1.0.0',
      null,
    ])
    const last = await tus.patch(path, { offset: 1_000_007, bytes: content.subarray(1_000_007) })
    const id = last.headers.get('upload-file') as string
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(content.length)])
    expect((await tus.head(path)).headers.get('upload-file')).toBe(id)
    expect(
      createHash('sha256')
        .update(await fetched(id))
        .digest('hex'),
    ).toBe(createHash('sha256').update(content).digest('hex'))
    const { data } = await owner.get<{ list: object[] }>(`${FILE}/queryFile`, { parentId: at })
    expect(data.list).toEqual([
      expect.objectContaining({
        id,
        originalFilename: '年报 (2026).pdf',
        contentType: 'application/pdf',
        fileType: 'document',
        isShared: 0,
        isOwn: true,
      }),
    ])
    expect(below('drafts')).toEqual([])
    expect(await answerOf(await tus.abort(path))).toMatchObject({ http: 409 })
    expect((await fetched(id)).length).toBe(content.length)
  })

  it('goes on where the line broke', async () => {
    const content = randomBytes(3 * MEGABYTE)
    const path = await begun(content.length)
    await cut(path, 0, content.subarray(0, 2 * MEGABYTE), content.length)
    const offset = await offsetOf(path)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThan(content.length)
    for (const wrong of [0, offset - 1, offset + 1])
      expect((await tus.patch(path, { offset: wrong, bytes: content.subarray(wrong) })).status, String(wrong)).toBe(409)
    const done = await tus.patch(path, { offset, bytes: content.subarray(offset) })
    expect((await fetched(done.headers.get('upload-file') as string)).equals(content)).toBe(true)
  })

  it('is finished by whoever asks, when all of it came and its server died', async () => {
    const content = randomBytes(5000)
    const path = await begun(content.length)
    const died = vi.spyOn(server.services.partialUploads, 'become').mockRejectedValueOnce(new Error('died'))
    expect((await tus.patch(path, { offset: 0, bytes: content })).status).toBe(500)
    died.mockRestore()
    const head = await tus.head(path)
    expect(head.headers.get('upload-offset')).toBe('5000')
    expect((await fetched(head.headers.get('upload-file') as string)).equals(content)).toBe(true)
    expect(below('drafts')).toEqual([])
  })

  it('is written by one request at a time: another asks it to stop, and waits for that', async () => {
    const content = randomBytes(MEGABYTE)
    const path = await begun(content.length)
    const stalled = request(`${server.url}${path}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(content.length),
      },
    })
    const answered = new Promise((resolve) => stalled.on('response', (answer) => resolve(answer.statusCode)).on('error', resolve))
    stalled.write(content.subarray(0, 100_000))
    await expect.poll(() => below('drafts')).toContain(path.slice(-36))
    expect(await offsetOf(path)).toBe(100_000)
    expect(await answered).toBe(423)
    const racing = await Promise.all([1, 2, 3].map(() => tus.patch(path, { offset: 100_000, bytes: content.subarray(100_000) })))
    const done = racing.filter(({ status }) => status === 204)
    expect(done.length).toBe(1)
    expect((await fetched(done[0]?.headers.get('upload-file') as string)).equals(content)).toBe(true)
  })

  it('is given up, or expires, and leaves nothing', async () => {
    const before = [await fingerprint(server, tenant.id), below('drafts'), below('blobs')]
    const path = await begun(1000)
    expect((await tus.patch(path, { offset: 0, bytes: Buffer.alloc(500) })).status).toBe(204)
    expect((await tus.abort(path)).status).toBe(204)
    expect((await tus.head(path)).status).toBe(404)
    const [running, forgotten] = [await begun(MEGABYTE), await begun(1000)]
    const cutting = cut(running, 0, Buffer.alloc(1000), MEGABYTE)
    await cutting
    expect((await tus.abort(running)).status).toBe(204)
    await tus.patch(forgotten, { offset: 0, bytes: Buffer.alloc(500) })
    await asOwner("update uploads set expires_at = now() - interval '1 second' where id = $1", [forgotten.slice(-36)])
    expect((await tus.head(forgotten)).status).toBe(404)
    expect((await tus.patch(forgotten, { offset: 500, bytes: Buffer.alloc(500) })).status).toBe(404)
    await expiredTransfers(server.services.transactions)()
    await server.services.partialUploads.sweep(server.services.transactions)
    expect([await fingerprint(server, tenant.id), below('drafts'), below('blobs')]).toEqual(before)
  })

  it('takes another name when its own was taken meanwhile, and goes with its folder', async () => {
    const [name, at] = [`${unique()}.bin`, await folder(owner)]
    const path = await begun(3, { filename: name, parentId: at })
    await tus.upload(Buffer.from('one'), { filename: name, parentId: at })
    expect((await tus.patch(path, { offset: 0, bytes: Buffer.from('two') })).status).toBe(204)
    const { data } = await owner.get<{ list: { originalFilename: string }[] }>(`${FILE}/queryFile`, { parentId: at })
    expect(data.list.map(({ originalFilename }) => originalFilename).sort()).toEqual([`${name.slice(0, -4)} (2).bin`, name].sort())
  })

  it("is the next version of a file whose id it brings, and of nobody else's", async () => {
    const first = await tus.upload(Buffer.from('one'), { filename: unique() })
    const theirs = await tusAt(server.url, await tenant.signIn('reader')).upload(Buffer.from('theirs'), { filename: unique() })
    expect(await tus.upload(Buffer.from('two!'), { filename: unique(), replaces: first })).toBe(first)
    expect((await fetched(first)).toString()).toBe('two!')
    const { data } = await owner.get<{ versionId: string; isCurrent: boolean }[]>(`${FILE}/queryFileVersion`, { id: first })
    expect(data.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect((await fetched(`${first}&versionId=${data[1]?.versionId ?? ''}`)).toString()).toBe('one')
    for (const replaces of [theirs, absentId(), await folder(owner)])
      expect((await tus.begin(1, { filename: 'x', replaces })).status, replaces).toBe(404)
  })

  it('begun at one server is gone on with at another', async ({ skip }) => {
    if (server.databaseUrl === undefined) skip('the embedded engine serves one server')
    const second = await startSecond(server)
    try {
      const content = randomBytes(200_000)
      const path = await begun(content.length)
      expect((await tus.patch(path, { offset: 0, bytes: content.subarray(0, 70_000) })).status).toBe(204)
      const there = tusAt(second.url, owner)
      expect((await there.head(path)).headers.get('upload-offset')).toBe('70000')
      const done = await there.patch(path, { offset: 70_000, bytes: content.subarray(70_000) })
      expect((await fetched(done.headers.get('upload-file') as string)).equals(content)).toBe(true)
    } finally {
      await second.stop()
    }
  })
})

describe('an upload is refused', () => {
  it('where it is empty, too large, badly named, or has no place, and leaves nothing', async () => {
    const at = await folder(owner)
    await tus.upload(Buffer.from('x'), { filename: 'Taken.txt', parentId: at })
    const theirs = await folder(await other.signIn('admin'))
    const before = [await fingerprint(server, tenant.id), below('drafts')]
    const asked = async (length: number, metadata: Record<string, string>) => answerOf(await tus.begin(length, metadata))
    expect(await asked(0, { filename: 'x' })).toMatchObject({ http: 422, message: 'The file cannot be empty!' })
    expect(await asked(10_240 * MEGABYTE, { filename: 'x' })).toMatchObject({ http: 413, message: 'File must smaller than 10240MB!' })
    for (const filename of ['', '..', 'a/..', '\u0000'])
      expect(await asked(1, { filename }), filename).toMatchObject({ http: 422, errors: [{ field: 'filename' }] })
    expect(await asked(1, { filename: 'tAKEN.TXT', parentId: at })).toMatchObject({ http: 409, errors: [{ field: 'originalFilename' }] })
    expect(await asked(1, { filename: 'x', parentId: '../..' })).toMatchObject({ http: 422, errors: [{ field: 'parentId' }] })
    expect(await asked(1, { filename: 'x', parentId: theirs })).toEqual(await asked(1, { filename: 'x', parentId: absentId() }))
    expect(await asked(1, { filename: 'x', parentId: theirs })).toMatchObject({ http: 404 })
    expect(await asked(1, { filename: 'x', note: 'x'.repeat(5000) })).toMatchObject({ http: 413 })
    for (const headers of [
      {},
      { 'upload-length': '-1' },
      { 'upload-length': '1', 'upload-metadata': 'filename !' },
      { 'upload-defer-length': '1' },
      { 'upload-length': 'x' },
    ] as Record<string, string>[]) {
      expect((await tus.send('POST', UPLOAD, headers)).status, JSON.stringify(headers)).toBe(400)
    }
    const old = await tus.send('POST', UPLOAD, { 'tus-resumable': '0.2.2', 'upload-length': '1' })
    expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0'])
    expect([await fingerprint(server, tenant.id), below('drafts')]).toEqual(before)
    const path = await begun(10)
    expect((await tus.patch(path, { offset: 0, bytes: Buffer.alloc(11) })).status).toBe(413)
    expect((await tus.send('PATCH', path, { 'upload-offset': '0', 'content-type': 'application/json' }, Buffer.from('{}'))).status).toBe(
      415,
    )
    expect(await offsetOf(path)).toBe(0)
    await tus.abort(path)
  })

  it('before a byte is sent, where the tenant has no room for it, counting what is on its way', async () => {
    const [{ used } = { used: '' }] = await asOwner<{ used: string }>("select usage_of($1, 'storage')::text as used", [tenant.id])
    await asOwner('update tenants set storage_quota = $2 where id = $1', [tenant.id, Math.floor(Number(used) / MEGABYTE) + 3])
    const path = await begun(2 * MEGABYTE)
    expect(await answerOf(await tus.begin(1.5 * MEGABYTE, { filename: unique() }))).toMatchObject({ http: 409 })
    // What was promised is kept, though the rest is full.
    expect((await tus.patch(path, { offset: 0, bytes: Buffer.alloc(2 * MEGABYTE) })).status).toBe(204)
    expect(await answerOf(await tus.begin(1.5 * MEGABYTE, { filename: unique() }))).toMatchObject({ http: 409 })
    await asOwner('update tenants set storage_quota = null where id = $1', [tenant.id])
  })

  it('when more comes than was announced, whether or not it says beforehand how much', async () => {
    const path = await begun(100)
    const more = (body: RequestInit['body'], options: object = {}) =>
      fetch(`${server.url}${path}`, {
        method: 'PATCH',
        body,
        headers: {
          authorization: `Bearer ${owner.token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        ...options,
      } as RequestInit)
    const unannounced = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 4; count += 1) controller.enqueue(new Uint8Array(60))
        controller.close()
      },
    })
    expect((await more(unannounced, { duplex: 'half' })).status).toBe(413)
    expect((await more(Buffer.alloc(101))).status).toBeGreaterThanOrEqual(400)
    expect(await offsetOf(path)).toBeLessThanOrEqual(100)
    expect((await tus.abort(path)).status).toBe(204)
  })

  it('before a byte is sent, where the person has no room for it, counting what is on its way', async () => {
    const reader = tusAt(server.url, await tenant.signIn('reader'))
    const { transactions, invalidations } = server.services
    const set = async (megabytes: number) => {
      await asOwner("update parameters set param_value = $2 where tenant_id = $1 and param_key = 'file.userMegabytes'", [
        tenant.id,
        String(megabytes),
      ])
      await transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        invalidations.publish(tx, { kind: 'parameters-changed', tenantId: tenant.id }),
      )
    }
    const open = () => asOwner('select id from uploads where owner_id = $1', [tenant.users['reader']])
    await set(3)
    const before = (await open()).length
    const first = await reader.begin(2 * MEGABYTE, { filename: unique() })
    expect(first.status).toBe(201)
    const partialUploads = below('drafts')
    expect(await answerOf(await reader.begin(1.5 * MEGABYTE, { filename: unique() }))).toMatchObject({
      http: 409,
      message: 'The 3 MB you may store are used up',
    })
    expect(await open(), 'what is refused leaves nothing').toHaveLength(before + 1)
    expect(below('drafts')).toEqual(partialUploads)
    // Given up, its room is free again.
    await reader.abort(first.headers.get('location') as string)
    expect((await reader.begin(1.5 * MEGABYTE, { filename: unique() })).status).toBe(201)
    await set(0)
  })

  it('to whoever is not signed in, lacks the right, or is somebody else: to them it is not there', async () => {
    const path = await begun(100)
    await tus.patch(path, { offset: 0, bytes: Buffer.alloc(50) })
    const [viewer, reader, stranger] = [await tenant.signIn('onlooker'), await tenant.signIn('reader'), await other.signIn('admin')]
    const before = [await fingerprint(server, tenant.id), below('drafts')]
    const each = async (client: Client | undefined, at: string) => {
      const by = tusAt(server.url, client)
      const answers = [await by.head(at), await by.patch(at, { offset: 50, bytes: Buffer.alloc(50) }), await by.abort(at)]
      return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    }
    const statuses = async (client: Client | undefined) => [
      (await tusAt(server.url, client).begin(1, { filename: 'x' })).status,
      (await tusAt(server.url, client).send('OPTIONS', UPLOAD)).status,
      ...(await each(client, path)).map(([status]) => status),
    ]
    expect(await statuses(undefined)).toEqual([401, 401, 401, 401, 401])
    expect(await statuses(viewer)).toEqual([403, 403, 403, 403, 403])
    for (const client of [reader, stranger]) {
      expect(await each(client, path)).toEqual(await each(client, `${UPLOAD}/${absentId()}`))
      expect((await each(client, path)).map(([status]) => status)).toEqual([404, 404, 404])
    }
    expect([await fingerprint(server, tenant.id), below('drafts')]).toEqual(before)
    expect((await tus.patch(path, { offset: 50, bytes: Buffer.alloc(50) })).status).toBe(204)
  })
})

describe('paths', () => {
  it('are never made of what a caller sends: 300 of them as id, name and folder', async () => {
    const dots = ['../', '..\\', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '%c0%ae%c0%ae/', '....//', '..;/', '\u0000../']
    const ends = [
      'etc/passwd',
      'outstation.db',
      'second-factors.key',
      'x.txt',
      '..',
      '.',
      'CON',
      'blobs/x',
      '/etc/shadow',
      'C:\\Windows\\win.ini',
    ]
    const payloads = dots.flatMap((dot) => ends.flatMap((end) => [1, 3, 8].map((times) => dot.repeat(times) + end)))
    expect(payloads.length).toBe(300)
    const outside = () => readdirSync(server.services.config.dataDir).sort()
    const path = await begun(1)
    const before = [outside(), below('drafts'), below('blobs').length]
    let stored = 0
    for (const payload of payloads) {
      const at = `${UPLOAD}/${encodeURIComponent(payload)}`
      const refused = await Promise.all([
        tus.head(at),
        tus.patch(at, { offset: 0, bytes: Buffer.from('x') }),
        tus.abort(at),
        tus.begin(1, { filename: 'x', parentId: payload }),
        fetch(`${server.url}${FILE}/content?id=${encodeURIComponent(payload)}`, { headers: { authorization: `Bearer ${owner.token}` } }),
        fetch(`${server.url}${FILE}/downloadByTicket?ticket=${encodeURIComponent(payload)}`),
      ])
      for (const { status } of refused) expect([400, 404, 414, 422], payload).toContain(status)
      expect((await owner.post(`${FILE}/downloadTicket`, { id: payload })).http, payload).toBe(422)
      const named = await tus.begin(1, { filename: payload })
      expect([201, 409, 422], payload).toContain(named.status)
      if (named.status !== 201) continue
      const done = await tus.patch(named.headers.get('location') as string, { offset: 0, bytes: Buffer.from('x') })
      if (done.headers.has('upload-file')) stored += 1
    }
    await tus.abort(path)
    expect(stored).toBeGreaterThan(5)
    expect([outside(), below('drafts'), below('blobs').length - stored]).toEqual(before)
    for (const name of below('blobs')) expect(name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  }, 120_000)
})
