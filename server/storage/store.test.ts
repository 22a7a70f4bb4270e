/** What every store of files promises, asked of each of them. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOlder, startS3 } from '../../tests/support/s3.ts'
import { folderStore } from './folder-store.ts'
import { s3AddressOf } from './s3/address.ts'
import { PART } from './s3/parts.ts'
import { newId } from '../kernel/ids.ts'
import { openStorage } from './open-storage.ts'
import type { Store } from './store.ts'

interface Kept {
  readonly store: Store
  /** Names of all that lies there. */
  all(): Promise<string[]>
  /** As if so many milliseconds had gone by since each file was written. */
  makeOlder(ms: number): void
  end(): Promise<void>
}

function inFolder(): Kept {
  const folder = mkdtempSync(join(tmpdir(), 'outstation-store-'))
  return {
    store: folderStore(folder),
    all: async () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    makeOlder: (ms) => makeOlder(folder, ms),
    end: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function inS3(): Promise<Kept> {
  const server = await startS3()
  const { store } = await openStorage({ dataDir: '', s3: s3AddressOf(server.url) })
  return { store, all: () => server.keys('files/'), makeOlder: server.makeOlder, end: server.stop }
}

const ids = async (store: Store, before: number | 'start') => {
  const found: string[] = []
  for await (const some of store.since(before)) found.push(...some)
  return found.sort()
}
async function* pieces(bytes: Buffer, length = 70_000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

describe.each([
  { kind: 'a folder', open: async () => inFolder() },
  { kind: 'an S3 store', open: inS3 },
])('$kind', ({ open }) => {
  let kept: Kept
  let store: Store
  beforeAll(async () => {
    ;({ store } = kept = await open())
  })
  afterAll(() => kept.end())

  it.each([0, 1, 70_001, PART - 1, PART, PART + 1, 3 * PART + 5])(
    'keeps a file of %i bytes, and hands out any part of it',
    async (size) => {
      const [id, bytes] = [newId(), randomBytes(size)]
      expect(await store.has(id, size)).toBe(false)
      await store.put(id, pieces(bytes))
      expect([await store.has(id, size), await store.has(id, size + 1)]).toEqual([true, false])
      expect((await buffer(await store.read(id, size))).equals(bytes), 'all of it').toBe(true)
      for (const [start, end] of [
        [0, 0],
        [size - 1, size - 1],
        [Math.floor(size / 3), Math.ceil(size / 2)],
        [PART - 2, PART + 2],
      ] as const) {
        if (start < 0 || end >= size) continue
        expect(
          (await buffer(await store.read(id, size, { start, end }))).equals(bytes.subarray(start, end + 1)),
          `${start} to ${end}`,
        ).toBe(true)
      }
      await store.remove(id)
      await store.remove(id)
      expect(await store.has(id, size)).toBe(false)
      expect((await kept.all()).filter((name) => name.includes(id))).toEqual([])
    },
  )

  it('leaves nothing of a file whose source broke', async () => {
    const id = newId()
    const broken = async function* () {
      yield randomBytes(2 * PART)
      throw new Error('the source broke')
    }
    await expect(store.put(id, broken())).rejects.toThrow('the source broke')
    expect(await kept.all()).toEqual([])
  })

  it('fails to read what is not there, instead of ending early', async () => {
    await expect(store.read(newId(), 10).then(buffer)).rejects.toThrow()
  })

  it('stops reading when nobody takes it any more', async () => {
    const [id, bytes] = [newId(), randomBytes(2 * PART)]
    await store.put(id, pieces(bytes))
    const stream = await store.read(id, bytes.length)
    for await (const chunk of stream) {
      expect((chunk as Buffer).length).toBeGreaterThan(0)
      break
    }
    expect(stream.destroyed).toBe(true)
    await store.remove(id)
  })

  it('tells what is older than a time, and nothing younger', async () => {
    const [old, young] = [newId(), newId()]
    await store.put(old, pieces(randomBytes(PART + 10)))
    // A store tells its time to the second.
    kept.makeOlder(5000)
    const between = Date.now() - 2500
    await store.put(young, pieces(randomBytes(10)))
    expect(await ids(store, between)).toEqual([old])
    expect(await ids(store, 'start'), 'both of them are of this process').toEqual([])
    kept.makeOlder(2500)
    expect(await ids(store, Date.now())).toEqual([old, young].sort())
    await Promise.all([store.remove(old), store.remove(young)])
  })

  it('holds what is removed while a backup is made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outstation-held-'))
    const [id, later, bytes] = [newId(), newId(), randomBytes(PART + 3)]
    await store.put(id, pieces(bytes))
    const held = await store.hold(folder)
    await store.put(later, pieces(bytes))
    await held.again()
    await store.remove(id)
    expect([...(await held.there())].sort()).toEqual([id, later].sort())
    expect((await buffer(await held.read(id, bytes.length))).equals(bytes)).toBe(true)
    await held.release()
    rmSync(folder, { recursive: true })
    await expect
      .poll(
        async () => {
          await store.remove(id)
          return (await kept.all()).filter((name) => name.includes(id))
        },
        { timeout: 5000 },
      )
      .toEqual([])
    await store.remove(later)
  })
})
