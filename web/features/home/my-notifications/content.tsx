/** One notification, opened: from then on it is read. A file of its own because of what shows rich text. */
import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { MyNotification } from '../../../../model/contract/admin/notifications.ts'
import { forgetNotifications, readNotification } from '../../../kernel/realtime/notifications.ts'
import { textPictures } from '../../../kernel/resource/text-pictures.ts'
import RichContent from '../../../ui/rich-text/rich-content.tsx'

interface ContentProps {
  /** Absent: none is open. */
  readonly id: string | undefined
  /** As the list has it, where it stands there. */
  readonly row: MyNotification | undefined
  readonly mayMark: boolean
  readonly onStar: (row: MyNotification) => Promise<void>
  readonly onClose: () => void
}

export default function Content({ id, row, mayMark, onStar, onClose }: ContentProps) {
  const t = useT()
  const queries = useQueryClient()
  const { data, isError } = useQuery({
    // Not with the others: to read it invalidates them, upon which the others are asked for again.
    queryKey: ['notification-read', id],
    queryFn: async () => {
      const read = await readNotification(id ?? '')
      void forgetNotifications(queries)
      return read
    },
    enabled: id !== undefined && mayMark,
    staleTime: Infinity,
    gcTime: 0,
  })
  const current = row ?? data
  // While it closes, it shows what it showed.
  const [last, setLast] = useState<MyNotification>()
  if (id !== undefined && current && current !== last) setLast(current)
  const shown = id === undefined ? last : current

  const facts =
    shown &&
    [
      shown.typeCn,
      shown.priorityCn && `${t('field.notifications.priority')}${t('common.means')}${shown.priorityCn}`,
      shown.publishTime &&
        (shown.publisher
          ? t('notice.published', { publisher: shown.publisher, time: shown.publishTime })
          : t('notice.published-at', { time: shown.publishTime })),
      shown.endTime && t('notice.until', { time: shown.endTime }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      size="min(720px, 100vw)"
      title={shown?.title ?? t('notice.untitled')}
      extra={
        shown &&
        mayMark && (
          <Button
            type="text"
            aria-pressed={shown.isStarred === 1}
            icon={shown.isStarred ? <StarFilled className="notice-star" aria-hidden="true" /> : <StarOutlined aria-hidden="true" />}
            onClick={() => void onStar(shown)}
          >
            {t(shown.isStarred ? 'notice.unstar' : 'notice.star')}
          </Button>
        )
      }
    >
      {isError && !shown && <p>{t('notice.opened-gone')}</p>}
      {shown && (
        <article className="notice">
          <p className="notice-facts">{facts}</p>
          <RichContent html={shown.content ?? ''} pictures={textPictures} />
        </article>
      )}
    </Drawer>
  )
}
