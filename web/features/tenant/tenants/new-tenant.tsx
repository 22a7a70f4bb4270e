/** The dialog that makes a tenant, and then shows once how its first administrator signs in. */
import { Form, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { tenants, users } from '../../../../model/index.ts'
import type { InputOf } from '../../../../model/contract/contract.ts'
import type { AddedTenant } from '../../../../model/contract/tenant/tenants.ts'
import { addSysTenant } from '../../../../model/contract/tenant/tenants.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { addBody } from '../../../kernel/resource/form-body.ts'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import { checkForm, isEmpty } from '../../../kernel/resource/form-checks.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { focusFirstField } from '../../../ui/first-field.ts'
import { CreatedDialog } from './created.tsx'
import '../../../kernel/resource/resource-form.css'
import './tenants.css'

const about = ['tenantCode', 'tenantName', 'tenantContact', 'tenantEmail', 'tenantTel', 'status']
const limits = ['expiresAt', 'packageId', 'userQuota', 'storageQuota', 'pointQuota', 'entryQuota', 'modbusNetworks', 'webhookNetworks']
/** Fields of the first administrator, and what the call names them. */
const person = {
  username: 'adminUsername',
  nickname: 'adminNickname',
  email: 'adminEmail',
  prefix: 'adminPrefix',
  mobile: 'adminMobile',
} as const
const people = Object.keys(person)

/** What a new tenant begins with. */
const starts = ['standard', 'bare', 'copy'] as const

export default function NewTenant({ open, defaults, onClose, onSaved }: ResourceFormProps) {
  const t = useT()
  const id = useId()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [busy, setBusy] = useState(false)
  const [created, setCreated] = useState<AddedTenant>()
  const template = Form.useWatch('template', form)
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), defaults), onClose, busy)

  function show(errors: readonly { field: string; message: string }[]): void {
    const named = errors.map(({ field, message }) => ({
      name: people.find((name) => person[name as keyof typeof person] === field) ?? field,
      errors: [message],
    }))
    form.setFields(named)
    const [first] = named
    if (first) form.scrollToField(first.name, { focus: true })
  }

  async function submit(): Promise<void> {
    const values = form.getFieldsValue() as FormValues
    const needsSource = values['template'] === 'copy' && isEmpty(values['copyFrom'])
    const wrong = [
      ...checkForm(tenants, [...about, ...limits], values, t),
      ...checkForm(users, people, values, t),
      ...(needsSource ? [{ field: 'copyFrom', message: t('check.required', { field: t('tenants.copyFrom') }) }] : []),
    ]
    if (wrong.length > 0) return show(wrong)
    setBusy(true)
    try {
      setCreated(await ask(addSysTenant, bodyOf(values)))
      await onSaved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      show(error.errors)
    } finally {
      setBusy(false)
    }
  }

  if (created)
    return (
      <CreatedDialog
        created={created}
        onClose={() => {
          setCreated(undefined)
          onClose()
        }}
      />
    )
  const choices = starts.map((value) => ({ value, label: t(`tenants.template.${value}`) }))
  return (
    <Modal
      open={open}
      title={t('form.add', { noun: t('one.tenants') })}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onCancel={leave}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      okButtonProps={{ htmlType: 'submit', form: id }}
      width={760}
      rootClassName="resource-dialog"
      destroyOnHidden
    >
      <Form
        id={id}
        form={form}
        layout="vertical"
        className="resource-form two"
        autoComplete="off"
        initialValues={defaults}
        onFinish={() => void submit()}
        validateTrigger="onBlur"
      >
        <h2 className="form-section">{t('tenants.section.tenant')}</h2>
        {about.map((name) => (
          <FormField key={name} of={tenants} name={name} row={undefined} />
        ))}
        <h2 className="form-section">{t('tenants.section.limits')}</h2>
        {limits.map((name) => (
          <FormField key={name} of={tenants} name={name} row={undefined} />
        ))}
        <h2 className="form-section">{t('tenants.section.start')}</h2>
        <Form.Item name="template" label={t('tenants.template')}>
          <Select options={choices} />
        </Form.Item>
        {template === 'copy' ? (
          <Form.Item name="copyFrom" label={t('tenants.copyFrom')} required extra={t('tenants.copyFrom.help')}>
            <RowPicker noun="tenants" />
          </Form.Item>
        ) : (
          <span aria-hidden="true" />
        )}
        {people.map((name) => (
          <FormField key={name} of={users} name={name} row={undefined} />
        ))}
      </Form>
    </Modal>
  )
}

function bodyOf(values: FormValues): InputOf<typeof addSysTenant> {
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => [...about, ...limits].includes(name)))
  const first = Object.fromEntries(
    Object.entries(person).flatMap(([name, key]) => (isEmpty(values[name]) ? [] : [[key, String(values[name]).trim()]])),
  )
  const { template, copyFrom } = values as { template: (typeof starts)[number]; copyFrom?: string }
  return { ...addBody(tenants, own, String), ...first, template, ...(template === 'copy' ? { copyFrom } : {}) }
}
