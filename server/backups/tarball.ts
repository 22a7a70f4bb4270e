/** The dump of the embedded database: its folder as a compressed tar file, written and read a piece at a time. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar/fs'

/** Writes everything below `folder` as one archive, a file that only this user may read. */
export async function packFolder(folder: string, path: string): Promise<void> {
  await pipeline(packTar(folder, { concurrency: 1 }), createGzip({ level: 3 }), createWriteStream(path, { mode: 0o600 }))
}

/**
 * The other way, also for dumps of earlier versions, which PGlite made.
 * @throws Error for what is damaged, or no database.
 */
export async function unpackFolder(dump: Readable, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await pipeline(dump, createGunzip(), unpackTar(folder, { strict: true, fmode: 0o600, dmode: 0o700, concurrency: 1 }))
  // The engine would take an empty folder for a wish to begin anew.
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error('there is no database in it')
}
