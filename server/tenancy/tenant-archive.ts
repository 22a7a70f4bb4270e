/**
 * Everything a tenant has, as one .zip: a file of JSON lines for each table, its files as they are, and a manifest with counts
 * and checksums. It is read through the tenant's own door, so that the database itself keeps every other tenant's rows out of it.
 *
 * Hashes of passwords and tokens stay out: they open doors or can be guessed at for as long as anybody keeps the file, and
 * they are of no use elsewhere. The manifest names every column that was left out.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { TenantId } from '../../model/brands.ts'
import { Failure } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'
import { build, buildFor, typedAs } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { TenantTable } from './tenant-tables.ts'
import { tenantTables } from './tenant-tables.ts'

/** What opens a door, by the habit of our columns' names. The seals of the log are hashes as well, and prove what it says. */
const SECRET = /(_hash|^hash|secret|^secret_value|_sealed)$/
const PROOF = new Set(['log_seals'])
/** Rows a statement. */
const BATCH = 1000

interface StoredFile {
  id: string
  size: string
  sha256: string
}
interface FileEntry {
  name: string
  file: string
  rows: number
  sha256: string
  leftOut: readonly string[]
}

export interface ArchiveOptions {
  readonly by: string
  readonly onRows?: (rows: number) => void
  readonly signal?: AbortSignal
}

/** Gives the bytes of the archive, made while they are taken, in constant memory. */
export async function* writeArchive(
  { transactions, isAlone, blobs }: Pick<Services, 'transactions' | 'isAlone' | 'blobs'>,
  tenantId: TenantId,
  { by, onRows, signal }: ArchiveOptions,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const entries: FileEntry[] = []
  const stored: { id: string; file: string; size: number; sha256: string }[] = []
  let rows = 0

  const output = zip.outputStream as Readable
  // Whoever takes the bytes is told of an error by what they wait for; when nobody takes any more, nobody is to be told.
  output.on('error', () => undefined)
  zip.on('error', (error: Error) => output.destroy(error))

  /** The library does not listen for errors of what it is given. */
  const add = (name: string, bytes: () => AsyncIterable<Uint8Array>) =>
    zip.addReadStreamLazy(name, (give) => {
      const source = Readable.from(bytes())
      source.on('error', (error) => output.destroy(error))
      give(null, source)
    })
  async function* contentOf({ id, size, sha256 }: StoredFile, run: Run): AsyncGenerator<Uint8Array> {
    // Nothing where it was given up since its row was read.
    const found = await run((tx) => blobs.open(tx, id)).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'row.not-found') return undefined
      throw error
    })
    if (!found) return
    for await (const chunk of found.stream) {
      signal?.throwIfAborted()
      yield chunk as Buffer
    }
    stored.push({ id, file: nameOf(id), size: Number(size), sha256 })
  }
  async function* lines(table: ArchivedTable, read: Read): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    const entry = { name: table.name, file: table.file, rows: 0, sha256: '', leftOut: table.leftOut }
    for await (const batch of read(table)) {
      signal?.throwIfAborted()
      const text = Buffer.from(batch.map((line) => `${line}\n`).join(''))
      hash.update(text)
      entry.rows += batch.length
      onRows?.((rows += batch.length))
      yield text
    }
    entries.push({ ...entry, sha256: hash.digest('hex') })
  }

  async function* whole(run: Run, tables: readonly ArchivedTable[]): AsyncGenerator<Uint8Array> {
    for (const table of tables) add(table.file, () => lines(table, (one) => pages(one, run, tenantId)))
    for (const file of await run(storedFiles)) add(nameOf(file.id), () => contentOf(file, run))
    zip.addReadStreamLazy('manifest.json', (give) =>
      give(
        null,
        Readable.from([
          JSON.stringify(
            {
              format: 'outstation-tenant',
              version: 1,
              tenantId,
              writtenAt: new Date().toISOString(),
              writtenBy: by,
              oneMoment: !isAlone,
              rows,
              files: entries,
              blobs: stored,
            },
            null,
            2,
          ),
        ]),
      ),
    )
    zip.end()
    yield* output
  }

  const tables = await transactions.inTenant({ tenantId }, archivedTables, 'read')
  // The one connection of the embedded engine is lent batch by batch, so that others are answered in between.
  if (isAlone) return yield* whole((work) => transactions.inTenant({ tenantId }, work, 'read'), tables)
  yield* throughTransaction((use) => transactions.inTenant({ tenantId }, (tx) => use(whole((work) => work(tx), tables)), 'snapshot'))
}

