/** The alarm that began an instance, leading to it in the list of alarms. */
import { Link } from 'react-router'
import type { ProcessTrack } from '../../../model/contract/workflow/instances.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../kernel/session/session-store.ts'

const ALARMS = '/acquisition/alarms'

export function AlarmSubject({ of }: { of: NonNullable<ProcessTrack['subject']> }) {
  const t = useT()
  const { authority } = useSession()
  const { ruleName, deviceId, deviceName, pointName, occurrences } = of
  const name = [ruleName, deviceName, pointName].filter(Boolean).join(' · ') || of.id
  const narrowed = Object.entries({ deviceId, ruleName, pointName }).flatMap(([key, value]) => (value === null ? [] : [[key, value]]))
  return (
    <>
      {menuPaths(authority.menu).has(ALARMS) ? <Link to={`${ALARMS}?${String(new URLSearchParams(narrowed))}`}>{name}</Link> : name}
      {occurrences > 1 && ` · ${t('process-list.occurrences', { count: occurrences })}`}
    </>
  )
}
