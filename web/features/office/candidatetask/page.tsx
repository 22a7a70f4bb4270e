/** Tasks that I am asked for with others: whoever takes one first has it. */
import { useQueryClient } from '@tanstack/react-query'
import { claimTask } from '../../../../model/contract/workflow/tasks.ts'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { done } from '../../../shared/workflow/act.ts'
import { forgetProcesses } from '../../../shared/workflow/queries.ts'
import { useShown } from '../../../shared/workflow/tasks/buttons.ts'
import { TaskList } from '../../../shared/workflow/tasks/task-list.tsx'
import { toast } from '../../../ui/toast.ts'

export default function CandidateTaskPage() {
  const t = useT()
  const queries = useQueryClient()
  const shows = useShown('candidatetask')

  async function claim(tasks: readonly PersonalTask[]): Promise<void> {
    if (tasks.length === 0) return toast.warning(t('list.check-one'))
    await done(() => ask(claimTask, { taskId: tasks.map(({ id }) => id).join(',') }), t('my-task.done-claim'))
    // Of several some may be taken although one could not.
    await forgetProcesses(queries)
  }

  return (
    <TaskList
      status="candidate"
      empty="my-task.candidate-empty"
      fields={['processInstanceName', 'starter', 'createTime']}
      {...(shows('assign')
        ? {
            actions: (chosen, clear) => [
              { key: 'assign', label: t('my-task.claim-chosen'), main: true, run: () => void claim(chosen).then(clear) },
            ],
          }
        : {})}
      actionsOf={(task, open) => [
        ...(shows('details') ? [{ key: 'details', label: t('button.details'), run: open }] : []),
        ...(shows('assign') ? [{ key: 'assign', label: t('my-task.act-claim'), main: true, run: () => void claim([task]) }] : []),
      ]}
    />
  )
}
