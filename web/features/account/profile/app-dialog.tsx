import { Form, Input, Modal, QRCode } from 'antd'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { beginApp, enableApp, succeeded } from '../../../kernel/session/second-factors.ts'
import { toast } from '../../../ui/toast.ts'

/** Shows the secret once, as a picture drawn here and as text, and asks for the first code. */
export default function AppDialog({ onClose, onEnabled }: { onClose: () => void; onEnabled: (recoveryCodes: readonly string[]) => void }) {
  const t = useT()
  const [form] = Form.useForm<{ otp: string }>()
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let gone = false
    void succeeded(
      beginApp().then((answer) => {
        if (!gone) setBegun(answer)
      }),
    )
    return () => {
      gone = true
    }
  }, [])

  async function enable(otp: string): Promise<void> {
    setBusy(true)
    try {
      const { recoveryCodes } = await enableApp(otp)
      toast.success(t('factor.enabled'))
      onEnabled(recoveryCodes)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      form.setFields([{ name: 'otp', errors: [failure.message] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={begun !== undefined}
      title={t('factor.app')}
      okText={t('factor.confirm')}
      cancelText={t('common.cancel')}
      width={440}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {begun && (
        <div className="factor-app">
          <p>{t('factor.app-scan')}</p>
          {/* Black on white in both themes: cameras know no other. */}
          <div className="factor-picture" role="img" aria-label={t('factor.app-picture')}>
            <span aria-hidden="true">
              <QRCode type="svg" value={begun.uri} size={184} color="#000" bgColor="#fff" bordered={false} errorLevel="M" />
            </span>
          </div>
          <p className="factor-key">
            <span>{t('factor.app-key')}</span> <code>{(begun.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
          </p>
          <p>{t('factor.app-first')}</p>
          <Form form={form} layout="vertical" requiredMark={false} onFinish={({ otp }) => void enable(otp)}>
            <Form.Item
              name="otp"
              label={t('factor.otp')}
              rules={[{ required: true, whitespace: true, message: t('check.required', { field: t('factor.otp') }) }]}
            >
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={10} autoFocus onPressEnter={() => form.submit()} />
            </Form.Item>
          </Form>
        </div>
      )}
    </Modal>
  )
}
