/** Which point plays which part in the run. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { BoundPoint, RunDetail } from '../../../../../model/contract/acquisition/runs.ts'
import { deleteRunPoint } from '../../../../../model/contract/acquisition/runs.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import type { Translate } from '../../../../kernel/i18n/i18n.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { secondOf } from '../../../../ui/clock.ts'
import { confirm } from '../../../../ui/confirm.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { act } from './run-client.ts'
import { Section } from './section.tsx'

const PointDialog = lazyWithPreload(() => import('./point-dialog.tsx'))

export function Points({ data: { run, points, missing, allowed } }: { data: RunDetail }) {
  const t = useT()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)

  async function remove(bound: BoundPoint): Promise<void> {
    const [title, text] = [t('runs.remove-title'), t('runs.remove-about', { point: nameOf(bound, t) })]
    if (await confirm({ title, text, ok: t('runs.remove'), cancel: t('common.cancel'), danger: true }))
      await act(queries, () => ask(deleteRunPoint, { id: bound.id }))
  }

  const columns: Column<BoundPoint>[] = [
    {
      key: 'point',
      width: 240,
      title: t('runs.point'),
      render: ({ point }) => [point.deviceCode, point.pointName].filter(Boolean).join(' · '),
    },
    { key: 'role', width: 140, title: t('runs.role'), render: ({ role }) => t(`choice.runRole.${role}`) },
    { key: 'from', width: 180, title: t('runs.from'), render: ({ validFrom }) => (validFrom === null ? '–' : secondOf(validFrom)) },
    { key: 'until', width: 180, title: t('runs.until'), render: ({ validUntil }) => (validUntil === null ? '–' : secondOf(validUntil)) },
  ]
  return (
    <>
      <Section
        title={t('runs.points')}
        button={
          allowed.includes('bind') && (
            <Button size="small" aria-haspopup="dialog" onPointerEnter={() => void PointDialog.preload()} onClick={() => setAdding(true)}>
              {t('runs.bind')}
            </Button>
          )
        }
        columns={columns}
        rows={points}
        nameOf={(bound) => nameOf(bound, t)}
        {...(allowed.includes('unbind')
          ? {
              actionsOf: (bound: BoundPoint) => [{ key: 'delete', label: t('runs.remove'), danger: true, run: () => void remove(bound) }],
            }
          : {})}
      />
      {isAdding && (
        <Suspense fallback={null}>
          <PointDialog runId={run.id} first={missing[0]} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

const nameOf = ({ point, role }: BoundPoint, t: Translate): string => point.pointName ?? t(`choice.runRole.${role}`)
