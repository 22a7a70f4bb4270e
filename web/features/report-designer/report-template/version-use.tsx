import { Link } from 'react-router'
import type { OutputOf } from '../../../../model/contract/contract.ts'
import type { queryReportVersion } from '../../../../model/contract/report/templates.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../../kernel/session/session-store.ts'

const [ISSUED, SCHEDULES] = ['/reports/issuedreportdetails', '/reports/schedule']

type Version = OutputOf<typeof queryReportVersion>[number]
type Use = NonNullable<Version['issued']>
type ScheduledUse = NonNullable<Version['scheduled']>

/** How many reports were issued with a version, and the newest of them by their numbers. */
export function VersionUse({ count, newest }: Use) {
  const t = useT()
  const { authority } = useSession()
  const mayOpen = menuPaths(authority.menu).has(ISSUED)
  return (
    <small className="report-version-use">
      {count === 0 ? t('report-list.issued-none') : t('report-list.issued', { count })}
      {newest.flatMap(({ id, reportNumber }) =>
        reportNumber === null
          ? []
          : [
              mayOpen ? (
                <Link key={id} to={`${ISSUED}?id=${id}`}>
                  {reportNumber}
                </Link>
              ) : (
                <span key={id}>{reportNumber}</span>
              ),
            ],
      )}
    </small>
  )
}

/** How many schedules make reports with a version, and the first of them by their names; nothing where there are none. */
export function ScheduledUse({ count, named }: ScheduledUse) {
  const t = useT()
  const { authority } = useSession()
  const mayOpen = menuPaths(authority.menu).has(SCHEDULES)
  if (count === 0) return null
  return (
    <small className="report-version-use">
      {t('report-list.scheduled', { count })}
      {named.flatMap(({ id, scheduleName }) =>
        scheduleName === null
          ? []
          : [
              mayOpen ? (
                <Link key={id} to={`${SCHEDULES}?scheduleName=${encodeURIComponent(scheduleName)}`}>
                  {scheduleName}
                </Link>
              ) : (
                <span key={id}>{scheduleName}</span>
              ),
            ],
      )}
    </small>
  )
}
