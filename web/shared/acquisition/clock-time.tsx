import { Input } from 'antd'

/**
 * A time of day of the tenant's clock, `HH:mm` in 24 hours: the browser's own input would write it as its language does. Four digits are enough.
 * The form item gives value, change and id.
 */
export function ClockTime({
  value,
  onChange,
  ...rest
}: {
  readonly value?: string
  readonly onChange?: (time: string) => void
  readonly id?: string
}) {
  return (
    <Input
      {...rest}
      value={value ?? ''}
      placeholder="22:00"
      maxLength={5}
      onChange={({ target }) => onChange?.(target.value.replace('：', ':').replace(/^(\d\d)(\d\d)$/, '$1:$2'))}
    />
  )
}
