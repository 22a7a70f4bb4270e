/** The PostgreSQL database into which an installation is moved: empty at first, and no server's until everything is in it. */
import pg from 'pg'
import { migrate, readMigrations } from '../../kernel/database/migrate.ts'
import { UNFINISHED_MOVE } from '../../kernel/database/moved.ts'
import { StartError } from '../../kernel/start-error.ts'
import { copyIn, copyOut } from './copy-stream.ts'
import type { RowSum } from './row-sums.ts'
import { addRow, checksumOf, noRows, sumOf } from './row-sums.ts'
import type { Part, Source } from './source.ts'

export interface Target {
  /**
   * Makes the tables ready for what is missing, and gives the sums of the parts that are there already.
   * @param onlyUnfinished Whether there has to be a move already that was not finished.
   * @throws {StartError} for a database that is not empty, or holds what cannot be gone on with.
   */
  prepare(source: Source, onlyUnfinished: boolean): Promise<ReadonlyMap<string, RowSum>>
  /** Stores a part of the source, all of it or nothing, and keeps and gives its sum. @throws Error of the database. */
  load(source: Source, part: Part): Promise<RowSum>
  /** Reads a part again and gives the sum over the rows that are there. */
  sum(part: Part): Promise<RowSum>
  /** The migrations that have run there. */
  migrations(): Promise<Source['migrations']>
  /** Counts values of columns for the planner, once all parts are there. */
  analyze(source: Source): Promise<void>
  /** Makes the next {@link prepare} begin anew. */
  discard(): Promise<void>
  /** Sets the sequences, binds the owner to row security, and hands the database over to servers. */
  finish(source: Source): Promise<void>
  close(): Promise<void>
}

/** The oldest version that this product is tested with. */
const OLDEST = 150_000
/** Marks among the parts of {@link UNFINISHED_MOVE}; no table has such a name. */
const INSTALLATION = '(installation)'
const STATE = '(state)'

/** The column that says which transaction wrote a row (migrations/0012_sealing.sql). */
const WRITER = 'stored_by'

const quoted = (name: string) => `public.${pg.escapeIdentifier(name)}`

/** Opens the target; one move at a time. @throws {StartError} when it cannot be reached, or another move is at work on it. */
export async function openTarget(url: string): Promise<Target> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'outstation move',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // One that breaks between two statements is found out by the next.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw new StartError(`The database cannot be reached (${(error as { code?: string }).code ?? (error as Error).message}).`)
  })
  try {
    await settle(client)
  } catch (error) {
    await client.end()
    throw error
  }
  let asides: ReadonlyMap<string, Aside> | undefined
  return {
    prepare: (source, onlyUnfinished) => prepare(client, source, onlyUnfinished),
    async load(source, part) {
      asides ??= await readAside(client)
      return load(client, source, part, asides)
    },
    sum: (part) => sumUp(client, part),
    analyze: async ({ parts }) => void (await client.query(`analyze ${[...new Set(parts.map(({ table }) => quoted(table)))].join(', ')}`)),
    migrations: async () => (await client.query<Source['migrations'][number]>('select name, checksum from migrations order by name')).rows,
    discard: async () => void (await client.query(`delete from ${UNFINISHED_MOVE} where part = $1`, [STATE])),
    finish: (source) => finish(client, source),
    close: () => client.end(),
  }
}

