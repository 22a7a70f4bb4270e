/**
 * The marks of a move from the embedded engine to PostgreSQL (server/backups/move/): what keeps a server away from a database that is not whole
 * yet, and from one whose rows live on elsewhere. Otherwise a forgotten DATABASE_URL would split what is written between two databases unnoticed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** The table of the target that says how far a move has come; it goes with the move's last transaction. */
export const UNFINISHED_MOVE = 'unfinished_move'

/** In the folder of the database itself, so that it goes where the database goes: aside for a restored one, or into a copy. */
const NAME = 'moved-to-postgresql.json'

/** The path of the mark of the embedded database in `folder`: whoever deletes it wants to go on there. */
export function pathOfMark(folder: string): string {
  return join(folder, NAME)
}

interface Mark {
  readonly movedAt: string
  /** Host and name of the database, without user or password. */
  readonly to: string
}

/** Marks the embedded database in `folder` as one that lives on elsewhere; nothing of the database itself is written. */
export function markAsMoved(folder: string, to: string): void {
  writeFileSync(pathOfMark(folder), `${JSON.stringify({ movedAt: new Date().toISOString(), to } satisfies Mark)}\n`, { mode: 0o600 })
}

/** Where the embedded database in `folder` was moved; `undefined` for one that is in use here. */
export function readMark(folder: string): Mark | undefined {
  const path = pathOfMark(folder)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Mark) : undefined
}

/** Returns for an embedded database that is in use here. @throws {StartError} for one that was moved. */
export function assertNotMoved(folder: string): void {
  const mark = readMark(folder)
  if (!mark) return
  throw new StartError(
    `The database in ${folder} was moved to PostgreSQL (${mark.to}, ${mark.movedAt}). Set DATABASE_URL to go on there. To go on here with what was here then, delete ${pathOfMark(folder)}: what is written from then on is in one of the two databases alone.`,
  )
}
