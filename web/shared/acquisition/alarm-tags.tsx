/** How urgent an alarm is and how it stands: a word with a sign of its own, so that nobody needs the colour. */
import type { AlarmState } from '../../../model/acquisition/alarm-states.ts'
import './alarm-tags.css'

const PRIORITY_SIGNS = { 1: '▲▲', 2: '▲', 3: '◆', 4: '▽' } as const
const STATE_SIGNS: Readonly<Record<AlarmState, string>> = {
  unacknowledged: '●',
  acknowledged: '✓',
  returned: '↩',
  normal: '○',
  shelved: '‖',
  suppressed: '⊘',
  'out-of-service': '✕',
}

export function PriorityTag({ priority, children }: { priority: unknown; children: string }) {
  const level = Number(priority) as keyof typeof PRIORITY_SIGNS
  return (
    <span className={`alarm-tag alarm-priority-${level}`}>
      <span aria-hidden="true">{PRIORITY_SIGNS[level]}</span>
      <span>{children}</span>
    </span>
  )
}

export function StateTag({ state, children }: { state: unknown; children: string }) {
  return (
    <span className={`alarm-tag alarm-state-${String(state)}`}>
      <span aria-hidden="true">{STATE_SIGNS[state as AlarmState]}</span>
      <span>{children}</span>
    </span>
  )
}
