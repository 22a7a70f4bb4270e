/**
 * The files of the embedded database, copied while it works: first all of them, with nobody waiting, and then, while no statement
 * runs, once more those that have changed. The pause is as long as the changes are many, however large the database is.
 */
import type { BigIntStats } from 'node:fs'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface ClusterCopy {
  /** Makes the copy equal to the cluster. Only after a checkpoint, and while nothing is written. */
  finish(): Promise<void>
}

/**
 * The clock of a file system ticks every few milliseconds: what was written in the same tick in which it was looked at does not look
 * changed. Everything that was touched so shortly before the first look is copied again.
 */
const FRESH_NS = 2_000_000_000n

/** Copies the cluster in `from` to `to`, as it is just now: torn until it is finished. */
export async function copyCluster(from: string, to: string): Promise<ClusterCopy> {
  const settled = BigInt(Date.now()) * 1_000_000n - FRESH_NS
  /** What each copied file looked like before it was read. */
  const seen = new Map<string, BigIntStats>()
  const copy = async (name: string, look: BigIntStats) => {
    // Shared blocks where the file system can: then nothing is read at all.
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE)
    seen.set(name, look)
  }
  await eachEntry(
    from,
    (name) => mkdir(join(to, name), { recursive: true, mode: 0o700 }),
    async (name, look) => {
      // Tables go while they are copied; the last look is the one that counts.
      await copy(name, look).catch(unlessGone)
    },
  )
  return {
    async finish() {
      const there = new Set<string>()
      await eachEntry(
        from,
        async (name) => void (await mkdir(join(to, name), { recursive: true, mode: 0o700 })),
        async (name, look) => {
          there.add(name)
          const before = seen.get(name)
          if (before && before.ctimeNs === look.ctimeNs && before.size === look.size && look.ctimeNs < settled) return
          await copy(name, look)
        },
      )
      for (const name of seen.keys()) if (!there.has(name)) await rm(join(to, name), { force: true })
    },
  }
}

/** How many bytes the files of a folder have together. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  await eachEntry(
    folder,
    () => undefined,
    (_name, { size }) => {
      bytes += Number(size)
    },
  )
  return bytes
}

/** Folders come before what is in them. What is gone when its turn comes is left out. */
async function eachEntry(
  root: string,
  onFolder: (name: string) => unknown,
  onFile: (name: string, look: BigIntStats) => unknown,
  below = '',
): Promise<void> {
  await onFolder(below)
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error: unknown) => unlessGone(error) ?? [])
  for (const entry of entries) {
    const name = join(below, entry.name)
    if (entry.isDirectory()) await eachEntry(root, onFolder, onFile, name)
    else if (entry.isFile()) {
      const look = await stat(join(root, name), { bigint: true }).catch(unlessGone)
      if (look) await onFile(name, look)
    }
  }
}

function unlessGone(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
}
