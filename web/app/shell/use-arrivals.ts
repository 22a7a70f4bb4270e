import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../kernel/i18n/i18n.ts'
import type { MyNotification, NotificationHead } from '../../../model/contract/admin/notifications.ts'
import { addressOfNotification } from '../../kernel/realtime/notifications.ts'
import { toast } from '../../ui/toast.ts'

/** What has come since the page was asked the last time: more is unread than before, and these were not among the six. */
export function arrivedIn(now: NotificationHead, before: NotificationHead): readonly MyNotification[] {
  if (now.unread <= before.unread) return []
  const known = new Set(before.list.map(({ id }) => id))
  return now.list.filter(({ id, isRead }) => !isRead && !known.has(id)).slice(0, now.unread - before.unread)
}

/** Tells what arrives while the page is open: what is urgent as a message in the corner, the rest to whoever hears the page. @returns words for them */
export function useArrivals(head: NotificationHead | undefined): string {
  const navigate = useNavigate()
  const before = useRef<NotificationHead>(undefined)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (!head) return
    const arrived = before.current ? arrivedIn(head, before.current) : []
    before.current = head
    for (const { id, title, priority } of arrived) {
      const text = t('notice.arrived', { title: title ?? t('notice.untitled') })
      if (priority === 'high') toast.warning(text, { text: t('notice.open'), go: () => void navigate(addressOfNotification(id)) })
      else setAnnouncement(text)
    }
  }, [head, navigate])
  return announcement
}
