/** What was deployed, when and by whom: looked at, saved as a file, removed; and files deployed without a model. */
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { getProcessResource } from '../../../../model/contract/workflow/definitions.ts'
import { processDefinitions, processDeployments, processInstances } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { deleteRows, readList } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { done } from '../../../shared/workflow/act.ts'
import { saveModel } from '../../../shared/workflow/bpmn-file.ts'
import { forgetProcesses } from '../../../shared/workflow/queries.ts'
import { confirm } from '../../../ui/confirm.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'

const DeployFileDialog = lazyWithPreload(() => import('./deploy-file-dialog.tsx'))

const filters = ['name', 'category', 'key', 'deployedBy']
const columns = { name: { width: 220, first: true }, key: { width: 180, first: true }, modelVersion: { width: 90 } }

/** How many instances of what was deployed are not over. */
async function runningOf({ id }: ResourceRow): Promise<number> {
  const { list } = await readList(processDefinitions, { deploymentId: id, pageSize: 100 })
  const totals = await Promise.all(
    list.map(async (definition) => (await readList(processInstances, { definitionId: definition.id, pageSize: 1 })).total ?? 0),
  )
  return totals.reduce((sum, total) => sum + total, 0)
}

export default function DeploymentsPage() {
  const t = useT()
  const queries = useQueryClient()
  const [isUploading, setUploading] = useState(false)
  const changed = () => forgetProcesses(queries)

  async function save(row: ResourceRow): Promise<void> {
    try {
      const { key, definitionVersion, xml } = await ask(getProcessResource, { deploymentId: row.id })
      saveModel(`${key}-${definitionVersion}`, xml)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  async function remove(rows: readonly ResourceRow[]): Promise<void> {
    if (rows.length === 0) return toast.warning(t('list.check-one'))
    try {
      const running = (await Promise.all(rows.map(runningOf))).reduce((sum, count) => sum + count, 0)
      if (running > 0) return toast.error(t('process-list.deployment-runs', { count: running }))
    } catch (error) {
      // Whoever may not look at instances is told by the server what keeps it from being removed.
      if (!(error instanceof ApiError)) throw error
    }
    const isSure = await confirm({
      title: t('delete.title'),
      text: t('process-list.delete-deployment', { names: rows.map((row) => String(row['name'] ?? '')).join(t('common.between')) }),
      ok: t('button.delete'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!isSure) return
    const ids = rows.map(({ id }) => id)
    if (await done(() => deleteRows(processDeployments, ids), t('delete.done'))) await changed()
  }

  return (
    <>
      <ResourcePage
        of={processDeployments}
        columns={columns}
        filters={filters}
        without={['delete', 'add', 'update']}
        empty={t('process-list.deployments-empty')}
        actions={(chosen, may) => [
          ...(may('upload')
            ? [
                {
                  key: 'upload',
                  label: t('process-list.deploy-file'),
                  icon: <UploadOutlined aria-hidden="true" />,
                  main: true,
                  run: () => setUploading(true),
                },
              ]
            : []),
          ...(may('delete') ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove(chosen) }] : []),
        ]}
        rowActions={(row, may) => [
          ...(may('download') ? [{ key: 'download', label: t('process-list.save-bpmn'), main: true, run: () => void save(row) }] : []),
          ...(may('delete') ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove([row]) }] : []),
        ]}
      />
      {isUploading && (
        <Suspense fallback={null}>
          <DeployFileDialog onDeployed={changed} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  )
}
