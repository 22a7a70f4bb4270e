/** Processes that can be started, a version each: looked at, taken out of use and back, compared; their instances moved to another version. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { processDefinitions } from '../../../../model/index.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { forgetProcesses } from '../../../shared/workflow/queries.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'

const PreviewDialog = lazyWithPreload(() => import('./preview-dialog.tsx'))
const SuspendDialog = lazyWithPreload(() => import('./suspend-dialog.tsx'))
const DifferenceDialog = lazyWithPreload(() => import('./difference-dialog.tsx'))
const MigrateDialog = lazyWithPreload(() => import('./migrate-dialog.tsx'))

const filters = ['name', 'key', 'category', 'suspended']
const columns: ColumnSetups = {
  name: { width: 220, first: true },
  key: { width: 180, first: true },
  definitionVersion: { width: 90, first: true },
  suspended: {
    width: 110,
    first: true,
    render: ({ suspended }, text) => <Tag kind={suspended === 1 ? 'notice' : 'good'}>{text}</Tag>,
  },
  resourceName: { isRare: true },
  description: { isRare: true },
}

type Dialog = 'preview' | 'suspend' | 'activate' | 'difference' | 'migrate'

export default function DefinitionsPage() {
  const t = useT()
  const queries = useQueryClient()
  const [opened, setOpened] = useState<{ readonly what: Dialog; readonly row: ResourceRow }>()
  const close = () => setOpened(undefined)
  const changed = () => forgetProcesses(queries)

  function rowActions(row: ResourceRow, may: (button: string) => boolean): RowAction[] {
    const open = (what: Dialog) => () => setOpened({ what, row })
    const turn = row['suspended'] === 1 ? 'activate' : 'suspend'
    return [
      ...(may('preview') ? [{ key: 'preview', label: t('button.preview'), main: true, run: open('preview') }] : []),
      ...(may(turn) ? [{ key: turn, label: t(`button.${turn}`), run: open(turn) }] : []),
      ...(may('difference') ? [{ key: 'difference', label: t('button.difference'), rare: true, run: open('difference') }] : []),
      ...(may('migrate') ? [{ key: 'migrate', label: t('button.migrate'), rare: true, run: open('migrate') }] : []),
    ]
  }

  return (
    <>
      <ResourcePage
        of={processDefinitions}
        columns={columns}
        filters={filters}
        without={['add', 'update', 'delete']}
        empty={t('process-list.definitions-empty')}
        rowActions={rowActions}
      />
      <Suspense fallback={null}>
        {opened?.what === 'preview' && <PreviewDialog row={opened.row} onClose={close} />}
        {(opened?.what === 'suspend' || opened?.what === 'activate') && (
          <SuspendDialog row={opened.row} act={opened.what} onDone={changed} onClose={close} />
        )}
        {opened?.what === 'difference' && <DifferenceDialog row={opened.row} onClose={close} />}
        {opened?.what === 'migrate' && <MigrateDialog row={opened.row} onMoved={changed} onClose={close} />}
      </Suspense>
    </>
  )
}
