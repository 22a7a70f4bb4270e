/** One task that is open, for those who manage instances. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { queryProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import { queryTaskDetails, terminateTask } from '../../../../model/contract/workflow/tasks.ts'
import { processTasks } from '../../../../model/index.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { done } from '../../../shared/workflow/act.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { PROCESS_QUERIES, forgetProcesses, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { TaskView } from '../../../shared/workflow/task-view.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'

const HandOverDialog = lazyWithPreload(() => import('../../../shared/workflow/hand-over-dialog.tsx'))
const CommentDialog = lazyWithPreload(() => import('../../../shared/workflow/comment-dialog.tsx'))

export default function TaskDetailsPage() {
  return (
    <PageOfOne title="menu.taskdetails" list={{ path: '/activiti/task', name: 'menu.task' }}>
      {(id) => <Task key={id} id={id} />}
    </PageOfOne>
  )
}

function Task({ id }: { id: string }) {
  useProcessInvalidation()
  const t = useT()
  const queries = useQueryClient()
  const { authority } = useSession()
  const [opened, setOpened] = useState<'assign' | 'terminate'>()
  const details = useQuery({
    queryKey: [PROCESS_QUERIES, 'task', id],
    queryFn: ({ signal }) => ask(queryTaskDetails, { taskId: id }, { signal, quiet: true }),
  })
  const instance = details.data?.task.processInstanceId ?? ''
  const track = useQuery({
    queryKey: [PROCESS_QUERIES, 'track', 'running', instance],
    queryFn: ({ signal }) => ask(queryProcessTrack, { processInstanceId: instance }, { signal, quiet: true }),
    enabled: instance !== '',
  })
  // Which buttons there are, the list says.
  // eslint-disable-next-line no-restricted-syntax -- the buttons alone: the failure of the task is shown
  const { data: rows } = useQuery(listOf(processTasks, { id, currentPage: 1, pageSize: 1 }, { quiet: true }))
  const may = (button: string) => mayUse(button, processTasks.menu, rows?.allowed, authority.menuButton)
  const changed = () => forgetProcesses(queries)
  const close = () => setOpened(undefined)

  return (
    <Asked of={details}>
      {(data) => {
        const isOpen = data.task.taskState === 'open' || data.task.taskState === 'waiting'
        const name = `${data.task.name} · ${data.task.processInstanceName}`
        return (
          <>
            <TaskView of={data} track={track}>
              <div className="process-acts">
                {isOpen && may('assign') && (
                  <Button aria-haspopup="dialog" onClick={() => setOpened('assign')}>
                    {t('process-list.hand-over')}
                  </Button>
                )}
                {isOpen && may('terminate') && (
                  <Button danger aria-haspopup="dialog" onClick={() => setOpened('terminate')}>
                    {t('button.terminate')}
                  </Button>
                )}
              </div>
            </TaskView>
            <Suspense fallback={null}>
              {opened === 'assign' && <HandOverDialog ids={[id]} name={name} onDone={changed} onClose={close} />}
              {opened === 'terminate' && (
                <CommentDialog
                  title={t('process-list.terminate-task')}
                  about={t('process-list.terminate-task-about', { name })}
                  ok={t('button.terminate')}
                  required
                  danger
                  run={async ({ comment }) => {
                    const isDone = await done(() => ask(terminateTask, { taskId: id, comment }), t('process-list.terminate-task-done'))
                    if (isDone) await changed()
                    return isDone
                  }}
                  onClose={close}
                />
              )}
            </Suspense>
          </>
        )
      }}
    </Asked>
  )
}
