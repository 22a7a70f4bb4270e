/** What a file contained before. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../../tests/support/client.ts'
import type { Disk } from '../../../../tests/support/disk.ts'
import { FILE, diskCalls, startDisk } from '../../../../tests/support/disk.ts'
import { fingerprint } from '../../../../tests/support/rows.ts'
import { absentId } from '../../../../tests/support/values.ts'

let disk: Disk
const { put, folder, listed, fetched, asOwner, blobs, set } = diskCalls(() => disk)
beforeAll(async () => {
  disk = await startDisk({})
})
afterAll(() => disk.server.stop())

interface Version {
  versionId: string
  size: number
  contentType: string
  createTime: string
  createdBy: string
  isCurrent: boolean
}
const versions = async (id: string, client: Client = disk.owner) => (await client.get<Version[]>(`${FILE}/queryFileVersion`, { id })).data
const contents = async (id: string, versionId?: string) =>
  (await fetched(disk.owner, { id, ...(versionId === undefined ? {} : { versionId }) })).text()

it('each upload that replaces a file keeps what it contained; any of it comes back', async () => {
  const { owner } = disk
  const at = await folder(owner)
  const { id } = (await put(owner, 'one', { id: at, name: 'plan.txt' })).data
  expect(await put(owner, '%PDF-1.7 two', { replaces: id, name: 'another name.pdf' })).toMatchObject({
    http: 200,
    data: { id, originalFilename: 'plan.txt', contentType: 'application/pdf' },
  })
  await put(owner, 'three!', { replaces: id })
  const found = await versions(id)
  expect(found.map(({ isCurrent, contentType, createdBy }) => [isCurrent, contentType, createdBy])).toEqual([
    [true, 'text/plain', 'owner'],
    [false, 'application/pdf', 'owner'],
    [false, 'text/plain', 'owner'],
  ])
  expect(await Promise.all(found.map(({ versionId }) => contents(id, versionId)))).toEqual(['three!', '%PDF-1.7 two', 'one'])
  expect((await listed(owner, { parentId: at })).data.list).toMatchObject([
    { id, originalFilename: 'plan.txt', versions: 3, fileType: 'text' },
  ])
  const oldest = found[2]?.versionId as string
  expect((await owner.post(`${FILE}/restoreFileVersion`, { id, versionId: oldest })).http).toBe(200)
  expect(await contents(id)).toBe('one')
  expect(
    (await versions(id)).map(({ versionId }) => versionId),
    'what it contained last is the latest of the former',
  ).toEqual([oldest, found[0]?.versionId, found[1]?.versionId])
  expect(await Promise.all((await versions(id)).map(({ versionId }) => contents(id, versionId)))).toEqual(['one', 'three!', '%PDF-1.7 two'])
  expect((await owner.post(`${FILE}/restoreFileVersion`, { id, versionId: oldest })).http, 'what it contains already').toBe(200)
  expect((await fetched(owner, { id, versionId: oldest })).headers.get('content-disposition')).toContain('plan.txt')
})

it('as many are kept as the tenant wants; the oldest goes, from the disk as well', async () => {
  const { owner } = disk
  await set('file.versions', '2')
  const before = blobs().length
  const { id } = (await put(owner, '0')).data
  for (const content of ['1', '2', '3', '4']) expect((await put(owner, content, { replaces: id })).http).toBe(200)
  expect(await Promise.all((await versions(id)).map(({ versionId }) => contents(id, versionId)))).toEqual(['4', '3', '2'])
  await expect.poll(() => blobs().length).toBe(before + 3)
  // One that was brought back counts as new: it is not the first to go.
  await owner.post(`${FILE}/restoreFileVersion`, { id, versionId: (await versions(id))[2]?.versionId })
  await put(owner, '5', { replaces: id })
  expect(await Promise.all((await versions(id)).map(({ versionId }) => contents(id, versionId)))).toEqual(['5', '2', '4'])
  await set('file.versions', '10')
})

it('several at once are all kept, each once', async () => {
  const { owner } = disk
  const { id } = (await put(owner, 'start')).data
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((content) => put(owner, content, { replaces: id })))
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200])
  expect((await Promise.all((await versions(id)).map(({ versionId }) => contents(id, versionId)))).sort()).toEqual([
    'a',
    'b',
    'c',
    'd',
    'start',
  ])
})

it("a folder has none, and what is not the caller's, or of another file, is not there", async () => {
  const { owner, reader, stranger, viewer } = disk
  const [one, two, top] = [(await put(owner, 'one')).data.id, (await put(owner, 'two')).data.id, await folder(owner)]
  const [{ versionId = '' } = {}] = await versions(two)
  const before = [await fingerprint(disk.server, disk.tenant.id), blobs()]
  for (const wrong of [
    { id: one, versionId },
    { id: one, versionId: absentId() },
    { id: top, versionId },
  ]) {
    expect((await owner.post(`${FILE}/restoreFileVersion`, wrong)).http).toBe(404)
    expect((await fetched(owner, wrong)).status).toBe(404)
  }
  expect((await fetched(owner, { id: [one, two], versionId })).status).toBe(404)
  for (const id of [top, absentId()]) {
    expect((await owner.get(`${FILE}/queryFileVersion`, { id })).http).toBe(404)
    expect((await put(owner, 'x', { replaces: id })).http).toBe(404)
  }
  for (const client of [reader, stranger]) {
    expect((await client.get(`${FILE}/queryFileVersion`, { id: two })).http).toBe(404)
    expect((await client.post(`${FILE}/restoreFileVersion`, { id: two, versionId })).http).toBe(404)
    expect((await fetched(client, { id: two, versionId })).status).toBe(404)
    expect((await put(client, 'x', { replaces: two })).http).toBe(404)
  }
  expect((await viewer.get(`${FILE}/queryFileVersion`, { id: two })).http).toBe(403)
  expect((await viewer.post(`${FILE}/restoreFileVersion`, { id: two, versionId })).http).toBe(403)
  expect([await fingerprint(disk.server, disk.tenant.id), blobs()]).toEqual(before)
  expect(
    await asOwner('select 1 from file_versions v where exists (select from files f where f.blob_id = v.blob_id)'),
    'no contents stand twice',
  ).toEqual([])
})
