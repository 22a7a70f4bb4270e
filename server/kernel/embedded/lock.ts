/**
 * One server to a data folder. The lock is an exclusive transaction on a small SQLite file: the operating system gives it
 * up by itself when the process ends in whatever way, so a `kill -9` leaves no stale lock behind. PGlite has none of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../config.ts'

export interface Lock {
  release(): void
}

/** @throws {StartError} when another server holds the folder. */
export function lockFolder(folder: string): Lock {
  const holder = join(folder, 'server.pid')
  const file = new DatabaseSync(join(folder, 'server.lock'))
  try {
    file.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive; create table if not exists held (by integer); commit')
  } catch {
    file.close()
    throw new StartError(`DATA_DIR ${folder} is in use by another server (process ${readHolder(holder)}).`)
  }
  writeFileSync(holder, String(process.pid))
  return { release: () => file.close() }
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
