/** Chooses the point of a rule among those of its device or type, with what each measures now. The form item gives value, change and id. */
import { valueWithUnit } from '../../../../model/acquisition/point-display.ts'
import { Input, Select } from 'antd'
import { points } from '../../../../model/index.ts'
import { limitsOf } from '../../../../model/messages.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { displayOf } from '../../../shared/acquisition/figures.ts'
import { groupedPoints, groupHeadings } from '../../../shared/acquisition/point-groups.ts'
import { useLiveValues } from '../../../shared/acquisition/live-values.ts'
import { keyOf, pointWithKey, useRulePoints } from './rule-points.ts'
import './point-picker.css'

/** More values are not followed on one page. */
const MAX_LIVE = 500

interface PointPickerProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (key: string) => void
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export default function PointPicker({ value = '', onChange, ...rest }: PointPickerProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { data, error, isFetching, deviceId, deviceTypeId } = useRulePoints()
  const rows = groupedPoints(data?.list ?? [])
  const live = useLiveValues(deviceId ? rows.slice(0, MAX_LIVE).map((row) => row.id) : [])

  if (error || (data && (data.total > rows.length || data.fields?.includes('pointKey') === false)))
    return (
      <Input
        {...rest}
        value={value}
        maxLength={limitsOf(points.fields.pointKey).max ?? 64}
        onChange={(event) => onChange?.(event.target.value)}
      />
    )

  const chosen = pointWithKey(rows, value)
  const isGone = value !== '' && data !== undefined && !chosen
  const headingOf = groupHeadings(rows, t)
  const options = rows.map((row) => {
    const [key, unit] = [keyOf(row), textOf(row['unit'])]
    const now = live.get(row.id)
    return {
      value: key,
      heading: headingOf?.(row) ?? '',
      label: [textOf(row['pointName']), key].filter(Boolean).join(' · ') + (unit && ` (${unit})`),
      // As it is stored, since the limit beside it is given so.
      now: now ? valueWithUnit(now.value, { ...displayOf(row), displayUnit: null }, locale) : '',
    }
  })
  const grouped = headingOf
    ? [...Map.groupBy(options, ({ heading }) => heading)].map(([heading, of]) => ({ label: heading, options: of, value: '', now: '' }))
    : options
  return (
    <Select
      {...rest}
      value={(chosen ? keyOf(chosen) : value) || null}
      options={isGone ? [{ value, label: t('alarm-rules.gone', { key: value }), now: '' }, ...grouped] : grouped}
      {...(isGone ? { status: 'error' as const } : {})}
      loading={isFetching}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={deviceId || deviceTypeId ? undefined : t('alarm-rules.choose-place')}
      notFoundContent={t(deviceId || deviceTypeId ? 'list.no-options' : 'alarm-rules.choose-place')}
      optionRender={({ data: { label, now } }) => (
        <span className="point-option">
          <span>{label}</span>
          <span>{now}</span>
        </span>
      )}
      onChange={(key: string) => onChange?.(key)}
    />
  )
}
