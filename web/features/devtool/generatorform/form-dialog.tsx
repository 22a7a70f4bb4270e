/** Makes a form, empty, from a template or from a JSON Schema; or gives one another name. */
import { Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { readFormJsonSchema } from '../../../../model/contract/devtool/forms.ts'
import { EMPTY_FORM } from '../../../../model/form/definition.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { addRow, updateRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import { toast } from '../../../ui/toast.ts'
import { TEMPLATES, templateOf } from './templates/index.ts'
import type { TemplateName } from './templates/index.ts'

type Beginning = 'empty' | 'schema' | TemplateName
interface Values {
  readonly formDescription: string
  readonly beginning?: Beginning
  readonly schema?: string
}

export default function FormDialog({ of, row, open, onClose, onSaved }: ResourceFormProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const beginning = Form.useWatch('beginning', form)
  const label = t('field.forms.formDescription')
  const initial: Values = { formDescription: String(row?.['formDescription'] ?? ''), beginning: 'empty' }
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), initial), onClose, isBusy)

  async function definitionOf({ beginning: chosen = 'empty', schema = '' }: Values): Promise<FormDefinition> {
    if (chosen === 'empty') return EMPTY_FORM
    if (chosen !== 'schema') return templateOf(chosen)
    const { definition, left } = await ask(readFormJsonSchema, { schema: JSON.parse(schema) as Record<string, unknown> })
    if (left.length > 0) toast.warning(t('form-list.schema-left', { names: left.join(t('common.between')) }))
    return definition
  }

  async function save(values: Values): Promise<void> {
    setBusy(true)
    try {
      if (row) {
        await updateRow(of, { id: row.id, version: row.version, formDescription: values.formDescription })
        onClose()
        await onSaved()
        return
      }
      const definition = await definitionOf(values)
      const added = await addRow(of, { formDescription: values.formDescription, formContent: JSON.stringify(definition) })
      onClose()
      await onSaved(added)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.setFields(
        error.errors
          .filter(({ field }) => field === 'formDescription')
          .map(({ message }) => ({ name: 'formDescription', errors: [message] })),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={t(row ? 'form-list.rename' : 'form-list.new')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={leave}
    >
      <Form<Values> form={form} name="form" layout="vertical" initialValues={initial} onFinish={(values) => void save(values)}>
        <Form.Item
          name="formDescription"
          label={label}
          rules={[{ required: true, whitespace: true, message: t('check.required', { field: label }) }]}
        >
          <Input maxLength={128} autoFocus />
        </Form.Item>
        {!row && (
          <Form.Item name="beginning" label={t('form-list.beginning')}>
            <Radio.Group
              vertical
              options={[
                { value: 'empty', label: t('form-list.beginning-empty') },
                ...TEMPLATES.map((name) => ({ value: name, label: t(`form-list.template-${name}`) })),
                { value: 'schema', label: t('form-list.beginning-schema') },
              ]}
            />
          </Form.Item>
        )}
        {beginning === 'schema' && (
          <Form.Item
            name="schema"
            label={t('form-list.schema-text')}
            rules={[
              {
                validator: (_rule, text: string) =>
                  isObject(text) ? Promise.resolve() : Promise.reject(new Error(t('error.form.no-schema'))),
              },
            ]}
          >
            <Input.TextArea spellCheck={false} autoSize={{ minRows: 6, maxRows: 14 }} />
          </Form.Item>
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}

/** Whether a text is an object of JSON. */
function isObject(text: string | undefined): boolean {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
