/** The database that is moved: of the embedded engine, in a folder that nobody else works in, and only read. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { openEmbedded } from '../../kernel/database/embedded/engine.ts'
import { StartError } from '../../kernel/start-error.ts'
import { copyOut } from './copy-stream.ts'
import type { RowSum } from './row-sums.ts'
import { addRow, noRows } from './row-sums.ts'

/** A table as it lies in one piece: one without partitions, or one partition. */
export interface Part {
  readonly name: string
  /** The table it belongs to in the end: its own name, or that of the topmost partitioned table. */
  readonly table: string
  /** Of a partition: its parent, and its bound as SQL. */
  readonly partition: { readonly parent: string; readonly bound: string } | undefined
  /** Those that are stored rather than computed. */
  readonly columns: readonly string[]
  /** Blocks in which it lies; none where it has no rows. */
  readonly blocks: number
}

/** A sequence and what it gave last. */
export interface SequenceState {
  readonly name: string
  readonly last: string
  readonly called: boolean
}

export interface Source {
  /** What tells this installation from every other one. */
  readonly installation: string
  /** Another one as soon as anybody has written. */
  readonly state: string
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
  /** Names of all tables that are no partition, whether there is a row or a partition in them or not. */
  readonly tables: readonly string[]
  /** In an order in which each comes after those that its foreign keys name. */
  readonly parts: readonly Part[]
  /** Every table, those with partitions and the partitions included, whose owner row security binds as well. */
  readonly forced: readonly string[]
  readonly sequences: readonly SequenceState[]
  /** Reads a part, a piece at a time; the memory of a piece is used again after `take`. Gives the sum over its rows. */
  read(part: Part, take: (rows: Buffer) => Promise<void>): Promise<RowSum>
  close(): Promise<void>
}

/** About so many bytes are read at once, as whole blocks of 8 KB; a block leads to more than that where its rows have long values. */
const PIECE = 4 * 1024 ** 2
const MAX_BLOCKS = 4096
const FIRST_BLOCKS = 16
/** A piece takes far less; what counts the rows of a large table may take longer than a statement of a server should. */
const MAX_QUERY_MS = 10 * 60_000

/** The database whose files lie in `folder`, which has to be there. @throws {StartError} when the files cannot be opened. */
export async function openSource(folder: string): Promise<Source> {
  const engine = await openEmbedded(folder, { longestQueryMs: MAX_QUERY_MS }).catch((error: unknown) => {
    throw new StartError(`The embedded database in ${folder} cannot be opened (${(error as Error).message}).`)
  })
  const client = new pg.Client({ stream: () => engine.connect() as never, user: 'postgres', database: 'postgres' })
  try {
    await client.connect()
    // Bounds of partitions are written in the zone of the session.
    await client.query("set timezone = 'UTC'; set default_transaction_read_only = on")
    return {
      ...(await readCatalogue(client)),
      read: (part, take) => readPart(client, part, take),
      async close() {
        await client.end()
        await engine.close()
      },
    }
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function readCatalogue(client: pg.Client): Promise<Omit<Source, 'read' | 'close'>> {
  const all = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const migrations = await all<{ name: string; checksum: string }>('select name, checksum from migrations order by name')
  // The same of a copy or a restored backup of it; that of a new one is another.
  const facts = await all('select key, value, created_at::text from installation order by key')
  const tenants = await all('select id from tenants order by id')
  const [written] = await all<{ state: string }>(
    'select concat(system_identifier, $$:$$, pg_snapshot_xmax(pg_current_snapshot())) as state from pg_control_system()',
  )
  const parts = await all<Omit<Part, 'partition'> & { parent: string | null; bound: string | null }>(`
    select relname as name, coalesce(pg_partition_root(class.oid)::regclass::text, relname) as "table",
      inhparent::regclass::text as parent, pg_get_expr(relpartbound, class.oid) as bound,
      array(select attname::text from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      (pg_relation_size(class.oid) / current_setting('block_size')::integer)::integer as blocks
    from pg_class class left join pg_inherits on inhrelid = class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by relname`)
  const tables = await all<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  const references = await all<{ from: string; to: string }>(
    `select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const forced = await all<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity order by relname`,
  )
  const names = await all<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: SequenceState[] = []
  for (const { name } of names) {
    const [state] = await all<{ last: string; called: boolean }>(
      `select last_value as last, is_called as called from public.${pg.escapeIdentifier(name)}`,
    )
    if (state) sequences.push({ name, ...state })
  }
  return {
    installation: createHash('sha256')
      .update(JSON.stringify([facts, tenants]))
      .digest('hex'),
    state: written?.state ?? '',
    migrations,
    tables: tables.map(({ name }) => name),
    parts: inOrder(
      parts.map(({ parent, bound, ...part }) => ({
        ...part,
        partition: parent === null || bound === null ? undefined : { parent, bound },
      })),
      references,
    ),
    forced: forced.map(({ name }) => name),
    sequences,
  }
}

/** Each after those that it names. Foreign keys in a circle would keep their order: then the second of them is refused when it is loaded. */
function inOrder(parts: readonly Part[], references: readonly { readonly from: string; readonly to: string }[]): Part[] {
  const byName = new Map(parts.map((part) => [part.name, part]))
  const ordered = new Set<Part>()
  const begun = new Set<string>()
  const place = (part: Part) => {
    if (begun.has(part.name)) return
    begun.add(part.name)
    for (const { from, to } of references) {
      const named = from === part.name ? byName.get(to) : undefined
      if (named) place(named)
    }
    ordered.add(part)
  }
  parts.forEach(place)
  return [...ordered]
}

/** Rows of a piece, one behind the other, in memory that is used again. */
class Rows {
  #bytes = Buffer.allocUnsafe(PIECE * 2)
  #length = 0

  add(row: Buffer): void {
    if (this.#length + row.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + row.length))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#bytes.set(row, this.#length)
    this.#length += row.length
  }

  /** What has been added since the last time. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    // A row of a hundred megabytes shall not hold as many for the rest of the way.
    if (this.#bytes.length > PIECE * 4) this.#bytes = Buffer.allocUnsafe(PIECE * 2)
    return taken
  }
}

async function readPart(client: pg.Client, { name, columns, blocks: end }: Part, take: (rows: Buffer) => Promise<void>): Promise<RowSum> {
  const sum = noRows()
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const memory = [new Rows(), new Rows()] as const
  let blocks = FIRST_BLOCKS
  let taken: Promise<void> = Promise.resolve()
  for (let from = 0, turn = 0; from < end; turn += 1) {
    const rows = memory[turn % 2] as Rows
    const below = Math.min(from + blocks, end)
    const bytes = await copyOut(
      client,
      `copy (select ${list} from only public.${pg.escapeIdentifier(name)} where ctid >= '(${from},0)' and ctid < '(${below},0)') to stdout (format binary)`,
      (row) => {
        addRow(sum, row)
        rows.add(row)
      },
    )
    // While one piece is on its way, the next one is read.
    await taken
    taken = take(rows.take())
    taken.catch(() => undefined)
    from = below
    blocks = Math.max(1, Math.min(blocks * 4, MAX_BLOCKS, Math.round((blocks * PIECE) / Math.max(bytes, 1))))
  }
  await taken
  return sum
}
