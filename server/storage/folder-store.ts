/**
 * Files in a folder of this server's disk, in 256 folders by the end of their ids. One is written under another name and renamed,
 * so that it is there whole or not at all. Several servers on one database need one folder that all of them reach.
 */
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Failure } from '../kernel/errors.ts'
import type { Store } from './store.ts'
import { isBlobId } from './store.ts'
import { readStored } from '../kernel/http/stored-file.ts'

/** The folder of stored files below the data directory. */
export const blobFolderOf = (dataDir: string) => join(dataDir, 'blobs')
/** Where a file lies in the folder of files. */
const placeOfBlob = (id: string) => join(id.slice(-2), id)

const PART = '.part'
/** How many ids are told at a time. */
const BATCH = 1000

export interface FolderStore extends Store {
  /** Puts a file that lies on this server's disk and stays there. */
  adopt(id: string, path: string): Promise<void>
}

/** A store of files in a folder, in 256 subfolders by the end of their ids; each file is written whole or not at all. */
export function folderStore(folder: string): FolderStore {
  const pathOf = (id: string) => join(folder, placeOfBlob(id))
  const remove = (id: string) => rm(pathOf(id), { force: true })
  const folderOf = async (id: string) => {
    const path = join(folder, id.slice(-2))
    await mkdir(path, { recursive: true, mode: 0o700 })
    return path
  }

  return {
    holdsPartialUploads: false,
    check: async () => undefined,
    async put(id, source) {
      const at = await folderOf(id)
      const path = pathOf(id)
      // What a restore that was broken off has left.
      await rm(path + PART, { force: true })
      const file = await open(path + PART, 'wx', 0o600)
      try {
        for await (const chunk of source) await file.writeFile(chunk)
        await file.sync()
        await file.close()
        await rename(path + PART, path)
        await syncFolder(at)
      } catch (error) {
        await file.close().catch(() => undefined)
        await rm(path + PART, { force: true })
        throw orFull(error)
      }
    },
    async adopt(id, from) {
      const at = await folderOf(id)
      const path = pathOf(id)
      // An earlier try that was not seen to its end.
      await rm(path, { force: true })
      try {
        // As young as its name, or it would be taken for one that nobody has kept for an hour.
        await utimes(from, new Date(), new Date())
        await link(from, path).catch(async () => {
          // Not every disk knows second names.
          await copyFile(from, path + PART)
          await syncFile(path + PART)
          await rename(path + PART, path)
        })
        await syncFolder(at)
      } catch (error) {
        await rm(path + PART, { force: true })
        throw orFull(error)
      }
    },
    has: (id, size) =>
      stat(pathOf(id)).then(
        (found) => found.size === size,
        () => false,
      ),
    read: (id, _size, part) => readStored(pathOf(id), part),
    remove,
    async *since(from) {
      const before = from === 'start' ? performance.timeOrigin : from
      let old: string[] = []
      for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (!found?.isFile() || found.mtimeMs >= before) continue
        if (name.endsWith(PART)) await rm(join(folder, name), { force: true })
        else if (isBlobId(name.slice(-36))) old.push(name.slice(-36))
        if (old.length < BATCH) continue
        yield old
        old = []
      }
      yield old
    },
    async hold(held) {
      await holdFiles(folder, held)
      return {
        again: () => holdFiles(folder, held),
        there: async () => new Set(await readdir(held)),
        read: async (id, size) => (size === 0 ? Readable.from([]) : createReadStream(join(held, id))),
        release: async () => undefined,
      }
    },
  }
}

/** Gives every finished file of the folder a second name, so that it stays while a backup is made, whatever happens to the first. */
async function holdFiles(folder: string, held: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const id = name.slice(-36)
    if (!isBlobId(id) || name !== placeOfBlob(id)) continue
    await link(join(folder, name), join(held, id)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return
      // Not every disk knows second names.
      await copyFile(join(folder, name), join(held, id))
    })
  }
}

/** The error, or Failure `storage.full` where the disk has no room. */
export function orFull(error: unknown): unknown {
  return (error as { code?: string }).code === 'ENOSPC' ? new Failure('storage.full', { cause: error }) : error
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The new name, too, is on disk before anybody is told of it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
