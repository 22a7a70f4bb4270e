/** Files in an S3 store, for any number of servers (docs/decisions/0043). */
import { Readable } from 'node:stream'
import type { Store } from '../store.ts'
import { isBlobId } from '../store.ts'
import type { S3 } from './client.ts'
import type { Clock } from './clock.ts'
import { Holds } from './holds.ts'
import { FILES, PART, PartWriter, folderOf, partOf, readParts } from './parts.ts'

/** How many ids are told at a time. */
const BATCH = 1000
const AT_ONCE = 8
/** So many files a server may begin before it looks for what was left by an earlier one. */
const MAX_BEGUN = 10_000

/** A store of files in a bucket, each in parts of bounded size. */
export function s3Store(s3: S3, clock: Clock): Store {
  const holds = new Holds(s3, clock)
  /** Files of this process, until it has looked for those of others: what the clock of the store tells is not fine enough for that. */
  let begun: Set<string> | undefined = new Set()

  async function eachOf(prefix: string, take: (key: string) => Promise<void>): Promise<void> {
    for await (const objects of s3.list(prefix)) {
      for (let at = 0; at < objects.length; at += AT_ONCE) await Promise.all(objects.slice(at, at + AT_ONCE).map(({ key }) => take(key)))
    }
  }

  async function removeNow(id: string): Promise<void> {
    // Nearly every file is one part: it goes without being looked for.
    await s3.remove(partOf(id, 0))
    await eachOf(folderOf(id), (key) => s3.remove(key))
  }

  return {
    holdsPartialUploads: true,
    check: () => s3.check(),
    async put(id, source) {
      begun = begun && begun.size < MAX_BEGUN ? begun.add(id) : undefined
      const writer = new PartWriter(s3, id)
      try {
        for await (const chunk of source) await writer.add(chunk)
        await writer.end()
      } catch (error) {
        await writer.settle().catch(() => undefined)
        // Where that fails as well, it is swept away.
        await removeNow(id).catch(() => undefined)
        throw error
      }
    },
    async has(id, size) {
      const last = size === 0 ? 0 : Math.ceil(size / PART) - 1
      // A row is there once all of them are; the last one tells of the others.
      return (await s3.sizeOf(partOf(id, last))) === size - last * PART
    },
    read: async (id, size, part = { start: 0, end: size - 1 }) => (size === 0 ? Readable.from([]) : readParts(s3, id, part)),
    async remove(id) {
      // Whatever is held goes with the sweep afterwards.
      if (!(await holds.isHeld())) await removeNow(id)
    },
    async *since(before) {
      if (await holds.isHeld()) return
      if (before === 'start' && !begun) return
      const end = before === 'start' ? Infinity : clock.there(before)
      let old: string[] = []
      let current: { id: string; youngest: number } | undefined
      const isOld = () => current !== undefined && current.youngest < end && !(before === 'start' && begun?.has(current.id))
      for await (const objects of s3.list(FILES)) {
        for (const { key, modified } of objects) {
          const id = key.slice(FILES.length, FILES.length + 36)
          if (!isBlobId(id)) continue
          if (current?.id === id) current.youngest = Math.max(current.youngest, modified)
          else {
            if (isOld()) old.push((current as { id: string }).id)
            current = { id, youngest: modified }
          }
        }
        if (old.length < BATCH) continue
        yield old
        old = []
      }
      if (isOld()) old.push((current as { id: string }).id)
      yield old
      if (before === 'start') begun = undefined
    },
    async hold() {
      const release = await holds.begin()
      return {
        again: async () => undefined,
        async there() {
          const ids = new Set<string>()
          for await (const objects of s3.list(FILES)) for (const { key } of objects) ids.add(key.slice(FILES.length, FILES.length + 36))
          return ids
        },
        read: async (id, size) => (size === 0 ? Readable.from([]) : readParts(s3, id, { start: 0, end: size - 1 })),
        release,
      }
    },
  }
}
