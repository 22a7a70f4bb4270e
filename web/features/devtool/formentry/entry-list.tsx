/** The entries of a form: filters by its listed fields, order, pages, and what can be done with them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FormToFill } from '../../../../model/contract/devtool/form-entries.ts'
import { withdrawFormEntry } from '../../../../model/contract/devtool/form-entries.ts'
import { formEntries } from '../../../../model/devtool/form-entries.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { deleteRows } from '../../../kernel/http/resource-client.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { filterTexts, pagerTexts, tableTexts } from '../../../kernel/i18n/texts.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import type { ColumnSettings } from '../../../ui/column-settings.ts'
import { confirm } from '../../../ui/confirm.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Action, Choice } from '../../../ui/toolbar.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { entriesOf, forgetEntries, printEntry } from './client.ts'
import type { EntryRow } from './entry-columns.tsx'
import { entryColumns } from './entry-columns.tsx'
import { entryFilters } from './entry-filters.ts'
import { readEntryList, writeEntryList } from './list-state.ts'
import type { EntryListState } from './list-state.ts'
import { useEntryExport } from './use-entry-export.tsx'
import { useWords } from './use-words.ts'

const ImportDialog = lazyWithPreload(() => import('./import-dialog.tsx'))

/** Filters that are shown without asking for more. */
const FIRST = 4
const nothing: FilterStateValues = {}
type FilterStateValues = EntryListState['filters']

interface EntryListProps {
  readonly form: FormToFill
  readonly onNew: () => void
  readonly onOpen: (id: string) => void
  /** Somebody is about to open one. */
  readonly onNear: () => void
}

