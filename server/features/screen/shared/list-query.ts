/** Rows of a noun for widgets: by the conditions of its list, with the caller's view of each field, in one statement with their number. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Field } from '../../../../model/field.ts'
import { fieldOfKey } from '../../../../model/list-query.ts'
import type { Resource } from '../../../../model/resource.ts'
import { columnOf } from '../../../../model/resource.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { View } from '../../../kernel/authorization/view.ts'
import { mayCall, viewOf } from '../../../kernel/authorization/view.ts'
import { typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { linkedName, own, textOf } from '../../../kernel/resources/row-text.ts'
import { rowsOf } from '../../../kernel/resources/select.ts'

type Filters = Readonly<Record<string, string | undefined>>
type Columns = Readonly<Record<string, RawBuilder<unknown>>>

/** A noun as one caller has it. */
export class SeenNoun {
  readonly of: Resource
  readonly view: View

  constructor(of: Resource, view: View) {
    this.of = of
    this.view = view
  }

  /** The column of a field as it stands; null for whoever does not see it. */
  plain(field: string): RawBuilder<unknown> {
    return this.view.sees(field) ? sql`${own(columnOf(field))}` : NOTHING
  }

  /** A text, of what came with the product in the caller's language. */
  text(field: string): RawBuilder<unknown> {
    return this.view.sees(field) ? textOf(this.of, this.view, field) : NOTHING
  }

  /** A moment in milliseconds since 1970. */
  moment(field: string): RawBuilder<unknown> {
    return this.view.sees(field) ? sql`(extract(epoch from ${own(columnOf(field))}) * 1000)::float8` : NOTHING
  }

  /** The name of the row that a reference names. */
  named(field: string): RawBuilder<unknown> {
    const { link } = this.of.fields[field] as Field
    return this.view.sees(field) && link && this.view.names(link) ? linkedName(link, this.view, columnOf(field)) : NOTHING
  }
}

const NOTHING = sql`null`

/**
 * The noun for a caller who may call its list and sees the fields that the rows are narrowed by; undefined for anybody else: rows that are not narrowed as
 * the widget says would tell what is hidden, or something else than its title.
 */
export function seenNoun(caller: Caller, of: Resource, fields: readonly string[]): SeenNoun | undefined {
  if (!mayCall(caller, `${of.api.base}/query${of.api.noun}`)) return undefined
  const view = viewOf(caller, of)
  return fields.map(fieldOfKey).every((field) => view.sees(field)) ? new SeenNoun(of, view) : undefined
}

/** Names of the filters that have a value. */
export const givenOf = (filters: Filters): string[] => Object.keys(filters).filter((name) => filters[name] !== undefined)

/** The order by a field, where there is one. */
export const orderedBy = (field: string | undefined): RawBuilder<unknown>[] => (field === undefined ? [] : [sql`${own(columnOf(field))}`])

interface Wanted {
  readonly filters: Filters
  readonly only?: readonly RawBuilder<SqlBool>[]
  readonly columns: Columns
  readonly order: readonly RawBuilder<unknown>[]
  readonly limit: number
}

/** The rows, and how many there are beyond the limit as well. */
export async function readRows<Row>(
  tx: Transaction,
  { of, view }: SeenNoun,
  { filters, only = [], columns, order, limit }: Wanted,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const selected = Object.entries(columns).map(([name, column]) => column.as(name))
  let query = rowsOf(of, view, filters)
    .select([own('id').as('id'), ...selected, sql<number>`(count(*) over ())::integer`.as('_total')])
    .limit(limit)
  for (const condition of only) query = query.where(condition)
  for (const by of order) query = query.orderBy(by)
  const found = await tx.all(typedAs<Row & { readonly _total: number }>(query.orderBy(own('id'))))
  return { rows: found.map(({ _total: _, ...row }) => row as unknown as Row), total: found[0]?._total ?? 0 }
}
