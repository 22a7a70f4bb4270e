import { DatePicker } from './date-picker.ts'
import dayjs from './dayjs.ts'
import type { Marked } from './marked.ts'

const FORMAT = 'YYYY-MM-DD'

interface DayProps extends Marked {
  readonly id?: string
  readonly 'aria-label'?: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One day, as the text that travels; empty where none is chosen. */
export default function Day({ id, value, onChange, ...marked }: DayProps) {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      {...marked}
      format={FORMAT}
      style={{ width: '100%' }}
      value={value && dayjs(value).isValid() ? dayjs(value) : null}
      onChange={(next) => onChange(next?.format(FORMAT) ?? '')}
    />
  )
}
