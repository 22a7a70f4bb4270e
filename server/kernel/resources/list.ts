/** `query{Noun}`: a page of rows with their total; a tree, when nothing is filtered, as nested rows. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { TotalIs } from '../../../model/contract/resources.ts'
import { listContract } from '../../../model/contract/nouns.ts'
import type { Field } from '../../../model/field.ts'
import type { Translate } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { listMembers } from '../../../model/wire.ts'
import { fail } from '../errors.ts'
import type { Access } from '../http/access.ts'
import { accessTo } from '../http/access.ts'
import type { Call, Route } from '../http/http.ts'
import { implement } from '../http/http.ts'
import { withGenericPlan } from '../database/generic-plan.ts'
import type { Prepared } from '../database/sql.ts'
import { typedAs, parameter, prepare } from '../database/sql.ts'
import type { Statement, Transaction } from '../database/tenant.ts'
import type { View } from '../authorization/view.ts'
import { viewOf } from '../authorization/view.ts'
import { findDistinct, topRowsPerValue, rowsWithValues, filterByDistinctValue } from './distinct-values.ts'
import type { PartMatches } from './part-search.ts'
import { findByFilter } from './part-search.ts'
import type { Filters, Order, Part } from './select.ts'
import { TOTAL, countedPageOf, isReadOnce, orderOf, ordered, pageOf, rowsOf, subtree, withColumns } from './select.ts'
import { nest } from './tree.ts'
import type { Again, Count, Counted } from './totals.ts'
import { countOf, numberOf, withTotal, withTotalOfOneReading } from './totals.ts'

export type ListedRow = Record<string, unknown> & { id: string }

export interface Page {
  list: ListedRow[]
  pagination: { total: number; totalIs: TotalIs; pageSize: number; current: number }
  total: number
  /** Whether the total is exact; beyond a bound it is what was counted a moment ago, or a number that there are at least (totals.ts). */
  totalIs: TotalIs
  /** The view: names of the fields the rows may carry. */
  fields: readonly string[]
  /** Operations the caller may call on this noun. */
  allowed: readonly string[]
}

/**
 * The route that lists the noun, page by page. @example query: list(users)
 * @param seen What of what the caller may see stands in the rows, where that is not all; the same object for the same caller
 * @param leading A condition whose rows stand before all others where a query says no order; of a noun whose own order descends
 */
export function list(
  of: Resource,
  access: Access = accessTo(of, 'read'),
  seen: (call: Pick<Call<unknown>, 'caller' | 'input'>) => View = ({ caller }) => viewOf(caller, of),
  leading: (query: ListQuery) => RawBuilder<unknown> | undefined = () => undefined,
): Route {
  return implement(listContract(of), {
    access,
    summary: `List ${of.name}`,
    of,
    handle: async ({ input, caller, inScopeOf, services, t }) => {
      const view = seen({ input, caller })
      const query = input as ListQuery
      const among = await findByFilter(services.transactions, of, view, caller.tenantId, query)
      return inScopeOf(of, (tx) =>
        readPage(tx, of, view, query, t, { among, again: (work) => inScopeOf(of, work), leading: leading(query) }),
      )
    },
  })
}

export type ListQuery = { currentPage: number; pageSize: number; sorter?: string } & Filters

interface More {
  /** Counts totals beyond the bound once this transaction has ended (totals.ts). */
  readonly again?: Again
  /** The only rows that the filters can leave, where an index knows them (part-search.ts). */
  readonly among?: PartMatches
  /** What all rows have to meet, whatever the caller sees of the fields it asks about. */
  readonly only?: RawBuilder<SqlBool> | undefined
  /** A condition whose rows stand before all others where the query says no order; of a noun whose own order descends. */
  readonly leading?: RawBuilder<unknown> | undefined
}

