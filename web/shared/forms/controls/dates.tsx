/** Days, moments and times of day, by the clock of the tenant. A file of its own because the calendar is heavy. */
import { TimePicker } from 'antd'
import { momentOf, secondText } from '../../../../model/zone.ts'
import { DatePicker } from '../../../ui/date-picker.ts'
import dayjs from '../../../ui/dayjs.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ControlProps } from '../control-props.ts'
import { listOf, spoken, textOf } from '../control-props.ts'

const DAY = 'YYYY-MM-DD'
const SECOND = 'YYYY-MM-DD HH:mm:ss'
const MINUTE = 'HH:mm'

const dateOf = (text: string, format: string) => {
  const date = text === '' ? null : dayjs(text, format)
  return date?.isValid() ? date : null
}

export default function DateControl(props: ControlProps) {
  switch (props.part.kind) {
    case 'moment':
      return <MomentControl {...props} />
    case 'time':
      return <TimeControl {...props} />
    case 'date-range':
      return <RangeControl {...props} />
    default:
      return <DayControl {...props} />
  }
}

function DayControl(props: ControlProps) {
  const { id, value, onChange } = props
  return (
    <DatePicker
      id={id}
      {...spoken(props)}
      className="fill-date"
      format={DAY}
      value={dateOf(textOf(value), DAY)}
      onChange={(next) => onChange(next?.format(DAY) ?? null)}
    />
  )
}

/** Kept in UTC, and shown by the clock of the tenant. */
function MomentControl(props: ControlProps) {
  const { id, value, zone, onChange } = props
  const ms = Date.parse(textOf(value))
  return (
    <DatePicker
      id={id}
      {...spoken(props)}
      className="fill-date"
      format={SECOND}
      showTime
      value={Number.isNaN(ms) ? null : dayjs(secondText(zone, ms), SECOND)}
      onChange={(next) => {
        const moment = next ? momentOf(zone, next.format(SECOND)) : undefined
        onChange(moment === undefined ? null : new Date(moment).toISOString())
      }}
    />
  )
}

function TimeControl(props: ControlProps) {
  const { id, value, onChange } = props
  return (
    <TimePicker
      id={id}
      {...spoken(props)}
      className="fill-date"
      format={MINUTE}
      needConfirm={false}
      value={dateOf(textOf(value).slice(0, MINUTE.length), MINUTE)}
      onChange={(next) => onChange(next?.format(MINUTE) ?? null)}
    />
  )
}

function RangeControl(props: ControlProps) {
  const { id, value, onChange } = props
  const t = useT()
  const [from, to] = listOf(value).map(textOf)
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      {...spoken(props)}
      className="fill-date"
      format={DAY}
      placeholder={[t('list.from'), t('list.to')]}
      value={[dateOf(from ?? '', DAY), dateOf(to ?? '', DAY)]}
      onChange={(range) => {
        const [begins, ends] = range ?? []
        onChange(begins && ends ? [begins.format(DAY), ends.format(DAY)] : null)
      }}
    />
  )
}
