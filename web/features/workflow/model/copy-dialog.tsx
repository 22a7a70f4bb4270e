import { Form, Modal } from 'antd'
import { useState } from 'react'
import { copyModel } from '../../../../model/contract/workflow/models.ts'
import { processModels } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import { toast } from '../../../ui/toast.ts'

interface CopyProps {
  readonly row: ResourceRow
  readonly onCopied: () => Promise<void>
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly key: string
}

/** A new model with the drawing of this one, under a name and a key of its own. */
export default function CopyDialog({ row, onCopied, onClose }: CopyProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const name = String(row['name'] ?? '')
  const beginning: Values = {
    name: t('form-list.copy-name', { form: name }).slice(0, 64),
    key: `${String(row['key'] ?? '').slice(0, 59)}_copy`,
  }
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), beginning), onClose, isBusy)

  async function copy(values: Values): Promise<void> {
    setBusy(true)
    try {
      await ask(copyModel, { modelId: row.id, ...values })
      toast.success(t('form-list.copied', { form: values.name }))
      onClose()
      await onCopied()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.setFields(
        error.errors
          .filter(({ field }) => field === 'name' || field === 'key')
          .map(({ field, message }) => ({ name: field as keyof Values, errors: [message] })),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('form-list.copy-title', { form: name })}
      okText={t('list.copy')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={leave}
    >
      <Form<Values> form={form} name="model-copy" layout="vertical" initialValues={beginning} onFinish={(values) => void copy(values)}>
        <FormField of={processModels} name="name" row={undefined} />
        <FormField of={processModels} name="key" row={undefined} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
