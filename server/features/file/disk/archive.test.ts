/** Several files or a folder at once, as an archive. */
import { readdirSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unique } from '../../../../tests/support/builders.ts'
import { runningClock } from '../../../../tests/support/clock.ts'
import type { Disk } from '../../../../tests/support/disk.ts'
import { FILE, diskCalls, startDisk } from '../../../../tests/support/disk.ts'
import { unzip } from '../../../../tests/support/files.ts'
import { absentId } from '../../../../tests/support/values.ts'

let disk: Disk
const clock = runningClock()
const { put, folder, fetched, asOwner } = diskCalls(() => disk)
beforeAll(async () => {
  disk = await startDisk({}, clock)
})
afterAll(() => disk.server.stop())

const archive = async (answer: Response) => Object.fromEntries(await unzip(Buffer.from(await answer.arrayBuffer())))

it('holds a folder with all that is in it, empty folders too, and nothing from the bin', async () => {
  const { owner } = disk
  const top = await folder(owner, '0', `Отчёты ${unique()}`)
  const inner = await folder(owner, top, '水位')
  await folder(owner, inner, 'empty')
  await put(owner, 'eins', { id: top, name: 'a.txt' })
  await put(owner, '二'.repeat(100_000), { id: inner, name: '数据.txt' })
  const gone = (await put(owner, 'gone', { id: inner, name: 'gone.txt' })).data.id
  await owner.post(`${FILE}/deleteFile`, { id: [gone] })
  const answer = await fetched(owner, { id: top })
  expect([answer.status, answer.headers.get('content-type'), decodeURIComponent(answer.headers.get('content-disposition') ?? '')]).toEqual([
    200,
    'application/zip',
    expect.stringMatching(/^attachment; filename\*=UTF-8''Отчёты \w+\.zip$/),
  ])
  const [name = ''] = Object.keys(await archive(answer.clone())).map((path) => path.split('/')[0])
  expect(await archive(answer)).toEqual({
    [`${name}/a.txt`]: 'eins',
    [`${name}/水位/数据.txt`]: '二'.repeat(100_000),
    [`${name}/水位/empty/`]: '',
  })
})

it('holds what was chosen here and there, each thing once, under names of their own', async () => {
  const { owner } = disk
  const [one, two] = [await folder(owner), await folder(owner)]
  const a = (await put(owner, 'first', { id: one, name: 'same.txt' })).data.id
  const b = (await put(owner, 'second', { id: two, name: 'Same.txt' })).data.id
  const inside = (await put(owner, 'inside', { id: two, name: 'inside.txt' })).data.id
  expect(Object.values(await archive(await fetched(owner, { id: [a, b] }))).sort()).toEqual(['first', 'second'])
  expect(
    Object.keys(await archive(await fetched(owner, { id: [a, b] })))
      .map((path) => path.toLowerCase())
      .sort(),
  ).toEqual(['same (2).txt', 'same.txt'])
  expect(Object.values(await archive(await fetched(owner, { id: [two, inside] }))).sort(), 'with its folder').toEqual(['inside', 'second'])
  expect(await (await fetched(owner, { id: [a] })).text(), 'one file is no archive').toBe('first')
})

it('holds what one may read, or is not made', async () => {
  const { owner, reader, stranger } = disk
  const [top, shut] = [await folder(owner), await folder(owner)]
  await put(owner, 'seen', { id: top, name: 'seen.txt' })
  await owner.post(`${FILE}/updateFileIsShared`, { id: top, isShared: 1 })
  expect(Object.values(await archive(await fetched(reader, { id: top })))).toEqual(['seen'])
  for (const id of [[top, shut], [shut], [top, absentId()]]) expect((await fetched(reader, { id })).status).toBe(404)
  expect((await fetched(stranger, { id: [top] })).status).toBe(404)
})

