import { DatePicker } from './date-picker.ts'
import { wallNow } from './clock.ts'
import dayjs from './dayjs.ts'
import type { Period } from './periods.ts'
import { PERIODS, rangeOf } from './periods.ts'

const FORMAT = 'YYYY-MM-DD HH:mm:ss'

interface DateRangeProps {
  readonly id: string
  readonly start: string
  readonly end: string
  readonly from: string
  readonly to: string
  /** What each is called. */
  readonly periods: Readonly<Record<Period, string>>
  readonly onChange: (start: string, end: string) => void
}

/** Two moments. A file of its own because the calendar is heavy and most visits need none. */
export default function DateRange({ id, start, end, from, to, periods, onChange }: DateRangeProps) {
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
      presets={PERIODS.map((period) => ({
        label: periods[period],
        // Made when it is chosen: a page may have been open since yesterday.
        value: () => {
          const [begins, ends] = rangeOf(period, wallNow())
          return [dayjs(begins), dayjs(ends)]
        },
      }))}
      onChange={(range) => onChange(range?.[0]?.format(FORMAT) ?? '', range?.[1]?.format(FORMAT) ?? '')}
    />
  )
}
