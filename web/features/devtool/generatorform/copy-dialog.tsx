import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { copyGeneratorForm } from '../../../../model/contract/devtool/forms.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { toast } from '../../../ui/toast.ts'

interface CopyProps {
  readonly row: ResourceRow
  readonly onCopied: () => Promise<void>
  readonly onClose: () => void
}

/** A new form with the draft of this one. */
export default function CopyDialog({ row, onCopied, onClose }: CopyProps) {
  const t = useT()
  const [form] = Form.useForm<{ formDescription: string }>()
  const [isBusy, setBusy] = useState(false)
  const label = t('field.forms.formDescription')
  const beginning = { formDescription: t('form-list.copy-name', { form: String(row['formDescription']) }).slice(0, 128) }
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), beginning), onClose, isBusy)

  async function copy({ formDescription }: { formDescription: string }): Promise<void> {
    setBusy(true)
    try {
      await ask(copyGeneratorForm, { id: row.id, formDescription })
      toast.success(t('form-list.copied', { form: formDescription }))
      onClose()
      await onCopied()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.setFields([{ name: 'formDescription', errors: [error.message] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('form-list.copy-title', { form: String(row['formDescription']) })}
      okText={t('form-list.copy')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={leave}
    >
      <Form form={form} name="form-copy" layout="vertical" initialValues={beginning} onFinish={(values) => void copy(values)}>
        <Form.Item
          name="formDescription"
          label={label}
          rules={[{ required: true, whitespace: true, message: t('check.required', { field: label }) }]}
        >
          <Input maxLength={128} autoFocus />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
