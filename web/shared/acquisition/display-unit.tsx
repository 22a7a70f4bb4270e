/** Chooses the unit in which people are shown the values, among those that the unit in the form can be converted to. The form item gives value, change and id. */
import { Form, Select } from 'antd'
import { unitsLike } from '../../../model/acquisition/mapping/units.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { useClearing } from '../../ui/clearing.tsx'

interface DisplayUnitProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (unit: string) => void
  /** Of the points that are changed together; what the form says of their unit counts instead. */
  readonly units?: readonly string[]
}

export function DisplayUnit({ value = '', onChange, units = [], ...rest }: DisplayUnitProps) {
  const t = useT()
  const unit: unknown = Form.useWatch('unit', Form.useFormInstance())
  const given = typeof unit === 'string' ? unit.trim() : ''
  const own = given === '' ? [...new Set(units)] : [given]
  const others = unitsOfAll(own)
  // What stands there stays to be seen, and the rule of the point says what is wrong with it.
  const options = value === '' || others.includes(value) ? others : [value, ...others]
  const [only = ''] = own
  const clearing = useClearing()
  return (
    <Select
      {...rest}
      value={value || null}
      options={options.map((symbol) => ({ value: symbol, label: symbol }))}
      allowClear={clearing}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={(own.length === 1 && only) || undefined}
      notFoundContent={t(own.length > 1 ? 'points.units-apart' : only === '' ? 'points.unit-first' : 'points.unit-alone')}
      onChange={(symbol?: string) => onChange?.(symbol ?? '')}
    />
  )
}

/** What values in each of these units can be converted to; of several, each of them is as good for the others. */
function unitsOfAll(own: readonly string[]): string[] {
  const [first = '', ...more] = own
  const both = more.length === 0 ? unitsLike(first) : [first, ...unitsLike(first)]
  return both.filter((symbol) => more.every((unit) => unit === symbol || unitsLike(unit).includes(symbol)))
}
