import { createHash } from 'node:crypto'

const names = new Map<string, string>()
const MAX_NAMES = 2000

/**
 * The name of a prepared statement; none once there are too many. Planning one of our list queries costs the database more than running it, so each text
 * is prepared once a connection. Texts are made by our own builder from a finite set of columns; the bound is for safety.
 */
export function nameOf(sql: string): string | undefined {
  let name = names.get(sql)
  if (name === undefined && names.size < MAX_NAMES) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    names.set(sql, name)
  }
  return name
}
