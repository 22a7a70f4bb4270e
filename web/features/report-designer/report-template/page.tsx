/** Report templates: made, designed, published; their versions, and the files they are kept as. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { downloadReportDesign, queryReportDesign } from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { fetchFile, saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { withContents } from '../../../shared/reports/template-pictures.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'

const TemplateDialog = lazyWithPreload(() => import('./template-dialog.tsx'))
const CopyDialog = lazyWithPreload(() => import('./copy-dialog.tsx'))
const PublishDraft = lazyWithPreload(() => import('./publish-draft.tsx'))
const VersionsDialog = lazyWithPreload(() => import('./versions-dialog.tsx'))

const columns: ColumnSetups = {
  templateName: { width: 260, first: true },
  templateKind: { width: 110 },
  templateStatus: { width: 110 },
  templateVersion: { width: 130 },
  publishedAt: { width: 180 },
}
const filters = ['templateName', 'templateKind', 'templateStatus']

const DESIGNER = '/reportdesigner/reportdesign'

type Dialog = 'copy' | 'publish' | 'versions'

export default function ReportTemplatesPage() {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { authority } = useSession()
  const [opened, setOpened] = useState<{ readonly what: Dialog; readonly row: ResourceRow; readonly mayRestore: boolean }>()
  const paths = menuPaths(authority.menu)
  const close = () => setOpened(undefined)
  const changed = () => forgetLists(queries, reportTemplates)
  const design = (id: string) => void navigate(`${DESIGNER}?id=${id}`)

  async function save(row: ResourceRow): Promise<void> {
    try {
      const { content } = await ask(queryReportDesign, { id: row.id })
      const file = new Blob([JSON.stringify(await withContents(content), null, 2)], { type: 'application/json' })
      saveFile({ name: `${String(row['templateName'])}.json`, content: file })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  async function saveWorkbook({ id }: ResourceRow): Promise<void> {
    try {
      await fetchFile(downloadReportDesign, { id })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  function rowActions(row: ResourceRow, may: (button: string) => boolean): RowAction[] {
    const isPublished = row['templateVersion'] !== 0
    const open = (what: Dialog) => () => setOpened({ what, row, mayRestore: may('restore') })
    return [
      ...(may('open') && may('design') && paths.has(DESIGNER)
        ? [{ key: 'design', label: t('report-list.design'), main: true, run: () => design(row.id) }]
        : []),
      ...(may('publish') && may('open') ? [{ key: 'publish', label: t('report-versions.publish'), rare: true, run: open('publish') }] : []),
      ...(isPublished && may('versions') ? [{ key: 'versions', label: t('report-list.versions'), rare: true, run: open('versions') }] : []),
      ...(may('copy') ? [{ key: 'copy', label: t('report-list.copy'), rare: true, run: open('copy') }] : []),
      ...(may('open') ? [{ key: 'file', label: t('report-list.save-file'), rare: true, run: () => void save(row) }] : []),
      ...(may('file') ? [{ key: 'workbook', label: t('report-list.save-workbook'), rare: true, run: () => void saveWorkbook(row) }] : []),
    ]
  }

  return (
    <>
      <ResourcePage
        of={reportTemplates}
        columns={columns}
        filters={filters}
        form={TemplateDialog}
        onAdded={(answer) => {
          const { id } = answer as { id?: string }
          if (id !== undefined && paths.has(DESIGNER)) design(id)
        }}
        empty={t('report-list.empty')}
        rowActions={rowActions}
      />
      <Suspense fallback={null}>
        {opened?.what === 'copy' && <CopyDialog row={opened.row} onCopied={changed} onClose={close} />}
        {opened?.what === 'publish' && <PublishDraft id={opened.row.id} onClose={close} />}
        {opened?.what === 'versions' && (
          <VersionsDialog row={opened.row} mayRestore={opened.mayRestore} onRestored={changed} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
