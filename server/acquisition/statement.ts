/** A statement written out as SQL: what the builder cannot say. Its values are bound. */
import type { RawBuilder } from 'kysely'
import { build } from '../kernel/database/sql.ts'
import type { Statement } from '../kernel/database/tenant.ts'

/** A statement from raw SQL, for `tx.all` and `tx.first`; the author states the row type. */
export function statement<Row>(raw: RawBuilder<Row>): Statement<Row> {
  return { compile: () => raw.compile(build) }
}

/** A statement whose text is made of what somebody asks, as that of a document of figures is: it is planned for its values each time. */
export function statementOfDocument<Row>(raw: RawBuilder<Row>): Statement<Row> {
  return { ...statement(raw), isPlannedAnew: true }
}
