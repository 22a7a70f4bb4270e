/** A pin on a map or on a plan: its shape says whether something is wrong, its colour says it again. */
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { toneOfPriority } from './sign.tsx'

interface PinProps {
  readonly size: number
  /** Of the gravest standing alarm. */
  readonly priority: number | null
  readonly isOff: boolean
  /** How many stand at one place. */
  readonly count?: number
}

export function Pin({ size, priority, isOff, count = 1 }: PinProps) {
  const t = useT()
  const tone = priority !== null ? toneOfPriority(priority) : isOff ? 'off' : 'good'
  const words = priority !== null ? t(`choice.alarmPriority.${priority}` as LabelKey) : isOff ? t('screen-widget.device-offline') : ''
  return (
    <>
      <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" data-tone={tone} className="sw-pin-shape">
        {/* A drop; with an alarm a board with corners; what is off is hollow. */}
        <path
          d={priority !== null ? 'M3 1H17V13H13L10 20L7 13H3Z' : 'M10 20C5.5 14 3.5 11 3.5 7.5a6.5 6.5 0 1 1 13 0C16.5 11 14.5 14 10 20Z'}
          className={isOff && priority === null ? 'sw-sign-hollow' : 'sw-sign-full'}
        />
        {priority !== null ? (
          <path d="M10 3.5v5M10 10.6v.4" className="sw-sign-upon" />
        ) : (
          <circle cx="10" cy="7.5" r="2" className="sw-sign-upon" />
        )}
      </svg>
      {count > 1 && <span className="sw-pin-count">{count}</span>}
      <span className="visually-hidden">{words}</span>
    </>
  )
}
