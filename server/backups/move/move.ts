/**
 * Moves an installation from the embedded engine into an empty PostgreSQL database: tables, partitions, sequences, and nothing left out. Each table,
 * or partition, is brought by one transaction that also says so in a table of the target: a move that was broken off at any point goes on with the
 * next one when it is run again, and begins anew when somebody has written to the source in between.
 */
import type { Part, Source } from './source.ts'
import { openSource } from './source.ts'
import type { RowSum } from './row-sums.ts'
import { addRow, addSums, checksumOf, noRows } from './row-sums.ts'
import { openTarget } from './target.ts'
import { StartError } from '../../kernel/start-error.ts'

/** A table as it was found on both sides. */
export interface MovedTable {
  readonly name: string
  readonly rows: number
  /** Over the content of all rows: 16 hexadecimal digits, the same on both sides. */
  readonly checksum: string
}

export interface MoveOptions {
  /** The files of the embedded database. Nobody else may work in it: see `lockFolder`. */
  readonly folder: string
  /** The target. */
  readonly url: string
  /** Told in sentences what goes on. */
  readonly print: (line: string) => void
  /** Whether an unfinished move may be gone on with and none begun. */
  readonly onlyUnfinished: boolean
  /** Asked when everything is there and compared, before the database is handed over to servers. */
  readonly beforeHandover: () => void | Promise<void>
}

/**
 * Moves the database; gives the tables with what both sides have, by name.
 * @throws {StartError} for a target that is not empty, or that does not hold what was sent: then it is begun anew when it is run again.
 */
export async function moveDatabase({ folder, url, print, onlyUnfinished, beforeHandover }: MoveOptions): Promise<readonly MovedTable[]> {
  const target = await openTarget(url)
  try {
    const source = await openSource(folder)
    try {
      const done = await target.prepare(source, onlyUnfinished)
      if (done.size > 0)
        print(`Goes on with an unfinished move: ${done.size} of ${source.parts.length} tables and partitions are there already.`)
      print(`Brings ${source.parts.length - done.size} tables and partitions`)
      const sent = new Map<string, RowSum>()
      for (const part of source.parts) sent.set(part.name, done.get(part.name) ?? (await target.load(source, part).catch(explain(part))))
      await target.analyze(source)
      const tables = new Map(source.tables.map((name) => [name, noRows()]))
      // Made there by our own migrations rather than brought, when they ran is of no account.
      tables.set('migrations', sumOfMigrations(await target.migrations()))
      const different: string[] = []
      const compare = (name: string, wanted: RowSum, found: RowSum) => {
        if (found.rows !== wanted.rows || checksumOf(found) !== checksumOf(wanted))
          different.push(`${name} (${wanted.rows} rows ${checksumOf(wanted)} ≠ ${found.rows} rows ${checksumOf(found)})`)
      }
      compare('migrations', sumOfMigrations(source.migrations), tables.get('migrations') ?? noRows())
      for (const part of source.parts) {
        const found = await target.sum(part)
        compare(part.name, sent.get(part.name) ?? noRows(), found)
        tables.set(part.table, addSums(tables.get(part.table) ?? noRows(), found))
      }
      if (different.length > 0) {
        await target.discard()
        throw new StartError(
          `NOT MOVED: what is there is not what was sent, sent≠found: ${different.join(', ')}. The database that was to be moved is as it was. Find out who else writes to the target, and run this again: it begins anew.`,
        )
      }
      await beforeHandover()
      await target.finish(source)
      return [...tables]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, sum]) => ({ name, rows: sum.rows, checksum: checksumOf(sum) }))
    } finally {
      await source.close()
    }
  } finally {
    await target.close()
  }
}

function sumOfMigrations(migrations: Source['migrations']): RowSum {
  const sum = noRows()
  for (const { name, checksum } of migrations) addRow(sum, Buffer.from(`${name} ${checksum}`))
  return sum
}

function explain({ name }: Part): (error: unknown) => never {
  return (error) => {
    throw new StartError(`NOT MOVED: ${name} could not be brought (${(error as Error).message}). Run this again: it goes on with ${name}.`)
  }
}
