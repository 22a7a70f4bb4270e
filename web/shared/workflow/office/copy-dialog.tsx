/** Sends people a copy of a process. */
import { Form } from 'antd'
import { useT } from '../../../kernel/i18n/i18n.ts'
import CommentDialog from '../comment-dialog.tsx'
import { PeoplePicker } from '../tasks/people-picker.tsx'

interface CopyDialogProps {
  readonly name: string
  /** Whether it was sent. */
  readonly run: (users: readonly string[], comment: string) => Promise<boolean>
  readonly onClose: () => void
}

export default function CopyDialog({ name, run, onClose }: CopyDialogProps) {
  const t = useT()
  const textsIn = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
  return (
    <CommentDialog
      title={t('my-process.copy')}
      about={t('my-process.copy-about', { name })}
      ok={t('my-process.copy')}
      run={({ users, comment }) => run(textsIn(users), comment)}
      onClose={onClose}
    >
      <Form.Item name="users" label={t('my-process.copy-to')} rules={[{ required: true, message: t('my-process.copy-needed') }]}>
        <PeoplePicker several />
      </Form.Item>
    </CommentDialog>
  )
}
