import { useQuery } from '@tanstack/react-query'
import { Form, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import type { HiddenFields } from '../../../../model/contract/authority/menu-grants.ts'
import { authorizeMenuDataToRole } from '../../../../model/contract/authority/menu-grants.ts'
import { queryRoleCode } from '../../../../model/contract/authority/roles.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { focusFirstField } from '../../../ui/first-field.ts'
import { toast } from '../../../ui/toast.ts'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'

interface PermissionFormProps {
  /** Absent: a new one. */
  readonly row: HiddenFields | undefined
  readonly menuCode: string
  /** Roles that have a row on this page already. */
  readonly taken: readonly string[]
  readonly labels: ReadonlyMap<string, string>
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

interface Values {
  readonly roleCode: string
  readonly fields: readonly string[]
}

export default function PermissionForm({ row, menuCode, taken, labels, onClose, onSaved }: PermissionFormProps) {
  const t = useT()
  const id = useId()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const beginning: Partial<Values> = row ? { roleCode: row.roleCode, fields: row.dataField.split(',') } : { fields: [] }
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), beginning), onClose, busy)
  const { data: roles = [] } = useQuery({
    queryKey: ['roles', 'options', 'codes'],
    queryFn: () => ask(queryRoleCode, {}),
  })

  async function submit({ roleCode, fields }: Values): Promise<void> {
    setBusy(true)
    try {
      await ask(authorizeMenuDataToRole, { roleCode, menuCode, dataField: fields.join(','), ...(row ? {} : { isNew: 1 }) })
      toast.success(t('form.saved'))
      await onSaved()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.setFields(error.errors.map(({ field, message }) => ({ name: field === 'dataField' ? 'fields' : 'roleCode', errors: [message] })))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t(row ? 'form.edit' : 'form.add', { noun: t('data-permission.one') })}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={leave}
      width={520}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      rootClassName="resource-dialog"
      mask={{ closable: false }}
    >
      <Form
        id={id}
        form={form}
        layout="vertical"
        className="resource-form"
        initialValues={beginning}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="roleCode"
          label={t('data-permission.role')}
          rules={[
            { required: true, message: t('check.required', { field: t('data-permission.role') }) },
            {
              validator: (_, code: string) =>
                !row && taken.includes(code) ? Promise.reject(new Error(t('error.data-permission.duplicate'))) : Promise.resolve(),
            },
          ]}
        >
          <Select
            disabled={row !== undefined}
            showSearch={{ optionFilterProp: 'label' }}
            options={roles
              .filter(({ value }) => value !== ADMINISTRATOR)
              .map(({ name, value }) => ({ value, label: name === value ? value : `${name} · ${value}` }))}
          />
        </Form.Item>
        <Form.Item
          name="fields"
          label={t('data-permission.fields')}
          rules={[{ required: true, type: 'array', min: 1, message: t('authority.tick-something') }]}
        >
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={[...labels].map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