async function settle(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::integer as number, current_setting('server_encoding') as encoding`,
  )
  const [server] = rows
  if (!server || server.number < OLDEST)
    throw new StartError(`This is PostgreSQL ${server?.version}; version ${OLDEST / 10_000} or newer is needed.`)
  if (server.encoding !== 'UTF8') throw new StartError(`The database has the encoding ${server.encoding}; UTF8 is needed.`)
  // Commits in between need not be on the disk: they get there in their order, and the last one waits for all. A server that hears no more of this
  // program ends what it does for it, so that the next try need not wait.
  await client.query(`set timezone = 'UTC'; set statement_timeout = 0; set synchronous_commit = off; set lock_timeout = '30s'`)
  // Not every system can tell.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  await client.query(`select pg_advisory_lock(hashtext('outstation.move'))`).catch((error: unknown) => {
    if ((error as { code?: string }).code === '55P03') throw new StartError('Another move into this database is under way.')
    throw error
  })
  await client.query('set lock_timeout = 0')
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function prepare(client: pg.Client, source: Source, onlyUnfinished: boolean): Promise<ReadonlyMap<string, RowSum>> {
  await begin(client, source, onlyUnfinished)
  const known = new Map(readMigrations().map((migration) => [migration.name, migration]))
  const unknown = source.migrations.find(({ name, checksum }) => known.get(name)?.checksum !== checksum)
  if (unknown)
    throw new StartError(`The database comes from another version of this product: its migration ${unknown.name} is not known here.`)
  // As far as the source has come and no further: the first start of a server does the rest, as it would have done there.
  const wanted = new Set(source.migrations.map(({ name }) => name))
  await migrate(
    { asOwner: (work) => work(client) },
    [...known.values()].filter(({ name }) => wanted.has(name)),
  )
  const found = await readParts(client)
  if (found.state === source.state) return found.parts
  await empty(client, source)
  return new Map()
}

/** Makes the table of the move in an empty database, or finds that of the same installation. */
async function begin(client: pg.Client, { installation }: Source, onlyUnfinished: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname = '${UNFINISHED_MOVE}' desc limit 1`)
  if (rows.length === 0 && onlyUnfinished)
    throw new StartError('The database is empty: the move that this one was marked for was not into it.')
  if (rows.length === 0) {
    await inTransaction(client, async () => {
      await client.query(`create table ${UNFINISHED_MOVE} (part text primary key, rows bigint not null default 0, checksum text not null)`)
      await client.query(`insert into ${UNFINISHED_MOVE} (part, checksum) values ($1, $2)`, [INSTALLATION, installation])
    })
    return
  }
  if (rows[0]?.name !== UNFINISHED_MOVE) throw new StartError('The database is not empty. Name an empty one, made for this installation.')
  const { rows: kept } = await client.query<{ checksum: string }>(`select checksum from ${UNFINISHED_MOVE} where part = $1`, [INSTALLATION])
  if (kept[0]?.checksum !== installation)
    throw new StartError('The database holds an unfinished move of another installation. Name an empty one, or make this one anew.')
}

async function readParts(client: pg.Client): Promise<{ state: string | undefined; parts: Map<string, RowSum> }> {
  const { rows } = await client.query<{ part: string; rows: string; checksum: string }>(`select * from ${UNFINISHED_MOVE}`)
  const parts = rows.filter(({ part }) => part !== INSTALLATION && part !== STATE)
  return {
    state: rows.find(({ part }) => part === STATE)?.checksum,
    parts: new Map(parts.map((row) => [row.part, sumOf(Number(row.rows), row.checksum)])),
  }
}

/** Takes away whatever migrations or a former try have stored. Until the end the owner is not bound by row security: COPY knows no policies. */
async function empty(client: pg.Client, { state }: Source): Promise<void> {
  await inTransaction(client, async () => {
    const { rows } = await client.query<{ name: string; partition: boolean; forced: boolean }>(`
      select relname as name, relispartition and relkind = 'r' as partition, relforcerowsecurity as forced from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('${UNFINISHED_MOVE}', 'migrations') order by relname`)
    const stay = rows.filter(({ partition }) => !partition)
    for (const { name } of rows.filter(({ partition }) => partition)) await client.query(`drop table ${quoted(name)}`)
    for (const { name } of stay.filter(({ forced }) => forced))
      await client.query(`alter table ${quoted(name)} no force row level security`)
    await client.query(`truncate ${stay.map(({ name }) => quoted(name)).join(', ')}`)
    await client.query(`delete from ${UNFINISHED_MOVE} where part <> $1`, [INSTALLATION])
    await client.query(`insert into ${UNFINISHED_MOVE} (part, checksum) values ($1, $2)`, [STATE, state])
  })
}

/** Statements that make a table ready for many rows, and those that make it what it was. */
interface Aside {
  readonly off: string
  readonly on: string
}

/**
 * What would be asked or kept for each single row, by table: foreign keys, indexes that no constraint stands on, triggers of our own. The statements
 * that bring back the same are in words of this very database. Off and on happen in the transaction of the part.
 */
