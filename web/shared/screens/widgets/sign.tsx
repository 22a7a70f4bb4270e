/** Shapes that stand for tones and for states of alarms: whoever sees no colours sees the same. */
import type { AlarmState } from '../../../../model/acquisition/alarm-states.ts'
import type { Tone } from '../../../../model/screens/document.ts'

interface Shape {
  readonly path: string
  readonly isHollow?: true
  /** Stands upon the shape. */
  readonly mark?: string
}

/** In a square of 20. Priorities as their tags in lists have them: two triangles, one, a diamond, one that points down. */
const SHAPES: Readonly<Record<Exclude<Tone, 'plain'>, Shape>> = {
  good: { path: 'M10 3a7 7 0 1 1 0 14a7 7 0 1 1 0-14Z', mark: 'M6.6 10.2l2.4 2.4 4.4-4.8' },
  notice: { path: 'M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15Z', isHollow: true, mark: 'M10 9v5M10 6v.2' },
  warning: { path: 'M10 2L18.5 17.5H1.5Z', isHollow: true, mark: 'M10 8v4.4M10 14.6v.2' },
  'alarm-1': { path: 'M10 0L17 9.5H3ZM10 9L19 19.5H1Z' },
  'alarm-2': { path: 'M10 1.5L19 18H1Z' },
  'alarm-3': { path: 'M10 1L19 10L10 19L1 10Z' },
  'alarm-4': { path: 'M1 2.5H19L10 18Z', isHollow: true },
  off: { path: 'M10 3a7 7 0 1 1 0 14a7 7 0 1 1 0-14Z', isHollow: true },
}

export type Signed = Exclude<Tone, 'plain'>

/** The tone of an alarm's priority; of one that is hidden from its reader the least of all. */
export const toneOfPriority = (priority: number | null | undefined): Signed =>
  priority === 1 || priority === 2 || priority === 3 ? `alarm-${priority}` : 'alarm-4'

/** The shape of a tone, in its colour; nothing for the plain one. What it means is said in words beside it. @param size Pixels of the display */
export function ToneSign({ tone, size }: { readonly tone: Tone; readonly size: number }) {
  if (tone === 'plain') return null
  const { path, isHollow, mark } = SHAPES[tone]
  return (
    <svg className="sw-sign" data-sign={tone} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} className={isHollow ? 'sw-sign-hollow' : 'sw-sign-full'} />
      {mark && <path d={mark} className={isHollow ? 'sw-sign-line' : 'sw-sign-upon'} />}
    </svg>
  )
}

/** In a square of 20: a full disc, a tick, an arrow back, an open disc, a pause, a barred disc, a cross. */
const STATES: Readonly<Record<AlarmState, string>> = {
  unacknowledged: 'M10 4a6 6 0 1 1 0 12a6 6 0 1 1 0-12Z',
  acknowledged: 'M4 10.5l4 4L16 5.5',
  returned: 'M7.5 4.5L3.5 8.5l4 4M3.5 8.5h8a4 4 0 0 1 0 8H8',
  normal: 'M10 4a6 6 0 1 1 0 12a6 6 0 1 1 0-12Z',
  shelved: 'M7 4.5v11M13 4.5v11',
  suppressed: 'M10 3.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13ZM5.5 5.5l9 9',
  'out-of-service': 'M5 5l10 10M15 5L5 15',
}

/** The shape of an alarm's state. */
export function StateSign({ state, size }: { readonly state: AlarmState; readonly size: number }) {
  return (
    <svg className="sw-sign" data-state={state} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d={STATES[state]} className={state === 'unacknowledged' ? 'sw-sign-full' : 'sw-sign-line'} />
    </svg>
  )
}
