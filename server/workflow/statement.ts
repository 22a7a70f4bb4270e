/** A statement written out as SQL: what the builder cannot say. Its values are bound. */
import type { RawBuilder } from 'kysely'
import { build } from '../kernel/database/sql.ts'
import type { Statement } from '../kernel/database/tenant.ts'

/** A statement from raw SQL, for the methods of a transaction; the author states the row type. */
export function statement<Row>(raw: RawBuilder<Row>): Statement<Row> {
  return { compile: () => raw.compile(build) }
}
