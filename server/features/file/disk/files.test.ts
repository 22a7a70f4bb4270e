import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FILE_TYPES } from '../../../../model/file/files.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { fingerprint } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { answerText } from '../../../../tests/support/wire.ts'
import { onlooker } from '../../../../tests/support/disk.ts'

const FILE = '/api/file/file'
const MEGABYTE = 1024 * 1024
const keeper: RoleSeed = {
  roleCode: 'ROLE_KEEPER',
  roleName: 'keeper',
  roleDescription: '',
  menus: [],
  urls: ['/file/file/*'],
  hiddenButtons: [],
  hiddenFields: [],
}

interface Stored {
  id: string
  originalFilename: string
  fileType: string
  contentType: string
  url: string
}
interface Listed {
  list: { id: string; originalFilename: string; fileType: string; size: number; isShared: number; isOwn: boolean }[]
  total: number
  path: { id: string; label: string }[]
}

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let owner: Client
let reader: Client
let stranger: Client
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, {
    roles: [keeper, onlooker],
    users: [
      ...['owner', 'reader', 'leaver'].map((username) => buildUser({ username, roles: [keeper.roleCode] })),
      buildUser({ username: 'onlooker', roles: [onlooker.roleCode] }),
    ],
  })
  other = await buildTenant(server)
  owner = await tenant.signIn('owner')
  reader = await tenant.signIn('reader')
  stranger = await other.signIn('admin')
})
afterAll(() => server.stop())

const asOwner = async <Row>(sql: string, values: unknown[] = []) =>
  (await server.database.asOwner((client) => client.query(sql, values))).rows as Row[]
const put = (
  client: Client,
  content: Buffer | string | undefined,
  { name = `${unique()}.txt`, ...fields }: Record<string, string> = {},
  language = 'en',
) =>
  upload<Stored>(server.url, client, `${FILE}/uploadFile`, content === undefined ? undefined : Buffer.from(content), {
    name,
    fields,
    language,
  })
const folder = async (client: Client, parentId = '0', originalFilename = unique()) =>
  (await client.post<string>(`${FILE}/addFolder`, { originalFilename, parentId })).data
const listed = (client: Client, query: Record<string, string | number> = {}) =>
  client.get<Listed>(`${FILE}/queryFile`, { pageSize: 1000, ...query })
const fetched = (client: Client | undefined, id: string) =>
  fetch(`${server.url}${FILE}/picture?id=${id}`, { headers: client ? { authorization: `Bearer ${client.token}` } : {} })
const download = (client: Client, id: string) =>
  fetch(`${server.url}${FILE}/downloadFile`, {
    method: 'POST',
    body: new URLSearchParams({ id }),
    headers: { authorization: `Bearer ${client.token}` },
  })
const below = (name: string) => {
  const path = join(server.services.config.dataDir, name)
  return existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort()
    : []
}
const onDisk = () => [...below('blobs'), ...below('uploads')]

function png(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from('00000008000000080800000000', 'hex')
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(72))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const gif = Buffer.from('47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b', 'hex')
const bmp = Buffer.concat([
  Buffer.from('424d3a0000000000000036000000280000000100000001000000010018000000000004000000', 'hex'),
  Buffer.alloc(20),
])
const webp = Buffer.concat([Buffer.from('524946462400000057454250565038204000000030', 'hex'), Buffer.alloc(20)])

