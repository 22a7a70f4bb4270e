/** Files on an S3 store: the same calls as on a folder, by way of a server that speaks S3, which may be away. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import yauzl from 'yauzl'
import { expiredTransfers } from '../server/features/file/disk/expired-transfers.ts'
import { extractFiles } from '../server/backups/bundle.ts'
import { folderStore } from '../server/storage/folder-store.ts'
import { s3AddressOf } from '../server/storage/s3/address.ts'
import { PART } from '../server/storage/s3/parts.ts'
import { openStorage } from '../server/storage/open-storage.ts'
import type { Store } from '../server/storage/store.ts'
import { writeArchive } from '../server/tenancy/tenant-archive.ts'
import { build } from '../server/kernel/database/sql.ts'
import { buildPlatform, buildTenant, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import type { Disk } from './support/disk.ts'
import { FILE, diskCalls, startDisk } from './support/disk.ts'
import { pngOf } from './support/pictures.ts'
import { fingerprint } from './support/rows.ts'
import type { S3Server } from './support/s3.ts'
import { startS3 } from './support/s3.ts'
import { startSecond } from './support/server.ts'
import { tusAt } from './support/tus.ts'
import { upload } from './support/uploads.ts'

let s3: S3Server
let disk: Disk
let admin: Client
let operator: Client
const { put, folder, fetched, asOwner } = diskCalls(() => disk)
beforeAll(async () => {
  s3 = await startS3()
  disk = await startDisk({ s3: s3AddressOf(s3.url) })
  admin = await disk.tenant.signIn('admin')
  operator = await (await buildPlatform(disk.server)).signIn('admin')
})
afterAll(async () => {
  await disk.server.stop()
  await s3.stop()
})

/** Whose administrator may speak tus as well. */
const tus = (url = disk.server.url) => tusAt(url, admin)
const begun = async (length: number, filename = unique()) => (await tus().begin(length, { filename })).headers.get('location') as string
const read = (id: string, headers: Record<string, string> = {}, client = admin) =>
  fetch(`${disk.server.url}${FILE}/content?id=${id}`, { headers: { authorization: `Bearer ${client.token}`, ...headers } })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const blobOf = async (id: string) =>
  (await asOwner<{ blob_id: string }>('select blob_id from files where id = $1', [id]))[0]?.blob_id as string
const rowsOfBlobs = async () => (await asOwner<{ id: string }>('select id::text as id from blobs order by 1')).map(({ id }) => id)
/** Nothing lies there but files of rows, and nothing of uploads that were. */
const isTidy = async () => expect([await s3.files(), await s3.keys('drafts/')]).toEqual([await rowsOfBlobs(), []])
const sweep = async () => {
  const {
    services: { blobs, partialUploads, transactions },
  } = disk.server
  await expiredTransfers(transactions)()
  await Promise.all([blobs.sweep(transactions, Date.now() + 5000), partialUploads.sweep(transactions)])
}