it('is refused beyond a bound, before anything is sent', async () => {
  const { owner, tenant } = disk
  const top = await folder(owner)
  const add = (from: number, to: number) =>
    asOwner(
      "insert into files (tenant_id, id, owner_id, parent_id, original_filename, file_type) select $1, gen_random_uuid(), $2, $3, n::text, 'folder' from generate_series($4::int, $5::int) n",
      [tenant.id, tenant.users['owner'], top, from, to],
    )
  await add(1, 9_999)
  const fits = await fetched(owner, { id: top })
  expect(fits.status, 'with the folder itself 10,000').toBe(200)
  await fits.body?.cancel()
  await add(10_000, 10_000)
  const refused = await fetched(owner, { id: top })
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    422,
    'This is more than one archive holds: 10000 files and folders and 4 GB at most. Please fetch it in parts',
  ])
  // Nine files of half a gigabyte, as far as the table knows.
  const heavy = await folder(owner)
  const one = (await put(owner, 'x', { id: heavy })).data.id
  await asOwner('update files set size = 4294967297 where id = $1', [one])
  expect((await fetched(owner, { id: heavy })).status).toBe(422)
  await asOwner('update files set size = 1 where id = $1', [one])
})

/** Files of the store that this process, which the server runs in, holds open. */
const openBlobs = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('/blobs/')
    } catch {
      return false
    }
  }).length

/** Takes the beginning of an archive, lets something happen, and takes the rest a moment later by the clock of the server. Gives whether all of it came. */
async function takenAround(start: () => Promise<Response>, happens: () => Promise<unknown>): Promise<boolean> {
  const reader = (await start()).body?.getReader()
  await reader?.read()
  await happens()
  // The server asks once a second whether it may go on.
  await clock.advance(1200)
  try {
    for (;;) if ((await reader?.read())?.done) return true
  } catch {
    return false
  }
}

it('breaks off when it may not be read any more: the share withdrawn, the link withdrawn', async () => {
  const { owner, reader } = disk
  const top = await folder(owner)
  for (let count = 0; count < 3; count += 1) expect((await put(owner, randomBytes(9 * 1024 * 1024), { id: top })).http).toBe(200)
  const share = (isShared: 0 | 1) => owner.post(`${FILE}/updateFileIsShared`, { id: top, isShared })
  await share(1)
  const asReader = () => fetched(reader, { id: top })
  expect(await takenAround(asReader, async () => undefined)).toBe(true)
  expect(await takenAround(asReader, () => share(0))).toBe(false)
  const {
    data: { url, linkId },
  } = await owner.post<{ url: string; linkId: string }>(`${FILE}/addFileLink`, { id: top })
  const byLink = () =>
    fetch(`${disk.server.url}/api/file/link/downloadLink`, {
      method: 'POST',
      body: JSON.stringify({ token: url.split('#')[1] }),
      headers: { 'content-type': 'application/json' },
    })
  expect(await takenAround(byLink, async () => undefined)).toBe(true)
  expect(await takenAround(byLink, () => owner.post(`${FILE}/deleteFileLink`, { linkId }))).toBe(false)
})

it.runIf(process.platform === 'linux')('stops, and lets go of what it reads, when nobody takes it any more', async () => {
  const { owner } = disk
  const top = await folder(owner)
  const content = randomBytes(9 * 1024 * 1024)
  for (let count = 0; count < 3; count += 1) expect((await put(owner, content, { id: top })).http).toBe(200)
  await new Promise<void>((resolve, reject) => {
    const call = request(
      `${disk.server.url}${FILE}/downloadFile`,
      { method: 'POST', headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' } },
      (answer) => {
        answer.once('data', () => {
          answer.pause()
          setTimeout(() => {
            const held = openBlobs()
            call.destroy()
            if (held === 1) resolve()
            else reject(new Error(`${held} files are open while one is read`))
          }, 200)
        })
        answer.on('error', () => undefined)
      },
    )
    call.on('error', () => undefined)
    call.end(JSON.stringify({ id: top }))
  })
  await expect.poll(openBlobs, { timeout: 5000 }).toBe(0)
})
