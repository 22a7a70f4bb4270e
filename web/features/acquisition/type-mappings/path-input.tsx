/** Where a value stands in a message, with a trial of the whole rule as it is being written. */
import type { InputProps } from 'antd'
import { Button, Form, Input, Space } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { typeMappings } from '../../../../model/index.ts'
import { limitsOf } from '../../../../model/messages.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import { isAskedOfMapping } from '../../../shared/acquisition/asked-fields.ts'

const MappingTrial = lazy(() => import('../../../shared/acquisition/mapping-trial/dialog.tsx'))

export default function PathInput(props: InputProps) {
  const t = useT()
  const form = Form.useFormInstance<Record<string, unknown>>()
  const [tried, setTried] = useState<FormValues>()
  // The type stands in no field of a rule that is changed; what is not asked for any more is no part of the rule.
  function rule(): FormValues {
    const values = form.getFieldsValue(true) as FormValues
    return Object.fromEntries(Object.entries(values).filter(([name]) => isAskedOfMapping(name, values)))
  }

  return (
    <>
      <Space.Compact block>
        <Input {...props} maxLength={limitsOf(typeMappings.fields.valuePath).max ?? 190} />
        <Button onClick={() => setTried(rule())}>{t('mapping.try')}</Button>
      </Space.Compact>
      {tried && (
        <Suspense fallback={null}>
          <MappingTrial typeId={tried['deviceTypeId'] as string | undefined} rule={tried} onClose={() => setTried(undefined)} />
        </Suspense>
      )}
    </>
  )
}
