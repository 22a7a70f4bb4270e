/**
 * The page of a noun: filters, table, pages and the form, all from the model. What is special about a noun is passed in;
 * what is more special than that deserves a page of its own.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useDeferredValue, useRef, useState } from 'react'
import { MAX_TOGETHER } from '../../../model/contract/exchange/rows.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { arranged } from '../../ui/column-settings.ts'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useOpenAddFormOnArrival } from '../navigation/open-add-form.ts'
import { ApiError } from '../http/api.ts'
import { useBeside } from './use-beside.tsx'
import { sizeOf, useBoard } from './board.ts'
import type { ColumnSetups } from './columns.tsx'
import { columnsOf, withExtra, withoutExtra } from './columns.tsx'
import { sendOf, useExport } from './exchange/use-export.tsx'
import { droppedFiles } from './exchange/dropped-files.ts'
import { useImport } from './exchange/use-import.tsx'
import type { FormValues } from './form-checks.ts'
import type { LabelKey } from '../i18n/i18n.ts'
import { useT } from '../i18n/i18n.ts'
import { listQuery, narrowedTo } from './list-state.ts'
import { keptOf } from './list-views/client.ts'
import { useListTools } from './list-views/use-list-tools.tsx'
import { useLook } from './list-views/use-look.ts'
import { ChosenRows } from './chosen-rows.tsx'
import { foundBy, isBeyondBound } from './found-rows.ts'
import { ListFailure } from './list-failure.tsx'
import { useTreeExpansion } from './tree-expansion.tsx'
import { useTreePaths } from './tree-paths.tsx'
import { countBelow } from './branches.ts'
import { useTree } from './options.ts'
import { mayUse } from '../session/permissions.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { allRows, forgetLists, listOf } from '../http/resource-client.ts'
import { LookChoice } from './look-choice.tsx'
import { isBuiltIn, standardActions } from './resource-actions.tsx'
import { ResourceFilters } from './resource-filters.tsx'
import type { ResourcePageProps } from './resource-page-props.ts'
import { ResourcePager } from './resource-pager.tsx'
import { StatusSwitch, statusOf } from './status-switch.tsx'
import { useSession } from '../session/session-store.ts'
import { countText, figureText, tableTexts } from '../i18n/texts.ts'
import { useListState } from './use-list-state.ts'
import { useRowDialogs } from './use-row-dialogs.tsx'
import { useSelection } from './use-selection.ts'
import './resource-page.css'

const ResourceForm = lazy(() => import('./resource-form.tsx'))

const none: ColumnSetups = {}
const noFilters = {}
const noOrder: readonly string[] = []
const nothing = () => undefined
const tableAlone: NonNullable<ResourcePageProps['around']> = (_rows, table) => table

export function ResourcePage({
  of,
  columns = none,
  beside,
  filters = noOrder,
  choices,
  defaults = {},
  controls,
  controlsTogether,
  shows,
  folded,
  onChanged,
  onAdded,
  actions,
  rowActions,
  empty,
  grouping,
  board,
  around = tableAlone,
  aside,
  again,
  refusal = nothing,
  form: Form = ResourceForm,
  without = [],
  saveAnd,
  turningOff,
  ending: endingFor,
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
  const [added, setAdded] = useState<string>()
  const dialogs = useRowDialogs()
  const [isBoard, setBoard] = useBoard(of, board)
  // Cards are read at once; what narrows and turns them is drawn when they are there.
  const isWhole = useDeferredValue(true, !isBoard)
  const size = sizeOf(isBoard, state.size)
  const answer = useQuery({
    ...listOf(of, listQuery({ ...state, size })),
    refetchInterval: again ?? false,
  })
  const { data, error, isPending, isPlaceholderData, refetch } = answer
  // Where they are asked for again and again, nobody is told each time: whoever does not look is not drawn anew.
  const isRenewing = again === undefined && answer.isFetching
  const tree = useTree(of.parent && of.name)

  const rows = grouping?.arrange(data?.list ?? []) ?? data?.list ?? []
  const total = data?.total ?? 0
  const found = foundBy(of, state.filters, rows, total, data?.totalIs ?? 'exact')
  const besides = useBeside(beside, rows, look)
  const folding = useTreeExpansion(of, rows)
  const selection = useSelection(rows, state.filters)
  const { ids: chosen, rows: chosenRows } = selection
  const may = (button: string) => mayUse(button, of.menu, data?.allowed, authority.menuButton)
  const ending = endingFor?.(may)
  const mayStandard = (button: string) => !without.includes(button) && may(button)

  useOpenAddFormOnArrival(mayStandard('add'), (values) =>
    setForm({ row: undefined, values, open: true, opening: (form?.opening ?? 0) + 1 }),
  )

  async function changed(): Promise<void> {
    selection.clear()
    onChanged?.()
    await forgetLists(queries, of)
  }

  const { bar, bin, ofRow } = standardActions({
    of,
    t,
    may: mayStandard,
    refusal,
    ending,
    chosen: chosenRows,
    changed,
    countBelow: (ids) => countBelow(ids, tree),
    openForm: (row, values = {}) => setForm({ row, values, open: true, opening: (form?.opening ?? 0) + 1 }),
    openHistory: (row) => dialogs.open({ what: 'history', row }),
    openDetail: (row) => dialogs.open({ what: 'detail', row }),
    openBatch: (some) => dialogs.open({ what: 'batch', rows: some }),
    openBin: () => dialogs.open({ what: 'bin' }),
  })
  const importing = useImport(of, may, changed)
  const special = [...importing.actions, ...besides.actions(may), ...(actions?.(chosenRows, may) ?? []), ...bin]
  const switching = (row: ResourceRow) => mayStandard('update') && !isBuiltIn(row) && refusal(row, 'update') === undefined
  const ownColumns = columnsOf(of, data?.fields, columns, t, (name, row) =>
    switching(row) ? <StatusSwitch {...{ of, name, row, turningOff, ending, changed }} /> : undefined,
  )
  const allColumns = useTreePaths(of, ownColumns, tree, state.filters)
  const shown = arranged(allColumns, look.look).map(({ column }) => column.key)
  const exporting = useExport({
    of,
    state,
    total: data?.totalIs === 'exact' ? data.total : undefined,
    chosen: chosenRows.map(({ id }) => id),
    shown,
    beside: besides.keys,
    may,
    send: sendOf(of),
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
  const actionsOf = (row: ResourceRow) => {
    const own = rowActions?.(row, may) ?? []
    return [...own, ...ofRow(row).filter(({ key }) => own.every((action) => action.key !== key))]
  }

  // Rows that may no longer be read go from the page as well.
  const failure = error instanceof ApiError && (!data || error.status === 403) ? error : undefined

  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t(`noun.${of.name}` as LabelKey)}</h1>
      <ResourceFilters
        {...{ of, choices }}
        visible={data?.fields}
        order={filters}
        values={state.filters}
        resetTo={view?.state.filters ?? noFilters}
        onQuery={filter}
        isResting={!isWhole}
      />
      {failure ? (
        <ListFailure error={failure} onRetry={() => void refetch()} />
      ) : (
        <div className={aside ? 'list-beside' : 'list-alone'}>
          {aside?.(control)}
          <section className="resource-card" ref={card} {...droppedFiles(importing.drop)}>
            <Toolbar label={t('list.actions')} actions={[...bar, ...exporting, ...special]} more={t('list.more')}>
              <ChosenRows {...{ of, state, rows, found, selection }} />
              {folding.button}
              {board && <LookChoice names={board.names} isBoard={isBoard} onChoose={setBoard} />}
              {tools}
            </Toolbar>
            {notice}
            {isBeyondBound(rows, total, chosen) && (
              <p className="list-notice" role="status">
                {t('list.select-bound', { total: countText(total, data?.totalIs ?? 'exact', figureText), most: figureText(MAX_TOGETHER) })}
              </p>
            )}
            {isBoard && board
              ? board.draw({ rows, isFirst, fields: data?.fields, allowed: data?.allowed, actionsOf })
              : around(
                  rows,
                  besides.around(
                    <DataTable
                      columns={withExtra(allColumns, besides.columns, columns)}
                      look={look.look}
                      onLook={(wanted) => look.change(withoutExtra(wanted, besides.columns))}
                      rows={rows}
                      headingOf={grouping?.headings(rows, t)}
                      nameOf={(row) => String(row[of.title] ?? '')}
                      key={folding.key}
                      {...folding.table}
                      reveal={added}
                      card={{ title: of.title, status: statusOf(of) }}
                      choosable={choosable}
                      chosen={chosen}
                      onChoose={selection.choose}
                      sort={state.sorter}
                      onSort={sort}
                      actionsOf={actionsOf}
                      state={isFirst ? 'first' : isPlaceholderData ? 'again' : isRenewing ? 'renewing' : 'ready'}
                      expected={Math.min(state.size, 10)}
                      texts={{ ...tableTexts(t(`noun.${of.name}` as LabelKey), t), ...(empty !== undefined && isAll ? { empty } : {}) }}
                    />,
                  ),
                )}
            {isWhole && !(isBoard && isFirst) ? (
              <ResourcePager
                {...{ size, total, card }}
                page={state.page}
                count={of.parent && found.isHere ? (found.count ?? total) : total}
                totalIs={data?.totalIs}
                onChange={control.turn}
              />
            ) : (
              <div className="pager-place" />
            )}
          </section>
        </div>
      )}
      {dialogs.draw({
        of,
        rows: allRows(rows),
        columns: allColumns,
        visible: data?.fields,
        mayRestore: may('update'),
        controlsTogether,
        ending,
        actionsOf,
        changed,
      })}
      {importing.dialog}
      {besides.dialog}
      {editors}
      {form && (
        <Suspense fallback={null}>
          <Form
            key={form.opening}
            of={of}
            may={may}
            row={form.row}
            open={form.open}
            visible={data?.fields ?? []}
            defaults={{ ...defaults, ...narrowedTo(of, state.filters), ...form.values }}
            {...(controls ? { controls } : {})}
            {...(shows ? { shows } : {})}
            folded={folded}
            ending={ending}
            saveAnd={saveAnd && may(saveAnd.button) ? saveAnd : undefined}
            onClose={() => setForm({ ...form, open: false })}
            onSaved={async (added) => {
              await changed()
              setAdded((added as { id?: string } | undefined)?.id)
              if (added !== undefined) onAdded?.(added)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
