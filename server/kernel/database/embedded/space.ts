/**
 * The watermark of the disk: the embedded engine hangs when there is no space left, so writing stops before that and
 * reading goes on. (PostgreSQL itself refuses, and recovers, when its disk is full.)
 */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '../../start-error.ts'

export interface Space {
  /** False while less than the watermark is free. */
  isLeft(): boolean
  stop(): void
}

/** One statement that only writes fills the disk with some 75 MB a second: looked at this often, 64 MB are noticed in time. */
const EVERY_MS = 200

/**
 * A watch over the free disk space, by which writing is refused in time.
 * @param least Megabytes (1024²) that have to be free.
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
  let isLeft = true
  // A disk that cannot be asked is none to write to.
  const look = async () => {
    isLeft = (await free(folder).catch(() => 0)) >= least
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return { isLeft: () => isLeft, stop: () => clearInterval(timer) }
}

/** Free on the disk of a folder, which need not exist yet. */
export async function freeMegabytes(folder: string): Promise<number> {
  if (!existsSync(folder) && dirname(folder) !== folder) return freeMegabytes(dirname(folder))
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / 1024 ** 2
}
