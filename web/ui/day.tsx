import { DatePicker } from './date-picker.ts'
import dayjs from './dayjs.ts'

const FORMAT = 'YYYY-MM-DD'

interface DayProps {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One day, as the text that travels; empty where none is chosen. */
export default function Day({ id, value, onChange }: DayProps) {
  return (
    <DatePicker
      id={id}
      format={FORMAT}
      style={{ width: '100%' }}
      value={value && dayjs(value).isValid() ? dayjs(value) : null}
      onChange={(next) => onChange(next?.format(FORMAT) ?? '')}
    />
  )
}
