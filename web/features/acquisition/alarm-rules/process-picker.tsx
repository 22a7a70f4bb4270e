/** The process that an alarm starts, among those that whoever writes the rule may start. The form item gives value, change and id. */
import { Select } from 'antd'
import { ChoicesFailure } from '../../../shared/panels/choices-failure.tsx'
import { useStartable } from './startable.ts'

interface ProcessPickerProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (key: string) => void
}

export default function ProcessPicker({ value, onChange, ...rest }: ProcessPickerProps) {
  const asked = useStartable()
  // Whoever does not see keys cannot choose by them.
  const known = (asked.data ?? [])
    .filter(({ key }) => key !== '')
    .map(({ key, name }) => ({ value: key, label: name === '' ? key : `${name} (${key})` }))
  // One that has gone, or that others may start, stays what the rule says.
  const options = !value || known.some((one) => one.value === value) ? known : [...known, { value, label: value }]
  return (
    <>
      <Select
        {...rest}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        loading={asked.isPending}
        value={value || null}
        options={options}
        // An empty text takes the process away; nothing would leave it.
        onChange={(key: string | undefined) => onChange?.(key ?? '')}
      />
      <ChoicesFailure of={asked} />
    </>
  )
}
