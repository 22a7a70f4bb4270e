/** Names who stands in for me, when, how, and for which processes. */
import { Checkbox, Form, Input, Modal, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import type { Absence } from '../../../../model/contract/workflow/absences.ts'
import { ABSENCE_WAYS, saveAbsence } from '../../../../model/contract/workflow/absences.ts'
import { COMMENT_LENGTH } from '../../../../model/contract/workflow/values.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { PeoplePicker } from '../../../shared/workflow/tasks/people-picker.tsx'
import '../../../shared/workflow/tasks/tasks.css'
import { focusFirstField } from '../../../ui/first-field.ts'
import Moment from '../../../ui/moment.tsx'
import { toast } from '../../../ui/toast.ts'

interface Written {
  readonly deputy: string
  readonly startTime: string
  readonly endTime?: string | null
  readonly way: (typeof ABSENCE_WAYS)[number]
  readonly categories: string[]
  readonly comment?: string | null
  readonly openTasks: boolean
}

interface AbsenceDialogProps {
  /** Absent: a new one. */
  readonly of: Absence | undefined
  readonly categories: readonly string[]
  readonly onDone: () => Promise<unknown>
  readonly onClose: () => void
}

export default function AbsenceDialog({ of, categories, onDone, onClose }: AbsenceDialogProps) {
  const t = useT()
  const id = useId()
  const [form] = Form.useForm<Written>()
  const [isBusy, setBusy] = useState(false)
  const initial: Partial<Written> = of
    ? {
        deputy: of.deputy ?? '',
        startTime: of.startTime,
        endTime: of.endTime,
        way: of.way,
        categories: of.categories,
        comment: of.comment,
        openTasks: false,
      }
    : { way: 'instead', categories: [], openTasks: false }
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), initial), onClose, isBusy)

  async function save({ endTime, comment, ...values }: Written): Promise<void> {
    setBusy(true)
    try {
      const note = comment?.trim()
      await ask(saveAbsence, {
        ...(of ? { id: of.id } : {}),
        ...values,
        ...(endTime ? { endTime } : {}),
        ...(note ? { comment: note } : {}),
      })
      toast.success(t('my-task.absence-saved'))
      onClose()
      await onDone()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const fields = Object.keys(form.getFieldsValue()) as (keyof Written)[]
      form.setFields(
        failure.errors.flatMap(({ field, message }) => {
          const name = fields.find((one) => one === field)
          return name ? [{ name, errors: [message] }] : []
        }),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t(of ? 'my-task.absence-change' : 'my-task.absence-add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      width={520}
      onOk={form.submit}
      onCancel={leave}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
    >
      <Form id={id} form={form} name="process-absence" layout="vertical" initialValues={initial} onFinish={(values) => void save(values)}>
        <Form.Item
          name="deputy"
          label={t('my-task.absence-deputy')}
          rules={[{ required: true, message: t('my-task.absence-deputy-needed') }]}
        >
          <PeoplePicker />
        </Form.Item>
        <Form.Item
          name="startTime"
          label={t('my-task.absence-start')}
          rules={[{ required: true, message: t('my-task.absence-time-needed') }]}
        >
          <Moment isBeginning />
        </Form.Item>
        <Form.Item
          name="endTime"
          label={t('my-task.absence-end')}
          dependencies={['startTime']}
          rules={[
            ({ getFieldValue }) => ({
              // Texts of one form: the later one is the greater one.
              validator: (_, end?: string) =>
                !end || !getFieldValue('startTime') || end > String(getFieldValue('startTime'))
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('my-task.absence-order'))),
            }),
          ]}
        >
          <Moment />
        </Form.Item>
        <Form.Item name="way" label={t('my-task.absence-way')}>
          <Radio.Group className="task-radio" options={ABSENCE_WAYS.map((value) => ({ value, label: t(`my-task.absence-${value}`) }))} />
        </Form.Item>
        <Form.Item name="categories" label={t('my-task.absence-categories')}>
          <Select
            mode="multiple"
            placeholder={t('my-task.absence-all')}
            notFoundContent={t('list.no-options')}
            options={categories.map((value) => ({ value, label: value }))}
          />
        </Form.Item>
        <Form.Item name="comment" label={t('process-list.comment')}>
          <Input.TextArea maxLength={COMMENT_LENGTH} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
        <Form.Item name="openTasks" valuePropName="checked">
          <Checkbox>{t('my-task.absence-open-tasks')}</Checkbox>
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
