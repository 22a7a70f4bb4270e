/**
 * The page of a noun: filters, table, pages and the form, all from the model. What is special about a noun is passed in;
 * what is more special than that deserves a page of its own.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { Resource } from '../../model/resource.ts'
import { DataTable } from '../ui/data-table.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Action } from '../ui/toolbar.tsx'
import { Toolbar } from '../ui/toolbar.tsx'
import { ApiError } from './api.ts'
import type { ColumnSetups } from './columns.tsx'
import { columnsOf } from './columns.tsx'
import { useFilters } from './filters.ts'
import type { FormValues } from './form-checks.ts'
import type { LabelKey } from './i18n.ts'
import { useT } from './i18n.ts'
import { PAGE_SIZES, listQuery } from './list-state.ts'
import { ListFailure } from './list-failure.tsx'
import { mayUse } from './permissions.ts'
import type { ResourceRow } from './resource-client.ts'
import { forgetLists, listOf } from './resource-client.ts'
import { standardActions } from './resource-actions.tsx'
import { useSession } from './session-store.ts'
import { filterTexts, pagerTexts, tableTexts } from './texts.ts'
import { useListState } from './use-list-state.ts'
import './resource-page.css'

const ResourceForm = lazy(() => import('./resource-form.tsx'))

interface ResourcePageProps {
  readonly of: Resource
  readonly columns?: ColumnSetups
  /** The filters shown without asking for more, in this order. */
  readonly filters?: readonly string[]
  /** What a new row's form begins with. */
  readonly defaults?: FormValues
  /** How many rows go along when these are deleted. */
  readonly countBelow?: (ids: readonly string[]) => number
  /** Rows were added, changed or deleted. */
  readonly onChanged?: () => void
  /** Buttons of this noun alone. */
  readonly actions?: (chosen: readonly ResourceRow[]) => readonly Action[]
}

const none: ColumnSetups = {}

/** Room for two words in the longest of our languages, in pixels. */
const ACTIONS_WIDTH = 132

export function ResourcePage({ of, columns = none, filters = [], defaults = {}, countBelow, onChanged, actions }: ResourcePageProps) {
  const t = useT()
  const queries = useQueryClient()
  const { authority } = useSession()
  const { state, filter, sort, turn } = useListState(of)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [form, setForm] = useState<{ row: ResourceRow | undefined; open: boolean; opening: number }>()
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery(listOf(of, listQuery(state)))
  const fields = useFilters(of, data?.fields, filters)

  const rows = data?.list ?? []
  const chosenRows = allRows(rows).filter(({ id }) => chosen.has(id))
  const may = (button: string) => mayUse(button, of.menu, data?.allowed, authority.menuButton)

  async function changed(): Promise<void> {
    setChosen(new Set())
    onChanged?.()
    await forgetLists(queries, of)
  }

  const { bar, ofRow } = standardActions({
    of, t, may, chosen: chosenRows, changed, ...(countBelow ? { countBelow } : {}),
    openForm: (row) => setForm({ row, open: true, opening: (form?.opening ?? 0) + 1 }),
  })
  const special = actions?.(chosenRows) ?? []
  const rowNeeds = isPending || may('update') || may('delete')
  const choosable = rowNeeds || special.length > 0

  const failure = error instanceof ApiError && !data ? error : undefined

  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t(`noun.${of.name}` as LabelKey)}</h1>
      <FilterBar fields={fields} first={filters.length || 4} values={state.filters} onQuery={filter} texts={filterTexts(t)} />
      {failure ? <ListFailure error={failure} onRetry={() => void refetch()} /> : (
        <section className="resource-card">
          {(choosable || bar.length > 0) && (
            <Toolbar label={t('list.actions')} actions={[...bar, ...special]} more={t('list.more')}>
              <span role="status">{chosen.size > 0 && t('list.chosen', { count: chosen.size })}</span>
            </Toolbar>
          )}
          <DataTable
            columns={columnsOf(of, data?.fields, columns, t)} rows={rows} nameOf={(row) => String(row[of.title] ?? '')}
            {...(of.parent ? { childrenOf: (row: ResourceRow) => row.children } : {})}
            choosable={choosable} chosen={chosen} onChoose={setChosen} sort={state.sorter} onSort={sort} actionsOf={ofRow} actionsWidth={rowNeeds ? ACTIONS_WIDTH : 0}
            state={isPending ? 'first' : isPlaceholderData || isFetching ? 'again' : 'ready'} expected={Math.min(state.size, 10)}
            texts={tableTexts(of, t)}
          />
          <Pager
            page={state.page} size={state.size} total={data?.total ?? 0} sizes={PAGE_SIZES}
            texts={pagerTexts(data?.total ?? 0, t)} onChange={turn}
          />
        </section>
      )}
      {form && (
        <Suspense fallback={null}>
          <ResourceForm
            key={form.opening} of={of} row={form.row} open={form.open} visible={data?.fields ?? []} defaults={defaults}
            onClose={() => setForm({ ...form, open: false })} onSaved={changed}
          />
        </Suspense>
      )}
    </div>
  )
}

function allRows(rows: readonly ResourceRow[]): ResourceRow[] {
  return rows.flatMap((row) => [row, ...allRows(row.children ?? [])])
}
