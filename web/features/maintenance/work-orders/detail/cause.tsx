/** What the order was opened for: what its fault and its alarm went through, above the history of the order itself. */
import type { CauseEvents } from '../../../../../model/contract/maintenance/work-orders.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { StateTag } from '../../../../shared/acquisition/alarm-tags.tsx'
import { Events } from '../../../../shared/maintenance/events.tsx'
import { FaultEvents } from '../../../../shared/maintenance/fault-events.tsx'

const TRENDS = '/acquisition/trends'
/** Before and after the alarm. */
const HALF_DAY_MS = 12 * 3_600_000

/** Where the trend of the alarm's point is, around the moment at which it was raised. */
export const trendOf = ({ pointId, raisedAt }: { readonly pointId: string; readonly raisedAt: number | null }): string =>
  `${TRENDS}?points=${pointId}${raisedAt === null ? '' : `&from=${raisedAt - HALF_DAY_MS}&to=${raisedAt + HALF_DAY_MS}`}`

export function Cause({ events: { ofFault, ofAlarm } }: { readonly events: CauseEvents }) {
  const t = useT()
  return (
    <>
      {ofFault.length > 0 && <FaultEvents events={ofFault} />}
      {ofAlarm.length > 0 && (
        <Events
          title={t('work-order.alarm-events')}
          events={ofAlarm.map(({ id, transition, fromState, toState, happenedAt, by, comment }) => ({
            id,
            what: t(`alarms.transition.${transition}`),
            tag: fromState === toState ? null : <StateTag state={toState}>{t(`choice.alarmState.${toState}`)}</StateTag>,
            happenedAt,
            facts: [by, comment],
          }))}
        />
      )}
    </>
  )
}
