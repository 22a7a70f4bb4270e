/** Asks what to say with an act, which is asked for where the record is to tell why. Enter in the field makes a line; the button does it. */
import { Button, Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { COMMENT_LENGTH } from '../../../model/contract/workflow/values.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../kernel/resource/leave-form.ts'

interface CommentDialogProps {
  readonly title: string
  readonly about: string
  readonly ok: string
  readonly required?: boolean
  /** What the field is called where it is no comment. */
  readonly label?: string
  readonly danger?: boolean
  /** Nothing is kept of what would be said: it is only asked whether to do it. */
  readonly asksNot?: boolean
  /** Another way to go on, without any of it. */
  readonly beside?: { readonly label: string; readonly run: () => void } | undefined
  /** Stands above the comment: fields of the form. */
  readonly children?: ReactNode
  /** Whether it was done: then the dialog closes. */
  readonly run: (values: Readonly<Record<string, unknown>> & { readonly comment: string }) => Promise<boolean>
  readonly onClose: () => void
}

export default function CommentDialog(props: CommentDialogProps) {
  const { title, about, ok, required = false, label, danger = false, asksNot = false, beside, children, run, onClose } = props
  const t = useT()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [isBusy, setBusy] = useState(false)
  const needed = label === undefined ? t('process-list.comment-needed') : t('check.required', { field: label })
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), {}), onClose, isBusy)

  async function send(values: Record<string, unknown>): Promise<void> {
    setBusy(true)
    try {
      if (await run({ ...values, comment: String(values['comment'] ?? '').trim() })) onClose()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger }}
      confirmLoading={isBusy}
      width={480}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          {beside && <Button onClick={beside.run}>{beside.label}</Button>}
          <OkBtn />
        </>
      )}
      onOk={form.submit}
      onCancel={leave}
    >
      <p className="process-about">{about}</p>
      <Form form={form} name="process-act" layout="vertical" onFinish={(values) => void send(values)}>
        {children}
        {!asksNot && (
          <Form.Item
            name="comment"
            label={label ?? t('process-list.comment')}
            rules={required ? [{ required: true, whitespace: true, message: needed }] : []}
          >
            <Input.TextArea maxLength={COMMENT_LENGTH} showCount autoSize={{ minRows: 3, maxRows: 6 }} autoFocus />
          </Form.Item>
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
