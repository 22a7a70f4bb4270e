/** How much the caller has not read, on every page; behind it the six at the top. What arrives shows within a second (web/kernel/realtime/live.ts). */
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { ApiError } from '../../kernel/http/api.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { useInvalidation } from '../../kernel/realtime/live.ts'
import { MY_NOTIFICATIONS } from '../../kernel/navigation/menu-routes.ts'
import type { NotificationHead } from '../../../model/contract/admin/notifications.ts'
import { TOPIC, addressOfNotification, forgetNotifications, headOf, readAllNotifications } from '../../kernel/realtime/notifications.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import './notification-bell.css'
import { useArrivals } from './use-arrivals.ts'

/** Pixels: as wide as it opens where there is room, below the bell, off the edge of the window. */
const WIDTH = 400
const GAP = 6
const EDGE = 12

export function NotificationBell() {
  const t = useT()
  const queries = useQueryClient()
  const id = useId()
  const bell = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { data } = useQuery(headOf)
  useInvalidation(TOPIC, () => void forgetNotifications(queries))
  const announcement = useArrivals(data)
  const unread = data?.unread ?? 0
  const label = unread > 0 ? t('notice.bell-unread', { count: unread }) : t('notice.bell')

  function place(): void {
    const box = bell.current?.getBoundingClientRect()
    if (!box || !panel.current) return
    const width = Math.min(WIDTH, innerWidth - 2 * EDGE)
    panel.current.style.top = `${box.bottom + GAP}px`
    panel.current.style.left = `${Math.max(EDGE, box.right - width)}px`
    panel.current.style.width = `${width}px`
  }

  /**
   * Closed and opened again at once it toggles once, from open to open: the focus goes by the event, not by a change of the state.
   * The contents are there by then, and the keyboard goes on within them.
   */
  function toggled(isOpen: boolean): void {
    flushSync(() => setOpen(isOpen))
    if (isOpen) panel.current?.focus()
  }

  return (
    <>
      <Button
        ref={bell}
        type="text"
        className="notification-bell has-count"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={label}
        title={label}
        icon={<BellOutlined aria-hidden="true" />}
      >
        {unread > 0 && (
          <span className="header-count" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Button>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('menu.mynotification')}
        tabIndex={-1}
        className="notification-panel"
        onBeforeToggle={place}
        onToggle={({ newState }) => toggled(newState === 'open')}
      >
        {open && <Panel head={data} onLeave={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}

function Panel({ head, onLeave }: { head: NotificationHead | undefined; onLeave: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const { user } = useSession()

  async function readAll(): Promise<void> {
    try {
      await readAllNotifications()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    await forgetNotifications(queries)
  }

  return (
    <>
      <div className="notification-head">
        <h2>{t('menu.mynotification')}</h2>
        {head && head.unread > 0 && user.acting !== 'preview' && (
          <Button type="link" size="small" onClick={() => void readAll()}>
            {t('notice.read-all')}
          </Button>
        )}
      </div>
      {head?.list.length === 0 && <p>{t('notice.none')}</p>}
      <ul>
        {head?.list.map(({ id, title, priority, publishTime, isRead }) => (
          <li key={id}>
            <Link to={addressOfNotification(id)} className={isRead ? undefined : 'unread'} onClick={onLeave}>
              <span className="notification-title">
                {!isRead && <span className="visually-hidden">{t('notice.unread')}: </span>}
                {title ?? t('notice.untitled')}
              </span>
              <span className="notification-facts">
                {priority === 'high' && <strong>{t('notice.high')}</strong>}
                <time>{publishTime?.slice(0, 16)}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to={MY_NOTIFICATIONS} className="notification-all" onClick={onLeave}>
        {t('workbench.all')}
      </Link>
    </>
  )
}
