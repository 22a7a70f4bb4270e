import { Tag } from '../../ui/tag.tsx'

const KINDS = {
  'in-service': 'good',
  standby: 'quiet',
  'in-repair': 'notice',
  'out-of-service': 'urgent',
  scrapped: 'quiet',
  valid: 'good',
  due: 'notice',
  expired: 'urgent',
  failed: 'urgent',
  none: 'quiet',
  coming: 'notice',
  replaced: 'quiet',
  pass: 'good',
  limited: 'notice',
  fail: 'urgent',
} as const

const isState = (state: unknown): state is keyof typeof KINDS => typeof state === 'string' && state in KINDS

/** A state of a machine or of its calibration as a word with a mark; nothing where there is none. */
export function StateTag({ state, text }: { readonly state: unknown; readonly text: string }) {
  return isState(state) ? <Tag kind={KINDS[state]}>{text}</Tag> : null
}