describe('a file', () => {
  it('comes back byte for byte, under its name, to be kept and not to be shown', async () => {
    const content = Buffer.from('水位 12.5 m\n'.repeat(5000))
    const { data, http } = await put(owner, content, { name: '水位 (报表).txt' })
    expect(http).toBe(200)
    expect(data).toMatchObject({ originalFilename: '水位 (报表).txt', fileType: 'text', contentType: 'text/plain', url: '' })
    const answer = await download(owner, data.id)
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%E6%B0%B4%E4%BD%8D%20%28%E6%8A%A5%E8%A1%A8%29.txt")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-length')).toBe(String(content.length))
    const {
      data: { list },
    } = await listed(owner)
    expect(list.find(({ id }) => id === data.id)).toMatchObject({
      size: Math.round(content.length / 10.24) / 100,
      isShared: 0,
      isOwn: true,
    })
  })

  it.each<[string, string, Buffer | string]>([
    ['image', 'image/png', png()],
    ['image', 'image/gif', gif],
    ['image', 'image/bmp', bmp],
    ['image', 'image/webp', webp],
    ['document', 'application/pdf', '%PDF-1.7\n'],
    ['archive', 'application/gzip', Buffer.from('1f8b0800', 'hex')],
    ['archive', 'application/zip', Buffer.from(`504b0304${'00'.repeat(40)}`, 'hex')],
    [
      'spreadsheet',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('[Content_Types].xml … xl/workbook.xml')]),
    ],
    [
      'document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('[Content_Types].xml … word/document.xml')]),
    ],
    ['audio', 'audio/flac', 'fLaC'],
    ['audio', 'audio/wav', 'RIFF....WAVEfmt '],
    ['video', 'video/mp4', Buffer.from('000000186674797069736f6d', 'hex')],
    ['text', 'text/plain', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['text', 'text/plain', '<!doctype html><script>alert(1)</script>'],
    ['other', 'application/octet-stream', Buffer.from([0, 1, 2, 3])],
    ['other', 'application/octet-stream', Buffer.from([0xc3, 0x28])],
  ])('is %s, %s, by its contents and never by its name', async (fileType, contentType, content) => {
    expect(await put(owner, content, { name: `${unique()}.jpg` })).toMatchObject({ http: 200, data: { fileType, contentType } })
  })

  it('is refused where it is empty, absent, too large, or another has its name, and leaves nothing', async () => {
    const at = await folder(owner)
    expect((await put(owner, 'x', { name: 'Taken.txt', id: at })).http).toBe(200)
    const before = [await fingerprint(server, tenant.id), onDisk()]
    expect(await put(owner, '', { id: at })).toMatchObject({ http: 422, message: 'The file cannot be empty!' })
    expect(await put(owner, '', { id: at }, 'zh-CN')).toMatchObject({ message: '文件不能为空！' })
    expect(await put(owner, '', { id: at }, 'zh-TW')).toMatchObject({ message: '檔案不能為空！' })
    expect(await put(owner, undefined, { id: at })).toMatchObject({ http: 404, message: 'The file could not be found' })
    expect(await put(owner, Buffer.alloc(10 * MEGABYTE), { id: at })).toMatchObject({ http: 413, message: 'File must smaller than 10MB!' })
    expect(await put(owner, 'x', { name: 'tAKEN.TXT', id: at })).toMatchObject({ http: 409 })
    expect(await put(owner, 'x', { id: absentId() })).toMatchObject({ http: 404 })
    expect(await put(owner, 'x', { id: at, uploadType: 'nothing' })).toMatchObject({ http: 422 })
    expect([await fingerprint(server, tenant.id), onDisk()]).toEqual(before)
    expect((await put(owner, Buffer.alloc(10 * MEGABYTE - 1), { id: at })).http).toBe(200)
  })

  it('that stops on its way leaves nothing', async () => {
    const before = [await fingerprint(server, tenant.id), onDisk()]
    await new Promise<void>((resolve) => {
      const call = request(`${server.url}${FILE}/uploadFile`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': String(MEGABYTE),
        },
      })
      call.on('error', () => resolve())
      call.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="half.bin"\r\n\r\n${'x'.repeat(300_000)}`)
      // It has begun to arrive.
      const look = setInterval(() => {
        if (below('uploads').length > 0) {
          clearInterval(look)
          call.destroy()
        }
      }, 5)
    })
    await expect.poll(() => below('uploads'), { timeout: 10_000 }).toEqual([])
    expect([await fingerprint(server, tenant.id), onDisk()]).toEqual(before)
  })

  it('counts for what the tenant may store', async () => {
    const [{ used } = { used: '' }] = await asOwner<{ used: string }>("select usage_of($1, 'storage')::text as used", [tenant.id])
    await asOwner('update tenants set storage_quota = $2 where id = $1', [tenant.id, Math.floor(Number(used) / MEGABYTE) + 1])
    const before = onDisk()
    expect((await put(owner, Buffer.alloc(MEGABYTE + 1))).http).toBe(409)
    expect(onDisk()).toEqual(before)
    await asOwner('update tenants set storage_quota = null where id = $1', [tenant.id])
    expect((await put(owner, Buffer.alloc(MEGABYTE + 1))).http).toBe(200)
  })
})

describe('folders', () => {
  it("are a tree of one's own; their contents are listed by page, name and kind", async () => {
    const top = await folder(owner, '0', `top ${unique()}`)
    const inner = await folder(owner, top, 'inner')
    for (const name of ['b%.txt', 'a_.txt', 'C.txt']) expect((await put(owner, 'text', { name, id: top })).http).toBe(200)
    const { data: tree } = await owner.get<{ id: string; children: { id: string; label: string; children: unknown[] }[] }[]>(
      `${FILE}/queryFolderTree`,
    )
    expect(tree.find(({ id }) => id === top)?.children).toEqual([{ id: inner, label: 'inner', children: [] }])
    const names = async (query: Record<string, string | number>) =>
      (await listed(owner, { parentId: top, ...query })).data.list.map(({ originalFilename }) => originalFilename)
    expect(await names({})).toEqual(['inner', 'a_.txt', 'b%.txt', 'C.txt'])
    expect(await names({ pageSize: 2, currentPage: 2 })).toEqual(['b%.txt', 'C.txt'])
    expect(await names({ originalFilename: '%' })).toEqual(['b%.txt'])
    expect(await names({ fileType: 'folder' })).toEqual(['inner'])
    expect((await listed(owner, { parentId: inner })).data).toMatchObject({
      list: [],
      total: 0,
      path: [{ id: top }, { id: inner, label: 'inner' }],
    })
    expect((await owner.get<{ value: string; label: string }[]>(`${FILE}/queryFileTypeName`)).data.map(({ value }) => value)).toEqual(
      FILE_TYPES,
    )
  })

  it('go with all that is in them, from the disk as well, and with their owner', async () => {
    const leaver = await tenant.signIn('leaver')
    const before = below('blobs')
    const top = await folder(leaver)
    const inner = await folder(leaver, top)
    for (const at of [top, inner]) expect((await put(leaver, 'text', { id: at })).http).toBe(200)
    expect(below('blobs').length).toBe(before.length + 2)
    expect(await leaver.post(`${FILE}/deleteFile?id=${top}`)).toMatchObject({ http: 200, data: { deleted: 4 } })
    expect(below('blobs').length, 'what lies in the bin is still there').toBe(before.length + 2)
    expect(await leaver.post(`${FILE}/eraseFile?id=${top}`)).toMatchObject({ http: 200, data: { deleted: 4 } })
    await expect.poll(() => below('blobs')).toEqual(before)
    expect((await listed(leaver)).data.total).toBe(0)
    const { data } = await put(leaver, 'text')
    await asOwner('delete from users where id = $1', [tenant.users['leaver']])
    expect(await asOwner('select 1 from files where id = $1', [data.id])).toEqual([])
    expect(
      await asOwner('select 1 from blobs b where tenant_id = $1 and not exists (select from files f where f.blob_id = b.id)', [tenant.id]),
      'nor does what nobody has count any more',
    ).toEqual([])
  })

  it('lie 32 deep at most, and two that are made at once have two names', async () => {
    let at = '0'
    for (let depth = 0; depth < 32; depth += 1) at = await folder(owner, at)
    expect(await owner.post(`${FILE}/addFolder`, { originalFilename: 'x', parentId: at })).toMatchObject({ http: 422 })
    const name = unique()
    const made = await Promise.all(Array.from({ length: 6 }, () => owner.post(`${FILE}/addFolder`, { originalFilename: name })))
    expect(made.map(({ http }) => http).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('who may do what', () => {
  it("one's own, what is shared, what lies in a shared folder; to all others it is not there", async () => {
    const [top, shut] = [await folder(owner), await folder(owner)]
    const inner = await folder(owner, top)
    const inside = (await put(owner, png(), { id: inner, name: 'inside.png' })).data.id
    const single = (await put(owner, png(), { name: `${unique()}.png` })).data.id
    const hidden = (await put(owner, png(), { id: shut })).data.id
    const asked = async (client: Client, id: string) => [
      (await listed(client, { parentId: id })).http,
      (await download(client, id)).status,
      (await fetched(client, id)).status,
    ]
    const isGone = [404, 404, 404]
    for (const id of [top, inner, inside, single, hidden]) {
      for (const client of [reader, stranger]) expect(await asked(client, id)).toEqual(isGone)
    }
    for (const id of [top, single]) expect((await owner.post(`${FILE}/updateFileIsShared`, { id, isShared: 1 })).http).toBe(200)
    for (const id of [inside, single]) expect((await asked(reader, id)).slice(1)).toEqual([200, 200])
    expect((await listed(reader, { parentId: inner })).data).toMatchObject({
      list: [{ id: inside, isOwn: false }],
      path: [{ id: top }, { id: inner }],
    })
    expect(await asked(reader, hidden)).toEqual(isGone)
    expect((await listed(reader)).data.list.map(({ id }) => id)).not.toEqual(expect.arrayContaining([single]))
    // A shared folder inside of one that is not tells nothing of what is above it.
    const within = await folder(owner, shut, 'within')
    await owner.post(`${FILE}/updateFileIsShared`, { id: within, isShared: 1 })
    expect((await listed(reader, { parentId: within })).data.path).toEqual([{ id: within, label: 'within' }])
    for (const id of [top, inner, inside, single, hidden]) expect(await asked(stranger, id)).toEqual(isGone)

    const before = await fingerprint(server, tenant.id)
    const changes = (client: Client, id: string) => [
      client.post(`${FILE}/updateFileName`, { id, originalFilename: 'mine' }),
      client.post(`${FILE}/updateFileIsShared`, { id, isShared: 0 }),
      client.post(`${FILE}/deleteFile?id=${id}`),
      client.post(`${FILE}/addFolder`, { originalFilename: 'mine', parentId: id }),
      put(client, 'x', { id }),
    ]
    for (const answer of await Promise.all(changes(reader, top))) expect(answer.http).toBe(403)
    const [theirs, hiddens, nobodys] = [
      await Promise.all(changes(stranger, top)),
      await Promise.all(changes(reader, shut)),
      await Promise.all(changes(reader, absentId())),
    ]
    expect(theirs.map(({ http, message }) => [http, message])).toEqual(nobodys.map(({ http, message }) => [http, message]))
    expect(hiddens.map(({ http, message }) => [http, message])).toEqual(nobodys.map(({ http, message }) => [http, message]))
    expect(nobodys.map(({ http }) => http)).toEqual([404, 404, 404, 404, 404])
    expect(await owner.post(`${FILE}/deleteFile`, { id: [single, absentId()] }), 'all or nothing').toMatchObject({ http: 404 })
    expect(await fingerprint(server, tenant.id)).toBe(before)

    await owner.post(`${FILE}/updateFileIsShared`, { id: top, isShared: 0 })
    expect(await asked(reader, inside)).toEqual(isGone)
  })

  it('nobody without the right, but for the pictures that everybody signed in may see', async () => {
    const viewer = await tenant.signIn('onlooker')
    const { data } = await put(owner, png(), { uploadType: 'editor', name: 'in a text.png' })
    expect((await fetched(viewer, data.id)).status).toBe(200)
    expect((await fetched(undefined, data.id)).status).toBe(401)
    expect((await download(viewer, data.id)).status).toBe(403)
    expect((await put(viewer, 'x')).http).toBe(403)
    expect((await listed(viewer)).http).toBe(403)
  })
})

describe('pictures', () => {
  it('of a text are of the four kinds, are seen by its readers, and may all be called alike', async () => {
    const text = Buffer.from('secret place')
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from('tEXt'), text])))
    const withMetadata = Buffer.concat([
      png().subarray(0, 33),
      Buffer.from([0, 0, 0, text.length]),
      Buffer.from('tEXt'),
      text,
      sum,
      png().subarray(33),
    ])
    const [one, two] = [
      await put(owner, withMetadata, { uploadType: 'editor', name: 'image.png' }),
      await put(owner, withMetadata, { uploadType: 'editor', name: 'image.png' }),
    ]
    expect(one.data).toMatchObject({ originalFilename: 'image.png', url: `${FILE}/picture?id=${one.data.id}` })
    expect(two.data.originalFilename).toBe('image (2).png')
    const shown = await fetched(reader, one.data.id)
    expect(Buffer.from(await shown.arrayBuffer()).equals(png()), 'without what else it said').toBe(true)
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control', 'content-security-policy'].map((name) => [
          name,
          shown.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''image.png",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    for (const content of [gif, bmp]) expect((await put(owner, content, { uploadType: 'editor' })).http).toBe(200)
    const before = [await fingerprint(server, tenant.id), onDisk()]
    for (const content of [webp, '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', png().subarray(0, 40), '%PDF-1.7']) {
      expect(await put(owner, content, { uploadType: 'editor', name: 'image.png' })).toMatchObject({
        http: 422,
        message: 'Please upload a picture format',
      })
    }
    expect([await fingerprint(server, tenant.id), onDisk()]).toEqual(before)
  })

  it('are all that is ever shown', async () => {
    for (const content of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<script>alert(1)</script>',
      '%PDF-1.7',
      Buffer.from('49492a000800000000000000', 'hex'),
    ]) {
      const { data } = await put(owner, content, { name: `${unique()}.png` })
      expect((await fetched(owner, data.id)).status).toBe(404)
    }
    expect((await fetched(owner, (await put(owner, webp, { name: `${unique()}.html` })).data.id)).headers.get('content-type')).toBe(
      'image/webp',
    )
  })
})

describe('paths', () => {
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

  it('are never made of what a caller sends: 300 of them on every call', async () => {
    expect(payloads.length).toBe(300)
    const outside = () => readdirSync(server.services.config.dataDir).sort()
    await put(owner, 'x')
    const before = outside()
    const size = below('blobs').length
    let stored = 0
    for (const payload of payloads) {
      const sent = encodeURIComponent(payload)
      const answers = await Promise.all([
        owner.get(`${FILE}/queryFile?parentId=${sent}`),
        owner.get(`${FILE}/picture?id=${sent}`),
        owner.post(`${FILE}/downloadFile`, { id: payload }),
        owner.post(`${FILE}/deleteFile`, { id: [payload] }),
        owner.post(`${FILE}/updateFileName`, { id: payload, originalFilename: 'x' }),
        owner.post(`${FILE}/updateFileIsShared`, { id: payload, isShared: 1 }),
        owner.post(`${FILE}/addFolder`, { originalFilename: 'x', parentId: payload }),
        put(owner, 'x', { id: payload }),
      ])
      for (const answer of answers) expect(answer.http, `${payload}: ${answerText(answer).slice(0, 200)}`).toBe(422)
      const named = await put(owner, `x${stored}`, { name: payload })
      expect([200, 409, 422], payload).toContain(named.http)
      if (named.http === 200) {
        stored += 1
        expect(named.data.originalFilename).not.toMatch(/[/\\\u0000]/)
      }
    }
    expect(stored).toBeGreaterThan(5)
    expect(outside()).toEqual(before)
    expect(below('blobs').length).toBe(size + stored)
    for (const name of below('blobs')) expect(name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  }, 120_000)

  it.each(['', '  ', '.', '..', 'a/b', 'a\\b', 'a\u0000b', 'a\nb', '\u202etxt.exe', 'x'.repeat(256)])(
    '%j is no name',
    async (originalFilename) => {
      expect(await owner.post(`${FILE}/addFolder`, { originalFilename })).toMatchObject({
        http: 422,
        errors: [{ field: 'originalFilename' }],
      })
      const { data } = await put(owner, 'x')
      expect(await owner.post(`${FILE}/updateFileName`, { id: data.id, originalFilename })).toMatchObject({
        http: 422,
        errors: [{ field: 'originalFilename', message: expect.stringContaining('Name') }],
      })
    },
  )
})
