/** `query{Noun}`: a page of rows with their total; a tree, when nothing is filtered, as nested rows. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Translate } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { querySchema } from '../../../model/resource.ts'
import { fail } from '../errors.ts'
import type { Access } from '../access.ts'
import type { Route } from '../http.ts'
import { route } from '../http.ts'
import { giving } from '../sql.ts'
import type { Statement, Transaction } from '../tenant.ts'
import type { View } from '../view.ts'
import { viewOf } from '../view.ts'
import type { Filters, Order } from './select.ts'
import { orderOf, ordered, rowsOf, subtree, withColumns } from './select.ts'
import { nest } from './tree.ts'
import { describeRow } from './schemas.ts'

export type ListedRow = Record<string, unknown> & { id: string }

export interface Page {
  list: ListedRow[]
  pagination: { total: number; pageSize: number; current: number }
  total: number
  /** The view: names of the fields the rows may carry. */
  fields: readonly string[]
  /** Operations the caller may call on this noun. */
  allowed: readonly string[]
}

/** @example query: list(users) */
export function list(of: Resource, access: Access = 'granted'): Route {
  return route({
    method: 'GET',
    path: `${of.api.base}/query${of.api.noun}`,
    access,
    summary: `List ${of.name}`,
    of,
    input: querySchema(of),
    output: pageSchema(of),
    handle: async ({ input, caller, inTenant, t }) => inTenant((tx) => readPage(tx, of, viewOf(caller, of), input as ListQuery, t)),
  })
}

export type ListQuery = { currentPage: number; pageSize: number; sorter?: string } & Filters

/** Reads one page and the total. */
export async function readPage(tx: Transaction, of: Resource, view: View, query: ListQuery, t: Translate): Promise<Page> {
  const { currentPage, pageSize, sorter, ...filters } = query
  const order = orderOf(of, view, sorter)
  if (!order) fail('request.invalid', { fields: [{ field: 'sorter', message: t('check.sorter') }] })
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (of.parent && !isFiltered) return nestedPage(await tx.all(treeStatement(of, view, order)), view, query, of, t)

  const offset = (currentPage - 1) * pageSize
  const rows = of.parent ? treeRows(of, view, filters) : rowsOf(of, view, filters)
  const page = tx.all(giving<ListedRow>(ordered(withColumns(rows, of, view), order).limit(pageSize).offset(offset)))
  // Page and count travel in one round trip; a row asked for by its id needs no count at all.
  const counted = filters['id'] === undefined || of.parent ? countRows(tx, rows) : undefined
  const [list, total] = await Promise.all([page, counted])
  return answered(list.map((row) => withChoices(row, of, t)), total ?? offset + list.length, query, view)
}

function countRows(tx: Transaction, rows: ReturnType<typeof rowsOf>): Promise<number> {
  return tx.first(giving<{ count: string }>(rows.select(sql`count(*)`.as('count')))).then((row) => Number(row?.count ?? 0))
}

/** In a tree, `id` asks for everything below the node instead of the node; for whoever does not see the structure, for the node. */
function treeRows(of: Resource, view: View, { id, ...filters }: Filters): ReturnType<typeof rowsOf> {
  if (!view.sees(of.parent as string)) return rowsOf(of, view, { id, ...filters })
  const rows = rowsOf(of, view, filters)
  return id === undefined ? rows : rows.where(sql<boolean>`row.id in ${subtree(of.table, id)}`).where(sql<boolean>`row.id <> ${id}::uuid`)
}

function treeStatement(of: Resource, view: View, order: Order): Statement<ListedRow> {
  return giving(ordered(withColumns(rowsOf(of, view, {}), of, view), order))
}

function nestedPage(rows: ListedRow[], view: View, query: ListQuery, of: Resource, t: Translate): Page {
  const roots = nest(rows.map((row) => withChoices(row, of, t)), of.parent as string)
  const start = (query.currentPage - 1) * query.pageSize
  return answered(roots.slice(start, start + query.pageSize), roots.length, query, view)
}

function answered(list: ListedRow[], total: number, { currentPage, pageSize }: ListQuery, { fields, allowed }: View): Page {
  return { list, pagination: { total, pageSize, current: currentPage }, total, fields, allowed }
}

/** Adds the caller's word for each member of a choice, as `<field>Cn`. */
function withChoices(row: ListedRow, of: Resource, t: Translate): ListedRow {
  for (const name of choicesOf(of)) {
    if (row[name] !== undefined && row[name] !== null) row[`${name}Cn`] = t(`choice.${name}.${String(row[name])}` as Parameters<Translate>[0])
  }
  return row
}

const choices = new WeakMap<Resource, string[]>()

function choicesOf(of: Resource): string[] {
  let names = choices.get(of)
  if (!names) choices.set(of, (names = Object.entries(of.fields).filter(([, field]) => field.kind === 'choice').map(([name]) => name)))
  return names
}

function pageSchema(of: Resource) {
  return z.object({
    list: z.array(describeRow(of)),
    pagination: z.object({ total: z.int(), pageSize: z.int(), current: z.int() }),
    total: z.int(),
    fields: z.array(z.string()),
    allowed: z.array(z.string()),
  })
}
