/**
 * The SELECT of a noun for one caller: the columns of the view, filters and order from the declaration. There is one such
 * function for lists, trees and exports, so none of them can show, filter or sort by more than another.
 *
 * @example users of organisation o1, for a role that does not see `mobile`
 * select "row"."id", "row"."version", "row"."username", …, to_char("row"."created_at", 'YYYY-MM-DD HH24:MI:SS') as "createTime"
 * from "users" as "row"
 * where "row"."org_id" in (with recursive …) order by "row"."created_at" desc, "row"."id" desc limit $2 offset $3
 */
import type { AliasedRawBuilder, Expression, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Field, Link } from '../../../model/field.ts'
import { isNumber } from '../../../model/field.ts'
import { NO_REFERENCE, parseFilterKey, parseSorter, rangeKeys } from '../../../model/list-query.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { buildFor } from '../database/sql.ts'
import type { View } from '../authorization/view.ts'
import { during } from './during.ts'
import { linkedName, own, shownText, tableOf, textOf } from './row-text.ts'

export type Filters = Readonly<Record<string, unknown>>
export interface Order {
  readonly field: string
  readonly direction: 'asc' | 'desc'
  /** What is sorted by; made when it is asked for, which no page of a kept statement does (list.ts). */
  readonly by: RawBuilder<unknown>
}

type Query = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>

/** How the wire writes a moment; the connection's time zone is the server's. */
const TIME = 'YYYY-MM-DD HH24:MI:SS'

/** The rows of `of` that `filters` leave, without columns: ready to be counted or selected from. */
export function rowsOf(of: Resource, view: View, filters: Filters): Query {
  const all = buildFor.selectFrom(`${of.readsFrom ?? of.table} as row`) as unknown as Query
  // What only the platform can be granted is nothing a tenant could do anything with.
  const from = of.serverColumns?.includes('platform_only') && !view.isPlatform ? all.where(sql<boolean>`not ${own('platform_only')}`) : all
  return conditionsOf(of, view, filters).reduce((query, condition) => query.where(condition), from)
}

/** What the filters ask of the rows of `of`, for statements that count several kinds of rows at once; of what the caller does not see nothing. */
export function conditionsOf(of: Resource, view: View, filters: Filters): RawBuilder<SqlBool>[] {
  return Object.entries(filters).flatMap(([key, value]) => {
    const condition = value === undefined ? undefined : conditionOf(of, view, key, filters)
    return condition ? [condition] : []
  })
}

/** Adds id, version and every visible field to the selection; references carry the names of their targets as `<field>Cn`. */
export function withColumns(query: Query, of: Resource, view: View): Query {
  let columns = selections.get(view)
  if (!columns) {
    columns = view.fields.flatMap((name) => columnsOf(of, view, name, of.fields[name] as Field))
    selections.set(view, columns)
  }
  const builtIn = of.scope === 'layered' ? [sql`${own('built_in')}::int`.as('builtIn')] : []
  return query.select([own('id').as('id'), own('version').as('version'), ...builtIn, ...columns]) as Query
}

/**
 * Adds id and the fields stored in the row itself to the selection, without joins. For reading very many rows: id and the visible fields
 * that stand in the row itself, references as ids. What is linked is looked up for many rows at a time (names.ts); asked for row by row it
 * takes most of the time of such a reading.
 */
export function withBareColumns(query: Query, of: Resource, view: View): Query {
  const columns = view.fields.flatMap((name) => {
    const field = of.fields[name] as Field
    if (!field.link) return columnsOf(of, view, name, field)
    // A view has the column of a reference that it makes itself.
    return field.kind === 'reference' ? [own(columnOf(name)).as(name)] : []
  })
  return query.select([own('id').as('id'), ...columns]) as Query
}

/** A view is of one noun and never changes, and building its columns takes longer than anything else in a list. */
const selections = new WeakMap<View, AliasedRawBuilder<unknown, string>[]>()

function columnsOf(of: Resource, view: View, name: string, field: Field): AliasedRawBuilder<unknown, string>[] {
  const { link } = field
  const plain = own(columnOf(name))
  if (field.kind === 'words') return [wordsOf(field.stored as NonNullable<Field['stored']>).as(name)]
  if (field.localised) return [textOf(of, view, name).as(name)]
  if (field.kind === 'time') return [sql`to_char(${plain}, ${sql.lit(TIME)})`.as(name)]
  if (!link) return [plain.as(name)]
  const shown = shownText(link, view)
  if (field.kind === 'lookup') return view.names(link) ? [linked(of, link, own('id'), shown).as(name)] : []
  if (field.kind === 'references') {
    const ids = linked(of, link, own('id'), sql`target.id::text`).as(name)
    return view.names(link) ? [ids, linked(of, link, own('id'), shown).as(`${name}Cn`)] : [ids]
  }
  const id = (name === of.parent ? sql`coalesce(${plain}::text, '0')` : plain).as(name)
  return view.names(link) ? [id, linkedName(link, view, columnOf(name)).as(`${name}Cn`)] : [id]
}

