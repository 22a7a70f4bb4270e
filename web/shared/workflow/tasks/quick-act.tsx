/** An act from a list, without opening the task first. What has to be filled in is said, and where. */
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { toast } from '../../../ui/toast.ts'
import ActDialog from './act-dialog.tsx'
import type { DialogAct } from './acts.ts'
import { taskDetailsOf } from './task-details.ts'

interface QuickActProps {
  readonly act: DialogAct
  readonly task: PersonalTask
  readonly onClose: () => void
}

export default function QuickAct({ act, task, onClose }: QuickActProps) {
  const t = useT()
  const { data, isLoading } = useQuery({ ...taskDetailsOf(task.id), enabled: act === 'complete' })
  const asksForm = (data?.form?.writable.length ?? 0) > 0
  // Whom to choose among, and what was written before, stand in it from the beginning.
  if (isLoading) return null
  return (
    <ActDialog
      act={act}
      task={task}
      pick={data?.pick}
      {...(data?.draft?.comment ? { comment: data.draft.comment } : {})}
      notice={
        asksForm && (
          <Alert
            type="info"
            className="task-refusal"
            title={
              <>
                {t('my-task.form-first')} <Link to={`/personaloa/mytaskdetails?id=${task.id}`}>{t('my-task.form-open')}</Link>
              </>
            }
          />
        )
      }
      onDone={(message) => toast.success(message)}
      onClose={onClose}
    />
  )
}
