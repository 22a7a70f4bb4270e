/**
 * The state of a list (page, order, filters, view) is the address of the page and nothing else, so that reload, the back
 * button and a shared link all show the same rows.
 */
import type { Sorter } from '../../../model/list-query.ts'
import { fieldOfKey, parseSorter, rangeKeys, writeSorter } from '../../../model/list-query.ts'
import type { Listing } from '../../../model/resource.ts'
import { FIRST_PAGE, PAGE_SIZES } from '../../ui/page-sizes.ts'
import type { Query } from '../http/api.ts'

/** Section 9 of the specification: a table begins with ten rows. */
export const PAGE_SIZE = 10

export type Filters = Readonly<Record<string, string>>

export interface ListState {
  readonly page: number
  readonly size: number
  readonly sorter: Sorter | undefined
  readonly filters: Filters
  /** The saved view it began with, or {@link NO_VIEW}. */
  readonly view?: string | undefined
}

/** In place of a view: the list itself, for somebody whose list opens with a view. */
export const NO_VIEW = 'none'
const VIEW = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|none)$/

/** The query keys a noun can be filtered by; a time has two, where it starts and where it ends. */
export function filterKeys(of: Pick<Listing, 'fields'>): string[] {
  return Object.entries(of.fields).flatMap(([name, { rights }]) => {
    if (!rights.filter) return []
    return rights.filter === 'range' ? rangeKeys(name) : [name]
  })
}

/** `createTimeStart` → `createTime`. */
export function fieldOfFilterKey(of: Pick<Listing, 'fields'>, key: string): string {
  return key in of.fields ? key : fieldOfKey(key)
}

/** Reads an address; whatever it says wrongly counts as not said. */
export function readListState(address: URLSearchParams, of: Pick<Listing, 'fields'>): ListState {
  const size = Number(address.get('pageSize'))
  const page = Number(address.get('currentPage'))
  const view = address.get('view') ?? ''
  const filters = filterKeys(of).flatMap((key) => {
    const value = address.get(key)?.trim()
    return value ? [[key, value] as const] : []
  })
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : FIRST_PAGE,
    size: PAGE_SIZES.some((one) => one === size) ? size : PAGE_SIZE,
    sorter: readSorter(address.get('sorter'), of),
    filters: Object.fromEntries(filters),
    ...(VIEW.test(view) ? { view } : {}),
  }
}

/** The shortest address that reads back as this state. */
export function writeListState({ page, size, sorter, filters, view }: ListState): URLSearchParams {
  const address = new URLSearchParams()
  if (view !== undefined) address.set('view', view)
  if (page !== FIRST_PAGE) address.set('currentPage', String(page))
  if (size !== PAGE_SIZE) address.set('pageSize', String(size))
  if (sorter) address.set('sorter', writeSorter(sorter))
  for (const [key, value] of Object.entries(filters)) {
    if (value) address.set(key, value)
  }
  return address
}

/** The same state as the server's list call takes it. */
export function listQuery({ page, size, sorter, filters }: ListState): Query {
  return { currentPage: page, pageSize: size, ...(sorter ? { sorter: writeSorter(sorter) } : {}), ...filters }
}

/** The order that the text asks for; undefined where it is none, or the noun is not ordered by the field. */
export function readSorter(text: string | null, of: Pick<Listing, 'fields'>): Sorter | undefined {
  const sorter = parseSorter(text)
  return sorter && of.fields[sorter.field]?.rights.sort ? sorter : undefined
}

/** What a new row begins with in a list that is narrowed to one thing: its site, its organisation. */
export function narrowedTo(of: Pick<Listing, 'fields'>, filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => {
      const field = of.fields[name]
      return field?.kind === 'reference' && field.rights.write !== 'never'
    }),
  )
}
