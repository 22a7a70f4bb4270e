/** Reads a register of a device now, so that address, format and byte order are known to be right before they are saved. */
import { Alert, Button, Descriptions, Form, Modal } from 'antd'
import { useId, useState } from 'react'
import { registerFields } from '../../../../model/acquisition/point-fields.ts'
import type { TestReading } from '../../../../model/contract/acquisition/devices.ts'
import { testReadDevice } from '../../../../model/contract/acquisition/devices.ts'
import type { InputOf } from '../../../../model/contract/contract.ts'
import { devices, points } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import HostInput from '../../../shared/acquisition/device-form/host-input.tsx'
import { focusFirstField } from '../../../ui/first-field.ts'
import './test-read.css'

const first = {
  modbusPort: 502,
  modbusUnit: 1,
  registerKind: 'holding',
  registerAddress: 0,
  registerFormat: 'uint16',
  byteOrder: 'ABCD',
  scale: 1,
  valueOffset: 0,
} as const

/** Milliseconds: a device has a few seconds to answer. */
const LIMIT_MS = 12_000

const hex = (word: number) => `0x${word.toString(16).toUpperCase().padStart(4, '0')}`

export default function TestReadDialog({ device, onClose }: { device: FormValues; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [form] = Form.useForm<FormValues>()
  const [answer, setAnswer] = useState<{ reading?: TestReading; failure?: string }>({})
  const [isReading, setReading] = useState(false)

  async function read(values: FormValues): Promise<void> {
    setReading(true)
    setAnswer({})
    try {
      setAnswer({ reading: await ask(testReadDevice, values as InputOf<typeof testReadDevice>, { quiet: true, limit: LIMIT_MS }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setAnswer({ failure: error.errors[0]?.message ?? error.message })
    } finally {
      setReading(false)
    }
  }

  const { reading, failure } = answer
  return (
    <Modal
      open
      title={t('devices.test')}
      width={640}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      footer={
        <Button type="primary" loading={isReading} onClick={form.submit}>
          {t('devices.test-read')}
        </Button>
      }
    >
      <p className="test-read-about">{t('devices.test-about')}</p>
      <Form
        id={id}
        form={form}
        layout="vertical"
        className="test-read"
        initialValues={{ ...first, ...device }}
        onFinish={(values) => void read(values)}
      >
        {(['modbusHost', 'modbusPort', 'modbusUnit'] as const).map((name) => (
          <FormField key={name} of={devices} name={name} row={undefined} control={name === 'modbusHost' ? <HostInput /> : undefined} />
        ))}
        {[...registerFields, 'scale', 'valueOffset'].map((name) => (
          <FormField key={name} of={points} name={name} row={undefined} />
        ))}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      <div role="status">
        {failure && <Alert type="error" showIcon title={failure} />}
        {reading && (
          <Descriptions
            size="small"
            column={1}
            bordered
            items={[
              { key: 'words', label: t('devices.words'), children: <code>{reading.words.map(hex).join(' ')}</code> },
              { key: 'raw', label: t('devices.raw'), children: reading.raw ?? t('devices.no-number') },
              { key: 'value', label: t('devices.value'), children: <strong>{reading.value ?? t('devices.no-number')}</strong> },
            ]}
          />
        )}
        {reading && <p className="test-read-took">{t('devices.took', { ms: reading.milliseconds })}</p>}
      </div>
    </Modal>
  )
}
