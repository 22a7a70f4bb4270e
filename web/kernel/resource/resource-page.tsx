/**
 * The page of a noun: filters, table, pages and the form, all from the model. What is special about a noun is passed in;
 * what is more special than that deserves a page of its own.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Suspense, lazy, useRef, useState } from 'react'
import type { Resource } from '../../../model/resource.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import type { Option } from '../../ui/options.ts'
import { Pager } from '../../ui/pager.tsx'
import type { RowAction } from '../../ui/data-table.tsx'
import { arranged } from '../../ui/column-settings.ts'
import type { Action } from '../../ui/toolbar.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useOpenAddFormOnArrival } from '../navigation/open-add-form.ts'
import { ApiError } from '../http/api.ts'
import type { Board } from './board.ts'
import { sizeOf, useBoard } from './board.ts'
import type { ColumnSetups } from './columns.tsx'
import { columnsOf } from './columns.tsx'
import { useExport } from './exchange/use-export.tsx'
import { useImport } from './exchange/use-import.tsx'
import { useFilters } from './filters.ts'
import type { FormValues } from './form-checks.ts'
import type { LabelKey, Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/i18n.ts'
import { listQuery } from './list-state.ts'
import { keptOf } from './list-views/client.ts'
import { useListTools } from './list-views/use-list-tools.tsx'
import { useLook } from './list-views/use-look.ts'
import { ListFailure } from './list-failure.tsx'
import { useTreeExpansion } from './tree-expansion.tsx'
import { countBelow } from './branches.ts'
import { useTree } from './options.ts'
import { mayUse } from '../session/permissions.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { forgetLists, listOf } from '../http/resource-client.ts'
import type { ResourceFormProps } from './resource-form.tsx'
import type { Refusal } from './resource-actions.tsx'
import { standardActions } from './resource-actions.tsx'
import { useSession } from '../session/session-store.ts'
import { filterTexts, pagerTexts, tableTexts } from '../i18n/texts.ts'
import type { ListControl } from './use-list-state.ts'
import { useListState } from './use-list-state.ts'
import { useSelection } from './use-selection.ts'
import './resource-page.css'

// Of one file with the page, so that it is no crumb of its own.
export { firstRows } from './first-rows.ts'

const ResourceForm = lazy(() => import('./resource-form.tsx'))
const RecordHistory = lazy(() => import('./history/record-history.tsx'))

interface ResourcePageProps {
  readonly of: Resource
  readonly columns?: ColumnSetups
  /** The filters shown without asking for more, in this order. */
  readonly filters?: readonly string[]
  /** What a filter by text can be chosen from, by its field. */
  readonly choices?: Readonly<Record<string, readonly Option[]>>
  /** What a new row's form begins with. */
  readonly defaults?: FormValues
  /** Controls of this noun alone in its form, by field. */
  readonly controls?: Readonly<Record<string, ReactNode>>
  /** Whether its form asks for a field beside these values. */
  readonly shows?: ResourceFormProps['shows']
  /** What its form shows folded. */
  readonly folded?: ResourceFormProps['folded']
  /** Rows were added, changed or deleted. */
  readonly onChanged?: () => void
  /** What the server answered to a creation, where that is more than the row's id. */
  readonly onAdded?: (answer: unknown) => void
  /** Buttons of this noun alone. */
  readonly actions?: (chosen: readonly ResourceRow[], may: (button: string) => boolean) => readonly Action[]
  /** Buttons of this noun's rows alone, before the standard ones. */
  readonly rowActions?: (row: ResourceRow, may: (button: string) => boolean) => readonly RowAction[]
  /** Rows that stay as they are, or stay at all: they have no such button, and that of the bar says why. */
  readonly refusal?: Refusal
  /** The dialog that adds or changes a row, where the standard one is not enough. */
  readonly form?: ComponentType<ResourceFormProps>
  /** Standard buttons that this noun has something else for. */
  readonly without?: readonly string[]
  /** Pixels for the buttons of a row, where the standard ones are not all. */
  readonly actionsWidth?: number
  /** What a row shows on a phone, where it is a card; its title stands alone in a line. */
  readonly card?: readonly string[]
  /** Rows that belong together, and the heading above them; absent where none do. */
  readonly grouping?: Grouping | undefined
  /** Another look at the rows, beside the table. */
  readonly board?: Board
  /** What stands at the left of the list and narrows it. */
  readonly aside?: (control: Pick<ListControl, 'state' | 'filter'>) => ReactNode
  /** Milliseconds after which the rows are asked for again, where they change by themselves. */
  readonly again?: number
  /** What is said where there are no rows at all: what they are for, and what to do first. */
  readonly empty?: string
}

