/** What a fault has gone through, on its own page and on that of its order. */
import type { FaultEvent } from '../../../model/contract/maintenance/faults.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Events } from './events.tsx'
import { FaultStateTag } from './order-tags.tsx'

export function FaultEvents({ events }: { readonly events: readonly FaultEvent[] }) {
  const t = useT()
  return (
    <Events
      title={t('fault.events')}
      events={events.map(({ id, transition, fromState, toState, happenedAt, by, note }) => ({
        id,
        what: transition === 'report' ? t('fault.report-event') : t(`fault.${transition}`),
        tag: fromState === toState ? null : <FaultStateTag state={toState} />,
        happenedAt,
        facts: [by, note],
      }))}
    />
  )
}
