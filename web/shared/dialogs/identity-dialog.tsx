import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../kernel/http/api.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { SecondFactors } from '../../../model/contract/account/second-factors.ts'
import { canUsePasskeys, confirmOptions, confirmWith } from '../../kernel/session/second-factors.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import { toast } from '../../ui/toast.ts'

interface Shown {
  readonly password?: string
  readonly otp?: string
  readonly assertion?: string
}

interface IdentityDialogProps {
  readonly factors: SecondFactors
  /** What it is shown for. */
  readonly about?: string
  readonly onClose: (yes: boolean) => void
}

/** Asks who it is: by the password, or by a second factor where there is one. */
export default function IdentityDialog({ factors, about, onClose }: IdentityDialogProps) {
  const t = useT()
  const { user } = useSession()
  const [form] = Form.useForm<Shown>()
  const [busy, setBusy] = useState(false)
  const byFactor = factors.policy !== 'off' && (factors.totp !== null || factors.passkeys.length > 0)
  const name = byFactor ? 'otp' : 'password'

  async function show(shown: Shown): Promise<void> {
    setBusy(true)
    try {
      await confirmWith(shown)
      onClose(true)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      form.setFields([{ name, errors: [failure.message] }])
    } finally {
      setBusy(false)
    }
  }

  async function byPasskey(): Promise<void> {
    const { signWithPasskey } = await import('../../kernel/session/passkeys.ts')
    const assertion = await signWithPasskey(await confirmOptions())
    if (assertion === undefined) toast.warning(t('factor.passkey-refused'))
    else await show({ assertion })
  }

  return (
    <Modal
      open
      title={t('factor.confirm-title')}
      okText={t('factor.confirm')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      width={420}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={() => onClose(false)}
    >
      {about !== undefined && (
        <p>
          <strong>{about}</strong>
        </p>
      )}
      <p>{t(byFactor ? 'factor.confirm-factor' : 'factor.confirm-password')}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void show(values)}>
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <Form.Item
          name={name}
          label={t(byFactor ? 'factor.otp-or-recovery' : 'signIn.password')}
          rules={[
            { required: true, whitespace: true, message: t('check.required', { field: t(byFactor ? 'signIn.otp' : 'signIn.password') }) },
          ]}
        >
          {byFactor ? (
            <Input autoComplete="one-time-code" maxLength={40} autoFocus onPressEnter={() => form.submit()} />
          ) : (
            <Input.Password autoComplete="current-password" maxLength={31} autoFocus onPressEnter={() => form.submit()} />
          )}
        </Form.Item>
        {byFactor && factors.passkeys.length > 0 && canUsePasskeys(factors) && (
          <Button onClick={() => void byPasskey()}>{t('factor.confirm-with-passkey')}</Button>
        )}
      </Form>
    </Modal>
  )
}
