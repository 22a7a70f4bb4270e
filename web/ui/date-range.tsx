import { DatePicker } from './date-picker.ts'
import dayjs from './dayjs.ts'

const FORMAT = 'YYYY-MM-DD HH:mm:ss'

interface DateRangeProps {
  readonly id: string
  readonly start: string
  readonly end: string
  readonly from: string
  readonly to: string
  readonly onChange: (start: string, end: string) => void
}

/** Two moments. A file of its own because the calendar is heavy and most visits need none. */
export default function DateRange({ id, start, end, from, to, onChange }: DateRangeProps) {
  const moment = (text: string) => (text && dayjs(text).isValid() ? dayjs(text) : null)
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      format={FORMAT}
      placeholder={[from, to]}
      allowEmpty={[true, true]}
      value={[moment(start), moment(end)]}
      showTime={{ defaultOpenValue: [dayjs().startOf('day'), dayjs().endOf('day')] }}
      aria-label={to}
      onChange={(range) => onChange(range?.[0]?.format(FORMAT) ?? '', range?.[1]?.format(FORMAT) ?? '')}
    />
  )
}