/** Reads one page and the total. */
export async function readPage(
  tx: Transaction,
  of: Resource,
  view: View,
  query: ListQuery,
  t: Translate,
  { again, among, only, leading }: More = {},
): Promise<Page> {
  const { currentPage, pageSize, sorter, ...filters } = query
  const wanted = orderOf(of, view, sorter)
  if (!wanted) fail('request.invalid', { fields: [{ field: 'sorter', message: t('check.sorter') }] })
  const order = leading && sorter === undefined ? { ...wanted, by: sql`(${leading}, ${wanted.by})` } : wanted
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (of.parent && !isFiltered && !only) return nestedPage(await tx.all(treeStatement(of, view, order)), view, query, of, t)

  const part = { limit: pageSize, offset: (currentPage - 1) * pageSize }
  if (filters['id'] !== undefined && !of.parent) return answered(await oneRow(tx, of, view, { filters, only, order, part }, t), query, view)
  // Waited for only where there is something to wait for: what follows at once travels with the beginning of the transaction.
  const searched = only ? undefined : filterByDistinctValue(of, view, filters)
  const matches = searched === undefined ? undefined : await findDistinct(tx, of, searched, filters)
  const rows = of.parent
    ? onlyThose(treeRows(of, view, filters), only)
    : matches
      ? rowsWithValues(of, view, matches)
      : onlyThose(amongThose(rowsOf(of, view, filters), among), only)
  const first = matches ? topRowsPerValue(of, view, matches, order, part.offset + part.limit) : rows
  const kept = isFiltered || only || of.parent ? undefined : keptStatements(of, view, order)
  const page = () =>
    kept ? withGenericPlan(tx, () => tx.all(kept.page.with(part))) : tx.all(typedAs<ListedRow>(pageOf(first, of, view, order, part)))
  const counting = kept?.count ?? countOf(rows)
  const { list, ...total } =
    searched === undefined && among !== 'many' && isReadOnce(of, view, filters)
      ? await withTotalOfOneReading(tx, counting, part, page, async () =>
          withoutTotal(await tx.all(typedAs<CountedRow>(countedPageOf(rows, of, view, order, part))), part, async () =>
            numberOf(await tx.first(counting.whole)),
          ),
        )
      : // Page and count travel in one round trip; what is known of the different values tells that many rows fit, or few.
        await withTotal(tx, counting, part, page, again)
  return answered({ list: list.map((row) => withChoices(row, of, t)), ...total }, query, view)
}

/** They are looked up by their ids; the filters stand beside it, and row security judges them as any others. */
function amongThose(rows: ReturnType<typeof rowsOf>, among: PartMatches): ReturnType<typeof rowsOf> {
  return among === undefined || among === 'many' ? rows : rows.where(sql<boolean>`row.id = any(${among}::uuid[])`)
}

const onlyThose = (rows: ReturnType<typeof rowsOf>, only: More['only']): ReturnType<typeof rowsOf> => (only ? rows.where(only) : rows)

type CountedRow = ListedRow & { [TOTAL]: number }

async function withoutTotal(
  found: CountedRow[],
  { offset }: Part,
  count: () => Promise<number>,
): Promise<{ list: ListedRow[]; total: number }> {
  const [first] = found
  // Beyond the last page no row is left to carry the number.
  if (!first) return { list: [], total: offset === 0 ? 0 : await count() }
  return { list: found.map(({ [TOTAL]: _, ...row }) => row), total: first[TOTAL] }
}

interface Asked extends Pick<More, 'only'> {
  readonly filters: Filters
  readonly order: Order
  readonly part: Part
}

/** A row asked for by its id needs no count at all. */
async function oneRow(
  tx: Transaction,
  of: Resource,
  view: View,
  { filters, only, order, part: { limit, offset } }: Asked,
  t: Translate,
): Promise<Counted<ListedRow>> {
  const isById = !only && Object.entries(filters).every(([key, value]) => key === 'id' || value === undefined)
  const list = await tx.all(
    isById
      ? keptStatements(of, view, order).one.with({ id: filters['id'], limit, offset })
      : typedAs<ListedRow>(
          ordered(withColumns(onlyThose(rowsOf(of, view, filters), only), of, view), order)
            .limit(limit)
            .offset(offset),
        ),
  )
  return { list: list.map((row) => withChoices(row, of, t)), total: offset + list.length, totalIs: 'exact' }
}