async function readAside(client: pg.Client): Promise<ReadonlyMap<string, Aside>> {
  const { rows } = await client.query<{ name: string; off: string; on: string }>(`
    select relname as name, string_agg(step.off, '; ' order by step.kind, step.off) as off, string_agg(step.on, '; ' order by step.kind desc, step.on) as on
    from pg_class class cross join lateral (
      select 1 as kind, format('alter table %s drop constraint %I', class.oid::regclass, conname) as off,
        format('alter table %s add constraint %I %s', class.oid::regclass, conname, pg_get_constraintdef(oid)) as on
      from pg_constraint where conrelid = class.oid and contype = 'f'
      union all select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index where indrelid = class.oid and not exists (select from pg_constraint where conindid = indexrelid)
      union all select 3, format('alter table %s disable trigger %I', class.oid::regclass, tgname), format('alter table %s enable trigger %I', class.oid::regclass, tgname)
      from pg_trigger where tgrelid = class.oid and not tgisinternal and tgenabled = 'O'
    ) as step
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition group by relname`)
  return new Map(rows.map(({ name, off, on }) => [name, { off, on }]))
}

/** The table of a partition is made without its indexes and made a partition afterwards: being attached builds those of its parent. */
function asideOf({ name }: Part, { parent, bound }: NonNullable<Part['partition']>): Aside {
  return {
    off: `create table ${quoted(name)} (like ${quoted(parent)} including all excluding indexes)`,
    on: `alter table ${quoted(parent)} attach partition ${quoted(name)} ${bound}; alter table ${quoted(name)} enable row level security`,
  }
}

async function load(client: pg.Client, source: Source, part: Part, asides: ReadonlyMap<string, Aside>): Promise<RowSum> {
  const aside = part.partition ? asideOf(part, part.partition) : asides.get(part.name)
  // Whatever need not be waited for goes together: most tables are small, and the way to the database and back is what they cost.
  const note = ({ rows, ...sum }: RowSum) =>
    `insert into ${UNFINISHED_MOVE} (part, rows, checksum) values (${pg.escapeLiteral(part.name)}, ${rows}, '${checksumOf({ rows, ...sum })}')`
  if (part.blocks === 0 && !part.partition) {
    await client.query(note(noRows()))
    return noRows()
  }
  try {
    await client.query(`begin; ${aside?.off ?? ''}`)
    // Nobody has seen the table of a partition yet: its rows need no second writing to be known as old.
    const copy = await copyIn(
      client,
      `copy ${quoted(part.name)} (${listOf(part)}) from stdin (format binary${part.partition ? ', freeze' : ''})`,
    )
    const sum = await source
      .read(part, (rows) => copy.write(rows))
      .catch(async (error: unknown) => {
        await copy.fail('the rows cannot be read')
        throw error
      })
    const stored = await copy.end()
    if (stored !== sum.rows) throw new Error(`${sum.rows} rows were sent and ${stored} stored`)
    await client.query(`${aside?.on ?? ''}; ${note(sum)}; commit`)
    return sum
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const listOf = ({ columns }: Part) => columns.map((column) => pg.escapeIdentifier(column)).join(', ')

async function sumUp(client: pg.Client, part: Part): Promise<RowSum> {
  const sum = noRows()
  await copyOut(client, `copy (select ${listOf(part)} from only ${quoted(part.name)}) to stdout (format binary)`, (row) => addRow(sum, row))
  return sum
}

async function finish(client: pg.Client, source: Source): Promise<void> {
  await client.query('set synchronous_commit = on')
  await inTransaction(client, async () => {
    for (const { name, last, called } of source.sequences) await client.query('select setval($1, $2, $3)', [quoted(name), last, called])
    // The sealing tells by the transaction that wrote a row whether it was written here (server/audit/chain-pending.ts). Should the one that brought a row
    // have the number that stands in it by chance, this one writes it again.
    for (const { name } of source.parts.filter(({ columns }) => columns.includes(WRITER)))
      await client.query(`update only ${quoted(name)} set ${WRITER} = ${WRITER} where xmin = ${WRITER}::xid`)
    for (const name of source.forced) await client.query(`alter table ${quoted(name)} force row level security`)
    await client.query(`drop table ${UNFINISHED_MOVE}`)
  })
}
