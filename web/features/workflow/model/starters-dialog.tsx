/** Who may start what is deployed of a model: organisations with all below them, and people; everybody where neither is named. */
import { Form, Modal } from 'antd'
import { useState } from 'react'
import { processModels } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { updateRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import { updateBody, valuesOf } from '../../../kernel/resource/form-body.ts'
import { toast } from '../../../ui/toast.ts'

const NAMES = ['referGroupId', 'referUserId']

interface StartersProps {
  readonly row: ResourceRow
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

export default function StartersDialog({ row, onSaved, onClose }: StartersProps) {
  const t = useT()
  const [form] = Form.useForm<FormValues>()
  const [isBusy, setBusy] = useState(false)
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), valuesOf(processModels, row)), onClose, isBusy)

  async function save(values: FormValues): Promise<void> {
    setBusy(true)
    try {
      const body = updateBody(processModels, row, values)
      if (body) await updateRow(processModels, body)
      toast.success(t('process-list.starters-saved'))
      onClose()
      await onSaved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('process-list.starters', { name: String(row['name'] ?? '') })}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={leave}
    >
      <p>{t('process-list.starters-about')}</p>
      <Form<FormValues>
        form={form}
        name="starters"
        layout="vertical"
        initialValues={valuesOf(processModels, row)}
        onFinish={(values) => void save(values)}
      >
        {NAMES.map((name) => (
          <FormField key={name} of={processModels} name={name} row={row} />
        ))}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
