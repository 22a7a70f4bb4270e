/** An act from a list, without opening the task first. What has to be filled in is said, and where. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
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
  const { data, isLoading } = useQuery({ ...taskDetailsOf(task.id), enabled: act === 'complete' || act === 'withdraw' })
  const asksForm = act === 'complete' && (data?.form?.writable.length ?? 0) > 0
  const isTooLate = act === 'withdraw' && data?.acts.includes('withdraw') === false
  // Whom to choose among, and what was written before, stand in it from the beginning.
  if (isLoading) return null
  if (isTooLate) return <TooLate name={task.name} onClose={onClose} />
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

/** Nobody writes why for nothing: what has come of it is seen in the record. */
function TooLate({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT()
  const close = <Button onClick={onClose}>{t('common.close')}</Button>
  return (
    <Modal open title={t('my-task.act-withdraw')} footer={close} width={520} onCancel={onClose}>
      <p className="process-about">{t('my-task.withdraw-late', { name })}</p>
    </Modal>
  )
}
