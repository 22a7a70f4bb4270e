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
import type { Field, Link } from '../../../model/fields.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { resources } from '../../../model/index.ts'
import { buildFor } from '../sql.ts'
import type { View } from '../view.ts'

export type Filters = Readonly<Record<string, unknown>>
export interface Order { field: string; direction: 'asc' | 'desc' }

type Query = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>

/** How the wire writes a moment; the connection's time zone is the server's. */
const TIME = 'YYYY-MM-DD HH24:MI:SS'

const own = (column: string) => sql.ref(`row.${column}`)

/** The rows of `of` that `filters` leave, without columns: ready to be counted or selected from. */
export function rowsOf(of: Resource, view: View, filters: Filters): Query {
  const from = buildFor.selectFrom(`${of.table} as row`) as unknown as Query
  return Object.entries(filters).reduce((query, [key, value]) => {
    const condition = value === undefined ? undefined : conditionOf(of, view, key, value)
    return condition ? query.where(condition) : query
  }, from)
}

/** Adds id, version and every visible field to the selection; references carry the names of their targets as `<field>Cn`. */
export function withColumns(query: Query, of: Resource, view: View): Query {
  let columns = selections.get(view)
  if (!columns) {
    columns = view.fields.flatMap((name) => columnsOf(of, view, name, of.fields[name] as Field))
    selections.set(view, columns)
  }
  return query.select([own('id').as('id'), own('version').as('version'), ...columns]) as Query
}

/** A view is of one noun and never changes, and building its columns takes longer than anything else in a list. */
const selections = new WeakMap<View, AliasedRawBuilder<unknown, string>[]>()

function columnsOf(of: Resource, view: View, name: string, field: Field): AliasedRawBuilder<unknown, string>[] {
  const { link } = field
  const plain = own(columnOf(name))
  if (field.kind === 'time') return [sql`to_char(${plain}, ${sql.lit(TIME)})`.as(name)]
  if (!link) return [plain.as(name)]
  const shown = sql.ref(`target.${link.show}`)
  if (field.kind === 'lookup') return view.names(link) ? [linked(link, own('id'), shown).as(name)] : []
  if (field.kind === 'references') {
    const ids = linked(link, own('id'), sql`target.id::text`).as(name)
    return view.names(link) ? [ids, linked(link, own('id'), shown).as(`${name}Cn`)] : [ids]
  }
  const target = sql`(select ${shown} from ${sql.table(tableOf(link.to))} as target
    where target.tenant_id = ${own('tenant_id')} and target.id = ${plain})`
  const id = (name === of.parent ? sql`coalesce(${plain}::text, '0')` : plain).as(name)
  return view.names(link) ? [id, target.as(`${name}Cn`)] : [id]
}

/** Values of linked rows, comma-joined in a stable order. */
function linked({ to, through }: Link, id: Expression<unknown>, value: Expression<unknown>): RawBuilder<unknown> {
  if (!through) throw new Error(`the link to ${to} has no link table`)
  const conditions = Object.entries(through.where ?? {}).map(([column, wanted]) => sql` and link.${sql.ref(column)} = ${sql.lit(wanted)}`)
  return sql`(select string_agg(${value}, ',' order by target.created_at, target.id) from ${sql.table(through.table)} as link
    join ${sql.table(tableOf(to))} as target on target.tenant_id = link.tenant_id and target.id = link.${sql.ref(through.to)}
    where link.tenant_id = ${own('tenant_id')} and link.${sql.ref(through.from)} = ${id}${sql.join(conditions, sql``)})`
}

/** Tables that are linked to but are not resources themselves yet keep the name of the noun. */
function tableOf(noun: string): string {
  return Object.values(resources).find((resource) => resource.name === noun)?.table ?? noun
}

/** A condition for one query key, or nothing where the key is not a filter this caller has: then it is as if unknown. */
function conditionOf(of: Resource, view: View, key: string, value: unknown): RawBuilder<SqlBool> | undefined {
  if (key === 'id') return sql`${own('id')} = ${value}::uuid`
  const range = /^(.+)(Start|End)$/.exec(key)
  const name = range && of.fields[range[1] as string]?.rights.filter === 'range' ? (range[1] as string) : key
  const field = of.fields[name]
  if (!field?.rights.filter || !view.sees(name)) return undefined
  const column = own(columnOf(name))
  switch (field.rights.filter) {
    case 'range': return key.endsWith('Start') ? sql`${column} >= ${value}::timestamptz` : sql`${column} < ${value}::timestamptz + interval '1 second'`
    case 'contains': return sql`${column} ilike ${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`}`
    // `'0'` stands for the root above all trees, below which everything is.
    case 'subtree': return value === '0' ? undefined : sql`${column} in ${subtree(tableOf((field.link as Link).to), value)}`
    case 'equals': return equals(field, column, value)
  }
}

function equals(field: Field, column: RawBuilder<unknown>, value: unknown): RawBuilder<SqlBool> {
  if (value === '0' && field.kind === 'reference') return sql`${column} is null`
  if (field.kind !== 'references') return sql`${column} = ${value}`
  const through = (field.link as Link).through as NonNullable<Link['through']>
  return sql`exists (select 1 from ${sql.table(through.table)} as link where link.tenant_id = ${own('tenant_id')}
    and link.${sql.ref(through.from)} = ${own('id')} and link.${sql.ref(through.to)} = ${value}::uuid)`
}

/** The ids of a node and everything below it. Row security keeps it inside the tenant. */
export function subtree(table: string, root: unknown): RawBuilder<unknown> {
  return sql`(with recursive below as (
    select id from ${sql.table(table)} where id = ${root}::uuid
    union select child.id from ${sql.table(table)} as child join below on child.parent_id = below.id
  ) select id from below)`
}

/** Sorted by one visible, sortable field, and by id so that pages never overlap. */
export function ordered(query: Query, { field, direction }: Order): Query {
  return query.orderBy(own(columnOf(field)), direction).orderBy(own('id'), direction)
}

/** `username_descend` → an order; nothing where the field is unknown, hidden or not sortable. */
export function orderOf(of: Resource, view: View, sorter: string | undefined): Order | undefined {
  if (sorter === undefined) {
    const [wanted, direction] = of.order
    // Hidden values must not tell their order either; ids are in the order of creation.
    const field = [wanted, 'createTime'].find((name) => view.sees(name)) ?? 'id'
    return { field, direction: direction === 'ascend' ? 'asc' : 'desc' }
  }
  const [, name = '', direction] = /^(.+)_(ascend|descend)$/.exec(sorter) ?? []
  return Object.hasOwn(of.fields, name) && of.fields[name]?.rights.sort && view.sees(name)
    ? { field: name, direction: direction === 'ascend' ? 'asc' : 'desc' }
    : undefined
}
