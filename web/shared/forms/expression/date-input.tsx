import { momentOf, timeText } from '../../../../model/zone.ts'
import { clockZone } from '../../../ui/clock.ts'
import { DatePicker } from '../../../ui/date-picker.ts'
import dayjs from '../../../ui/dayjs.ts'

interface DateInputProps {
  readonly as: 'date' | 'moment'
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A date, or a moment by the tenant's clock that is kept in UTC. */
export default function DateInput({ as, label, value, onChange }: DateInputProps) {
  const format = as === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm:ss'
  const shown = as === 'date' ? value : timeText(clockZone(), Date.parse(value))
  return (
    <DatePicker
      className="builder-value"
      aria-label={label}
      allowClear={false}
      format={format}
      showTime={as === 'moment'}
      value={dayjs(shown)}
      onChange={(next) => {
        const text = next?.format(format)
        const ms = text === undefined || as === 'date' ? undefined : momentOf(clockZone(), text)
        if (text !== undefined) onChange(ms === undefined ? text : new Date(ms).toISOString())
      }}
    />
  )
}