describe('a file', () => {
  it('is stored in the bucket and nowhere else, and read as a whole, in parts, as a picture and in an archive', async () => {
    const { owner } = disk
    const [top, content] = [await folder(owner), randomBytes(PART + 4321)]
    const large = (await put(owner, content, { id: top, name: 'large.bin' })).data.id
    await put(owner, 'small', { id: top, name: 'small.txt' })
    const picture = (await put(owner, pngOf(3, 2), { id: top, name: 'picture.png' })).data.id
    expect(await s3.keys('files/')).toContain(`files/${await blobOf(large)}/000001`)
    expect((await bytesOf(await fetched(owner, { id: large }))).equals(content)).toBe(true)
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      [`bytes=${PART - 5}-${PART + 5}`, PART - 5, PART + 6],
      ['bytes=-100', content.length - 100, content.length],
    ] as const) {
      const answer = await read(large, { range }, owner)
      expect([answer.status, (await bytesOf(answer)).equals(content.subarray(from, to))], range).toEqual([206, true])
    }
    const shown = await fetch(`${disk.server.url}/api/file/file/picture?id=${picture}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    const zip = await yauzl.fromBufferPromise(await bytesOf(await fetched(owner, { id: top })))
    const packed: Record<string, Buffer> = {}
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/'))
        packed[entry.fileName.split('/').at(-1) as string] = await buffer(await zip.openReadStreamPromise(entry))
    expect([packed['large.bin']?.equals(content), packed['small.txt']?.toString(), Object.keys(packed).length]).toEqual([true, 'small', 3])
    const {
      services: { config },
    } = disk.server
    expect(['blobs', 'drafts'].filter((name) => existsSync(join(config.dataDir, name)))).toEqual([])
    await isTidy()
  })

  it('has versions, lies in the bin, and is gone from the bucket once it is erased', async () => {
    const { owner } = disk
    const { id } = (await put(owner, 'first', { name: `${unique()}.txt` })).data
    const first = await blobOf(id)
    await put(owner, 'second', { replaces: id })
    const second = await blobOf(id)
    expect(await bytesOf(await fetched(owner, { id, versionId: first }))).toEqual(Buffer.from('first'))
    await owner.post(`${FILE}/deleteFile`, { id: [id] })
    await owner.post(`${FILE}/restoreFile`, { id: [id] })
    expect(await bytesOf(await read(id, {}, owner))).toEqual(Buffer.from('second'))
    await owner.post(`${FILE}/deleteFile`, { id: [id] })
    expect((await owner.post(`${FILE}/eraseFile`, { id: [id] })).http).toBe(200)
    await expect.poll(async () => (await s3.files()).filter((blob) => [first, second].includes(blob))).toEqual([])
  })

  it('that the tenant has no room for is not kept', async () => {
    const before = await s3.files()
    await asOwner('update tenants set storage_quota = 0 where id = $1', [disk.tenant.id])
    expect((await put(disk.owner, randomBytes(PART + 1))).http).toBe(409)
    await asOwner('update tenants set storage_quota = null where id = $1', [disk.tenant.id])
    expect(await s3.files()).toEqual(before)
  })

  it('of a person, such as their picture, lies there as well', async () => {
    const before = await s3.files()
    expect((await upload(disk.server.url, admin, '/api/account/sysuserdetail/uploadAvatar', pngOf(4, 4), { name: 'me.png' })).http).toBe(
      200,
    )
    expect(await s3.files()).toHaveLength(before.length + 1)
    await isTidy()
  })

  it('of a tenant that is erased goes with the next sweep', async () => {
    const tenant = await buildTenant(disk.server)
    const client = await tenant.signIn('admin')
    const { id } = (await put(client, 'theirs')).data
    const blob = await blobOf(id)
    await operator.put('/api/admin/systenant/updateSysTenantByMark', { id: [tenant.id] })
    expect((await operator.post('/api/admin/systenant/deleteSysTenant', { id: tenant.id, tenantCode: tenant.code })).http).toBe(200)
    await sweep()
    expect(await s3.files()).not.toContain(blob)
    await isTidy()
  })
})

describe('an upload in pieces', () => {
  it('is gone on with by a server that knows nothing of it, across the borders of parts', async () => {
    const content = randomBytes(3 * PART + 777)
    const path = await begun(content.length, 'pieces.bin')
    const second = disk.server.databaseUrl === undefined ? undefined : await startSecond(disk.server, { s3: s3AddressOf(s3.url) })
    const borders = [0, 1, 1000, PART + 5, PART + 6, 3 * PART, content.length]
    let id: string | null = null
    for (const [at, offset] of borders.slice(0, -1).entries()) {
      const url = at % 2 === 0 ? disk.server.url : (second?.url ?? disk.server.url)
      const answer = await tus(url).patch(path, { offset, bytes: content.subarray(offset, borders[at + 1]) })
      expect(answer.status, await answer.text()).toBe(204)
      expect(Number((await tus().head(path)).headers.get('upload-offset'))).toBe(borders[at + 1])
      id = answer.headers.get('upload-file')
      // Without what it remembers of checksums.
      if (!second)
        Object.assign(disk.server.services, {
          partialUploads: (await openStorage({ dataDir: '', s3: s3AddressOf(s3.url) })).partialUploads,
        })
    }
    expect((await bytesOf(await read(id as string))).equals(content)).toBe(true)
    expect(await asOwner('select sha256 from blobs where id = $1', [await blobOf(id as string)])).toEqual([
      { sha256: createHash('sha256').update(content).digest('hex') },
    ])
    await second?.stop()
    await isTidy()
  })

  it('is left alone by every sweep while it goes on, and gone on with afterwards', async () => {
    const content = randomBytes(2 * PART + 50)
    const path = await begun(content.length)
    await tus().patch(path, { offset: 0, bytes: content.subarray(0, PART + 20) })
    await sweep()
    const done = await tus().patch(path, { offset: PART + 20, bytes: content.subarray(PART + 20) })
    expect((await bytesOf(await read(done.headers.get('upload-file') as string))).equals(content)).toBe(true)
    await isTidy()
  })

  it('that is given up, or forgotten, leaves nothing', async () => {
    const [given, forgotten] = [await begun(2 * PART), await begun(2 * PART)]
    for (const path of [given, forgotten]) expect((await tus().patch(path, { offset: 0, bytes: randomBytes(PART + 9) })).status).toBe(204)
    const ids = [given, forgotten].map((path) => path.slice(-36))
    expect((await s3.files()).filter((id) => ids.includes(id))).toEqual(ids.sort())
    expect((await tus().abort(given)).status).toBe(204)
    expect(await s3.files()).not.toContain(given.slice(-36))
    await asOwner("update uploads set expires_at = now() - interval '1 second' where id = $1", [forgotten.slice(-36)])
    await sweep()
    await isTidy()
  })

  it('that was refused when it was whole is still there, and becomes a file once there is room', async () => {
    const content = randomBytes(PART + 3)
    const path = await begun(content.length)
    await tus().patch(path, { offset: 0, bytes: content.subarray(0, PART) })
    await asOwner('update tenants set storage_quota = 0 where id = $1', [disk.tenant.id])
    expect((await tus().patch(path, { offset: PART, bytes: content.subarray(PART) })).status).toBe(409)
    await asOwner('update tenants set storage_quota = null where id = $1', [disk.tenant.id])
    await sweep()
    const id = (await tus().head(path)).headers.get('upload-file')
    expect((await bytesOf(await read(id as string))).equals(content)).toBe(true)
    await isTidy()
  })

  it('whose bytes were thrown away by hand is gone, and says so', async () => {
    const content = randomBytes(PART + 3)
    const path = await begun(content.length)
    await tus().patch(path, { offset: 0, bytes: content.subarray(0, PART + 1) })
    for (const key of [...(await s3.keys(`files/${path.slice(-36)}/`)), ...(await s3.keys('drafts/'))]) await s3.s3.remove(key)
    expect((await tus().patch(path, { offset: PART + 1, bytes: content.subarray(PART + 1) })).status).toBe(410)
    await tus().abort(path)
    await isTidy()
  })
})

describe('a store that is away', () => {
  const sentences = { en: 'not available', 'zh-CN': '暂时不可用', 'zh-TW': '暫時無法使用' }

  it('is told of in the language of the caller, stores nothing by halves, and all goes on when it is back', async () => {
    const { owner, server, tenant } = disk
    const { id } = (await put(owner, 'before')).data
    const content = randomBytes(PART + 100)
    const path = await begun(content.length)
    await tus().patch(path, { offset: 0, bytes: content.subarray(0, 50) })
    const ready = () => fetch(`${server.url}/readyz`).then((answer) => answer.status)
    expect(await ready()).toBe(200)
    const before = await fingerprint(server, tenant.id)
    await s3.away()
    for (const [language, words] of Object.entries(sentences)) {
      const answer = await upload(server.url, owner, `${FILE}/uploadFile`, Buffer.from('x'), { name: `${unique()}.txt`, language })
      expect(answer).toMatchObject({ http: 503, code: 503, message: expect.stringContaining(words) })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await read(id, {}, owner)).status).toBe(503)
    expect((await fetched(owner, { id })).status).toBe(503)
    expect((await tus().patch(path, { offset: 50, bytes: content.subarray(50) })).status).toBe(503)
    await expect(
      buffer(Readable.from(writeArchive(server.services, tenant.id, { by: 'somebody' }))),
      'an archive of the tenant does not lack them silently',
    ).rejects.toMatchObject({ code: 'storage.away' })
    expect((await owner.get(`${FILE}/queryFile`)).http, 'what needs no file goes on').toBe(200)
    await expect.poll(ready, { timeout: 10_000 }).toBe(503)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await fingerprint(server, tenant.id)).toBe(before)

    await s3.back()
    await expect.poll(ready, { timeout: 10_000 }).toBe(200)
    expect(await bytesOf(await read(id, {}, owner))).toEqual(Buffer.from('before'))
    expect((await put(owner, 'after')).http).toBe(200)
    const offset = Number((await tus().head(path)).headers.get('upload-offset'))
    const done = await tus().patch(path, { offset, bytes: content.subarray(offset) })
    expect((await bytesOf(await read(done.headers.get('upload-file') as string))).equals(content)).toBe(true)
    await sweep()
    await isTidy()
  })
})

describe('a backup', () => {
  it('holds the files, those as well that are erased while it is made, and puts them into a store of any kind', async () => {
    const {
      owner,
      server: { services },
    } = disk
    const content = randomBytes(PART + 1)
    await put(owner, content)
    const { id } = (await put(owner, 'going')).data
    const going = await blobOf(id)
    const store = services.store as Store
    const { hold } = store
    vi.spyOn(store, 'hold').mockImplementationOnce(async (path) => {
      const held = await hold(path)
      // Between the dump and the files.
      return {
        ...held,
        again: async () => {
          await owner.post(`${FILE}/deleteFile`, { id: [id] })
          expect((await owner.post(`${FILE}/eraseFile`, { id: [id] })).http).toBe(200)
          await sweep()
          await sleep(500)
        },
      }
    })
    const {
      data: { id: backup },
    } = await operator.post<{ id: string }>('/api/admin/logsystem/backUpDataBase')
    await services.backups.settled()
    const row = await services.transactions.inPlatform('a test looks at a backup', (tx) =>
      tx.first(build.selectFrom('backups').select(['file_name', 'verdict', 'remark']).where('id', '=', backup)),
    )
    expect(row).toMatchObject({ verdict: 'passed', remark: null })
    const file = services.backups.pathOf(row?.file_name as string)

    const place = mkdtempSync(join(tmpdir(), 'outstation-restored-'))
    const other = await startS3()
    const { store: fresh } = await openStorage({ dataDir: '', s3: s3AddressOf(other.url) })
    for (const target of [folderStore(place), fresh]) {
      const count = await extractFiles(file, target)
      expect(count).toBe((await rowsOfBlobs()).length + 1)
      expect((await buffer(await target.read(going, 5))).toString()).toBe('going')
      // Once more is no harm: what is there is the same.
      expect(await extractFiles(file, target)).toBe(count)
    }
    expect(await other.files()).toEqual([...(await rowsOfBlobs()), going].sort())
    await other.stop()
    rmSync(place, { recursive: true })
    expect(await s3.keys('holds/')).toEqual([])
    // The bucket tells its time to the second: what was put just now has to be older than that.
    s3.makeOlder(1500)
    await sweep()
    await isTidy()
  }, 120_000)

  it('says so when a file is not in the bucket', async () => {
    const {
      server: { services },
    } = disk
    const blob = await blobOf((await put(disk.owner, 'lost')).data.id)
    await s3.s3.remove(`files/${blob}/000000`)
    const {
      data: { id },
    } = await operator.post<{ id: string }>('/api/admin/logsystem/backUpDataBase')
    await services.backups.settled()
    const count = (await rowsOfBlobs()).length
    expect(
      await services.transactions.inPlatform('a test looks at a backup', (tx) =>
        tx.first(build.selectFrom('backups').select(['verdict', 'remark']).where('id', '=', id)),
      ),
    ).toEqual({ verdict: 'failed', remark: `(files) ${count}≠${count - 1}` })
  }, 120_000)
})
