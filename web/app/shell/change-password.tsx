import { Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { changePassword } from '../../kernel/session/account.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { usePasswordPolicy, wordsOfPolicy, wrongWithPassword } from '../../kernel/session/password-policy.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import { focusFirstField } from '../../ui/first-field.ts'
import { toast } from '../../ui/toast.ts'

interface Values {
  readonly oldPassword: string
  readonly newPassword: string
  readonly confirmNewPassword: string
}

/** Section 9 of the specification. */
const MAX_PASSWORD_LENGTH = 31

interface ChangePasswordProps {
  readonly open: boolean
  readonly onClose: () => void
  /** It has to be changed: the dialog stays until it is, or until this is done instead. */
  readonly instead?: { readonly label: string; readonly run: () => void }
}

export default function ChangePassword({ open, onClose, instead }: ChangePasswordProps) {
  const t = useT()
  const { user } = useSession()
  const policy = usePasswordPolicy(open)
  const [form] = Form.useForm<Values>()
  const id = useId()
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

  const allowed = {
    validator: (_: unknown, value: string | undefined) => {
      const message = value ? wrongWithPassword(value, t('navbar.newpassword'), policy, t) : undefined
      return message ? Promise.reject(new Error(message)) : Promise.resolve()
    },
  }
  return (
    <Modal
      open={open}
      title={t(instead ? 'password.must-title' : 'navbar.change-password')}
      okText={t('common.save')}
      cancelText={instead?.label ?? t('common.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={instead?.run ?? onClose}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      width={440}
      destroyOnHidden
      {...(instead ? { closable: false, keyboard: false, mask: { closable: false } } : {})}
    >
      {instead && <p>{t('password.must-text')}</p>}
      <Form
        id={id}
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        validateTrigger={['onBlur', 'onChange']}
        onFinish={(values) => void submit(values)}
      >
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <Form.Item
          name="oldPassword"
          label={t('navbar.oldpassword')}
          rules={[{ required: true, message: t('navbar.oldpassword-required') }]}
        >
          <Input.Password maxLength={MAX_PASSWORD_LENGTH} autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('navbar.newpassword')}
          extra={wordsOfPolicy(policy, t)}
          rules={[{ required: true, message: t('navbar.newpassword-required') }, allowed]}
        >
          <Input.Password maxLength={MAX_PASSWORD_LENGTH} autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmNewPassword"
          label={t('navbar.confirm-newpassword')}
          rules={[{ required: true, message: t('navbar.confirm-newpassword-required') }]}
        >
          <Input.Password maxLength={MAX_PASSWORD_LENGTH} autoComplete="new-password" onPressEnter={() => form.submit()} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
