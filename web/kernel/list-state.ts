/**
 * The state of a list (page, order, filters) is the address of the page and nothing else, so that reload, the back
 * button and a shared link all show the same rows.
 */
import type { Resource } from '../../model/resource.ts'
import type { Query } from './api.ts'

/** Section 9 of the specification. */
export const FIRST_PAGE = 1
export const PAGE_SIZE = 20
export const PAGE_SIZES = [10, 20, 30, 50] as const

export interface Sorter {
  readonly field: string
  readonly direction: 'ascend' | 'descend'
}

export type Filters = Readonly<Record<string, string>>

export interface ListState {
  readonly page: number
  readonly size: number
  readonly sorter: Sorter | undefined
  readonly filters: Filters
}

/** The query keys a noun can be filtered by; a time has two, where it starts and where it ends. */
export function filterKeys(of: Resource): string[] {
  return Object.entries(of.fields).flatMap(([name, { rights }]) => {
    if (!rights.filter) return []
    return rights.filter === 'range' ? [`${name}Start`, `${name}End`] : [name]
  })
}

/** Reads an address; whatever it says wrongly counts as not said. */
export function readListState(address: URLSearchParams, of: Resource): ListState {
  const size = Number(address.get('pageSize'))
  const page = Number(address.get('currentPage'))
  const filters = filterKeys(of).flatMap((key) => {
    const value = address.get(key)?.trim()
    return value ? [[key, value] as const] : []
  })
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : FIRST_PAGE,
    size: PAGE_SIZES.some((one) => one === size) ? size : PAGE_SIZE,
    sorter: readSorter(address.get('sorter'), of),
    filters: Object.fromEntries(filters),
  }
}

/** The shortest address that reads back as this state. */
export function writeListState({ page, size, sorter, filters }: ListState): URLSearchParams {
  const address = new URLSearchParams()
  if (page !== FIRST_PAGE) address.set('currentPage', String(page))
  if (size !== PAGE_SIZE) address.set('pageSize', String(size))
  if (sorter) address.set('sorter', `${sorter.field}_${sorter.direction}`)
  for (const [key, value] of Object.entries(filters)) {
    if (value) address.set(key, value)
  }
  return address
}

/** The same state as the server's list call takes it. */
export function listQuery({ page, size, sorter, filters }: ListState): Query {
  return { currentPage: page, pageSize: size, ...(sorter ? { sorter: `${sorter.field}_${sorter.direction}` } : {}), ...filters }
}

function readSorter(text: string | null, of: Resource): Sorter | undefined {
  const [, field = '', direction] = /^(\w+)_(ascend|descend)$/.exec(text ?? '') ?? []
  if (!of.fields[field]?.rights.sort) return undefined
  return { field, direction: direction as Sorter['direction'] }
}
