/**
 * Dump and rehearsal of the embedded engine. Its files are copied as they lie (embedded/copy-cluster.ts) and packed from the copy, and
 * the rehearsal runs in a process that ends: neither takes more memory for a large database than for a small one.
 */
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../kernel/database/database.ts'
import { copyCluster, sizeOf } from '../kernel/database/embedded/copy-cluster.ts'
import { runBeside } from './beside.ts'
import type { Rehearsed, Taken } from './counts.ts'
import { readSnapshot } from './counts.ts'
import { flush } from './flush.ts'

const PROGRAM = fileURLToPath(new URL('./embedded-program.ts', import.meta.url))

/** The path of the cluster copy that belongs to a dump. Beside the dump, and gone with it. */
function clusterOf(dump: string): string {
  return `${dump}.cluster`
}

/**
 * Bytes that a backup of the embedded engine needs on the disk while it is taken. The copy and the dump, and after them the dump and what
 * is unpacked from it.
 */
export async function roomForEmbedded({ folder }: Database): Promise<number> {
  return folder === undefined ? 0 : 2 * (await sizeOf(folder))
}

/**
 * Copies the cluster and packs the copy; returns what was counted at that moment. The engine serves one client at a time: while this one
 * counts and the copy is finished, everybody else waits.
 */
export async function takeEmbedded(database: Database, path: string): Promise<Taken> {
  const { folder } = database
  if (folder === undefined) throw new Error('a database in memory has no files to copy')
  const copied = clusterOf(path)
  await mkdir(copied, { recursive: true, mode: 0o700 })
  try {
    const copy = await copyCluster(folder, copied)
    const taken = await whileNobodyWrites(database, () => copy.finish())
    await runBeside(PROGRAM, ['pack', copied, path])
    await flush(path)
    return taken
  } finally {
    await rm(copied, { recursive: true, force: true })
  }
}

function whileNobodyWrites(database: Database, work: () => Promise<void>): Promise<Taken> {
  return database.asOwner(async (client) => {
    const before = performance.now()
    const snapshot = await readSnapshot(client)
    // So that the files hold what the memory holds, and restoring needs no recovery.
    await client.query('checkpoint')
    await work()
    return { ...snapshot, pauseMs: Math.round(performance.now() - before) }
  })
}

/** Restores the backup into `scratch`, opens it, and returns what it counted there. @throws Error for what is damaged. */
export async function rehearseEmbedded(backup: string, scratch: string): Promise<Rehearsed> {
  const folder = clusterOf(scratch)
  try {
    return JSON.parse(await runBeside(PROGRAM, ['rehearse', backup, folder])) as Rehearsed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
