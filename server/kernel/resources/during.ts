/** Conditions by moments that come again and again to a row (`Field.during`). */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Field } from '../../../model/field.ts'
import { own } from './row-text.ts'

/**
 * The condition of a range, given for its first key that there is: both ends are asked of one time, or a row would do that had one before the range and another one
 * behind it. The times are read once, whatever it stands in: also where rows are counted that meet it (`filter (where …)`), which would ask anew of each row by `exists`.
 */
export function during(
  { table, from, at, each }: NonNullable<Field['during']>,
  [startKey, endKey]: readonly [start: string, end: string],
  key: string,
  filters: Readonly<Record<string, unknown>>,
): RawBuilder<SqlBool> | undefined {
  const [start, end] = [filters[startKey], filters[endKey]]
  if (key === endKey && start !== undefined) return undefined
  const [owner, moment] = [sql.ref(`happened.${from}`), sql.ref(`happened.${at}`)]
  const within = [
    ...(start === undefined ? [] : [sql`${moment} >= ${start}::timestamptz`]),
    ...(end === undefined ? [] : [sql`${moment} < ${end}::timestamptz + interval '1 second'`]),
  ]
  if (within.length === 0) return undefined
  const always = each === undefined ? sql`` : sql` group by happened.tenant_id, ${owner} having bool_and(${sql.ref(`happened.${each}`)})`
  return sql`(${own('tenant_id')}, ${own('id')}) in (select happened.tenant_id, ${owner} from ${sql.table(table)} as happened where ${sql.join(within, sql` and `)}${always})`
}
