/**
 * A list of what is somebody's own, as every other list is: filters, order, saved views, columns as its reader wants them, cards on phones, files; from
 * its declaration (model/lists/personal.ts). It follows by itself.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { TotalIs } from '../../../model/contract/resources.ts'
import type { Listing } from '../../../model/resource.ts'
import type { Query, Saved } from '../../kernel/http/api.ts'
import { ApiError } from '../../kernel/http/api.ts'
import type { LabelKey } from '../../kernel/i18n/i18n.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { tableTexts } from '../../kernel/i18n/texts.ts'
import type { ColumnSetups } from '../../kernel/resource/columns.tsx'
import { columnsOf } from '../../kernel/resource/columns.tsx'
import { LIMIT, useExport } from '../../kernel/resource/exchange/use-export.tsx'
import { ListFailure } from '../../kernel/resource/list-failure.tsx'
import { listQuery } from '../../kernel/resource/list-state.ts'
import { keptOf } from '../../kernel/resource/list-views/client.ts'
import { useListTools } from '../../kernel/resource/list-views/use-list-tools.tsx'
import { useLook } from '../../kernel/resource/list-views/use-look.ts'
import { ResourceFilters } from '../../kernel/resource/resource-filters.tsx'
import { ResourcePager } from '../../kernel/resource/resource-pager.tsx'
import '../../kernel/resource/resource-page.css'
import { useListState } from '../../kernel/resource/use-list-state.ts'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'
import type { MenuButton } from '../../../model/tenant/template.ts'
import { arranged } from '../../ui/column-settings.ts'
import type { RowAction } from '../../ui/data-table.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Action } from '../../ui/toolbar.tsx'
import { toast } from '../../ui/toast.ts'
import { Toolbar } from '../../ui/toolbar.tsx'
import { PROCESS_QUERIES, useProcessInvalidation } from './queries.ts'

interface PersonalPage<Row> {
  readonly list: readonly Row[]
  readonly total: number
  readonly totalIs: TotalIs
  readonly fields: readonly string[]
}

/** Rows that are ticked, and what changes them; without it none can be. */
export interface Ticked {
  readonly ids: ReadonlySet<string>
  readonly choose: (ids: ReadonlySet<string>) => void
}

interface PersonalListProps<Row> {
  readonly of: Listing
  readonly ask: (query: Query, options: { readonly signal: AbortSignal; readonly quiet: boolean }) => Promise<PersonalPage<Row>>
  readonly file: (asked: Query, options: { readonly limit: number }) => Promise<Saved>
  readonly shows: (button: MenuButton) => boolean
  readonly columns: ColumnSetups<Row>
  /** Filters that are shown without asking for more. */
  readonly filters: readonly string[]
  readonly card: { readonly title: string; readonly status?: string | undefined; readonly fields: readonly string[] }
  readonly nameOf: (row: Row) => string
  readonly empty: string
  readonly actionsOf?: (row: Row) => readonly RowAction[]
  /** Above the list, by the rows that are shown and those of them that are ticked. */
  readonly actions?: (shown: readonly Row[], ticked: readonly Row[]) => readonly Action[]
  readonly ticked?: Ticked
  /** What stands beside the tools of the list. */
  readonly children?: ReactNode
}

const nobody: ReadonlySet<string> = new Set()
const noFilters = {}

export function PersonalList<Row extends ResourceRow>(props: PersonalListProps<Row>) {
  useProcessInvalidation()
  const { of, ticked, shows } = props
  const t = useT()
  const card = useRef<HTMLElement>(null)
  const { data: kept, isPending: isKeptPending } = useQuery(keptOf(of))
  const control = useListState(of, kept)
  const { state, view } = control
  const look = useLook(of, kept, view)
  const query = listQuery(state)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [PROCESS_QUERIES, of.name, query],
    queryFn: ({ signal }) => props.ask(query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.list ?? []
  const columns = columnsOf<Row>(of, data?.fields, props.columns, t)
  const exporting = useExport({
    of,
    state,
    total: data?.totalIs === 'exact' ? data.total : undefined,
    chosen: [],
    shown: arranged(columns, look.look).map(({ column }) => column.key),
    beside: [],
    // Each reads a workbook or lines for programs: what is theirs is no paper of the tenant's.
    may: (call) => call === 'export' && shows('export'),
    send: (_call, { fileFormat, ...asked }) =>
      props.file({ ...asked, ...(fileFormat === 'csv' ? { fileFormat } : {}) } as Query, { limit: LIMIT }),
  })
  const { tools, notice, editors } = useListTools({
    of,
    kept,
    control,
    look,
    columns,
    visible: data?.fields,
    reload: () => void refetch(),
  })
  // What somebody else has taken meanwhile is no longer there to be chosen.
  const chosen = rows.filter(({ id }) => ticked?.ids.has(id))
  const refused = error instanceof ApiError && state.sorter !== undefined ? error : undefined
  // Too many rows for an order that no index has: the answer says how many can be sorted.
  const isTooMany = refused !== undefined && typeof refused.answer['most'] === 'number'
  const goBack = useEffectEvent(() => {
    if (refused === undefined) return
    toast.warning(refused.message)
    control.unsort()
  })
  useEffect(() => {
    if (isTooMany) goBack()
  }, [isTooMany])
  const title = t(`menu.${of.menu}` as LabelKey)

  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{title}</h1>
      <ResourceFilters
        of={of}
        choices={undefined}
        visible={data?.fields}
        order={props.filters}
        values={state.filters}
        resetTo={view?.state.filters ?? noFilters}
        onQuery={control.filter}
        isResting={false}
      />
      {error instanceof ApiError && !data && !isTooMany ? (
        <ListFailure error={error} onRetry={refused?.status === 422 ? control.unsort : () => void refetch()} />
      ) : (
        <section className="resource-card" ref={card}>
          <Toolbar label={t('list.actions')} more={t('list.more')} actions={[...(props.actions?.(rows, chosen) ?? []), ...exporting]}>
            {props.children}
            {tools}
          </Toolbar>
          {notice}
          <DataTable
            columns={columns}
            look={look.look}
            onLook={look.change}
            rows={rows}
            nameOf={props.nameOf}
            choosable={ticked !== undefined}
            chosen={ticked?.ids ?? nobody}
            onChoose={(ids) => ticked?.choose(ids)}
            sort={state.sorter}
            onSort={control.sort}
            {...(props.actionsOf ? { actionsOf: props.actionsOf } : {})}
            card={props.card}
            state={isPending || isKeptPending || isTooMany ? 'first' : isPlaceholderData ? 'again' : 'ready'}
            expected={Math.min(state.size, 10)}
            texts={{ ...tableTexts(title, t), empty: Object.keys(state.filters).length > 0 ? t('list.empty') : props.empty }}
          />
          <ResourcePager
            page={state.page}
            size={state.size}
            total={data?.total ?? 0}
            count={data?.total ?? 0}
            totalIs={data?.totalIs}
            card={card}
            onChange={control.turn}
          />
        </section>
      )}
      {editors}
    </div>
  )
}
