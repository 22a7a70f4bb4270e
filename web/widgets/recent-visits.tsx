import { Link } from 'react-router'
import { useMenuPages } from '../kernel/navigation/console-menu.ts'
import { localeOf, useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { useRecentPages } from '../kernel/navigation/recent-pages.ts'
import { useSession } from '../kernel/session/session-store.ts'
import { dayOf } from '../ui/clock.ts'
import { agoText } from '../ui/time-ago.ts'
import { Panel } from './panel.tsx'

const MAX_VISITS = 6

/** The pages I was at last, as far as my menu still shows them. */
export function RecentVisits() {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { user } = useSession()
  const pages = useMenuPages()
  const kept = useRecentPages()
  const visits = (kept[user.id] ?? [])
    .flatMap(({ path, at }) => {
      const page = pages.find((one) => one.path === path)
      return page ? [{ ...page, at }] : []
    })
    .slice(0, MAX_VISITS)
  const now = new Date().getTime()
  const when = (at: number) => agoText((now - at) / 1000, locale, { now: t('workbench.just-now'), date: dayOf(at) })
  return (
    <Panel title={t('workbench.recent-pages')}>
      {visits.length === 0 && <p className="quiet">{t('workbench.no-recent')}</p>}
      <ul className="panel-rows">
        {visits.map(({ path, title, icon, at }) => (
          <li key={path}>
            <Link to={path}>
              <span className="row-icon">{icon}</span>
              <span className="row-name">
                <strong>{title}</strong>
              </span>
              <time dateTime={new Date(at).toISOString()}>{when(at)}</time>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
