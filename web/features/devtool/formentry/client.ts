/** What is asked about forms to fill in and their entries, and how it is remembered. */
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryEntryList, queryEntryToFill, queryFormToFill, queryFormsToFill } from '../../../../model/contract/devtool/form-entries.ts'
import { printFormEntry } from '../../../../model/contract/devtool/form-print.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { clockZone } from '../../../ui/clock.ts'
import type { EntryColumn, EntryListState } from './list-state.ts'
import { filterKey, listingOf } from './list-state.ts'

/** Everything about entries begins with it, so that it is forgotten together. */
const ENTRIES = 'form-entries'

/** Milliseconds: filters on what a form has no index for. */
const LIMIT = 30_000

/** The query for the forms that there are to fill in. */
export const formsToFill = () =>
  queryOptions({ queryKey: [ENTRIES, 'forms'], queryFn: ({ signal }) => ask(queryFormsToFill, {}, { signal }) })

/** The query for a page of the entries of a form; what was shown stays until the answer. */
export const entriesOf = (formId: string, state: EntryListState) =>
  queryOptions({
    queryKey: [ENTRIES, 'list', formId, state, clockZone()],
    queryFn: async ({ signal }) => {
      const columns = await columnsFor(formId, state, signal)
      return ask(
        queryEntryList,
        { ...listingOf(formId, state, columns, clockZone()), currentPage: state.page, pageSize: state.size },
        { signal, quiet: true, limit: LIMIT },
      )
    },
    placeholderData: keepPreviousData,
  })

/** An address names the filters of fields, and the columns say what these are: nobody has asked for them when a page begins with such an address. */
export async function columnsFor(formId: string, { filters }: EntryListState, signal?: AbortSignal): Promise<readonly EntryColumn[]> {
  if (!Object.keys(filters).some((key) => key.startsWith(filterKey('')))) return []
  return (await ask(queryEntryList, { formId, currentPage: 1, pageSize: 1 }, { ...(signal ? { signal } : {}), quiet: true })).columns
}

/** The query for a form as it is filled in now. It is asked for anew each time it is opened: it may have been published again. */
export const formToFill = (formId: string) =>
  queryOptions({
    queryKey: [ENTRIES, 'form', formId],
    queryFn: ({ signal }) => ask(queryFormToFill, { formId }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
  })

/** The query for an entry, with the version of the form that it was filled in with. */
export const entryToFill = (id: string) =>
  queryOptions({
    queryKey: [ENTRIES, 'entry', id],
    queryFn: ({ signal }) => ask(queryEntryToFill, { id }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
  })

/** Lists and counts are asked for again. */
export const forgetEntries = async (queries: QueryClient): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [ENTRIES, 'list'] }),
    queries.invalidateQueries({ queryKey: [ENTRIES, 'forms'] }),
  ])
}

/** Hands an entry to the browser as a PDF. @throws ApiError, of which people have been told */
export const printEntry = (id: string): Promise<void> => fetchFile(printFormEntry, { id })
