/** All tasks that somebody has to do, whoever: looked at, given to somebody else, ended with their instance. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { terminateTask } from '../../../../model/contract/workflow/tasks.ts'
import { processTasks } from '../../../../model/index.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { done } from '../../../shared/workflow/act.ts'
import { forgetProcesses, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { taskColumns } from '../../../shared/workflow/task-columns.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'

const HandOverDialog = lazyWithPreload(() => import('../../../shared/workflow/hand-over-dialog.tsx'))
const CommentDialog = lazyWithPreload(() => import('../../../shared/workflow/comment-dialog.tsx'))

const filters = ['name', 'processDefinitionName', 'assigneeId', 'taskState']
const DETAILS = '/activiti/taskdetails'

export default function TasksPage() {
  useProcessInvalidation()
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [given, setGiven] = useState<readonly ResourceRow[]>()
  const [ended, setEnded] = useState<ResourceRow>()
  const changed = () => forgetProcesses(queries)
  const nameOf = (row: ResourceRow) => [row['name'], row['processInstanceName']].filter(Boolean).join(' · ')

  return (
    <>
      <ResourcePage
        of={processTasks}
        columns={taskColumns}
        filters={filters}
        without={['add', 'update', 'delete']}
        empty={t('process-list.tasks-empty')}
        actions={(chosen, may) =>
          may('assign')
            ? [
                {
                  key: 'assign',
                  label: t('process-list.hand-over'),
                  run: () => (chosen.length === 0 ? toast.warning(t('list.check-one')) : setGiven(chosen)),
                },
              ]
            : []
        }
        rowActions={(row, may) => [
          ...(may('details')
            ? [{ key: 'details', label: t('button.details'), main: true, run: () => void navigate(`${DETAILS}?id=${row.id}`) }]
            : []),
          ...(may('assign') ? [{ key: 'assign', label: t('process-list.hand-over'), run: () => setGiven([row]) }] : []),
          ...(may('terminate')
            ? [{ key: 'terminate', label: t('button.terminate'), danger: true, rare: true, run: () => setEnded(row) }]
            : []),
        ]}
      />
      <Suspense fallback={null}>
        {given && (
          <HandOverDialog
            ids={given.map(({ id }) => id)}
            name={given.map(nameOf).join(t('common.between'))}
            onDone={changed}
            onClose={() => setGiven(undefined)}
          />
        )}
        {ended && (
          <CommentDialog
            title={t('process-list.terminate-task')}
            about={t('process-list.terminate-task-about', { name: nameOf(ended) })}
            ok={t('button.terminate')}
            required
            danger
            run={async ({ comment }) => {
              const isDone = await done(() => ask(terminateTask, { taskId: ended.id, comment }), t('process-list.terminate-task-done'))
              if (isDone) await changed()
              return isDone
            }}
            onClose={() => setEnded(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
