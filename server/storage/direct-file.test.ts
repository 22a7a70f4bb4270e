/** Large uploads past the cache of the system: whatever sizes the pieces have and wherever an upload breaks off, the file is what was sent. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BLOCK, openDirect } from './direct-file.ts'
import { folderPartialUploads } from './folder-partial-uploads.ts'
import { folderStore } from './folder-store.ts'
import { newId } from '../kernel/ids.ts'

const MEGABYTE = 1024 * 1024
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outstation-direct-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The bytes in pieces that have memory of their own, as those of the network: some of a few bytes, some larger than a write. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const size = Math.min(
      bytes.length - at,
      randomInt(10) === 0 ? randomInt(1, 50) : randomInt(40) === 0 ? 3 * MEGABYTE : randomInt(1, 128 * 1024),
    )
    yield new Uint8Array(bytes.subarray(at, at + size))
    at += size
  }
}

it('an upload of many sizes of pieces, gone on with after it broke off in the middle of a block, is what was sent', async () => {
  const partialUploads = folderPartialUploads(folder, folderStore(join(folder, 'blobs')))
  const bytes = randomBytes(80 * MEGABYTE + 1234)
  for (const cut of [33 * MEGABYTE, 40 * MEGABYTE + 77, bytes.length]) {
    const id = newId()
    let kept = 0
    const upload = { id, size: bytes.length }
    const keep = async (received: number) => {
      kept = received
    }
    expect(await partialUploads.append(upload, 0, inPieces(bytes.subarray(0, cut)), keep)).toBe(cut)
    expect(kept).toBe(cut)
    if (cut < bytes.length) expect(await partialUploads.append(upload, cut, inPieces(bytes.subarray(cut)), keep)).toBe(bytes.length)
    expect(sha256(readFileSync(join(folder, 'drafts', id)))).toBe(sha256(bytes))
    expect((await partialUploads.become(id, bytes.length)).sha256).toBe(sha256(bytes))
  }
}, 120_000)

it('what has not come whole is kept as far as it came', async () => {
  const partialUploads = folderPartialUploads(folder, folderStore(join(folder, 'blobs')))
  const bytes = randomBytes(70 * MEGABYTE)
  const id = newId()
  let kept = 0
  const broken = (async function* () {
    yield* inPieces(bytes.subarray(0, 20 * MEGABYTE + 5))
    throw new Error('hung up')
  })()
  await expect(
    partialUploads.append({ id, size: bytes.length }, 0, broken, async (received) => {
      kept = received
    }),
  ).rejects.toThrow('hung up')
  expect(kept).toBe(20 * MEGABYTE + 5)
  expect(sha256(readFileSync(join(folder, 'drafts', id)))).toBe(sha256(bytes.subarray(0, kept)))
})

it('takes whole blocks at the beginning of one and no others, for eight files at a time', async () => {
  const path = join(folder, 'direct')
  writeFileSync(path, '')
  const files = await Promise.all(Array.from({ length: 9 }, () => openDirect(path)))
  try {
    const [first] = files
    // A file system that knows nothing of it, such as one in memory: then there is nothing to be asked.
    if (!first) return expect(files).toEqual(Array(9).fill(undefined))
    expect(files.filter(Boolean)).toHaveLength(8)
    const bytes = randomBytes(3 * BLOCK)
    expect(await first.write([bytes.subarray(0, 100)], 0)).toBe(false)
    expect(await first.write([bytes], 5)).toBe(false)
    expect(await first.write([randomBytes(4 * MEGABYTE)], 0)).toBe(false)
    expect(await first.write([bytes.subarray(0, 5000), bytes.subarray(5000)], BLOCK)).toBe(true)
    expect(readFileSync(path).subarray(BLOCK).equals(bytes)).toBe(true)
  } finally {
    await Promise.all(files.map((file) => file?.close()))
  }
  const again = await openDirect(path)
  expect(again).toBeDefined()
  await again?.close()
})
