/** Tasks that I have: opened, or decided at once. */
import { Suspense, useState } from 'react'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { MyOpinions } from '../../../shared/workflow/office/my-opinions.tsx'
import type { DialogAct } from '../../../shared/workflow/tasks/acts.ts'
import { useShown } from '../../../shared/workflow/tasks/buttons.ts'
import { TaskList } from '../../../shared/workflow/tasks/task-list.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'

const PhrasesDialog = lazyWithPreload(() => import('../../../shared/workflow/tasks/phrases-dialog.tsx'))
const QuickAct = lazyWithPreload(() => import('../../../shared/workflow/tasks/quick-act.tsx'))

export default function AssigneeTaskPage() {
  const t = useT()
  const shows = useShown('assigneetask')
  const [wanted, setWanted] = useState<{ readonly act: DialogAct; readonly task: PersonalTask }>()
  const [isManaging, setManaging] = useState(false)

  return (
    <>
      <MyOpinions />
      <TaskList
        status="assignee"
        empty="my-task.assignee-empty"
        fields={['processInstanceName', 'starter', 'createTime', 'dueTime']}
        tools={[{ key: 'phrases', label: t('my-task.phrases'), run: () => setManaging(true) }]}
        actionsOf={(task, open) => {
          // Whoever was asked by somebody else only answers.
          const acts: readonly DialogAct[] = task.delegationState === 'PENDING' ? ['resolve'] : ['complete', 'reject']
          return [
            ...(shows('details') ? [{ key: 'details', label: t('my-task.open'), run: open }] : []),
            ...acts
              .filter((act) => (act === 'resolve' || act === 'complete' || act === 'reject' ? shows(act) : false))
              .map((act) => ({
                key: act,
                label: t(`my-task.act-${act}`),
                main: act !== 'reject',
                danger: act === 'reject',
                run: () => setWanted({ act, task }),
              })),
          ]
        }}
      />
      <Suspense fallback={null}>
        {wanted && <QuickAct {...wanted} onClose={() => setWanted(undefined)} />}
        {isManaging && <PhrasesDialog onClose={() => setManaging(false)} />}
      </Suspense>
    </>
  )
}
