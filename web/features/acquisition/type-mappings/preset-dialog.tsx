/** Gives a device type rules to begin with, for what devices of known makers send. */
import { Form, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { PRESETS } from '../../../../model/acquisition/mapping/presets.ts'
import { addMappingPreset } from '../../../../model/contract/acquisition/mappings.ts'
import type { InputOf } from '../../../../model/contract/contract.ts'
import { typeMappings } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import { focusFirstField } from '../../../ui/first-field.ts'
import { toast } from '../../../ui/toast.ts'

interface PresetDialogProps {
  readonly typeId: string | undefined
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

export default function PresetDialog({ typeId, onAdded, onClose }: PresetDialogProps) {
  const t = useT()
  const id = useId()
  const [form] = Form.useForm<InputOf<typeof addMappingPreset>>()
  const [busy, setBusy] = useState(false)

  async function add(values: InputOf<typeof addMappingPreset>): Promise<void> {
    setBusy(true)
    try {
      const { added } = await ask(addMappingPreset, values)
      toast.success(t('mapping.preset-added', { count: added }))
      await onAdded()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('mapping.preset')}
      okText={t('button.add')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
    >
      <p>{t('mapping.preset-about')}</p>
      <Form
        id={id}
        form={form}
        layout="vertical"
        initialValues={{ deviceTypeId: typeId, preset: PRESETS[0] }}
        onFinish={(values) => void add(values)}
      >
        <FormField of={typeMappings} name="deviceTypeId" row={undefined} />
        <Form.Item name="preset" label={t('mapping.preset-name')}>
          <Select options={PRESETS.map((name) => ({ value: name, label: t(`mapping.preset.${name}`) }))} />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
