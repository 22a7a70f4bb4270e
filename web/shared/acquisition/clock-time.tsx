import { Input } from 'antd'

/** A time of day of the tenant's clock, `HH:mm`: the platform's own input, which phones show as wheels. The form item gives value, change and id. */
export function ClockTime({
  value,
  onChange,
  ...rest
}: {
  readonly value?: string
  readonly onChange?: (time: string) => void
  readonly id?: string
}) {
  return <Input {...rest} type="time" value={value ?? ''} onChange={(event) => onChange?.(event.target.value)} />
}
