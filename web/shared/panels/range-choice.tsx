/** Which range of time a chart or a whole board shows. */
import { Select } from 'antd'
import type { Last, NamedRange, RangeValue } from '../../../model/figures/document.ts'
import { NAMED_RANGES } from '../../../model/figures/document.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import type { Marked } from '../../ui/marked.ts'
import { localeOf, useLanguage, useT } from '../../kernel/i18n/i18n.ts'

const LASTS = {
  'last-24-hour': { count: 24, unit: 'hour' },
  'last-7-day': { count: 7, unit: 'day' },
  'last-30-day': { count: 30, unit: 'day' },
  'last-12-month': { count: 12, unit: 'month' },
} as const satisfies Record<string, Last>
type LastName = keyof typeof LASTS
const LAST_NAMES = Object.keys(LASTS) as LastName[]

interface RangeChoiceProps extends Marked {
  readonly id?: string
  readonly value: RangeValue | undefined
  /** What no range is called; absent where there has to be one. */
  readonly none?: string
  readonly label: string
  readonly onChange: (value: RangeValue | undefined) => void
}

export function RangeChoice({ id, value, none, label, onChange, ...marked }: RangeChoiceProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const own =
    typeof value === 'object' && 'from' in value
      ? [{ value: 'own', label: t('boards.range-chosen', { from: value.from.slice(0, 16), to: value.to.slice(0, 16) }) }]
      : []
  const options = [
    ...(none === undefined ? [] : [{ value: 'none', label: none }]),
    ...own,
    ...LAST_NAMES.map((name) => ({ value: name, label: t(`boards.range.${name}`) })),
    ...NAMED_RANGES.map((name) => ({ value: name, label: t(`boards.range.${name}`) })),
    ...otherLast(value, locale, t),
  ]
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      {...marked}
      className="board-range"
      aria-label={label}
      value={nameOf(value)}
      options={options}
      popupMatchSelectWidth={false}
      onChange={(name) => {
        if (name === 'own' || name === 'other') return
        onChange(name === 'none' ? undefined : name in LASTS ? { last: LASTS[name as LastName] } : (name as NamedRange))
      }}
    />
  )
}

function nameOf(value: RangeValue | undefined): string {
  if (value === undefined) return 'none'
  if (typeof value === 'string') return value
  if ('from' in value) return 'own'
  return LAST_NAMES.find((name) => LASTS[name].count === value.last.count && LASTS[name].unit === value.last.unit) ?? 'other'
}

/** A range that the list does not offer, as a document may have it. */
function otherLast(value: RangeValue | undefined, locale: string, t: Translate): { value: string; label: string }[] {
  if (typeof value !== 'object' || !('last' in value) || nameOf(value) !== 'other') return []
  const { count, unit } = value.last
  const time = count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return [{ value: 'other', label: t('boards.range-last', { time }) }]
}
