/** Places, searches and orders, moving, the recycle bin, and what somebody may store. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unique } from '../../../../tests/support/builders.ts'
import type { Disk } from '../../../../tests/support/disk.ts'
import { FILE, diskCalls, startDisk } from '../../../../tests/support/disk.ts'
import { fingerprint } from '../../../../tests/support/rows.ts'
import { absentId } from '../../../../tests/support/values.ts'
import { emptyOldBins } from './erase.ts'

let disk: Disk
const { put, folder, listed, names, fetched, asOwner, blobs, set } = diskCalls(() => disk)
beforeAll(async () => {
  disk = await startDisk({})
})
afterAll(() => disk.server.stop())

const unchanged = async (work: () => Promise<unknown>) => {
  const before = await fingerprint(disk.server, disk.tenant.id)
  await work()
  expect(await fingerprint(disk.server, disk.tenant.id)).toBe(before)
}

describe('a list', () => {
  it('is in any order, folders first, by page', async () => {
    const { owner } = disk
    const top = await folder(owner)
    for (const name of ['beta', 'Alpha']) await folder(owner, top, name)
    for (const [name, content] of [
      ['b.txt', 'xxxx'],
      ['C.txt', 'x'],
      ['a.pdf', '%PDF-1.7\n'],
    ] as const)
      expect((await put(owner, content, { id: top, name })).http).toBe(200)
    // Times a second apart, whatever the clock: b, C, a were added in this order, and changed in the other.
    for (const [at, name] of ['b.txt', 'C.txt', 'a.pdf', 'beta', 'Alpha'].entries()) {
      await asOwner(
        "update files set created_at = now() + $1 * interval '1 second', updated_at = now() - $1 * interval '1 second' where parent_id = $2 and original_filename = $3",
        [at, top, name],
      )
    }
    const sorted = (sorter: string, more = {}) => names(owner, { parentId: top, sorter, ...more })
    expect(await names(owner, { parentId: top })).toEqual(['Alpha', 'beta', 'a.pdf', 'b.txt', 'C.txt'])
    expect(await sorted('originalFilename_descend')).toEqual(['beta', 'Alpha', 'C.txt', 'b.txt', 'a.pdf'])
    expect((await sorted('size_ascend')).slice(2)).toEqual(['C.txt', 'b.txt', 'a.pdf'])
    expect((await sorted('size_descend')).slice(2)).toEqual(['a.pdf', 'b.txt', 'C.txt'])
    expect(await sorted('createTime_ascend')).toEqual(['beta', 'Alpha', 'b.txt', 'C.txt', 'a.pdf'])
    expect(await sorted('updateTime_ascend')).toEqual(['Alpha', 'beta', 'a.pdf', 'C.txt', 'b.txt'])
    expect((await sorted('fileType_ascend'))[2]).toBe('a.pdf')
    const paged = []
    for (const currentPage of [1, 2, 3]) paged.push(...(await sorted('originalFilename_ascend', { pageSize: 2, currentPage })))
    expect(paged, 'a page may hold the last folder and the first file').toEqual(['Alpha', 'beta', 'a.pdf', 'b.txt', 'C.txt'])
    expect(await sorted('originalFilename_ascend', { pageSize: 3, currentPage: 1 })).toEqual(['Alpha', 'beta', 'a.pdf'])
    expect((await listed(owner, { parentId: top, pageSize: 2, currentPage: 2 })).data.total).toBe(5)
    for (const wrong of [{ sorter: 'sha256_ascend' }, { sorter: 'size' }, { place: 'everything' }, { pageSize: 1001 }])
      expect((await listed(owner, wrong)).http, JSON.stringify(wrong)).toBe(422)
    const {
      data: {
        list: [, , row],
      },
    } = await listed(owner, { parentId: top })
    expect(row).toMatchObject({ parentId: top, access: 'own', isOwn: true, versions: 1, isLinked: 0, createdBy: 'owner', size: 0.01 })
    expect(row?.updateTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('finds by part of the name here, or everywhere below, and tells the way there', async () => {
    const { owner, stranger } = disk
    const mark = unique()
    const top = await folder(owner, '0', `top ${mark}`)
    const inner = await folder(owner, top, 'inner')
    await put(owner, 'x', { id: top, name: `one ${mark}.txt` })
    await put(owner, 'x', { id: inner, name: `two ${mark}.txt` })
    const gone = (await put(owner, 'x', { id: inner, name: `gone ${mark}.txt` })).data.id
    await owner.post(`${FILE}/deleteFile`, { id: [gone] })
    expect(await names(owner, { originalFilename: mark })).toEqual([`top ${mark}`])
    const everywhere = (await listed(owner, { originalFilename: mark.toUpperCase(), everywhere: 1 })).data
    expect(everywhere.list.map(({ originalFilename, path }) => [originalFilename, path])).toEqual([
      [`top ${mark}`, []],
      [`one ${mark}.txt`, [`top ${mark}`]],
      [`two ${mark}.txt`, [`top ${mark}`, 'inner']],
    ])
    expect(everywhere.total).toBe(3)
    expect(await names(owner, { parentId: inner, originalFilename: mark, everywhere: 1 })).toEqual([`two ${mark}.txt`])
    expect(await names(owner, { parentId: top, originalFilename: mark, everywhere: 1, fileType: 'text' })).toEqual([
      `one ${mark}.txt`,
      `two ${mark}.txt`,
    ])
    expect(await names(stranger, { originalFilename: mark, everywhere: 1 })).toEqual([])
    expect((await listed(stranger, { parentId: top, everywhere: 1 })).http).toBe(404)
  })
})

describe('moving', () => {
  it('takes what is in a folder along, all of it or nothing', async () => {
    const { owner } = disk
    const [from, to] = [await folder(owner), await folder(owner)]
    const inner = await folder(owner, from, 'inner')
    const file = (await put(owner, 'x', { id: inner, name: 'deep.txt' })).data.id
    const plain = (await put(owner, 'x', { id: from, name: 'plain.txt' })).data.id
    expect(await owner.post(`${FILE}/moveFile`, { id: [inner, plain], parentId: to })).toMatchObject({ http: 200, data: { moved: 2 } })
    expect(await names(owner, { parentId: to })).toEqual(['inner', 'plain.txt'])
    expect((await listed(owner, { parentId: inner })).data).toMatchObject({ list: [{ id: file }], path: [{ id: to }, { id: inner }] })
    expect(await names(owner, { parentId: from })).toEqual([])
    // The second is taken there: neither goes.
    await put(owner, 'x', { id: from, name: 'PLAIN.txt' })
    const free = (await put(owner, 'x', { id: from, name: 'free.txt' })).data.id
    const taken = (await listed(owner, { parentId: from, originalFilename: 'PLAIN' })).data.list[0]?.id
    await unchanged(async () => {
      expect(await owner.post(`${FILE}/moveFile`, { id: [free, taken], parentId: to })).toMatchObject({
        http: 409,
        message: 'There is something called “PLAIN.txt” there already',
      })
      expect(await owner.post(`${FILE}/moveFile`, { id: [free, absentId()], parentId: to })).toMatchObject({ http: 404 })
      expect(await owner.post(`${FILE}/moveFile`, { id: [free], parentId: absentId() })).toMatchObject({ http: 404 })
      expect(await owner.post(`${FILE}/moveFile`, { id: [inner], parentId: plain }), 'a file is no folder').toMatchObject({ http: 404 })
      expect(await owner.post(`${FILE}/moveFile`, { id: [free], parentId: to, ownerId: absentId() })).toMatchObject({ http: 422 })
    })
    // Two that are called alike cannot come to lie together either.
    expect(await owner.post(`${FILE}/moveFile`, { id: [plain, taken], parentId: '0' })).toMatchObject({ http: 409 })
    expect(await owner.post(`${FILE}/moveFile`, { id: [inner] })).toMatchObject({ http: 200 })
    expect((await listed(owner, { parentId: inner })).data.path).toEqual([{ id: inner, label: 'inner' }])
  })

  it('never puts a folder into itself, nor deeper than folders lie, however many move at once', async () => {
    const { owner } = disk
    const a = await folder(owner)
    const b = await folder(owner, a)
    const c = await folder(owner, b)
    await unchanged(async () => {
      for (const parentId of [a, b, c])
        expect(await owner.post(`${FILE}/moveFile`, { id: [a], parentId })).toMatchObject({
          http: 422,
          message: 'A folder cannot be moved into itself or below itself',
        })
    })
    // Each into the other: whichever comes first, the second would close a circle.
    const [one, two] = [await folder(owner), await folder(owner)]
    const both = await Promise.all([
      owner.post(`${FILE}/moveFile`, { id: [one], parentId: two }),
      owner.post(`${FILE}/moveFile`, { id: [two], parentId: one }),
    ])
    expect(both.map(({ http }) => http).sort()).toEqual([200, 422])
    expect(await asOwner('select id from files where id = any($1) and parent_id is null', [[one, two]])).toHaveLength(1)

    let deep = '0'
    for (let depth = 0; depth < 30; depth += 1) deep = await folder(owner, deep)
    expect(await owner.post(`${FILE}/moveFile`, { id: [a], parentId: deep }), '30 and 3').toMatchObject({
      http: 422,
      message: 'Folders can lie 32 deep at most',
    })
    expect(await owner.post(`${FILE}/moveFile`, { id: [b], parentId: deep }), '30 and 2').toMatchObject({ http: 200 })
  })

  it("is for what is one's own, into what is one's own", async () => {
    const { owner, reader, stranger } = disk
    const shared = await folder(owner)
    const inside = (await put(owner, 'x', { id: shared })).data.id
    const hidden = (await put(owner, 'x')).data.id
    const [mine, place] = [(await put(reader, 'x')).data.id, await folder(reader)]
    await owner.post(`${FILE}/updateFileIsShared`, { id: shared, isShared: 1 })
    await unchanged(async () => {
      expect((await reader.post(`${FILE}/moveFile`, { id: [inside], parentId: place })).http).toBe(403)
      expect((await reader.post(`${FILE}/moveFile`, { id: [mine], parentId: shared })).http).toBe(403)
      expect((await reader.post(`${FILE}/moveFile`, { id: [mine, hidden], parentId: place })).http).toBe(404)
      for (const id of [shared, inside]) expect((await stranger.post(`${FILE}/moveFile`, { id: [id] })).http).toBe(404)
      expect((await disk.viewer.post(`${FILE}/moveFile`, { id: [mine] })).http).toBe(403)
    })
  })
})

describe('the recycle bin', () => {
  it('keeps what was deleted together as one, frees its names, and gives it back to its place', async () => {
    const { owner } = disk
    const top = await folder(owner)
    const inner = await folder(owner, top, 'inner')
    const file = (await put(owner, 'kept', { id: inner, name: 'kept.txt' })).data.id
    expect(await owner.post(`${FILE}/deleteFile`, { id: [inner, file] }), 'a file within goes with its folder').toMatchObject({
      http: 200,
      data: { deleted: 2 },
    })
    const { data: bin } = await listed(owner, { place: 'recycled' })
    expect(bin.list.filter(({ id }) => [inner, file].includes(id))).toMatchObject([{ id: inner, originalFilename: 'inner' }])
    expect(bin.list[0]?.deletedTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    for (const id of [inner, file]) {
      expect((await fetched(owner, { id })).status, 'it is nowhere else').toBe(404)
      expect((await listed(owner, { parentId: id })).http).toBe(404)
      expect((await owner.post(`${FILE}/updateFileName`, { id, originalFilename: 'x' })).http).toBe(404)
      expect((await owner.post(`${FILE}/deleteFile`, { id: [id] })).http).toBe(404)
    }
    expect(JSON.stringify((await owner.get(`${FILE}/queryFolderTree`)).data)).not.toContain(inner)
    expect((await owner.post(`${FILE}/restoreFile`, { id: [file] })).http, 'only what was deleted itself can be put back').toBe(404)
    expect(await owner.post(`${FILE}/restoreFile`, { id: [inner] })).toMatchObject({
      http: 200,
      data: { list: [{ id: inner, parentId: top, originalFilename: 'inner' }] },
    })
    expect(await names(owner, { parentId: inner })).toEqual(['kept.txt'])
    expect(await (await fetched(owner, { id: file })).text()).toBe('kept')
  })

  it('gives back under another name where that is taken, where all begins when the folder is gone, a folder before what lay in it', async () => {
    const { owner } = disk
    const top = await folder(owner)
    const [first, lone] = [
      (await put(owner, 'first', { id: top, name: 'report.txt' })).data.id,
      (await put(owner, 'x', { id: top, name: `${unique()}.txt` })).data.id,
    ]
    await owner.post(`${FILE}/deleteFile`, { id: [first] })
    expect((await put(owner, 'second', { id: top, name: 'Report.txt' })).http, 'its name is free').toBe(200)
    expect((await owner.post<{ list: object[] }>(`${FILE}/restoreFile`, { id: [first] })).data.list).toEqual([
      { id: first, parentId: top, originalFilename: 'report (2).txt' },
    ])
    // The file first, then its folder; both are put back at once.
    await owner.post(`${FILE}/deleteFile`, { id: [lone] })
    await owner.post(`${FILE}/deleteFile`, { id: [top] })
    expect(
      (await owner.post<{ list: { id: string; parentId: string }[] }>(`${FILE}/restoreFile`, { id: [lone, top] })).data.list.find(
        ({ id }) => id === lone,
      )?.parentId,
    ).toBe(top)
    await owner.post(`${FILE}/deleteFile`, { id: [lone] })
    await owner.post(`${FILE}/deleteFile`, { id: [top] })
    expect(
      (await owner.post<{ list: object[] }>(`${FILE}/restoreFile`, { id: [lone] })).data.list,
      'its folder lies in the bin',
    ).toMatchObject([{ id: lone, parentId: '0' }])
    await owner.post(`${FILE}/eraseFile`, { id: [top] })
    expect(await names(owner)).toEqual(
      expect.arrayContaining([
        (await asOwner<{ name: string }>('select original_filename as name from files where id = $1', [lone]))[0]?.name,
      ]),
    )
  })

  it('is emptied by hand and by time, from the disk as well, and only of what lies in it', async () => {
    const { owner, tenant, server } = disk
    await owner.post(`${FILE}/emptyRecycleBin`)
    const stored = async () => (await asOwner('select 1 from blobs')).length
    await expect.poll(async () => blobs().length - (await stored())).toBe(0)
    const before = blobs()
    const stays = (await put(owner, 'stays')).data.id
    const [one, two, three] = [(await put(owner, 'one')).data.id, (await put(owner, 'two')).data.id, (await put(owner, 'three')).data.id]
    await put(owner, 'one again', { replaces: one })
    expect(blobs().length).toBe(before.length + 5)
    expect((await owner.post(`${FILE}/eraseFile`, { id: [stays] })).http, 'what is not in the bin').toBe(404)
    await owner.post(`${FILE}/deleteFile`, { id: [one, two, three] })
    expect(await owner.post(`${FILE}/eraseFile`, { id: [one] })).toMatchObject({ http: 200, data: { deleted: 1 } })
    await expect.poll(() => blobs().length).toBe(before.length + 3)
    await asOwner("update files set deleted_at = now() - interval '29 days' where id = $1", [two])
    await asOwner("update files set deleted_at = now() - interval '31 days' where id = $1", [three])
    await emptyOldBins(server.services)
    expect((await listed(owner, { place: 'recycled' })).data.list.map(({ id }) => id)).toEqual([two])
    expect(await owner.post(`${FILE}/emptyRecycleBin`)).toMatchObject({ http: 200, data: { deleted: 1 } })
    await expect.poll(() => blobs().length).toBe(before.length + 1)
    expect((await fetched(owner, { id: stays })).status).toBe(200)
    expect(
      await asOwner(
        'select 1 from blobs b where tenant_id = $1 and not exists (select from files f where f.blob_id = b.id) and not exists (select from file_versions v where v.blob_id = b.id)',
        [tenant.id],
      ),
    ).toEqual([])
  })

  it("is its owner's alone", async () => {
    const { owner, reader, stranger } = disk
    const shared = (await put(owner, 'x')).data.id
    await owner.post(`${FILE}/updateFileIsShared`, { id: shared, isShared: 1 })
    expect((await fetched(reader, { id: shared })).status).toBe(200)
    await owner.post(`${FILE}/deleteFile`, { id: [shared] })
    await unchanged(async () => {
      for (const client of [reader, stranger]) {
        expect((await fetched(client, { id: shared })).status, 'shared or not').toBe(404)
        expect((await listed(client, { place: 'recycled' })).data.list).toEqual([])
        for (const verb of ['restoreFile', 'eraseFile', 'deleteFile'])
          expect((await client.post(`${FILE}/${verb}`, { id: [shared] })).http, verb).toBe(404)
        expect((await client.post(`${FILE}/emptyRecycleBin`)).data).toEqual({ deleted: 0 })
      }
      for (const verb of ['restoreFile', 'eraseFile', 'emptyRecycleBin'])
        expect((await disk.viewer.post(`${FILE}/${verb}`, { id: [shared] })).http).toBe(403)
    })
  })
})

describe('what somebody may store', () => {
  it('counts earlier versions and the bin, and holds for uploads at once', async () => {
    const client = disk.bystander
    const MEGABYTE = 1024 * 1024
    await set('file.userMegabytes', '4')
    const usage = async () =>
      (await client.get<{ used: number; quota: number; tenantUsed: number; tenantQuota: number }>(`${FILE}/queryFileUsage`)).data
    expect(await usage()).toMatchObject({ used: 0, quota: 4 * MEGABYTE, tenantQuota: 0 })
    const { id } = (await put(client, Buffer.alloc(MEGABYTE))).data
    expect((await put(client, Buffer.alloc(MEGABYTE), { replaces: id })).http).toBe(200)
    const binned = (await put(client, Buffer.alloc(MEGABYTE))).data.id
    await client.post(`${FILE}/deleteFile`, { id: [binned] })
    expect((await usage()).used).toBe(3 * MEGABYTE)
    expect((await usage()).tenantUsed).toBeGreaterThanOrEqual(3 * MEGABYTE)
    const before = blobs()
    const atOnce = await Promise.all([
      put(client, Buffer.alloc(MEGABYTE)),
      put(client, Buffer.alloc(MEGABYTE)),
      put(client, Buffer.alloc(MEGABYTE), { replaces: id }),
    ])
    expect(atOnce.map(({ http }) => http).sort()).toEqual([200, 409, 409])
    expect(atOnce.find(({ http }) => http === 409)?.message).toBe('The 4 MB you may store are used up')
    expect(blobs().length, 'what is refused leaves nothing').toBe(before.length + 1)
    await client.post(`${FILE}/emptyRecycleBin`)
    expect((await put(client, Buffer.alloc(MEGABYTE))).http).toBe(200)
    await set('file.userMegabytes', '0')
    expect((await put(client, 'more')).http).toBe(200)
    expect((await disk.viewer.get(`${FILE}/queryFileUsage`)).http).toBe(403)
  })
})

describe('a long list', () => {
  const COUNT = 1500
  let top: string
  beforeAll(async () => {
    const { owner, tenant } = disk
    top = await folder(owner)
    for (const name of ['one', 'two', 'three']) await folder(owner, top, name)
    await asOwner(
      "insert into blobs (tenant_id, id, size, sha256) select $1, gen_random_uuid(), n, 'long list' from generate_series(1, $2::int) as n",
      [tenant.id, COUNT],
    )
    await asOwner(
      `insert into files (tenant_id, id, owner_id, parent_id, original_filename, file_type, media_type, size, sha256, blob_id)
      select blobs.tenant_id, gen_random_uuid(), files.owner_id, files.id, blobs.id || '.dat', 'other', 'application/octet-stream', blobs.size, blobs.sha256, blobs.id
      from blobs, files where files.id = $1 and blobs.sha256 = 'long list'`,
      [top],
    )
  })

  it('has each row on one page, in order, from its beginning to its end', async () => {
    const { owner } = disk
    for (const sorter of ['size_ascend', 'size_descend']) {
      const ids: string[] = []
      for (let currentPage = 1; currentPage <= 8; currentPage += 1) {
        const { data } = await listed(owner, { parentId: top, sorter, pageSize: 250, currentPage })
        expect([data.total, data.list.length]).toEqual([COUNT + 3, currentPage <= 6 ? 250 : currentPage === 7 ? 3 : 0])
        ids.push(...data.list.map(({ id }) => id))
      }
      const rows = (await asOwner(
        'select size from unnest($1::uuid[]) with ordinality as wanted (id, place) join files using (id) order by place',
        [ids],
      )) as { size: string }[]
      const sizes = rows.map(({ size }) => Number(size))
      const numbers = Array.from({ length: COUNT }, (_, index) => index + 1)
      expect(sizes).toEqual([0, 0, 0, ...(sorter === 'size_ascend' ? numbers : numbers.reverse())])
    }
  })

  it('is searched by what few and many have in their names, by signs that mean something to a search, and by little', async () => {
    const { owner, stranger } = disk
    const mark = unique()
    await put(owner, 'x', { id: top, name: `100%_${mark}\u5831\u8868.TXT` })
    const found = async (originalFilename: string) => (await listed(owner, { parentId: top, originalFilename })).data.total
    for (const part of [mark, `%_${mark}`, `${mark}\u5831`, '\u5831\u8868', '100%', mark.toUpperCase()])
      expect(await found(part), part).toBe(1)
    for (const part of [`0_${mark}`, `${mark}%`, 'nothing is called so']) expect(await found(part), part).toBe(0)
    // More than the index is asked for, twice: the second time it is known.
    expect([await found('.dat'), await found('.dat')]).toEqual([COUNT, COUNT])
    expect((await listed(stranger, { originalFilename: mark, everywhere: 1 })).data.total).toBe(0)
    expect(await asOwner("select from pg_indexes where indexname = 'files_name_parts_idx'")).toHaveLength(1)
  })
})
