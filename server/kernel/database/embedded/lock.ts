/**
 * One server to a data folder. The lock is an exclusive transaction on a small SQLite file: the operating system gives it
 * up by itself when the process ends in whatever way, so a `kill -9` leaves no stale lock behind. PGlite has none of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'

/** SQLITE_BUSY: somebody else holds the lock. */
const BUSY = 5

export interface Lock {
  release(): void
}

/** Locks the data directory for this process. @throws {StartError} when another server holds the folder. */
export function lockFolder(folder: string): Lock {
  const holder = join(folder, 'server.pid')
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(join(folder, 'server.lock'))
    file.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive; create table if not exists held (by integer); commit',
    )
  } catch (error) {
    file?.close()
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode === BUSY) throw new StartError(`DATA_DIR ${folder} is in use by another server (process ${readHolder(holder)}).`)
    throw new StartError(`DATA_DIR ${folder}: its file server.lock cannot be used (${message}).`)
  }
  const held = file
  writeFileSync(holder, String(process.pid))
  return { release: () => held.close() }
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