interface Grouping {
  readonly arrange: (rows: readonly ResourceRow[]) => readonly ResourceRow[]
  readonly headings: (rows: readonly ResourceRow[], t: Translate) => ((row: ResourceRow) => string) | undefined
}

const none: ColumnSetups = {}
const noFilters = {}
const nothing = () => undefined

/** Room for two words in the longest of our languages, in pixels. */
const ACTIONS_WIDTH = 132
/** Room for the menu of the others. */
const HISTORY_WIDTH = 34

export function ResourcePage({
  of,
  columns = none,
  filters = [],
  choices,
  defaults = {},
  controls,
  shows,
  folded,
  onChanged,
  onAdded,
  actions,
  rowActions,
  actionsWidth = ACTIONS_WIDTH,
  card: inCard,
  empty,
  grouping,
  board,
  aside,
  again,
  refusal = nothing,
  form: Form = ResourceForm,
  without = [],
}: ResourcePageProps) {
  const t = useT()
  const queries = useQueryClient()
  const { authority } = useSession()
  const card = useRef<HTMLElement>(null)
  const { data: kept, isPending: isKeptPending } = useQuery(keptOf(of))
  const control = useListState(of, kept)
  const { state, view, filter, sort } = control
  const look = useLook(of, kept, view)
  const [form, setForm] = useState<{ row: ResourceRow | undefined; open: boolean; opening: number; values?: FormValues }>()
  const [past, setPast] = useState<{ row: ResourceRow; open: boolean }>()
  const [isBoard, setBoard] = useBoard(of, board)
  const size = sizeOf(isBoard, state.size)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    ...listOf(of, listQuery({ ...state, size })),
    refetchInterval: again ?? false,
  })
  const fields = useFilters(of, data?.fields, filters, choices)
  const tree = useTree(of.parent && of.name)

  const rows = grouping?.arrange(data?.list ?? []) ?? data?.list ?? []
  const folding = useTreeExpansion(of, rows)
  const selection = useSelection(rows, state.filters)
  const { ids: chosen, rows: chosenRows } = selection
  const may = (button: string) => mayUse(button, of.menu, data?.allowed, authority.menuButton)
  const mayStandard = (button: string) => !without.includes(button) && may(button)

  useOpenAddFormOnArrival(mayStandard('add'), () => setForm({ row: undefined, open: true, opening: (form?.opening ?? 0) + 1 }))

  async function changed(): Promise<void> {
    selection.clear()
    onChanged?.()
    await forgetLists(queries, of)
  }

  const { bar, ofRow } = standardActions({
    of,
    t,
    may: mayStandard,
    refusal,
    chosen: chosenRows,
    changed,
    countBelow: (ids) => countBelow(ids, tree),
    openForm: (row, values = {}) => setForm({ row, values, open: true, opening: (form?.opening ?? 0) + 1 }),
    openHistory: (row) => setPast({ row, open: true }),
  })
  const importing = useImport(of, may, changed)
  const special = [...importing.actions, ...(actions?.(chosenRows, may) ?? [])]
  const rowNeeds =
    isPending || may('update') || may('delete') || may('history') || rows.some((row) => (rowActions?.(row, may) ?? []).length > 0)
  const allColumns = columnsOf(of, data?.fields, columns, t)
  const shown = arranged(allColumns, look.look).map(({ column }) => column.key)
  const exporting = useExport({
    of,
    state,
    total: data?.totalIs === 'exact' ? data.total : undefined,
    chosen: chosenRows.map(({ id }) => id),
    shown,
    may,
  })
  const { tools, notice, editors } = useListTools({
    of,
    kept,
    control,
    look,
    columns: allColumns,
    visible: data?.fields,
    reload: () => void refetch(),
  })
  const choosable = isPending || bar.length > 0 || special.length > 0 || exporting.length > 0

  // Narrowed to no more than what a new row would have, such as the record whose rows these are.
  const isAll = Object.entries(state.filters).every(([name, value]) => defaults[name] === value)

  const isFirst = isPending || isKeptPending
  const actionsOf = (row: ResourceRow) => [...(rowActions?.(row, may) ?? []), ...ofRow(row)]

  // Rows that may no longer be read go from the page as well.
  const failure = error instanceof ApiError && (!data || error.status === 403) ? error : undefined

  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t(`noun.${of.name}` as LabelKey)}</h1>
      <FilterBar
        fields={fields}
        first={filters.length || 4}
        values={state.filters}
        resetTo={view?.state.filters ?? noFilters}
        onQuery={filter}
        texts={filterTexts(t)}
      />
      {failure ? (
        <ListFailure error={failure} onRetry={() => void refetch()} />
      ) : (
        <div className={aside ? 'list-beside' : 'list-alone'}>
          {aside?.(control)}
          <section className="resource-card" ref={card}>
            <Toolbar label={t('list.actions')} actions={[...bar, ...exporting, ...special]} more={t('list.more')}>
              <span className={chosen.size > 0 ? 'list-chosen' : undefined}>
                <span role="status">{chosen.size > 0 && t('list.chosen', { count: chosen.size })}</span>
                {selection.elsewhere > 0 && <span>{t('list.chosen-elsewhere', { count: selection.elsewhere })}</span>}
                {chosen.size > 0 && (
                  <button type="button" className="list-clear" onClick={selection.clear}>
                    {t('list.clear')}
                  </button>
                )}
              </span>
              {folding.button}
              {board && <LookChoice names={board.names} isBoard={isBoard} onChoose={setBoard} />}
              {tools}
            </Toolbar>
            {notice}
            {isBoard && board ? (
              board.draw({ rows, isFirst, fields: data?.fields, allowed: data?.allowed, actionsOf })
            ) : (
              <DataTable
                columns={allColumns}
                look={look.look}
                onLook={look.change}
                rows={rows}
                headingOf={grouping?.headings(rows, t)}
                nameOf={(row) => String(row[of.title] ?? '')}
                key={folding.key}
                {...folding.table}
                card={inCard && { title: of.title, columns: inCard }}
                choosable={choosable}
                chosen={chosen}
                onChoose={selection.choose}
                sort={state.sorter}
                onSort={sort}
                actionsOf={actionsOf}
                actionsWidth={rowNeeds ? actionsWidth + (may('history') || (of.parent && may('add')) ? HISTORY_WIDTH : 0) : 0}
                state={isFirst ? 'first' : isPlaceholderData ? 'again' : isFetching && again === undefined ? 'renewing' : 'ready'}
                expected={Math.min(state.size, 10)}
                texts={{ ...tableTexts(t(`noun.${of.name}` as LabelKey), t), ...(empty !== undefined && isAll ? { empty } : {}) }}
              />
            )}
            <Pager
              page={state.page}
              size={size}
              total={data?.total ?? 0}
              texts={pagerTexts(data?.total ?? 0, t, data?.totalIs)}
              onChange={control.turn}
              scrolled={() => card.current?.querySelector('.data-table')}
            />
          </section>
        </div>
      )}
      {past && (
        <Suspense fallback={null}>
          <RecordHistory
            key={past.row.id}
            of={of}
            {...past}
            mayRestore={may('update')}
            onClose={() => setPast({ ...past, open: false })}
            onRestored={changed}
          />
        </Suspense>
      )}
      {importing.dialog}
      {editors}
      {form && (
        <Suspense fallback={null}>
          <Form
            key={form.opening}
            of={of}
            row={form.row}
            open={form.open}
            visible={data?.fields ?? []}
            defaults={{ ...defaults, ...form.values }}
            {...(controls ? { controls } : {})}
            {...(shows ? { shows } : {})}
            folded={folded}
            onClose={() => setForm({ ...form, open: false })}
            onSaved={async (added) => {
              await changed()
              if (added !== undefined) onAdded?.(added)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Two buttons of which one is pressed. */
function LookChoice({ names, isBoard, onChoose }: { names: Board['names']; isBoard: boolean; onChoose: (isBoard: boolean) => void }) {
  return (
    <span className="list-looks" role="group" aria-label={names.label}>
      <button type="button" aria-pressed={!isBoard} onClick={() => onChoose(false)}>
        {names.table}
      </button>
      <button type="button" aria-pressed={isBoard} onClick={() => onChoose(true)}>
        {names.board}
      </button>
    </span>
  )
}
