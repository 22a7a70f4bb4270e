import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { changePassword } from '../../kernel/account.ts'
import { ApiError } from '../../kernel/api.ts'
import { useT } from '../../kernel/i18n.ts'
import { useSession } from '../../kernel/session-store.ts'
import { toast } from '../../ui/toast.ts'

interface Values {
  readonly oldPassword: string
  readonly newPassword: string
  readonly confirmNewPassword: string
}

/** Section 9 of the specification. */
const LONGEST = 31
const SHORTEST = 6

export default function ChangePassword({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const { user } = useSession()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)

  async function submit({ oldPassword, newPassword, confirmNewPassword }: Values): Promise<void> {
    if (newPassword !== confirmNewPassword) return toast.warning(t('navbar.password-notsame'))
    setBusy(true)
    try {
      await changePassword(user.id, oldPassword, newPassword)
      toast.success(t('navbar.password-changed'))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.warning(error.message)
    } finally {
      setBusy(false)
    }
  }

  const length = { min: SHORTEST, max: LONGEST, message: t('check.length', { field: t('navbar.newpassword'), min: SHORTEST, max: LONGEST }) }
  return (
    <Modal
      open={open} title={t('navbar.change-password')} okText={t('common.save')} cancelText={t('common.cancel')} confirmLoading={busy}
      onOk={() => form.submit()} onCancel={onClose} width={440} destroyOnHidden
    >
      <Form
        form={form} layout="vertical" requiredMark={false} preserve={false} validateTrigger={['onBlur', 'onChange']}
        onFinish={(values) => void submit(values)}
      >
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <Form.Item name="oldPassword" label={t('navbar.oldpassword')} rules={[{ required: true, message: t('navbar.oldpassword-required') }]}>
          <Input.Password maxLength={LONGEST} autoComplete="current-password" />
        </Form.Item>
        <Form.Item name="newPassword" label={t('navbar.newpassword')} rules={[{ required: true, message: t('navbar.newpassword-required') }, length]}>
          <Input.Password maxLength={LONGEST} autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmNewPassword" label={t('navbar.confirm-newpassword')}
          rules={[{ required: true, message: t('navbar.confirm-newpassword-required') }]}
        >
          <Input.Password maxLength={LONGEST} autoComplete="new-password" onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
