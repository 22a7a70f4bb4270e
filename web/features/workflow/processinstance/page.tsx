/** Instances that run: followed on their diagram, stopped and gone on with, ended and removed. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { activateProcessInstance, suspendProcessInstance, terminateProcessInstance } from '../../../../model/contract/workflow/instances.ts'
import { processInstances } from '../../../../model/index.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { deleteRows } from '../../../kernel/http/resource-client.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { done } from '../../../shared/workflow/act.ts'
import { instanceColumns } from '../../../shared/workflow/instance-columns.tsx'
import { forgetProcesses, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Action } from '../../../ui/toolbar.tsx'

const TrackDialog = lazyWithPreload(() => import('../../../shared/workflow/track-dialog.tsx'))
const CommentDialog = lazyWithPreload(() => import('../../../shared/workflow/comment-dialog.tsx'))

const filters = ['name', 'definitionId', 'starterId', 'hasIncident']
const EXECUTION = '/activiti/execution'

const ACTS = ['suspend', 'activate', 'terminate', 'delete'] as const
type Act = (typeof ACTS)[number]

/** Whether an act is one for an instance as it is. */
const fits = (act: Act, { instanceState }: ResourceRow): boolean =>
  act === 'suspend' ? instanceState === 'running' : act === 'activate' ? instanceState === 'suspended' : true

function perform(act: Act, rows: readonly ResourceRow[], comment: string): Promise<unknown> {
  const processInstanceId = rows.map(({ id }) => id).join(',')
  switch (act) {
    case 'suspend':
      return ask(suspendProcessInstance, { processInstanceId, comment })
    case 'activate':
      return ask(activateProcessInstance, { processInstanceId, comment })
    case 'terminate':
      return ask(terminateProcessInstance, { processInstanceId, comment })
    case 'delete':
      return deleteRows(
        processInstances,
        rows.map(({ id }) => id),
      )
  }
}

export default function ProcessInstancesPage() {
  useProcessInvalidation()
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [tracked, setTracked] = useState<{ readonly row: ResourceRow; readonly mayResolve: boolean }>()
  const [wanted, setWanted] = useState<{ readonly act: Act; readonly rows: readonly ResourceRow[] }>()

  function want(act: Act, rows: readonly ResourceRow[]): void {
    if (rows.length === 0) return toast.warning(t('list.check-one'))
    const fitting = rows.filter((row) => fits(act, row))
    if (fitting.length === 0) return toast.warning(t(act === 'suspend' ? 'process-list.none-running' : 'process-list.none-suspended'))
    setWanted({ act, rows: fitting })
  }

  const actions = (chosen: readonly ResourceRow[], may: (button: string) => boolean): Action[] =>
    ACTS.filter((act) => may(act)).map((act) => ({
      key: act,
      label: t(`button.${act}`),
      danger: act === 'terminate' || act === 'delete',
      run: () => want(act, chosen),
    }))

  const rowActions = (row: ResourceRow, may: (button: string) => boolean): RowAction[] => [
    ...(may('track')
      ? [{ key: 'track', label: t('button.track'), main: true, run: () => setTracked({ row, mayResolve: may('resolve') }) }]
      : []),
    ...(may('execution')
      ? [{ key: 'execution', label: t('button.execution'), run: () => void navigate(`${EXECUTION}?id=${row.id}`) }]
      : []),
    ...ACTS.filter((act) => may(act) && fits(act, row)).map((act) => ({
      key: act,
      label: t(`button.${act}`),
      danger: act === 'terminate' || act === 'delete',
      rare: true,
      run: () => setWanted({ act, rows: [row] }),
    })),
  ]

  return (
    <>
      <ResourcePage
        of={processInstances}
        columns={instanceColumns}
        filters={filters}
        without={['delete']}
        actions={actions}
        rowActions={rowActions}
        empty={t('process-list.instances-empty')}
      />
      <Suspense fallback={null}>
        {tracked && (
          <TrackDialog
            id={tracked.row.id}
            name={String(tracked.row['name'] ?? '')}
            from="running"
            mayResolve={tracked.mayResolve}
            onClose={() => setTracked(undefined)}
          />
        )}
        {wanted && (
          <CommentDialog
            key={wanted.act}
            title={t(`process-list.${wanted.act}-instance`)}
            about={t(`process-list.${wanted.act}-instance-about`, { names: namesOf(wanted.rows, t('common.between')) })}
            ok={t(`button.${wanted.act}`)}
            // Why it stands still is read in its record; clients of the API family may leave it out (docs/decisions/0161).
            required={wanted.act === 'terminate' || wanted.act === 'suspend'}
            danger={wanted.act === 'terminate' || wanted.act === 'delete'}
            asksNot={wanted.act === 'delete'}
            run={async ({ comment }) => {
              const isDone = await done(() => perform(wanted.act, wanted.rows, comment), t(`process-list.${wanted.act}-instance-done`))
              if (isDone) await forgetProcesses(queries)
              return isDone
            }}
            onClose={() => setWanted(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

/** So many names are read; of more it is said how many. */
const NAMED = 3

function namesOf(rows: readonly ResourceRow[], between: string): string {
  const names = rows.slice(0, NAMED).map((row) => String(row['name'] ?? ''))
  return names.join(between) + (rows.length > NAMED ? ` … (${rows.length})` : '')
}
