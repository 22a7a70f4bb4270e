/** What a row is called: texts in the language of the caller, and the names of the rows that it links to. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Link } from '../../../model/field.ts'
import { resourceNamed } from '../../../model/index.ts'
import { NAME_AND_ACCOUNT } from '../../../model/organisation/person-text.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import type { View } from '../authorization/view.ts'

/** A column of the row that is read, which every statement of a noun calls `row`. */
export const own = (column: string) => sql.ref(`row.${column}`)

/** The expression for a text of the row; of what came with the product in the caller's language, where there is one of its own. */
export function textOf(of: Resource, view: View, name: string): RawBuilder<unknown> {
  return inLanguage('row', columnOf(name), of.fields[name]?.localised === true, view)
}

/** The expression for the name of the row that a reference names; undefined for a field that is none, and for whoever does not see that name. */
export function nameBehind(of: Resource, view: View, name: string): RawBuilder<unknown> | undefined {
  const link = of.fields[name]?.link
  if (!link || !view.names(link)) return undefined
  return linkedName(link, view, columnOf(name))
}

/** The expression for the name of the row whose id stands in a column. */
export function linkedName(link: Link, view: View, column: string): RawBuilder<unknown> {
  return sql`(select ${shownText(link, view)} from ${sql.table(tableOf(link.to))} as target where ${sameTenant(link.to)}target.id = ${own(column)})`
}

/**
 * The expression for the name of a linked row, of the table that the statement calls so: null where all that names it is hidden. What people know it by
 * stands before what tells it apart, unless both are the same.
 * @example 李工 · li.gong
 */
export function shownText(link: Link, view: Pick<View, 'language' | 'naming'>, target = 'target'): RawBuilder<unknown> {
  return inOneText(view.naming(link).map((column) => inLanguage(target, column, isLocalised(link, column), view)))
}

/** The expression for what people know a row by and what tells it apart, in this order; null for nothing. */
export function inOneText([first, second]: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (first === undefined) return sql`null::text`
  return second === undefined
    ? first
    : sql`case when coalesce(${first}, '') in (${second}, '') then ${second} else ${first} || ${BESIDE} || ${second} end`
}

/** Between what people know a row by and what tells it apart. */
const BESIDE = sql.lit(NAME_AND_ACCOUNT)

const isLocalised = ({ to }: Link, column: string): boolean =>
  Object.entries(nounOf(to)?.fields ?? {}).some(([name, field]) => field.localised && columnOf(name) === column)

/** The expression for a text of a table of the statement; of one that came with the product in three languages, in that of the caller where there is one. */
export function inLanguage(table: string, column: string, localised: boolean, { language }: Pick<View, 'language'>): RawBuilder<unknown> {
  const plain = sql.ref(`${table}.${column}`)
  return localised && language !== 'zh' ? sql`coalesce(${sql.ref(`${table}.${column}_${language}`)}, ${plain})` : sql`${plain}`
}

/** Begins the key of a tenant's row; rows that are not one tenant's alone are found by their id, under row security. */
function sameTenant(noun: string): RawBuilder<unknown> {
  const scope = nounOf(noun)?.scope ?? 'tenant'
  return scope === 'tenant' ? sql`target.tenant_id = ${own('tenant_id')} and ` : sql``
}

/** Tables that are linked to but are not resources themselves yet keep the name of the noun. */
export function tableOf(noun: string): string {
  return nounOf(noun)?.table ?? noun
}

function nounOf(noun: string): Resource | undefined {
  return resourceNamed(noun)
}
