import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { copyScreen } from '../../../../model/contract/screen/screens.ts'
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

/** A new screen with the draft of this one. */
export default function CopyDialog({ row, onCopied, onClose }: CopyProps) {
  const t = useT()
  const [form] = Form.useForm<{ screenName: string }>()
  const [isBusy, setBusy] = useState(false)
  const label = t('field.screens.screenName')
  const beginning = { screenName: t('screen-list.copy-name', { screen: String(row['screenName']) }).slice(0, 64) }
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), beginning), onClose, isBusy)

  async function copy({ screenName }: { screenName: string }): Promise<void> {
    setBusy(true)
    try {
      await ask(copyScreen, { id: row.id, screenName }, { quiet: true })
      toast.success(t('screen-list.copied', { screen: screenName }))
      onClose()
      await onCopied()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.setFields([{ name: 'screenName', errors: [error.message] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('screen-list.copy-title', { screen: String(row['screenName']) })}
      okText={t('screen-list.copy')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={leave}
    >
      <Form form={form} name="screen-copy" layout="vertical" initialValues={beginning} onFinish={(values) => void copy(values)}>
        <Form.Item
          name="screenName"
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
