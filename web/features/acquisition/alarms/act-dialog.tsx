/** Says in words what is done with alarms, and why; Enter does it. */
import type { InputRef } from 'antd'
import { Form, Input, Modal, Select } from 'antd'
import { useRef, useState } from 'react'
import type { Act } from '../../../../model/contract/acquisition/alarms.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { toast } from '../../../ui/toast.ts'
import type { ActValues } from './calls.ts'
import { NEEDS_REASON, actOn } from './calls.ts'

const DURATIONS = [15, 60, 480, 1440, 10_080] as const
const BEGINNING = { minutes: 60 }

interface ActDialogProps {
  readonly act: Act
  readonly rows: readonly ResourceRow[]
  readonly nameOf: (row: ResourceRow) => string
  readonly onClose: () => void
  /** It was done, or the alarms are not as they were shown. */
  readonly onDone: () => Promise<void>
}

export default function ActDialog({ act, rows, nameOf, onClose, onDone }: ActDialogProps) {
  const t = useT()
  const [form] = Form.useForm<ActValues>()
  const [busy, setBusy] = useState(false)
  const comment = useRef<InputRef>(null)
  const needsReason = NEEDS_REASON.has(act)
  const [first] = rows
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), BEGINNING), onClose, busy)

  async function send(values: ActValues): Promise<void> {
    setBusy(true)
    try {
      const { changed } = await actOn(
        act,
        rows.map(({ id }) => id),
        values,
      )
      toast.success(t('alarms.done', { count: changed }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
    onClose()
    await onDone()
  }

  const label = t(needsReason ? 'alarms.reason' : 'alarms.comment')
  return (
    <Modal
      open
      title={t(`alarms.${act}`)}
      okText={t(`alarms.${act}`)}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      width={460}
      onOk={() => form.submit()}
      onCancel={leave}
      // The dialog takes the focus itself when it opens; what is asked for is the comment.
      afterOpenChange={(open) => {
        if (open) comment.current?.focus()
      }}
    >
      <p>{rows.length === 1 && first ? nameOf(first) : t('alarms.several', { count: rows.length })}</p>
      <Form form={form} layout="vertical" requiredMark={false} initialValues={BEGINNING} onFinish={(values) => void send(values)}>
        {act === 'shelve' && (
          <Form.Item name="minutes" label={t('alarms.for')}>
            <Select options={DURATIONS.map((value) => ({ value, label: t(`alarms.for-${value}`) }))} />
          </Form.Item>
        )}
        <Form.Item
          name="alarmComment"
          label={label}
          rules={needsReason ? [{ required: true, whitespace: true, message: t('check.required', { field: label }) }] : []}
        >
          <Input ref={comment} maxLength={200} />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
