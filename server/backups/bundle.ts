/**
 * The file of a backup: the dump of the database and the files that its rows name, in one archive. Files never change under
 * their id, so it is enough that each of them is held (store.ts) before its row is read in the dump.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { ZipFile } from 'yazl'
import type { Held, Store } from '../storage/index.ts'
import { isBlobId } from '../storage/index.ts'
import type { Counts, KeptFile } from './counts.ts'
import type { Written } from './written.ts'
import { writeFlushed } from './written.ts'

const DATABASE = 'database'
const FILES = 'files/'
const MANIFEST = 'manifest.json'

/** What was counted when the backup was taken. */
export interface Manifest {
  readonly takenAt: string
  readonly engine: string
  readonly version: string
  readonly counts: Counts
  readonly files: number
}

/** Writes dump, what is known of it, and files into one archive. A file that is not there is left out, and missed by the rehearsal. */
export async function writeBundle(
  path: string,
  dump: { readonly path: string; readonly ending: string; readonly counts: Counts; readonly engine: string; readonly version: string },
  held: Pick<Held, 'there' | 'read'>,
  files: readonly KeptFile[],
): Promise<Written> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const there = await held.there()
  const { counts, engine, version } = dump
  zip.addBuffer(
    Buffer.from(JSON.stringify({ takenAt: new Date().toISOString(), engine, version, counts, files: files.length } satisfies Manifest)),
    MANIFEST,
  )
  // The dump is compressed already.
  zip.addFile(dump.path, `${DATABASE}${dump.ending}`, { compress: false })
  for (const { id, size } of files) {
    if (!there.has(id)) continue
    zip.addReadStreamLazy(`${FILES}${id}`, { compress: false }, (give) => {
      held.read(id, size).then(
        (stream) => {
          // The library does not listen for errors of what it is given.
          stream.on('error', (error) => output.destroy(error))
          give(null, stream)
        },
        (error: Error) => output.destroy(error),
      )
    })
  }
  zip.on('error', (error: Error) => output.destroy(error))
  zip.end()
  return writeFlushed(path, output)
}

/** Hands the dump of a backup to `take`. Gives how its name ends. @throws Error for what is no backup. */
export async function readDump(path: string, take: (dump: Readable) => Promise<void>): Promise<string> {
  let ending: string | undefined
  await eachPart(path, async (name, content) => {
    if (!name.startsWith(`${DATABASE}.`)) return
    ending = name.slice(DATABASE.length)
    await take(await content())
  })
  if (ending === undefined) throw new Error('there is no database in it')
  return ending
}

/** Takes the dump out of a backup, into a file that only this user may read. Gives how its name ends. */
export function extractDump(path: string, to: string): Promise<string> {
  return readDump(path, (dump) => pipeline(dump, createWriteStream(to, { mode: 0o600 })))
}

/** What was counted when a backup was taken; `undefined` for one of a version that did not write it down. */
export async function readManifest(path: string): Promise<Manifest | undefined> {
  let found: string | undefined
  await eachPart(path, async (name, content) => {
    if (name === MANIFEST) found = await text(await content())
  })
  return found === undefined ? undefined : (JSON.parse(found) as Manifest)
}

/** Puts the files of a backup where files belong; one that is there is the same. Gives how many there were. */
export async function extractFiles(path: string, store: Pick<Store, 'has' | 'put'>): Promise<number> {
  let count = 0
  await eachPart(path, async (name, content, size) => {
    const id = idOf(name)
    if (id === undefined) return
    count += 1
    if (!(await store.has(id, size))) await store.put(id, await content())
  })
  return count
}

/** How many of these files are in the backup as they should be. */
export async function countSound(path: string, files: readonly KeptFile[]): Promise<number> {
  const wanted = new Map(files.map((file) => [file.id, file]))
  let sound = 0
  await eachPart(path, async (name, content) => {
    const file = wanted.get(idOf(name) ?? '')
    if (!file) return
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of await content()) {
      hash.update(chunk as Buffer)
      size += (chunk as Buffer).length
    }
    if (size === file.size && hash.digest('hex') === file.sha256) sound += 1
  })
  return sound
}

/** Whether it is an archive of this kind; older backups are the dump alone. */
export async function isBundle(path: string): Promise<boolean> {
  for await (const start of createReadStream(path, { start: 0, end: 3 })) return (start as Buffer).toString('latin1') === 'PK\u0003\u0004'
  return false
}

function idOf(name: string): string | undefined {
  const id = name.startsWith(FILES) ? name.slice(FILES.length) : ''
  return isBlobId(id) ? id : undefined
}

async function eachPart(
  path: string,
  take: (name: string, content: () => Promise<Readable>, size: number) => Promise<void>,
): Promise<void> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, strictFileNames: true })
  for await (const entry of zip.eachEntry()) await take(entry.fileName, () => zip.openReadStreamPromise(entry), entry.uncompressedSize)
}
