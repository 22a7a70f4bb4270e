/** How somebody wants to see a list, and a view of it that is kept under a name: what of it holds for whom. */
import { resourceNamed } from '../index.ts'
import { fieldOfKey, parseSorter } from '../list-query.ts'
import type { Listing } from '../resource.ts'
import { rowFields } from '../resource.ts'
import { querySchema } from '../schemas.ts'
import type { ListLook, ListViewState } from './forms.ts'
import { personalLists } from './personal.ts'

/** The list that is shown at `page`, which has to be one of the model: of a noun, or of what is somebody's own. */
export function listNamed(page: string): Listing {
  return personalLists.find(({ name }) => name === page) ?? (resourceNamed(page) as Listing)
}

/** Whether it is a list of what is somebody's own, which whoever is signed in reads. */
export const isPersonal = (of: Pick<Listing, 'name'>): boolean => personalLists.some(({ name }) => name === of.name)

/** `mobile`, `createTimeStart` → the field, where the noun can be filtered by it. */
export function fieldOfFilter(of: Listing, key: string): string | undefined {
  const filterOf = (name: string) => (Object.hasOwn(of.fields, name) ? of.fields[name]?.rights.filter : undefined)
  const name = fieldOfKey(key)
  if (filterOf(name) === 'range') return key === name ? undefined : name
  return filterOf(key) ? key : undefined
}

/** `username_descend` → the field, where the noun can be sorted by it. */
export function fieldOfSorter(of: Listing, sorter: string): string | undefined {
  const name = parseSorter(sorter)?.field ?? ''
  return Object.hasOwn(of.fields, name) && of.fields[name]?.rights.sort ? name : undefined
}

/** What somebody knows of a list: which of its fields they see, and whether the keys of its columns that no field is (`beside`). */
export interface Sight {
  sees(field: string): boolean
  readonly keys: boolean
}

/** A look without columns that the noun does not have (any more), or that its reader does not see. */
export function lookWithin(of: Listing, { sees, keys }: Sight, look: ListLook): ListLook {
  const known = new Set(rowFields(of).filter(sees))
  const only = (names: readonly string[] | undefined) => names?.filter((name) => known.has(name))
  const widths = look.widths && Object.fromEntries(Object.entries(look.widths).filter(([name]) => known.has(name)))
  const beside = keys ? look.beside : undefined
  return defined({
    ...look,
    beside,
    order: only(look.order),
    hidden: only(look.hidden),
    left: only(look.left),
    right: only(look.right),
    widths,
  })
}

/**
 * What of a view holds for its reader, and how much of it does not: filters and an order by fields they do not see, which
 * are left out with their values, and which have to be told, since more rows show than the view means to.
 */
export function viewWithin(
  of: Listing,
  sight: Sight,
  { filters, sorter, look }: ListViewState,
): { state: ListViewState; withheld: number } {
  const holds = (field: string | undefined) => field !== undefined && sight.sees(field)
  const kept = Object.entries(filters).filter(([key]) => holds(fieldOfFilter(of, key)))
  const isSorted = sorter !== undefined && holds(fieldOfSorter(of, sorter))
  return {
    state: { filters: Object.fromEntries(kept), ...(isSorted ? { sorter } : {}), look: lookWithin(of, sight, look) },
    withheld: Object.keys(filters).length - kept.length + (sorter !== undefined && !isSorted ? 1 : 0),
  }
}

/** Names in a look or a view that its writer does not know: no field of the noun, or one they do not see; keys of columns that they may not have. */
export function strangersOf(
  of: Listing,
  { sees, keys: seesKeys }: Sight,
  { look, filters = {}, sorter }: { look: ListLook; filters?: ListViewState['filters']; sorter?: string | undefined },
): string[] {
  const known = new Set(rowFields(of).filter(sees))
  const columns = [look.order, look.hidden, look.left, look.right, Object.keys(look.widths ?? {})]
    .flatMap((names) => names ?? [])
    .filter((name) => !known.has(name))
  const keys = Object.keys(filters).filter((key) => !known.has(fieldOfFilter(of, key) ?? ''))
  const order = sorter !== undefined && !known.has(fieldOfSorter(of, sorter) ?? '') ? [sorter] : []
  const beside = seesKeys ? [] : (look.beside ?? [])
  return [...new Set([...columns, ...keys, ...order, ...beside])]
}

/** The values of filters, checked as the list itself checks them. */
export function checkFilters(of: Listing, filters: ListViewState['filters']) {
  return querySchema(of).safeParse(filters, { reportInput: true })
}

function defined(look: { [Part in keyof ListLook]: ListLook[Part] | undefined }): ListLook {
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)) as ListLook
}
