/** Instances by their business number: those that others call have the number of their caller. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** A condition that outermost instances meet, for a list that is asked by a number; nothing for any other: whoever takes the first row has the one that has called the others. */
export const outermostOfNumber = ({ businessNumber }: Readonly<Record<string, unknown>>): RawBuilder<unknown> | undefined =>
  businessNumber ? sql`${sql.ref('row.parent_id')} is null` : undefined
