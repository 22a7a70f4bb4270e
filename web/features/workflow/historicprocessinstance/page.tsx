/** All instances there ever were: followed on their diagram, read step by step, and removed once they are over. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { historicProcessInstances } from '../../../../model/index.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { deleteRows } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { done } from '../../../shared/workflow/act.ts'
import { instanceColumns } from '../../../shared/workflow/instance-columns.tsx'
import { forgetProcesses, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { confirm } from '../../../ui/confirm.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'

const TrackDialog = lazyWithPreload(() => import('../../../shared/workflow/track-dialog.tsx'))

const HoldDialog = lazyWithPreload(() => import('./hold-dialog.tsx'))
const ReviveDialog = lazyWithPreload(() => import('./revive-dialog.tsx'))

const filters = ['name', 'definitionId', 'starterId', 'processStatus', 'isHeld']

/** The pages about one instance, by the button that leads there. */
const WAYS = [
  ['activity', '/activiti/historicactivityinstance'],
  ['detail', '/activiti/historicdetail'],
  ['variable', '/activiti/historicvariableinstance'],
] as const

export default function HistoricInstancesPage() {
  useProcessInvalidation()
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [tracked, setTracked] = useState<ResourceRow>()
  const [holding, setHolding] = useState<{ readonly ids: readonly string[]; readonly isHeld: boolean }>()
  const [revived, setRevived] = useState<ResourceRow>()

  async function remove(rows: readonly ResourceRow[]): Promise<void> {
    if (rows.length === 0) return toast.warning(t('list.check-one'))
    if (rows.some(({ instanceState }) => instanceState !== 'ended')) return toast.warning(t('process-list.not-over'))
    const isSure = await confirm({
      title: t('delete.title'),
      text: t('process-list.delete-history', { count: rows.length }),
      ok: t('button.delete'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!isSure) return
    const ids = rows.map(({ id }) => id)
    if (await done(() => deleteRows(historicProcessInstances, ids), t('delete.done'))) await forgetProcesses(queries)
  }

  return (
    <>
      <ResourcePage
        of={historicProcessInstances}
        columns={instanceColumns}
        filters={filters}
        without={['add', 'update', 'delete']}
        empty={t('process-list.instances-empty')}
        actions={(chosen, may) =>
          may('delete') ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove(chosen) }] : []
        }
        rowActions={(row, may) => [
          ...(may('track') ? [{ key: 'track', label: t('button.track'), main: true, run: () => setTracked(row) }] : []),
          ...WAYS.filter(([button]) => may(button)).map(([button, path]) => ({
            key: button,
            label: t(`button.${button}`),
            rare: true,
            run: () => void navigate(`${path}?id=${row.id}`),
          })),
          ...(may('revive') && row['instanceState'] === 'ended'
            ? [{ key: 'revive', label: t('button.revive'), rare: true, run: () => setRevived(row) }]
            : []),
          ...(may('hold')
            ? [
                {
                  key: 'hold',
                  label: t(row['isHeld'] === 1 ? 'process-list.release' : 'button.hold'),
                  rare: true,
                  run: () => setHolding({ ids: [row.id], isHeld: row['isHeld'] !== 1 }),
                },
              ]
            : []),
          ...(may('delete') && row['instanceState'] === 'ended'
            ? [{ key: 'delete', label: t('button.delete'), danger: true, rare: true, run: () => void remove([row]) }]
            : []),
        ]}
      />
      <Suspense fallback={null}>
        {holding && <HoldDialog {...holding} onClose={() => setHolding(undefined)} />}
        {revived && <ReviveDialog id={revived.id} name={String(revived['name'] ?? '')} onClose={() => setRevived(undefined)} />}
        {tracked && (
          <TrackDialog
            id={tracked.id}
            name={String(tracked['name'] ?? '')}
            from="history"
            mayResolve={false}
            onClose={() => setTracked(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
