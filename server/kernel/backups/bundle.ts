/**
 * The file of a backup: the dump of the database and the files that its rows name, in one archive. Files never change under
 * their id, so it is enough that each of them is held (store.ts) before its row is read in the dump.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { ZipFile } from 'yazl'
import type { Held, Store } from '../store.ts'
import { isBlobId } from '../store.ts'
import type { KeptFile } from './counts.ts'

const DATABASE = 'database'
const FILES = 'files/'

/** Writes dump and files into one archive. A file that is not there is left out, and missed by the rehearsal. */
export async function writeBundle(path: string, dump: { readonly path: string; readonly ending: string }, held: Pick<Held, 'there' | 'read'>, files: readonly KeptFile[]): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const there = await held.there()
  // The dump is compressed already.
  zip.addFile(dump.path, `${DATABASE}${dump.ending}`, { compress: false })
  for (const { id, size } of files) {
    if (!there.has(id)) continue
    zip.addReadStreamLazy(`${FILES}${id}`, { compress: false }, (give) => {
      held.read(id, size).then((stream) => {
        // The library does not listen for errors of what it is given.
        stream.on('error', (error) => output.destroy(error))
        give(null, stream)
      }, (error: Error) => output.destroy(error))
    })
  }
  zip.on('error', (error: Error) => output.destroy(error))
  zip.end()
  await pipeline(output, createWriteStream(path, { mode: 0o600 }))
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Takes the dump out of a backup. Gives how its name ends. @throws Error for what is no backup. */
export async function extractDump(path: string, to: string): Promise<string> {
  let ending: string | undefined
  await eachPart(path, async (name, content) => {
    if (!name.startsWith(`${DATABASE}.`)) return
    ending = name.slice(DATABASE.length)
    await pipeline(await content(), createWriteStream(to, { mode: 0o600 }))
  })
  if (ending === undefined) throw new Error('there is no database in it')
  return ending
}

/** Puts the files of a backup where files belong; one that is there is the same. Gives how many there were. */
export async function extractFiles(path: string, store: Pick<Store, 'has' | 'put'>): Promise<number> {
  let count = 0
  await eachPart(path, async (name, content, size) => {
    const id = idOf(name)
    if (id === undefined) return
    count += 1
    if (!await store.has(id, size)) await store.put(id, await content())
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

async function eachPart(path: string, take: (name: string, content: () => Promise<Readable>, size: number) => Promise<void>): Promise<void> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, strictFileNames: true })
  for await (const entry of zip.eachEntry()) await take(entry.fileName, () => zip.openReadStreamPromise(entry), entry.uncompressedSize)
}