const nameOf = (id: string) => `files/${id}`

/** Those of jobs are made of the rows, and thrown away by themselves. */
const storedFiles = (tx: Transaction) =>
  tx.all(
    build
      .selectFrom('blobs')
      .select(['id', 'size', 'sha256'])
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('jobs').select('id').whereRef('jobs.blob_id', '=', 'blobs.id'))))
      .orderBy('id'),
  )

/** Gives on what is made inside of a transaction, and ends that when nobody takes any more. */
async function* throughTransaction(
  open: (use: (source: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 4 })
  const writer = writable.getWriter()
  const done = open(async (source) => {
    for await (const chunk of source) await writer.write(chunk)
  }).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  )
  yield* readable
  await done
}

type Run = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
type Read = (table: ArchivedTable) => AsyncIterable<string[]>

interface ArchivedTable extends TenantTable {
  readonly file: string
  /** Column that says whose a row is: what came with the product can be read as well, and is not the tenant's. */
  readonly owner?: 'tenant_id'
  readonly leftOut: readonly string[]
}

/** The tenant's own entry, its tables, and the names behind the ids of the shared catalogue that its grants point at. */
async function archivedTables(tx: Transaction): Promise<ArchivedTable[]> {
  const own = (await tenantTables(tx))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((table) => ({
      ...table,
      file: `tables/${table.name}.jsonl`,
      owner: 'tenant_id' as const,
      leftOut: PROOF.has(table.name) ? [] : table.columns.map(({ column }) => column).filter((column) => SECRET.test(column)),
    }))
  const by = (name: string, file: string, columns: string[]): ArchivedTable => ({
    name,
    file,
    key: ['id'],
    leftOut: [],
    columns: columns.map((column) => ({ table: name, column, type: column === 'id' ? 'uuid' : 'text' })),
  })
  return [
    by('tenants', 'tenant.jsonl', []),
    ...own,
    by('menus', 'catalogue/menus.jsonl', ['id', 'menu_code']),
    by('urls', 'catalogue/urls.jsonl', ['id', 'url']),
  ]
}

/** The rows in the order of their key, batch by batch. */
async function* pages({ name, key, columns, leftOut, file, owner }: ArchivedTable, run: Run, tenantId: TenantId): AsyncGenerator<string[]> {
  const typeOf = new Map(columns.map(({ column, type }) => [column, type]))
  const line = file.startsWith('catalogue/')
    ? sql<string>`jsonb_build_object(${sql.join(columns.flatMap(({ column }) => [sql.lit(column), sql.ref(`one.${column}`)]))})::text`
    : sql<string>`(to_jsonb(one) - ${sql.val(leftOut)}::text[])::text`
  let last: string[] | undefined
  for (;;) {
    const after = last
    const rows = await run((tx) =>
      tx.all(
        typedAs<{ line: string; key: string[] }>(
          buildFor
            .selectFrom(`${name} as one`)
            .select([line.as('line'), sql`array[${sql.join(key.map((column) => sql`${sql.ref(`one.${column}`)}::text`))}]`.as('key')])
            .$if(owner !== undefined, (query) => query.where(`one.${owner}`, '=', tenantId))
            .$if(after !== undefined, (query) => query.where(beyond(key, typeOf, after as string[])))
            .$call((query) => key.reduce((ordered, column) => ordered.orderBy(`one.${column}`), query))
            .limit(BATCH),
        ),
      ),
    )
    if (rows.length > 0) yield rows.map((row) => row.line)
    if (rows.length < BATCH) return
    last = rows.at(-1)?.key
  }
}

function beyond(key: readonly string[], typeOf: ReadonlyMap<string, string>, last: readonly string[]): RawBuilder<SqlBool> {
  const columns = sql.join(key.map((column) => sql.ref(`one.${column}`)))
  const values = sql.join(key.map((column, at) => sql`${last[at]}::text::${sql.raw(typeOf.get(column) ?? 'uuid')}`))
  return sql`(${columns}) > (${values})`
}
