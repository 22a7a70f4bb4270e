import { Input, Select, Space } from 'antd'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { Unit } from './durations.ts'
import { UNITS, durationText, plainDuration } from './durations.ts'
import { named } from '../../../../ui/named.ts'
import { WholeNumber } from './whole-number.tsx'

interface DurationInputProps {
  readonly label: string
  /** As ISO 8601 writes it; empty where none is said. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** How long: a number and a unit; written out where it is more than that. */
export function DurationInput({ label, value, onChange }: DurationInputProps) {
  const t = useT()
  const plain = plainDuration(value)
  if (value !== '' && !plain) return <Input aria-label={label} value={value} onChange={({ target }) => onChange(target.value.trim())} />
  const { count, unit } = plain ?? { count: undefined, unit: 'days' as const }
  return (
    <Space.Compact block>
      <WholeNumber
        label={label}
        min={1}
        max={999_999}
        value={count ?? null}
        onChange={(next) => onChange(next === null ? '' : durationText({ count: next, unit }))}
      />
      <Select<Unit>
        aria-label={named(label, t('process-design.unit'))}
        value={unit}
        options={UNITS.map((one) => ({ value: one, label: t(`process-design.unit-${one}`) }))}
        onChange={(next) => onChange(durationText({ count: count ?? 1, unit: next }))}
      />
    </Space.Compact>
  )
}
