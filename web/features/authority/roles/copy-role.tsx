/** Makes a role that may do what another one may, under a name and a code of its own. */
import { Form, Modal } from 'antd'
import { useId, useState } from 'react'
import { copySysRole } from '../../../../model/contract/authority/roles.ts'
import { roles } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { checkForm } from '../../../kernel/resource/form-checks.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { focusFirstField } from '../../../ui/first-field.ts'
import { toast } from '../../../ui/toast.ts'

interface CopyRoleProps {
  readonly row: ResourceRow
  readonly onCopied: () => Promise<void>
  readonly onClose: () => void
}

interface Values {
  readonly roleName: string
  readonly roleCode: string
  readonly roleDescription?: string
}

const NAMES = ['roleName', 'roleCode', 'roleDescription'] as const
/** Characters that the model allows. */
const MAX = { roleName: 64, roleCode: 32 } as const

export default function CopyRole({ row, onCopied, onClose }: CopyRoleProps) {
  const t = useT()
  const id = useId()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const name = String(row['roleName'] ?? '')
  // What is hidden from somebody is not asked of them.
  const names = NAMES.filter((one) => one in row)
  const code = String(row['roleCode'] ?? '')
  const beginning: Values = {
    roleName: t('form-list.copy-name', { form: name }).slice(0, MAX.roleName),
    roleCode: `${code.slice(0, MAX.roleCode - '_COPY'.length)}_COPY`,
    roleDescription: String(row['roleDescription'] ?? ''),
  }
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), beginning), onClose, isBusy)

  function show(errors: readonly { field: string; message: string }[]): void {
    form.setFields(
      NAMES.flatMap((field) => errors.filter((one) => one.field === field).map(({ message }) => ({ name: field, errors: [message] }))),
    )
  }

  async function copy(values: Values): Promise<void> {
    const wrong = checkForm(roles, names, { ...values }, t)
    if (wrong.length > 0) return show(wrong)
    setBusy(true)
    try {
      await ask(copySysRole, { roleId: row.id, ...values })
      toast.success(t('form-list.copied', { form: values.roleName }))
      onClose()
      await onCopied()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      show(error.errors)
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
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
    >
      <p>{t('role-copy.about')}</p>
      <Form id={id} form={form} layout="vertical" initialValues={beginning} onFinish={(values) => void copy(values)}>
        {names.map((field) => (
          <FormField key={field} of={roles} name={field} row={undefined} />
        ))}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
