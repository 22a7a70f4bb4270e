/** The corners of a pipe, in percent of the width and height of its widget. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Entries } from './entries.tsx'
import type { OptionProps } from './option-props.ts'
import { NumberInput } from './parts.tsx'

type Point = readonly [number, number]
const PERCENT = 100

export default function LinePoints({ label, value, disabled, onChange }: OptionProps) {
  const t = useT()
  const points = (value ?? []) as readonly Point[]
  return (
    <Entries<Point>
      label={label}
      entries={points}
      most={40}
      least={2}
      disabled={disabled}
      fresh={() => points.at(-1) ?? [1, 0.5]}
      onChange={onChange}
    >
      {([x, y], change, at) => (
        <>
          <NumberInput
            label={t('screen-design.corner-x', { at: at + 1 })}
            value={Math.round(x * PERCENT * 10) / 10}
            min={0}
            max={PERCENT}
            isNeeded
            onChange={(share) => share !== undefined && change([share / PERCENT, y])}
          />
          <NumberInput
            label={t('screen-design.corner-y', { at: at + 1 })}
            value={Math.round(y * PERCENT * 10) / 10}
            min={0}
            max={PERCENT}
            isNeeded
            onChange={(share) => share !== undefined && change([x, share / PERCENT])}
          />
        </>
      )}
    </Entries>
  )
}