interface Kept {
  page: Prepared<ListedRow>
  count: Count
  one: Prepared<ListedRow>
}

/** What is asked most: pages of all rows, and rows by their id. A view is of one noun, and has few orders. */
const kept = new WeakMap<View, Map<string, Kept>>()

function keptStatements(of: Resource, view: View, order: Order): Kept {
  let ofView = kept.get(view)
  if (!ofView) kept.set(view, (ofView = new Map()))
  const key = `${order.field} ${order.direction}`
  let statements = ofView.get(key)
  if (!statements) {
    const [limit, offset] = [parameter<number>('limit'), parameter<number>('offset')]
    const all = rowsOf(of, view, {})
    ofView.set(
      key,
      (statements = {
        page: prepare(typedAs<ListedRow>(pageOf(all, of, view, order, { limit, offset }))),
        count: countOf(all),
        one: prepare(
          typedAs<ListedRow>(
            ordered(withColumns(rowsOf(of, view, { id: parameter('id') }), of, view), order)
              .limit(limit)
              .offset(offset),
          ),
        ),
      }),
    )
  }
  return statements
}

/** In a tree, `id` asks for everything below the node instead of the node; for whoever does not see the structure, for the node. */
function treeRows(of: Resource, view: View, { id, ...filters }: Filters): ReturnType<typeof rowsOf> {
  if (!view.sees(of.parent as string)) return rowsOf(of, view, { id, ...filters })
  const rows = rowsOf(of, view, filters)
  return id === undefined ? rows : rows.where(sql<boolean>`row.id in ${subtree(of.table, id)}`).where(sql<boolean>`row.id <> ${id}::uuid`)
}

function treeStatement(of: Resource, view: View, order: Order): Statement<ListedRow> {
  return typedAs(ordered(withColumns(rowsOf(of, view, {}), of, view), order))
}

function nestedPage(rows: ListedRow[], view: View, query: ListQuery, of: Resource, t: Translate): Page {
  const roots = nest(
    rows.map((row) => withChoices(row, of, t)),
    of.parent as string,
  )
  const start = (query.currentPage - 1) * query.pageSize
  return answered({ list: roots.slice(start, start + query.pageSize), total: roots.length, totalIs: 'exact' }, query, view)
}

function answered({ list, total, totalIs: is }: Counted<ListedRow>, { currentPage, pageSize }: ListQuery, { fields, allowed }: View): Page {
  return { list, pagination: { total, totalIs: is, pageSize, current: currentPage }, total, totalIs: is, fields, allowed }
}

/** Adds the caller's word for each member of a choice, as `<field>Cn`. */
function withChoices(row: ListedRow, of: Resource, t: Translate): ListedRow {
  for (const name of choicesOf(of)) {
    if (row[name] !== undefined && row[name] !== null) row[`${name}Cn`] = namesOf(name, of.fields[name] as Field, String(row[name]), t)
  }
  return row
}

/** The words for a member, or for each of a list. */
function namesOf(name: string, { kind }: Field, value: string, t: Translate): string {
  const members = kind === 'list' ? listMembers(value) : [value]
  return members.map((member) => t(`choice.${name}.${member}` as Parameters<Translate>[0])).join(t('common.between'))
}

const choices = new WeakMap<Resource, string[]>()

function choicesOf(of: Resource): string[] {
  let names = choices.get(of)
  if (!names)
    choices.set(
      of,
      (names = Object.entries(of.fields)
        .filter(([, field]) => field.kind === 'choice' || (field.kind === 'list' && field.options))
        .map(([name]) => name)),
    )
  return names
}
