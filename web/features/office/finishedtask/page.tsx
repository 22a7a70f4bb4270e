/** Tasks that I have done; a decision is taken back while nothing that came of it was acted on. */
import { Suspense, useState } from 'react'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useShown } from '../../../shared/workflow/tasks/buttons.ts'
import { TaskList } from '../../../shared/workflow/tasks/task-list.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'

const QuickAct = lazyWithPreload(() => import('../../../shared/workflow/tasks/quick-act.tsx'))

/** Whether it is worth asking: what has come of it is looked at when somebody asks. A return is undone by nothing. */
const mayComeBack = ({ processStatus, outcome }: PersonalTask) =>
  processStatus === 'running' && (outcome === 'approved' || outcome === 'rejected')

export default function FinishedTaskPage() {
  const t = useT()
  const shows = useShown('finishedtask')
  const [wanted, setWanted] = useState<PersonalTask>()

  return (
    <>
      <TaskList
        status="finished"
        empty="my-task.finished-empty"
        fields={['processInstanceName', 'processStatus', 'endTime']}
        actionsOf={(task, open) => [
          ...(shows('withdraw') && mayComeBack(task)
            ? [{ key: 'withdraw', label: t('my-task.act-withdraw'), run: () => setWanted(task) }]
            : []),
          ...(shows('details') ? [{ key: 'details', label: t('button.details'), main: true, run: open }] : []),
        ]}
      />
      <Suspense fallback={null}>{wanted && <QuickAct act="withdraw" task={wanted} onClose={() => setWanted(undefined)} />}</Suspense>
    </>
  )
}
