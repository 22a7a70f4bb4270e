/** The SQL builder. It only builds; statements run inside a transaction of `tenant.ts`, which alone holds connections. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Tables } from './tables.ts'
import type { Statement } from './tenant.ts'

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** Statements over tables whose names are known when the code is written. */
export const build = new Kysely<Tables>({ dialect })

/** Statements over the table of whatever resource is at hand: names come from `model/`, never from a request. */
export const buildFor = new Kysely<Record<string, Record<string, unknown>>>({ dialect })

/**
 * Says what rows a statement of {@link buildFor} gives. Its columns are chosen at run time, so the compiler cannot know;
 * the author does, and says it here and nowhere else.
 */
export function typedAs<Row>(statement: Statement<unknown>): Statement<Row> {
  return statement as Statement<Row>
}
