/** The SQL builder. It only builds; statements run inside a transaction of `tenant.ts`, which alone holds connections. */
import type { RawBuilder } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { DatabaseTables } from './tables.ts'
import type { Statement } from './tenant.ts'

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** Statements over tables whose names are known when the code is written. */
export const build = new Kysely<DatabaseTables>({ dialect })

/** Statements over the table of whatever resource is at hand: names come from `model/`, never from a request. */
export const buildFor = new Kysely<Record<string, Record<string, unknown>>>({ dialect })

/**
 * Says what rows a statement of {@link buildFor} gives. Its columns are chosen at run time, so the compiler cannot know;
 * the author does, and says it here and nowhere else.
 */
export function typedAs<Row>(statement: Statement<unknown>): Statement<Row> {
  return statement as Statement<Row>
}

/** Stands in a statement that is kept for a value that is told anew each time it is sent. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A parameter of a statement that {@link prepare} keeps. */
export function parameter<Value>(name: string): RawBuilder<Value> {
  return sql<Value>`${new Placeholder(name)}`
}

/** A statement without its values. */
export interface Prepared<Output> {
  with(values: Readonly<Record<string, unknown>>): Statement<Output>
}

/**
 * Compiles a statement once for many values. Building and compiling the statement of a list takes a quarter of the time that this
 * server spends on a row asked for by its id (`node --cpu-prof`), and its text is the same for everybody with the same view.
 */
export function prepare<Output>(statement: Statement<Output>): Prepared<Output> {
  const compiled = statement.compile()
  return {
    with: (values) => ({
      compile: () => ({
        ...compiled,
        parameters: compiled.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each)),
      }),
    }),
  }
}
