/** Forms: made, designed, published, closed; their versions, the links to them and the way to their entries. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { closeGeneratorForm, openGeneratorForm, queryFormJsonSchema } from '../../../../model/contract/devtool/forms.ts'
import { forms } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'

const FormDialog = lazyWithPreload(() => import('./form-dialog.tsx'))
const CopyDialog = lazyWithPreload(() => import('./copy-dialog.tsx'))
const PublishDraft = lazyWithPreload(() => import('./publish-draft.tsx'))
const VersionsDialog = lazyWithPreload(() => import('./versions-dialog.tsx'))
const LinksDialog = lazyWithPreload(() => import('./links-dialog.tsx'))

const columns: ColumnSetups = {
  formDescription: { width: 280, first: true },
  formContent: { hide: true },
  formStatus: { width: 140 },
  formVersion: { width: 130 },
}
const filters = ['formDescription', 'formStatus']

const DESIGNER = '/devtool/formdesign'
const ENTRIES = '/devtool/formentry'

type Dialog = 'copy' | 'publish' | 'versions' | 'links'

export default function FormsPage() {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { authority } = useSession()
  const [opened, setOpened] = useState<{ readonly what: Dialog; readonly row: ResourceRow; readonly mayRestore: boolean }>()
  const paths = menuPaths(authority.menu)
  const close = () => setOpened(undefined)
  const changed = () => forgetLists(queries, forms)
  const design = (id: string) => void navigate(`${DESIGNER}?id=${id}`)

  async function turn(row: ResourceRow): Promise<void> {
    const isOpen = row['formStatus'] === 'published'
    try {
      await ask(isOpen ? closeGeneratorForm : openGeneratorForm, { id: row.id })
      toast.success(t(isOpen ? 'form-list.closed' : 'form-list.opened', { form: String(row['formDescription']) }))
      await changed()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  async function saveSchema(row: ResourceRow): Promise<void> {
    try {
      const { schema } = await ask(queryFormJsonSchema, { id: row.id })
      const content = new Blob([JSON.stringify(schema, null, 2)], { type: 'application/schema+json' })
      saveFile({ name: `${String(row['formDescription'])}.schema.json`, content })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  function rowActions(row: ResourceRow, may: (button: string) => boolean): RowAction[] {
    const isPublished = row['formVersion'] !== 0
    const open = (what: Dialog) => () => setOpened({ what, row, mayRestore: may('restore') })
    return [
      ...(may('design') && paths.has(DESIGNER)
        ? [{ key: 'design', label: t('form-list.design'), main: true, run: () => design(row.id) }]
        : []),
      ...(isPublished && paths.has(ENTRIES)
        ? [{ key: 'entries', label: t('form-list.entries'), rare: true, run: () => void navigate(`${ENTRIES}?form=${row.id}`) }]
        : []),
      ...(may('publish') ? [{ key: 'publish', label: t('form-versions.publish'), rare: true, run: open('publish') }] : []),
      ...(isPublished && may(row['formStatus'] === 'closed' ? 'open' : 'close')
        ? [
            {
              key: 'turn',
              label: t(row['formStatus'] === 'closed' ? 'form-list.open' : 'form-list.close'),
              rare: true,
              run: () => void turn(row),
            },
          ]
        : []),
      ...(isPublished && may('versions') ? [{ key: 'versions', label: t('form-list.versions'), rare: true, run: open('versions') }] : []),
      ...(isPublished && may('link') ? [{ key: 'links', label: t('form-list.links'), rare: true, run: open('links') }] : []),
      ...(may('copy') ? [{ key: 'copy', label: t('form-list.copy'), rare: true, run: open('copy') }] : []),
      ...(may('schema') ? [{ key: 'schema', label: t('form-list.schema'), rare: true, run: () => void saveSchema(row) }] : []),
    ]
  }

  return (
    <>
      <ResourcePage
        of={forms}
        columns={columns}
        filters={filters}
        form={FormDialog}
        onAdded={(answer) => {
          const { id } = answer as { id?: string }
          if (id !== undefined && paths.has(DESIGNER)) design(id)
        }}
        empty={t('form-list.empty')}
        rowActions={rowActions}
      />
      <Suspense fallback={null}>
        {opened?.what === 'copy' && <CopyDialog row={opened.row} onCopied={changed} onClose={close} />}
        {opened?.what === 'publish' && <PublishDraft id={opened.row.id} onClose={close} />}
        {opened?.what === 'versions' && (
          <VersionsDialog row={opened.row} mayRestore={opened.mayRestore} onRestored={changed} onClose={close} />
        )}
        {opened?.what === 'links' && <LinksDialog row={opened.row} onClose={close} />}
      </Suspense>
    </>
  )
}
