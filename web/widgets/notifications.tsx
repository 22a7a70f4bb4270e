import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useT } from '../kernel/i18n/i18n.ts'
import { MY_NOTIFICATIONS } from '../kernel/navigation/menu-routes.ts'
import { addressOfNotification, headOf } from '../kernel/realtime/notifications.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'

/** What I am told, as the bell has it: unread ones first. */
export function Notifications() {
  const t = useT()
  const { data, error, refetch } = useQuery(headOf)
  return (
    <Panel title={t('menu.mynotification')} action={<Link to={MY_NOTIFICATIONS}>{t('workbench.all')}</Link>}>
      {!data && <CardFailure error={error} onRetry={refetch} />}
      {data?.list.length === 0 && <p className="quiet">{t('notice.none')}</p>}
      <ul className="panel-rows notices">
        {data?.list.map(({ id, title, priority, publisher, publishTime, isRead }) => (
          <li key={id}>
            <Link to={addressOfNotification(id)} className={isRead ? undefined : 'unread'}>
              <span className="row-name">
                <strong>
                  {!isRead && <span className="visually-hidden">{t('notice.unread')}: </span>}
                  {title ?? t('notice.untitled')}
                </strong>
                <span>
                  {priority === 'high' && <em>{t('notice.high')}</em>}
                  {publisher}
                </span>
              </span>
              <time>{publishTime?.slice(0, 16)}</time>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
