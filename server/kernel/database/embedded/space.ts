/**
 * The watermarks of the disk: the embedded engine hangs when there is no space left, so writing stops before that and
 * reading goes on. It stops in steps, so that whoever has filled the disk can still sign in and delete. (PostgreSQL itself
 * refuses, and recovers, when its disk is full.)
 */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemClock } from '../../runtime/clock.ts'
import { worker } from '../../runtime/worker.ts'
import { StartError } from '../../start-error.ts'

/**
 * What a write is for. `bulk`: uploads, imports, jobs, backups, any of which may be gigabytes. `ordinary`: rows. `essential`: what leads out of a
 * full disk, or must not be lost by it: sign-in and sign-out, deleting, the log.
 */
export type Purpose = 'bulk' | 'ordinary' | 'essential'

/**
 * The megabytes that have to be free for each purpose. Half of the mark stays for what is essential: the engine writes its log in files of 16 MB, and must
 * always have room for the next of them.
 */
export function marksOf(least: number): Readonly<Record<Purpose, number>> {
  return { bulk: 8 * least, ordinary: least, essential: least / 2 }
}

export interface Space {
  /** False while less than the watermark of the purpose is free. */
  isLeft(purpose: Purpose): boolean
  stop(): void
}

/** One statement that only writes fills the disk with some 75 MB a second: looked at this often, a mark is passed by 15 MB at most. */
const EVERY_MS = 200

/**
 * A watch over the free disk space, by which writing is refused in time.
 * @param least Megabytes (1024²) that have to be free for ordinary rows; the other marks are made from it.
 * @throws {StartError} when fewer are free already.
 */
export async function watchSpace(
  folder: string,
  least: number,
  free: (folder: string) => Promise<number> = freeMegabytes,
  everyMs = EVERY_MS,
): Promise<Space> {
  const before = await free(folder)
  if (before < least)
    throw new StartError(`DATA_DIR ${folder} has ${Math.floor(before)} MB of disk space left, and MIN_FREE_MB asks for ${least}.`)
  const marks = marksOf(least)
  let left = before
  // A disk that cannot be asked is none to write to.
  const look = async () => {
    left = await free(folder).catch(() => -1)
  }
  // A disk that takes long to answer is not asked again meanwhile.
  const looking = worker({ clock: systemClock, every: everyMs, first: everyMs, work: look, onError: () => undefined })
  return { isLeft: (purpose) => left >= marks[purpose], stop: () => void looking.stop() }
}

/** Free on the disk of a folder, which need not exist yet. */
export async function freeMegabytes(folder: string): Promise<number> {
  if (!existsSync(folder) && dirname(folder) !== folder) return freeMegabytes(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / 1024 ** 2
}