/** The stored values that the rule of a noun looks at, each as its field is written: what is given of the others is compared with them. */
export const ruleColumns = (of: Resource, over: readonly string[]): AliasedRawBuilder<unknown, string>[] =>
  over.map((name) => {
    const column = sql.ref(columnOf(name))
    return (of.fields[name]?.kind === 'time' ? sql`to_char(${column}, ${sql.lit(TIME)})` : sql`${column}`).as(name)
  })

function wordsOf({ table, from, column }: NonNullable<Field['stored']>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(word.${sql.ref(column)} order by word.sequence), '[]') from ${sql.table(table)} as word where word.${sql.ref(from)} = ${own('id')})`
}

/** Values of linked rows, comma-joined in a stable order. */
function linked(of: Resource, { to, through }: Link, id: Expression<unknown>, value: Expression<unknown>): RawBuilder<unknown> {
  if (!through) throw new Error(`the link to ${to} has no link table`)
  const conditions = Object.entries(through.where ?? {}).map(([column, wanted]) => sql` and link.${sql.ref(column)} = ${sql.lit(wanted)}`)
  return sql`(select string_agg(${value}, ',' order by target.created_at, target.id) from ${sql.table(through.table)} as link
    join ${sql.table(tableOf(to))} as target on target.tenant_id = link.tenant_id and target.id = link.${sql.ref(through.to)}
    where ${ofItsTenant(of)}link.${sql.ref(through.from)} = ${id}${sql.join(conditions, sql``)})`
}

/** Links of a tenant's row begin with its tenant. Links of a row that all tenants share are found under row security alone. */
function ofItsTenant({ scope }: Resource): RawBuilder<unknown> {
  return scope === 'tenant' || scope === 'layered' ? sql`link.tenant_id = ${own('tenant_id')} and ` : sql``
}

/** A condition for one query key, or nothing where the key is not a filter this caller has: then it is as if unknown. */
function conditionOf(of: Resource, view: View, key: string, filters: Filters): RawBuilder<SqlBool> | undefined {
  const value = filters[key]
  if (key === 'id') return sql`${own('id')} = ${value}::uuid`
  const range = parseFilterKey(key)
  const name = range.end && of.fields[range.field]?.rights.filter === 'range' ? range.field : key
  const field = of.fields[name]
  if (!field?.rights.filter || !view.sees(name)) return undefined
  const column = own(columnOf(name))
  switch (field.rights.filter) {
    case 'range':
      if (field.during) return during(field.during, rangeKeys(name), key, filters)
      return isNumber(field)
        ? within(column, range.end, value)
        : range.end === 'Start'
          ? sql`${column} >= ${value}::timestamptz`
          : sql`${column} < ${value}::timestamptz + interval '1 second'`
    case 'contains':
      return contains(columnsOfText(field, columnOf(name)), value)
    // `'0'` stands for the root above all trees, below which everything is.
    case 'subtree':
      return value === NO_REFERENCE ? undefined : sql`${column} in ${subtree(tableOf((field.link as Link).to), value)}`
    case 'equals':
      return equals(of, field, column, value)
  }
}

/** Numbers have no smallest step, so both ends are part of the range. */
function within(column: RawBuilder<unknown>, end: 'Start' | 'End' | undefined, value: unknown): RawBuilder<SqlBool> {
  return end === 'Start' ? sql`${column} >= ${value}::float8` : sql`${column} <= ${value}::float8`
}

/** Asked of the marks, which are few, and not of the column a view computes for every row. */
function marked({ table, from }: NonNullable<Field['flagTable']>, is: boolean): RawBuilder<SqlBool> {
  return sql`${is ? sql`` : sql`not `}exists (select 1 from ${sql.table(table)} as mark where mark.tenant_id = ${own('tenant_id')} and mark.${sql.ref(from)} = ${own('id')})`
}

/**
 * The condition that one of the columns contains the text. Without regard to case, which costs four times as much and is asked for only
 * where there is such a thing: not of 王 or 138.
 */
export function contains(columns: readonly RawBuilder<unknown>[], value: unknown): RawBuilder<SqlBool> {
  const text = String(value)
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const like = text.toLowerCase() === text.toUpperCase() ? sql`like` : sql`ilike`
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ${like} ${pattern}`),
    sql` or `,
  )})`
}

/** What came with the product is found by its name in any of the languages. */
function columnsOfText(field: Field, column: string): RawBuilder<unknown>[] {
  return [column, ...(field.localised ? [`${column}_tw`, `${column}_en`] : [])].map((name) => sql`${own(name)}`)
}

function equals(of: Resource, field: Field, column: RawBuilder<unknown>, value: unknown): RawBuilder<SqlBool> {
  if (value === NO_REFERENCE && field.kind === 'reference') return sql`${column} is null`
  if (field.flagTable) return marked(field.flagTable, Number(value) === 1)
  if (field.kind !== 'references') return withImplied(field, value, sql`${column} = ${value}`)
  const through = (field.link as Link).through as NonNullable<Link['through']>
  return sql`exists (select 1 from ${sql.table(through.table)} as link where ${ofItsTenant(of)}link.${sql.ref(through.from)} = ${own('id')} and link.${sql.ref(through.to)} = ${value}::uuid)`
}

/** With what follows from it, as constants: only so the planner sees that an index has all of the rows. */
function withImplied({ implies = {} }: Field, value: unknown, condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const implied = implies[String(value)]
  if (!implied) return condition
  const { column, below } = implied
  return sql`(${condition} and ${own(column)} ${below === 'nothing' ? sql`is null` : sql`< ${sql.lit(below)}`})`
}

/** The ids of a node and everything below it. Row security keeps it inside the tenant. */
export const subtree = (table: string, root: unknown): RawBuilder<unknown> => subtreeOf(table, [root])

/** The ids of nodes and everything below them. */
export function subtreeOf(table: string, roots: readonly unknown[]): RawBuilder<unknown> {
  return sql`(with recursive below as (
    select id from ${sql.table(table)} where ${roots.length === 1 ? sql`id = ${roots[0]}::uuid` : sql`id = any(${roots}::uuid[])`}
    union select child.id from ${sql.table(table)} as child join below on child.parent_id = below.id
  ) select id from below)`
}

export interface Part {
  limit: number
  offset: number
}
/** The same, or the parameters of a statement that is kept. */
type Bounds = Part | { limit: RawBuilder<number>; offset: RawBuilder<number> }

/**
 * The statement for one page of rows, ids first. A page of `rows`. Which ones they are is found first, for which the columns of an index
 * suffice (`users_list_idx`); the rest of them is fetched for the page alone, however deep it lies. As an array: of a list the planner would believe that it has a tenth of all
 * rows, where the limit is a parameter.
 */
export function pageOf(rows: Query, of: Resource, view: View, order: Order, { limit, offset }: Bounds): Query {
  const ids = ordered(rows.select(own('id').as('id')), order)
    .limit(limit)
    .offset(offset)
  return ordered(withColumns(rowsOf(of, view, {}), of, view).where(sql<boolean>`row.id = any(array${ids})`), order)
}

/**
 * The statement for one page with the total in each row. The same with the number of all of them in each row, as `${TOTAL}`: a filter that
 * looks at every row does so once for both.
 */
export function countedPageOf(rows: Query, of: Resource, view: View, order: Order, { limit, offset }: Part): Query {
  const direction = sql.raw(order.direction)
  const from = buildFor
    .with(
      (hits) => hits('hits').materialized(),
      () => rows.select([own('id').as('id'), order.by.as('rank')]),
    )
    .selectFrom(`${of.readsFrom ?? of.table} as row`) as unknown as Query
  const page = withColumns(from, of, view)
    .select(sql`(select count(*) from hits)::int`.as(TOTAL))
    .where(sql<boolean>`row.id in (select id from hits order by rank ${direction}, id ${direction} limit ${limit} offset ${offset})`)
  return ordered(page, order)
}

/** Not the name of a field: those begin with a letter. */
export const TOTAL = '_total'

/**
 * Whether rows and their number come cheaper from one reading: where a filter looks into the text of every row or at what a view computes of it, and where it
 * asks for the few marked ones, for which the planner goes through all rows in their order if it is asked for a page of them.
 */
export function isReadOnce(of: Resource, view: View, filters: Filters): boolean {
  return Object.entries(filters).some(
    ([key, value]) =>
      value !== undefined &&
      view.sees(key) &&
      (of.fields[key]?.rights.filter === 'contains' ||
        (of.fields[key]?.kind === 'choice' && of.fields[key].sql === '') ||
        (of.fields[key]?.flagTable !== undefined && Number(value) === 1)),
  )
}

/** The query sorted by one visible, sortable field, and by id so that pages never overlap. */
export function ordered(query: Query, { by, direction }: Order): Query {
  return query.orderBy(by, direction).orderBy(own('id'), direction)
}

/** `username_descend` → an order; nothing where the field is unknown, hidden or not sortable. */
export function orderOf(of: Resource, view: View, sorter: string | undefined): Order | undefined {
  if (sorter === undefined) {
    const [wanted, direction] = of.order
    // Hidden values must not tell their order either; ids are in the order of creation.
    const field = [wanted, 'createTime'].find((name) => view.sees(name)) ?? 'id'
    return orderBy(of, view, field, direction)
  }
  const { field: name, direction } = parseSorter(sorter) ?? { field: '' }
  return Object.hasOwn(of.fields, name) && of.fields[name]?.rights.sort && view.sees(name) ? orderBy(of, view, name, direction) : undefined
}

function orderBy(of: Resource, view: View, field: string, direction: 'ascend' | 'descend' | undefined): Order {
  return {
    field,
    direction: direction === 'ascend' ? 'asc' : 'desc',
    get by() {
      return textOf(of, view, field)
    },
  }
}
