import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { copyReportTemplate } from '../../../../model/contract/report/templates.ts'
import type { TEMPLATE_KINDS } from '../../../../model/report/report-templates.ts'
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

/** A new report with the draft of this one. */
export default function CopyDialog({ row, onCopied, onClose }: CopyProps) {
  const t = useT()
  const [form] = Form.useForm<{ templateName: string }>()
  const [isBusy, setBusy] = useState(false)
  const label = t('field.report-templates.templateName')
  const beginning = { templateName: t('report-list.copy-name', { report: String(row['templateName']) }).slice(0, 64) }
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), beginning), onClose, isBusy)

  async function copy({ templateName }: { templateName: string }): Promise<void> {
    setBusy(true)
    try {
      const templateKind = (row['templateKind'] ?? 'other') as (typeof TEMPLATE_KINDS)[number]
      await ask(copyReportTemplate, { id: row.id, templateName, templateKind })
      toast.success(t('report-list.copied', { report: templateName }))
      onClose()
      await onCopied()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.setFields([{ name: 'templateName', errors: [error.message] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('report-list.copy-title', { report: String(row['templateName']) })}
      okText={t('report-list.copy')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={leave}
    >
      <Form form={form} name="report-copy" layout="vertical" initialValues={beginning} onFinish={(values) => void copy(values)}>
        <Form.Item
          name="templateName"
          label={label}
          rules={[{ required: true, whitespace: true, message: t('check.required', { field: label }) }]}
        >
          <Input maxLength={64} autoFocus />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
