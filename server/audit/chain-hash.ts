/**
 * The form of the chain of hashes over the log and over all changes, one a tenant: each seal's hash is SHA-256 over the hash
 * before it and the text of the row it seals.
 */
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

export type Source = 'log' | 'change'
export const SOURCES: readonly Source[] = ['log', 'change']
export const tableOf = { log: 'logs', change: 'changes' } as const

/** What the first seal of a tenant follows. */
export const BEGINNING = Buffer.alloc(32)

/** SHA-256 over the hash before and the text: one link of the chain. */
export function chainHash(before: Buffer, text: string): Buffer {
  return createHash('sha256').update(before).update(text).digest()
}

/**
 * The expression for the canonical text of a row, over which its hash is taken. The text a row is sealed as. It is made by the database,
 * and alike in every time zone and version: members in a fixed order, JSON as `jsonb` writes it, times as microseconds since 1970.
 */
export function chainedText(source: Source, row: string): RawBuilder<string> {
  const own = (column: string) => sql.ref(`${row}.${column}`)
  const moment = (column: string) => sql`(extract(epoch from ${own(column)}) * 1000000)::bigint`
  const columns =
    source === 'log'
      ? [
          'id',
          'title',
          'log_type',
          'result',
          'method',
          'url',
          'user_id',
          'username',
          'org_name',
          'address',
          'browser',
          'parameters',
          'error',
          'duration',
          'operation_id',
        ].map(own)
      : ['table_name', 'row_id', 'verb', 'before', 'after', 'user_id', 'operation_id'].map(own)
  const time = moment(source === 'log' ? 'created_at' : 'changed_at')
  return sql<string>`jsonb_build_array(${sql.lit(source)}, ${own('tenant_id')}, ${own('position')}, ${sql.join([...columns, time])})::text`
}
