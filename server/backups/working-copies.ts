/** What lies on the disk while a backup is made or restored, in the plain: each in a folder that only this user may look into, gone when the work is, and looked for when it was killed. */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What is there while a backup is made. */
export interface WorkingCopy {
  /** Holds all the others, and nothing else. */
  readonly folder: string
  /** The files of tenants, each under a second name. */
  readonly held: string
  readonly dump: string
  /** Dump and files in one, not encrypted. */
  readonly archive: string
  readonly encrypted: string
}

/** Where a backup is made that is to lie at `path` when it is whole. */
export function workingCopyOf(path: string): WorkingCopy {
  const folder = `${path}.draft`
  const within = (name: string) => join(folder, name)
  return { folder, held: within('files'), dump: within('dump'), archive: within('archive'), encrypted: within('encrypted') }
}

/** Of a backup by its name; the other endings are those of versions that had no folder for them. */
const LEFT = /^(outstation-\d{8}-\d{6}-[0-9a-f]{6}\.zip(?:\.age)?)\.(?:draft|part|dump|dump\.cluster|files)$/

/** Working copies in the folder of backups, each with the name of the backup that it was to be. */
export async function workingCopiesIn(folder: string): Promise<{ path: string; fileName: string }[]> {
  if (!existsSync(folder)) return []
  return (await readdir(folder)).flatMap((name) => {
    const fileName = LEFT.exec(name)?.[1]
    return fileName === undefined ? [] : [{ path: join(folder, name), fileName }]
  })
}

/** The folder in which this process restores a backup. */
export function folderOfRestore(dataDir: string): string {
  return join(dataDir, `restoring-${process.pid}`)
}

/** Throws away what restores have left that were killed. */
export async function removeLeftRestores(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  const left = (await readdir(dataDir)).filter((name) => {
    const pid = /^restoring-(\d+)$/.exec(name)?.[1]
    return pid !== undefined && !isRunning(Number(pid))
  })
  await Promise.all(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
