/** Makes a user of somebody who registered: what was typed can be corrected, roles and organisation are given here. */
import { Form, Modal } from 'antd'
import { useId, useState } from 'react'
import { users } from '../../../../model/index.ts'
import { approveSysRegistration } from '../../../../model/contract/organisation/registrations.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { addBody } from '../../../kernel/resource/form-body.ts'
import { checkForm } from '../../../kernel/resource/form-checks.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { focusFirstField } from '../../../ui/first-field.ts'
import { toast } from '../../../ui/toast.ts'
import '../../../kernel/resource/resource-form.css'

const typed = ['username', 'nickname', 'email', 'prefix', 'mobile'] as const
const names = [...typed, 'roleId', 'orgId']

export default function Approve({ row, onDone, onClose }: { row: ResourceRow; onDone: () => Promise<void>; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const beginning = Object.fromEntries(typed.map((name) => [name, row[name]]))
  const leave = useLeaveForm(
    () => isFilled(form.getFieldsValue(), beginning),
    () => setOpen(false),
    busy,
  )

  function show(errors: readonly { field: string; message: string }[]): void {
    const named = errors.filter(({ field }) => names.includes(field))
    form.setFields(named.map(({ field, message }) => ({ name: field, errors: [message] })))
    const [first] = named
    if (first) form.scrollToField(first.field, { focus: true })
  }

  async function submit(): Promise<void> {
    const values = form.getFieldsValue()
    const wrong = checkForm(users, names, values, t)
    if (wrong.length > 0) return show(wrong)
    setBusy(true)
    try {
      await ask(approveSysRegistration, { ...addBody(users, values, String), id: row.id })
      toast.success(t('registrations.approved'))
      await onDone()
      setOpen(false)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      show(error.errors)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={t('registrations.approve-title', { name: String(row['nickname'] ?? row['username'] ?? '') })}
      okText={t('registrations.approve')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onCancel={leave}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      afterClose={onClose}
      okButtonProps={{ htmlType: 'submit', form: id }}
      width={720}
      rootClassName="resource-dialog"
    >
      <Form
        id={id}
        form={form}
        layout="vertical"
        className="resource-form two"
        autoComplete="off"
        validateTrigger="onBlur"
        onFinish={() => void submit()}
        initialValues={beginning}
      >
        {names.map((name) => (
          <FormField key={name} of={users} name={name} row={undefined} />
        ))}
      </Form>
    </Modal>
  )
}
