/** What the system reads is edited by its type, with what it does beside it; a tenant's own parameters have the standard form. */
import { Checkbox, Form, Input, InputNumber, Modal, Radio, Select, Switch } from 'antd'
import { useState } from 'react'
import type { KnownParameter } from '../../../../model/system/known-parameters.ts'
import { knownParameter, settingOf, textOfSetting } from '../../../../model/system/known-parameters.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { updateRow } from '../../../kernel/http/resource-client.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import { zoneChoices } from '../../../ui/clock.ts'
import { toast } from '../../../ui/toast.ts'

type Value = number | boolean | string | readonly string[]

export default function ParameterForm(props: ResourceFormProps) {
  const known = knownParameter(props.row?.['paramKey'])
  return known && props.row ? <KnownForm {...props} known={known} row={props.row} /> : <ResourceForm {...props} />
}

type KnownFormProps = ResourceFormProps & { readonly known: KnownParameter; readonly row: NonNullable<ResourceFormProps['row']> }

function KnownForm({ of, known, row, open, onClose, onSaved }: KnownFormProps) {
  const t = useT()
  const language = useLanguage()
  const [form] = Form.useForm<{ paramValue: Value | null }>()
  const [busy, setBusy] = useState(false)
  const key = String(row['paramKey'])
  const name = t(`param.${key}` as LabelKey)
  const present = settingOf(known, row['paramValue'] as string | null) ?? known.initial
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), { paramValue: present }), onClose, busy)
  const range = known.type === 'integer' ? t('parameters.range', { min: known.min, max: known.max, initial: known.initial }) : ''
  const help = [t(`param.${key}.help` as LabelKey), range, t('parameters.at-once')].filter(Boolean)

  async function submit({ paramValue }: { paramValue: Value | null }): Promise<void> {
    setBusy(true)
    try {
      await updateRow(of, {
        id: row.id,
        ...(row.version === undefined ? {} : { version: row.version }),
        paramValue: textOfSetting(paramValue ?? ('' as never)),
      })
      toast.success(t('form.saved'))
      onClose()
      await onSaved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.setFields([{ name: 'paramValue', errors: error.errors.map(({ message }) => message) }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={t('parameters.edit', { name })}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      width={480}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={leave}
      onOk={() => form.submit()}
    >
      <Form form={form} layout="vertical" initialValues={{ paramValue: present }} onFinish={(values) => void submit(values)}>
        <Form.Item
          name="paramValue"
          label={name}
          extra={
            <>
              {help.map((line) => (
                <p key={line} className="form-help">
                  {line}
                </p>
              ))}
            </>
          }
          {...(known.type === 'boolean' ? { valuePropName: 'checked' } : {})}
          rules={[{ validator: (_, value: Value | null) => (fits(known, value) ? Promise.resolve() : Promise.reject(new Error(range))) }]}
        >
          {controlOf(known, { t, locale: localeOf[language], present: String(present), submit: () => form.submit() })}
        </Form.Item>
      </Form>
    </Modal>
  )
}

function fits(known: KnownParameter, value: Value | null): boolean {
  return value !== null && settingOf(known, textOfSetting(value)) !== undefined
}

interface Around {
  readonly t: ReturnType<typeof useT>
  readonly locale: string
  readonly present: string
  readonly submit: () => void
}

function controlOf(known: KnownParameter, { t, locale, present, submit }: Around) {
  switch (known.type) {
    // Bounds are said by the check: a control that silently writes another number hides what was typed.
    case 'integer':
      return (
        <InputNumber
          precision={0}
          changeOnWheel={false}
          onPressEnter={submit}
          autoFocus
          {...(known.unit ? { suffix: t(`parameters.unit.${known.unit}`, { value: '' }).trim() } : {})}
        />
      )
    case 'boolean':
      return <Switch autoFocus />
    case 'zone':
      return (
        <Select
          autoFocus
          showSearch={{ optionFilterProp: 'label' }}
          options={[{ value: '', label: t('parameters.value.server-zone') }, ...zoneChoices(locale, present)]}
        />
      )
    case 'choice':
      return <Radio.Group vertical options={known.of.map((word) => ({ value: word, label: t(`parameters.value.${word}` as LabelKey) }))} />
    case 'hosts':
    case 'days':
    case 'hours':
    case 'spans':
      return <Input maxLength={2048} />
    case 'words':
      return <Checkbox.Group options={known.of.map((word) => ({ value: word, label: t(`parameters.value.${word}` as LabelKey) }))} />
  }
}
