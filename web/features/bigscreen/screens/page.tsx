/** Big screens: made, designed, published, played; their versions, the files they are kept as, and the links by which displays show them. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { downloadScreenFile } from '../../../../model/contract/screen/files.ts'
import { screens } from '../../../../model/index.ts'
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
import type { Missing } from './missing-dialog.tsx'

const ScreenDialog = lazyWithPreload(() => import('./screen-dialog.tsx'))
const CopyDialog = lazyWithPreload(() => import('./copy-dialog.tsx'))
const PublishDraft = lazyWithPreload(() => import('./publish-draft.tsx'))
const VersionsDialog = lazyWithPreload(() => import('../../../shared/screens/design/versions-dialog.tsx'))
const LinksDialog = lazyWithPreload(() => import('../../../shared/screens/links/links-dialog.tsx'))
const DisplaysDialog = lazyWithPreload(() => import('../../../shared/screens/links/displays-dialog.tsx'))
const MissingDialog = lazyWithPreload(() => import('./missing-dialog.tsx'))

const columns: ColumnSetups = {
  screenName: { width: 260, first: true },
  screenFolder: { width: 140 },
  screenStatus: { width: 100 },
  screenVersion: { width: 120 },
  publishedAt: { width: 180 },
  screenCode: { width: 130 },
}
const filters = ['screenName', 'screenFolder', 'screenStatus']

const DESIGNER = '/bigscreen/screendesign'

type Dialog = 'copy' | 'publish' | 'versions' | 'links' | 'displays'
interface Opened {
  readonly what: Dialog
  readonly row: ResourceRow
  readonly may: (button: string) => boolean
}

/** What a new screen of a file did not find in this tenant, and where it is designed. */
interface Imported {
  readonly id: string
  readonly missing: Missing
}

export default function ScreensPage() {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { authority } = useSession()
  const [opened, setOpened] = useState<Opened>()
  const [imported, setImported] = useState<Imported>()
  const mayDesign = menuPaths(authority.menu).has(DESIGNER)
  const close = () => setOpened(undefined)
  const changed = () => forgetLists(queries, screens)
  const design = (id: string) => {
    if (mayDesign) void navigate(`${DESIGNER}?id=${id}`)
  }

  async function save(row: ResourceRow): Promise<void> {
    try {
      const file = await ask(downloadScreenFile, { id: row.id })
      saveFile({
        name: `${String(row['screenName'])}.json`,
        content: new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }),
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  function rowActions(row: ResourceRow, may: (button: string) => boolean): RowAction[] {
    const isPublished = Number(row['screenVersion'] ?? 0) > 0
    const open = (what: Dialog) => () => setOpened({ what, row, may })
    return [
      ...(may('open') && may('design') && mayDesign
        ? [{ key: 'design', label: t('screen-list.design'), main: true, run: () => design(row.id) }]
        : []),
      ...(isPublished && may('show')
        ? [{ key: 'play', label: t('screen-list.play'), run: () => void window.open(`/screen/${row.id}`, '_blank', 'noopener') }]
        : []),
      ...(may('publish') && may('open') ? [{ key: 'publish', label: t('screen-list.publish'), rare: true, run: open('publish') }] : []),
      ...(isPublished && may('versions') ? [{ key: 'versions', label: t('screen-list.versions'), rare: true, run: open('versions') }] : []),
      ...(isPublished && may('links') ? [{ key: 'links', label: t('screen-list.links'), rare: true, run: open('links') }] : []),
      ...(isPublished && may('displays') ? [{ key: 'displays', label: t('screen-list.displays'), rare: true, run: open('displays') }] : []),
      ...(may('copy') ? [{ key: 'copy', label: t('screen-list.copy'), rare: true, run: open('copy') }] : []),
      ...(may('file') ? [{ key: 'file', label: t('screen-list.save-file'), rare: true, run: () => void save(row) }] : []),
    ]
  }

  const name = String(opened?.row['screenName'] ?? '')
  return (
    <>
      <ResourcePage
        of={screens}
        columns={columns}
        filters={filters}
        form={ScreenDialog}
        onAdded={(answer) => {
          const { id, missing = [] } = answer as Partial<Imported>
          if (id === undefined) return
          if (missing.length > 0) setImported({ id, missing })
          else design(id)
        }}
        empty={t('screen-list.empty')}
        rowActions={rowActions}
      />
      <Suspense fallback={null}>
        {opened?.what === 'copy' && <CopyDialog row={opened.row} onCopied={changed} onClose={close} />}
        {opened?.what === 'publish' && <PublishDraft id={opened.row.id} onClose={close} />}
        {opened?.what === 'versions' && (
          <VersionsDialog
            id={opened.row.id}
            name={name}
            mayRestore={opened.may('restore') && opened.may('open')}
            onRestored={changed}
            onClose={close}
          />
        )}
        {opened?.what === 'links' && (
          <LinksDialog screenId={opened.row.id} screenName={name} mayChange={opened.may('link')} onClose={close} />
        )}
        {opened?.what === 'displays' && (
          <DisplaysDialog
            screenId={opened.row.id}
            screenName={name}
            screenVersion={Number(opened.row['screenVersion'] ?? 0)}
            onClose={close}
          />
        )}
        {imported && (
          <MissingDialog
            missing={imported.missing}
            onClose={() => {
              setImported(undefined)
              design(imported.id)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
