/** Models of processes: added or brought as a file, designed, checked, tried out, deployed; and who may start what is deployed. */
import ImportOutlined from '@ant-design/icons/es/icons/ImportOutlined'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { downloadModel } from '../../../../model/contract/workflow/models.ts'
import { processModels } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { forgetProcesses } from '../../../shared/workflow/queries.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'

const DeployDialog = lazyWithPreload(() => import('./deploy-dialog.tsx'))
const CopyDialog = lazyWithPreload(() => import('./copy-dialog.tsx'))
const ImportModelDialog = lazyWithPreload(() => import('./import-model-dialog.tsx'))
const StartersDialog = lazyWithPreload(() => import('./starters-dialog.tsx'))
const SimulateDialog = lazyWithPreload(() => import('./simulate-dialog.tsx'))

const DESIGNER = '/activiti/processdesign'
const filters = ['name', 'category', 'key', 'orgId']

type Dialog = 'copy' | 'deploy' | 'check' | 'starters' | 'simulate'

export default function ModelsPage() {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { authority } = useSession()
  const [opened, setOpened] = useState<{ readonly what: Dialog; readonly row: ResourceRow }>()
  const [isImporting, setImporting] = useState(false)
  const hasDesigner = menuPaths(authority.menu).has(DESIGNER)
  const close = () => setOpened(undefined)
  const changed = () => forgetProcesses(queries)
  const design = (id: string) => void navigate(`${DESIGNER}?id=${id}`)

  const columns: ColumnSetups = {
    name: { width: 200, first: true },
    key: { width: 160, first: true },
    modelVersion: {
      first: true,
      width: 110,
      render: ({ modelVersion }, text) => (modelVersion === 0 ? <Tag kind="plain">{t('process-list.not-deployed')}</Tag> : text),
    },
    deploymentTime: { width: 170, first: true },
    description: { isRare: true },
  }

  async function save(row: ResourceRow): Promise<void> {
    try {
      await fetchFile(downloadModel, { modelId: row.id })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  function rowActions(row: ResourceRow, may: (button: string) => boolean): RowAction[] {
    const open = (what: Dialog) => () => setOpened({ what, row })
    const mayAuthorize = may('update') && !authority.menuButton.includes(`${processModels.menu}:authorize`)
    return [
      ...(may('design') && hasDesigner ? [{ key: 'design', label: t('button.design'), main: true, run: () => design(row.id) }] : []),
      ...(may('deploy') ? [{ key: 'deploy', label: t('button.deploy'), rare: true, run: open('deploy') }] : []),
      ...(may('check') ? [{ key: 'check', label: t('button.check'), rare: true, run: open('check') }] : []),
      ...(may('simulate') ? [{ key: 'simulate', label: t('button.simulate'), rare: true, run: open('simulate') }] : []),
      ...(mayAuthorize ? [{ key: 'authorize', label: t('button.authorize'), rare: true, run: open('starters') }] : []),
      ...(may('copy') ? [{ key: 'copy', label: t('button.copy'), rare: true, run: open('copy') }] : []),
      ...(may('download') ? [{ key: 'download', label: t('process-list.save-bpmn'), rare: true, run: () => void save(row) }] : []),
    ]
  }

  return (
    <>
      <ResourcePage
        of={processModels}
        columns={columns}
        filters={filters}
        onAdded={(answer) => {
          const { id } = answer as { id?: string }
          if (id !== undefined && hasDesigner) design(id)
        }}
        empty={t('process-list.models-empty')}
        actions={(_chosen, may) =>
          may('upload')
            ? [
                {
                  key: 'upload',
                  label: t('process-list.import-bpmn'),
                  icon: <ImportOutlined aria-hidden="true" />,
                  run: () => setImporting(true),
                },
              ]
            : []
        }
        rowActions={rowActions}
      />
      <Suspense fallback={null}>
        {(opened?.what === 'deploy' || opened?.what === 'check') && (
          <DeployDialog
            key={opened.row.id}
            row={opened.row}
            deploys={opened.what === 'deploy'}
            {...(hasDesigner ? { onDesign: design } : {})}
            onDeployed={changed}
            onClose={close}
          />
        )}
        {opened?.what === 'copy' && <CopyDialog row={opened.row} onCopied={changed} onClose={close} />}
        {opened?.what === 'starters' && <StartersDialog row={opened.row} onSaved={changed} onClose={close} />}
        {opened?.what === 'simulate' && <SimulateDialog row={opened.row} onClose={close} />}
        {isImporting && <ImportModelDialog onImported={changed} onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  )
}
