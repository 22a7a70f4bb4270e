/** How refusals name people to whoever acts. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { personIn } from '../../kernel/resources/people.ts'
import type { Person } from '../engine/parts.ts'

/** In place of somebody whom the roles of whoever acts do not show. */
export const HIDDEN_NAME = '***'

/** The expression for what whoever acts is told of a person, of the table of users that the statement calls `alias`; null of nobody. Where the product itself acts, the account. */
export const shownNameOf = ({ reader }: Pick<Person, 'reader'>, alias: string): RawBuilder<string | null> =>
  reader
    ? sql<string | null>`case when ${sql.ref(`${alias}.id`)} is not null then coalesce(${personIn(reader, alias)}, ${HIDDEN_NAME}) end`
    : sql<string | null>`${sql.ref(`${alias}.username`)}`
