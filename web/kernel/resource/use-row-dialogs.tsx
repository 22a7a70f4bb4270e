/** What opens over a list beside the form: the past of a row, all of a row, several rows at once, and those that were removed. Each is loaded when it is first opened. */
import type { ReactNode } from 'react'
import { Suspense, lazy, useState } from 'react'
import type { Resource } from '../../../model/resource.ts'
import type { Column, RowAction } from '../../ui/data-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import type { ResourceRow } from '../http/resource-client.ts'
import { useT } from '../i18n/i18n.ts'
import type { Ending } from './resource-actions.tsx'

const RecordHistory = lazy(() => import('./history/record-history.tsx'))
const RowDetail = lazy(() => import('./row-detail.tsx'))
const BatchEdit = lazy(() => import('./batch-edit.tsx'))
const RecycleBin = lazy(() => import('./recycle-bin.tsx'))

type Opened =
  | { readonly what: 'history' | 'detail'; readonly row: ResourceRow }
  | { readonly what: 'batch'; readonly rows: readonly ResourceRow[] }
  | { readonly what: 'bin' }

interface RowDialogsOf {
  readonly of: Resource
  readonly rows: readonly ResourceRow[]
  readonly columns: readonly Column<ResourceRow>[]
  readonly visible: readonly string[] | undefined
  readonly mayRestore: boolean
  /** Controls of this noun alone where several rows are changed. */
  readonly controlsTogether: ((rows: readonly ResourceRow[]) => Readonly<Record<string, ReactNode>>) | undefined
  readonly ending: Ending | undefined
  readonly actionsOf: (row: ResourceRow) => readonly RowAction[]
  readonly changed: () => Promise<void>
}

/** What opens one of the dialogs of a row, and what draws the one that is open. */
export function useRowDialogs(): { open: (opened: Opened) => void; draw: (of: RowDialogsOf) => ReactNode } {
  const t = useT()
  // What was opened stays, so that it can close as it opened.
  const [state, setState] = useState<{ opened: Opened; isOpen: boolean; times: number }>()
  const open = (opened: Opened) => setState((before) => ({ opened, isOpen: true, times: (before?.times ?? 0) + 1 }))
  const onClose = () => setState((before) => before && { ...before, isOpen: false })

  function dialogOf(
    { opened, isOpen, times }: NonNullable<typeof state>,
    { of, rows, columns, visible, mayRestore, controlsTogether, ending, actionsOf, changed }: RowDialogsOf,
  ) {
    switch (opened.what) {
      case 'history':
        return (
          <RecordHistory
            key={times}
            of={of}
            row={opened.row}
            open={isOpen}
            mayRestore={mayRestore}
            onClose={onClose}
            onRestored={changed}
          />
        )
      case 'detail':
        return (
          <RowDetail
            key={times}
            of={of}
            row={opened.row}
            columns={columns}
            rows={rows}
            open={isOpen}
            onNavigate={(row) => setState({ opened: { what: 'detail', row }, isOpen, times })}
            onClose={onClose}
            actions={
              <RowActions
                actions={actionsOf(opened.row).filter(({ key }) => key !== 'detail')}
                name={String(opened.row[of.title] ?? '')}
                more={t('list.more')}
              />
            }
          />
        )
      case 'batch':
        return (
          <BatchEdit
            key={times}
            of={of}
            rows={opened.rows}
            visible={visible ?? []}
            controls={controlsTogether?.(opened.rows)}
            ending={ending}
            open={isOpen}
            onClose={onClose}
            changed={changed}
          />
        )
      case 'bin':
        return <RecycleBin key={times} of={of} open={isOpen} onClose={onClose} changed={changed} />
    }
  }

  return { open, draw: (of) => state && <Suspense fallback={null}>{dialogOf(state, of)}</Suspense> }
}
