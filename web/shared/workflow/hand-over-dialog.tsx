/** Gives tasks to somebody else, whoever has them. */
import { Form } from 'antd'
import { handOverTask } from '../../../model/contract/workflow/tasks.ts'
import { ask } from '../../kernel/http/ask.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../kernel/resource/row-picker.tsx'
import { done } from './act.ts'
import CommentDialog from './comment-dialog.tsx'

interface HandOverProps {
  readonly ids: readonly string[]
  /** What the one task is called; of several, how many. */
  readonly name: string
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

export default function HandOverDialog({ ids, name, onDone, onClose }: HandOverProps) {
  const t = useT()
  return (
    <CommentDialog
      title={t('process-list.hand-over')}
      about={name}
      ok={t('process-list.hand-over')}
      required
      run={async ({ assigneeId, comment }) => {
        const isDone = await done(
          () => ask(handOverTask, { taskId: ids.join(','), assigneeId: String(assigneeId), comment }),
          t('process-list.handed-over'),
        )
        if (isDone) await onDone()
        return isDone
      }}
      onClose={onClose}
    >
      <Form.Item
        name="assigneeId"
        label={t('process-list.to-whom')}
        rules={[{ required: true, message: t('process-list.approver-needed') }]}
      >
        <RowPicker noun="users" />
      </Form.Item>
    </CommentDialog>
  )
}
