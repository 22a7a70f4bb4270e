import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChecksums } from './checksums.ts'
import { newId } from '../kernel/ids.ts'

const content = randomBytes(3_000_000)
const sha256 = createHash('sha256').update(content).digest('hex')
const folder = mkdtempSync(join(tmpdir(), 'outstation-checksums-'))
const path = join(folder, 'file')
const absent = join(folder, 'absent')
/** With memory of its own, as what comes from the network has. */
const piece = (from: number, to: number) => new Uint8Array(content.subarray(from, to))
const checksums = openChecksums()

beforeAll(() => writeFileSync(path, content))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is that of all pieces, of several uploads at once, and needs no file', async () => {
  const ids = [newId(), newId(), newId()]
  await Promise.all(
    ids.map(async (id) => {
      for (let at = 0; at < content.length; at += 70_000)
        await checksums.add(id, at, [piece(at, at + 30_000), piece(at + 30_000, at + 70_000)])
    }),
  )
  for (const id of ids) expect(await checksums.of(id, content.length, absent)).toBe(sha256)
})

it('takes the pieces away, and copies what shares its memory with something else', async () => {
  const whole = piece(0, 100)
  const shared = content.subarray(100, 200)
  await checksums.add(newId(), 0, [whole, shared])
  expect([whole.byteLength, shared.byteLength]).toEqual([0, 100])
  const unknown = piece(0, 100)
  await checksums.add(newId(), 500, [unknown])
  expect(unknown.byteLength).toBe(0)
})

it('comes from the file where a part came by way of another server, or came twice, or was forgotten', async () => {
  const [elsewhere, twice, forgotten, short] = [newId(), newId(), newId(), newId()]
  await checksums.add(elsewhere, 1000, [piece(1000, content.length)])
  await checksums.add(twice, 0, [piece(0, 2000)])
  await checksums.add(twice, 1000, [piece(1000, content.length)])
  await checksums.add(forgotten, 0, [piece(0, content.length)])
  checksums.forget(forgotten)
  await checksums.add(short, 0, [piece(0, 2000)])
  for (const id of [elsewhere, twice, forgotten, short]) {
    await expect(checksums.of(id, content.length, absent)).rejects.toThrow('ENOENT')
    expect(await checksums.of(id, content.length, path)).toBe(sha256)
  }
  await expect(checksums.of(newId(), content.length + 1, path)).rejects.toThrow('shorter')
})
