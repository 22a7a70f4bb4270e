/** From which values on something is marked, and how. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Entries } from './entries.tsx'
import type { OptionProps } from './option-props.ts'
import { Choice, NumberInput } from './parts.tsx'

interface Limit {
  readonly at: number
  readonly tone: 'good' | 'notice' | 'warning' | 'alarm-1'
}
const TONES = ['good', 'notice', 'warning', 'alarm-1'] as const

export default function Limits({ label, value, disabled, onChange }: OptionProps) {
  const t = useT()
  const limits = (value ?? []) as readonly Limit[]
  return (
    <Entries<Limit>
      label={label}
      entries={limits}
      most={8}
      disabled={disabled}
      fresh={() => ({ at: limits.at(-1)?.at ?? 0, tone: 'warning' })}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
    >
      {(limit, change, at) => (
        <>
          <NumberInput
            label={t('screen-design.limit-at', { at: at + 1 })}
            value={limit.at}
            isNeeded
            onChange={(next) => next !== undefined && change({ ...limit, at: next })}
          />
          <Choice
            label={t('screen-design.limit-tone', { at: at + 1 })}
            value={limit.tone}
            options={TONES.map((tone) => ({ value: tone, label: t(`screen-choice.tone.${tone}`) }))}
            onChange={(tone) => tone && change({ ...limit, tone })}
          />
        </>
      )}
    </Entries>
  )
}
