/** How many rows every table has, and which files they name: what a rehearsal compares. */
import pg from 'pg'

/** By name of the table. */
export type Counts = Readonly<Record<string, number>>

/** A file that belongs to a tenant, as its row tells. */
export interface KeptFile {
  readonly id: string
  readonly size: number
  readonly sha256: string
}

/** A connection of either kind: of `pg`, or PGlite itself. */
export interface Reader {
  query<Row extends Record<string, unknown>>(text: string): Promise<{ rows: Row[] }>
}

/** What the database holds, as a backup tells and a rehearsal compares. */
export interface Snapshot {
  readonly counts: Counts
  readonly files: readonly KeptFile[]
}

export interface Taken extends Snapshot {
  /** Milliseconds for which nothing else could be written; on PostgreSQL nobody waits. */
  readonly pauseMs: number
}

/** What a rehearsal found. */
export interface Rehearsed {
  readonly counts: Counts
  /** How many of the files that the restored rows name are in the backup as they should be. */
  readonly soundFiles: number
}

/** Row counts of every table, and the files that count, both of one snapshot. */
export async function readSnapshot(client: Reader): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only')
  const counts = await countRows(client)
  const files = await readKeptFiles(client)
  await client.query('commit')
  return { counts, files }
}

/** Rows of each table, by its name. Runs past row security, or fails: a count that left rows out would prove nothing. */
export async function countRows(client: Reader): Promise<Counts> {
  await client.query('set local row_security = off')
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  if (tables.length === 0) return {}
  const parts = tables.map(
    ({ name }) => `select ${pg.escapeLiteral(name)} as name, count(*) as count from public.${pg.escapeIdentifier(name)}`,
  )
  const { rows } = await client.query<{ name: string; count: string }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

/** Ids, sizes and checksums of the files that rows name. Reads past row security, like the counts of the same snapshot. */
export async function readKeptFiles(client: Reader): Promise<KeptFile[]> {
  const { rows } = await client.query<{ id: string; size: string; sha256: string }>('select id, size, sha256 from blobs order by id')
  return rows.map(({ id, size, sha256 }) => ({ id, size: Number(size), sha256 }))
}

/** The tables that differ, such as `users 12≠11`; nothing when all are alike. */
export function differenceOf(wanted: Counts, found: Counts): string[] {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].sort()
  return names.filter((name) => wanted[name] !== found[name]).map((name) => `${name} ${wanted[name] ?? '–'}≠${found[name] ?? '–'}`)
}