export function EntryListView({ form, onNew, onOpen, onNear }: EntryListProps) {
  const t = useT()
  const language = useLanguage()
  const queries = useQueryClient()
  const { authority } = useSession()
  const [address, setAddress] = useSearchParams()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [look, setLook] = useState<ColumnSettings>({})
  const [isImporting, setImporting] = useState(false)
  const card = useRef<HTMLElement>(null)
  const state = readEntryList(address)
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery(entriesOf(form.formId, state))
  const words = useWords(data?.columns)
  const rows = data?.list ?? []
  const may = (button: string) => mayUse(button, formEntries.menu, data?.allowed, authority.menuButton)
  // The call is named otherwise than the button of the catalogue.
  const mayFillIn = may('submit') && !authority.menuButton.includes(`${formEntries.menu}:add`)
  const exporting = useEntryExport(form, state, data?.columns ?? [], [...chosen], may)

  const go = (next: EntryListState) => {
    setAddress(writeEntryList(form.formId, next), { preventScrollReset: true, flushSync: true })
    setChosen(new Set())
  }
  async function perform(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work()
      toast.success(done)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    setChosen(new Set())
    await forgetEntries(queries)
  }

  async function withdraw({ id, entryNumber, revision }: EntryRow): Promise<void> {
    const yes = await confirm({
      title: t('entries.withdraw-title', { number: entryNumber }),
      text: t('entries.withdraw-about'),
      ok: t('button.withdraw'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) await perform(() => ask(withdrawFormEntry, { id, revision }), t('entries.withdrawn'))
  }

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return void toast.warning(t('list.check-one'))
    const yes = await confirm({
      title: t('entries.delete-title', { count: ids.length }),
      text: t('entries.delete-about'),
      ok: t('button.delete'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) await perform(() => deleteRows(formEntries, ids), t('delete.done'))
  }

  async function print(id: string): Promise<void> {
    try {
      await printEntry(id)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  const actionsOf = (row: EntryRow): RowAction[] => [
    { key: 'view', label: t('button.view'), main: !row.mayChange, run: () => onOpen(row.id) },
    ...(row.mayChange && row.entryState === 'draft'
      ? [{ key: 'update', label: t('entries.go-on'), main: true, run: () => onOpen(`${row.id}.edit`) }]
      : []),
    ...(row.mayChange && row.entryState === 'submitted'
      ? [{ key: 'update', label: t('button.update'), main: true, run: () => onOpen(`${row.id}.edit`) }]
      : []),
    ...(may('print') ? [{ key: 'print', label: t('entries.print'), rare: true, run: () => void print(row.id) }] : []),
    ...(row.mayWithdraw ? [{ key: 'withdraw', label: t('button.withdraw'), rare: true, run: () => void withdraw(row) }] : []),
    ...(may('delete') ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove([row.id]) }] : []),
  ]
  const actions: (Action | Choice)[] = [
    ...(form.isOpen && mayFillIn
      ? [{ key: 'add', label: t('entries.new'), main: true, icon: <PlusOutlined aria-hidden="true" />, run: onNew }]
      : []),
    ...(may('delete')
      ? [
          {
            key: 'delete',
            label: t('button.delete'),
            danger: true,
            icon: <DeleteOutlined aria-hidden="true" />,
            run: () => void remove([...chosen]),
          },
        ]
      : []),
    ...exporting,
    ...(form.isOpen && may('import')
      ? [{ key: 'import', label: t('button.import'), icon: <UploadOutlined aria-hidden="true" />, run: () => setImporting(true) }]
      : []),
  ]
  const failure = error instanceof ApiError && !data ? error : undefined
  const caption = t('entries.of', { form: form.formDescription })

  return (
    <>
      <FilterBar
        fields={entryFilters(data?.columns ?? [], words, language, t)}
        first={FIRST}
        values={state.filters}
        resetTo={nothing}
        onQuery={(filters) => go({ ...state, filters, page: 1 })}
        texts={filterTexts(t)}
      />
      {failure ? (
        <ListFailure error={failure} onRetry={() => void refetch()} />
      ) : (
        <section className="resource-card" ref={card} onPointerEnter={onNear} onFocus={onNear}>
          <Toolbar label={t('list.actions')} actions={actions} more={t('list.more')}>
            {chosen.size > 0 && (
              <span className="list-chosen" role="status">
                {t('list.chosen', { count: chosen.size })}
              </span>
            )}
          </Toolbar>
          {!form.isOpen && (
            <p className="list-notice" role="status">
              {t('entries.closed-notice')}
            </p>
          )}
          <DataTable
            columns={data ? entryColumns(data, words, language, t) : []}
            look={look}
            onLook={setLook}
            rows={rows}
            nameOf={({ entryNumber }) => t('entries.entry', { number: entryNumber })}
            card={{ title: 'entryNumber', status: 'entryState' }}
            choosable={may('delete') || exporting.length > 0}
            chosen={chosen}
            onChoose={setChosen}
            sort={state.sorter}
            onSort={(field) => go({ ...state, sorter: nextSorter(field, state.sorter), page: 1 })}
            actionsOf={actionsOf}
            state={isPending ? 'first' : isPlaceholderData ? 'again' : isFetching ? 'renewing' : 'ready'}
            expected={Math.min(state.size, 10)}
            texts={{ ...tableTexts(caption, t), ...(Object.keys(state.filters).length === 0 ? { empty: t('entries.empty') } : {}) }}
          />
          <Pager
            page={state.page}
            size={state.size}
            total={data?.total ?? 0}
            texts={pagerTexts(data?.total ?? 0, t, data?.totalIs)}
            onChange={(page, size) => go({ ...state, page, size })}
            scrolled={() => card.current?.querySelector('.data-table')}
          />
        </section>
      )}
      {isImporting && (
        <Suspense fallback={null}>
          <ImportDialog form={form} onDone={() => void forgetEntries(queries)} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Ascending, then descending, then the list's own order. */
function nextSorter(field: string, now: EntryListState['sorter']): EntryListState['sorter'] {
  if (now?.field !== field) return { field, direction: 'ascend' }
  return now.direction === 'ascend' ? { field, direction: 'descend' } : undefined
}
