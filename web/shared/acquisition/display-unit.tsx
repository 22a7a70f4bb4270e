/** Chooses the unit in which people are shown the values, among those that the unit in the form can be converted to. The form item gives value, change and id. */
import { Form, Select } from 'antd'
import { unitsLike } from '../../../model/acquisition/mapping/units.ts'
import { useT } from '../../kernel/i18n/i18n.ts'

interface DisplayUnitProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (unit: string) => void
}

export function DisplayUnit({ value = '', onChange, ...rest }: DisplayUnitProps) {
  const t = useT()
  const unit: unknown = Form.useWatch('unit', Form.useFormInstance())
  const own = typeof unit === 'string' ? unit.trim() : ''
  const others = unitsLike(own)
  // What stands there stays to be seen, and the rule of the point says what is wrong with it.
  const options = value === '' || others.includes(value) ? others : [value, ...others]
  return (
    <Select
      {...rest}
      value={value || null}
      options={options.map((symbol) => ({ value: symbol, label: symbol }))}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={own || undefined}
      notFoundContent={t(own === '' ? 'points.unit-first' : 'points.unit-alone')}
      onChange={(symbol?: string) => onChange?.(symbol ?? '')}
    />
  )
}
