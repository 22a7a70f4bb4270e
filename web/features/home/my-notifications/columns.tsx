import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import { NOTIFICATION_TYPES, PRIORITIES } from '../../../../model/admin/notifications.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { MyNotification } from '../../../../model/contract/admin/notifications.ts'
import type { Column } from '../../../ui/data-table.tsx'
import type { FilterField } from '../../../ui/filter-bar.tsx'
import { Tag } from '../../../ui/tag.tsx'

/** The columns of one's own notifications. */
export function columnsOf(t: Translate, open: (id: string) => void): Column<MyNotification>[] {
  const column = (
    key: string,
    title: string,
    width: number,
    text: (row: MyNotification) => string,
    render: Column<MyNotification>['render'] = text,
  ): Column<MyNotification> => ({ key, title, width, text, render })
  const titleOf = ({ title }: MyNotification) => title ?? t('notice.untitled')
  return [
    column('title', t('field.notifications.title'), 340, titleOf, (row) => (
      <button type="button" className={`notice-title${row.isRead ? '' : ' unread'}`} onClick={() => open(row.id)}>
        {titleOf(row)}
        {row.isStarred === 1 && <StarFilled role="img" aria-label={t('notice.starred')} className="notice-star" />}
      </button>
    )),
    column(
      'isRead',
      t('notice.state'),
      96,
      ({ isRead }) => t(isRead ? 'notice.read' : 'notice.unread'),
      ({ isRead }) => <Tag kind={isRead ? 'quiet' : 'info'}>{t(isRead ? 'notice.read' : 'notice.unread')}</Tag>,
    ),
    column('type', t('field.notifications.type'), 96, ({ typeCn }) => typeCn ?? ''),
    column(
      'priority',
      t('field.notifications.priority'),
      90,
      ({ priorityCn }) => priorityCn ?? '',
      ({ priority, priorityCn }) => (priority === 'high' ? <strong className="notice-high">{priorityCn}</strong> : priorityCn),
    ),
    column('publisher', t('field.notifications.publisher'), 120, ({ publisher }) => publisher ?? ''),
    column('publishTime', t('field.notifications.publishTime'), 170, ({ publishTime }) => publishTime ?? ''),
  ]
}

export const filterNames = ['title', 'type', 'priority', 'isRead', 'isStarred'] as const

/** What one's own notifications are filtered by. */
export function filtersOf(t: Translate): FilterField[] {
  const yesOrNo = (yes: string, no: string) => [
    { value: '1', label: yes },
    { value: '0', label: no },
  ]
  return [
    { key: 'title', label: t('field.notifications.title'), kind: 'input' },
    {
      key: 'type',
      label: t('field.notifications.type'),
      kind: 'select',
      options: NOTIFICATION_TYPES.map((value) => ({ value, label: t(`choice.type.${value}`) })),
    },
    {
      key: 'priority',
      label: t('field.notifications.priority'),
      kind: 'select',
      options: PRIORITIES.map((value) => ({ value, label: t(`choice.priority.${value}`) })),
    },
    { key: 'isRead', label: t('notice.state'), kind: 'select', options: yesOrNo(t('notice.read'), t('notice.unread')).toReversed() },
    { key: 'isStarred', label: t('notice.star-filter'), kind: 'select', options: yesOrNo(t('notice.starred'), t('notice.not-starred')) },
  ]
}
