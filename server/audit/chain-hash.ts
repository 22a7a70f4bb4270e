/**
 * The form of the chain of hashes over the log, over all changes and over the record of processes, one a tenant: each seal's hash is
 * SHA-256 over the hash before it and the text of the row it seals.
 */
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

export type Source = 'log' | 'change' | 'process'
export const SOURCES: readonly Source[] = ['log', 'change', 'process']
export const tableOf = { log: 'logs', change: 'changes', process: 'process_events' } as const

/** What of a row is sealed besides its place, in this order, which is part of the format; and the column of its time. */
const SEALED: Readonly<Record<Source, readonly [columns: readonly string[], time: string]>> = {
  log: [
    [
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
    ],
    'created_at',
  ],
  change: [['table_name', 'row_id', 'verb', 'before', 'after', 'user_id', 'operation_id'], 'changed_at'],
  process: [
    ['instance_id', 'step_number', 'command', 'actor_id', 'acted_for_id', 'task_id', 'activity', 'comment', 'data', 'command_key'],
    'happened_at',
  ],
}

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
  const [columns, time] = SEALED[source]
  const moment = sql`(extract(epoch from ${own(time)}) * 1000000)::bigint`
  return sql<string>`jsonb_build_array(${sql.lit(source)}, ${own('tenant_id')}, ${own('position')}, ${sql.join([...columns.map(own), moment])})::text`
}
