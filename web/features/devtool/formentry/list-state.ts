/** What the list of entries shows, as its address says it: the form, the page, the order, and what it is narrowed to. */
import type { InputOf } from '../../../../model/contract/contract.ts'
import type { EntryFilter, EntryList, queryEntryList } from '../../../../model/contract/devtool/form-entries.ts'
import { ENTRY_SOURCES, ENTRY_STATES } from '../../../../model/devtool/form-entries.ts'
import type { FieldKind } from '../../../../model/form/kinds.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import type { Sorter } from '../../../../model/list-query.ts'
import { parseSorter, writeSorter } from '../../../../model/list-query.ts'
import { momentOf } from '../../../../model/zone.ts'
import type { FilterValues } from '../../../ui/filter-bar.tsx'
import { FIRST_PAGE, PAGE_SIZES, PAGER_SIZE } from '../../../ui/page-sizes.ts'

export type EntryColumn = EntryList['columns'][number]

export interface EntryListState {
  readonly page: number
  readonly size: number
  readonly sorter: Sorter | undefined
  /** As the filter bar has them: by `state`, `source`, `mine`, and by `f.<field>` and `f.<field>.to`. */
  readonly filters: FilterValues
}

const FILTER = /^(state|source|mine|f\.[a-z][a-z0-9]{1,15}(\.to)?)$/

/** The key of a field's filter, and of its beginning where it is a range. */
export const filterKey = (field: string): string => `f.${field}`
/** The key of its end. */
export const endKey = (field: string): string => `f.${field}.to`

/** How a column is narrowed; undefined for one that is not. */
export function filterKindOf({
  kind,
}: {
  readonly kind: FieldKind
}): 'choices' | 'truth' | 'rows' | 'numbers' | 'dates' | 'text' | undefined {
  const { type, of } = KINDS[kind]
  if (kind === 'radio' || kind === 'select' || kind === 'checkboxes' || kind === 'multi-select' || kind === 'dictionary') return 'choices'
  if (kind === 'switch') return 'truth'
  if (kind === 'reference' || (of !== undefined && kind !== 'reading')) return 'rows'
  if (type === 'number') return 'numbers'
  if (type === 'date' || type === 'moment') return 'dates'
  return type === 'text' ? 'text' : undefined
}

/** Reads an address; whatever it says wrongly counts as not said. */
export function readEntryList(address: URLSearchParams): EntryListState {
  const size = Number(address.get('pageSize'))
  const page = Number(address.get('currentPage'))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : FIRST_PAGE,
    size: PAGE_SIZES.some((one) => one === size) ? size : PAGER_SIZE,
    sorter: parseSorter(address.get('sorter')),
    filters: Object.fromEntries([...address].filter(([key, value]) => FILTER.test(key) && value.trim() !== '')),
  }
}

/** The address of a list of the form. */
export function writeEntryList(formId: string, { page, size, sorter, filters }: EntryListState): URLSearchParams {
  const address = new URLSearchParams({ form: formId })
  if (page !== FIRST_PAGE) address.set('currentPage', String(page))
  if (size !== PAGER_SIZE) address.set('pageSize', String(size))
  if (sorter) address.set('sorter', writeSorter(sorter))
  for (const [key, value] of Object.entries(filters)) if (value) address.set(key, value)
  return address
}

type Asked = InputOf<typeof queryEntryList>
const oneOf = <Of extends string>(members: readonly Of[], given: string | undefined): Of | undefined => members.find((one) => one === given)

/** What the state comes to as the list call takes it. @param columns Of the newest answer: what kind of filter a field has is said by them */
export function listingOf(
  formId: string,
  { sorter, filters }: EntryListState,
  columns: readonly EntryColumn[],
  zone: string,
): Omit<Asked, 'currentPage' | 'pageSize'> {
  const [state, source] = [oneOf(ENTRY_STATES, filters['state']), oneOf(ENTRY_SOURCES, filters['source'])]
  const ofFields = columns.flatMap((column): [string, EntryFilter][] => {
    const filter = filterOf(column, filters[filterKey(column.id)] ?? '', filters[endKey(column.id)] ?? '', zone)
    return column.isFilter && filter ? [[column.id, filter]] : []
  })
  return {
    formId,
    ...(ofFields.length > 0 ? { filters: Object.fromEntries(ofFields) } : {}),
    ...(state ? { entryState: state } : {}),
    ...(source ? { entrySource: source } : {}),
    ...(filters['mine'] === '1' ? { mine: true } : {}),
    ...(sorter ? { sorter: `${sorter.field} ${sorter.direction}` } : {}),
  }
}

function filterOf(column: EntryColumn, from: string, to: string, zone: string): EntryFilter | undefined {
  if (from === '' && to === '') return undefined
  const range = (write: (text: string) => string | undefined): EntryFilter | undefined => {
    const [begins, ends] = [from && write(from), to && write(to)]
    return begins || ends ? { ...(begins ? { from: begins } : {}), ...(ends ? { to: ends } : {}) } : undefined
  }
  switch (filterKindOf(column)) {
    case 'choices':
    case 'rows':
      return from === '' ? undefined : { among: [from] }
    case 'truth':
      return from === '' ? undefined : { among: [from === 'true'] }
    case 'numbers':
      return range((text) => text)
    case 'dates':
      return range((text) => {
        if (column.kind === 'date') return text.slice(0, 10)
        const moment = momentOf(zone, text)
        return moment === undefined ? undefined : new Date(moment).toISOString()
      })
    case 'text':
      return from === '' ? undefined : { contains: from }
    case undefined:
      return undefined
  }
}
