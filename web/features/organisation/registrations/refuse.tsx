import { Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { refuseSysRegistration } from '../../../../model/contract/organisation/registrations.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { focusFirstField } from '../../../ui/first-field.ts'
import { toast } from '../../../ui/toast.ts'

const MAX_REASON_LENGTH = 256

export default function Refuse({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly ResourceRow[]
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [first] = rows
  const [form] = Form.useForm<{ reason?: string }>()
  const leave = useLeaveForm(
    () => isFilled(form.getFieldsValue(), {}),
    () => setOpen(false),
    busy,
  )

  async function refuse({ reason }: { reason?: string }): Promise<void> {
    setBusy(true)
    try {
      await ask(refuseSysRegistration, { id: rows.map((row) => row.id), ...(reason?.trim() ? { reason: reason.trim() } : {}) })
      toast.success(t('registrations.refused'))
      setOpen(false)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
    await onDone()
  }

  return (
    <Modal
      open={open}
      title={t('registrations.refuse-title')}
      okText={t('registrations.refuse')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onCancel={leave}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      afterClose={onClose}
      okButtonProps={{ danger: true, htmlType: 'submit', form: id }}
      width={480}
    >
      <p>
        {rows.length === 1
          ? t('registrations.refuse-one', { name: String(first?.['nickname'] ?? first?.['username'] ?? '') })
          : t('registrations.refuse-several', { count: rows.length })}
      </p>
      <Form id={id} form={form} layout="vertical" onFinish={(values) => void refuse(values)}>
        <Form.Item name="reason" label={t('registrations.reason')}>
          <Input.TextArea maxLength={MAX_REASON_LENGTH} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
