import { useNavigate } from 'react-router'
import { queryPersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { toast } from '../../../ui/toast.ts'

/** Says that something was done, and leads to another task that waits, where there is one. @param taskId The one that was done */
export function useNextTask(taskId: string): (message: string) => Promise<void> {
  const t = useT()
  const navigate = useNavigate()
  return async (message) => {
    const next = (await waiting()).find(({ id }) => id !== taskId)
    if (!next) return toast.success(message)
    toast.success(message, {
      text: t('my-task.next', { name: next.name }),
      go: () => void navigate(`/personaloa/mytaskdetails?id=${next.id}`),
    })
  }
}

async function waiting() {
  try {
    return (await ask(queryPersonalTask, { taskStatus: 'assignee', currentPage: 1, pageSize: 2 }, { quiet: true })).list
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    return []
  }
}
