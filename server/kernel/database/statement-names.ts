import { createHash } from 'node:crypto'
import QuickLRU from 'quick-lru'

/** Texts whose names are at hand, and statements that a connection keeps prepared. */
export const MAX_STATEMENTS = 2000
const names = new QuickLRU<string, string>({ maxSize: MAX_STATEMENTS })

/**
 * The name of a prepared statement, which is that of its text for ever: one that was forgotten gets the same again, and no other text has it. Planning one of
 * our list queries costs the database more than running it, so each text is prepared once a connection; a connection that has prepared too many forgets them
 * ({@link forgetsStatements}, named-query.ts).
 */
export function nameOf(sql: string): string {
  let name = names.get(sql)
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    names.set(sql, name)
  }
  return name
}
