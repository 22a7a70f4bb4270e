import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { queryNotificationReader } from '../../../../model/contract/admin/notifications.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { pagerTexts } from '../../../kernel/i18n/texts.ts'
import { Pager } from '../../../ui/pager.tsx'
import './readers.css'

/** The receipts: how many of those it is for have read it, and who. */
export function Readers({ notificationId }: { notificationId: string }) {
  const t = useT()
  const [asked, setAsked] = useState({ isRead: '' as '' | '0' | '1', currentPage: 1, pageSize: 10 })
  const { data, isPending } = useQuery({
    queryKey: ['notifications', 'readers', notificationId, asked],
    queryFn: () => ask(queryNotificationReader, { id: notificationId, ...asked }),
    placeholderData: keepPreviousData,
  })
  const headings = [t('field.users.username'), t('field.users.nickname'), t('field.users.orgId'), t('notifications.read-at')]
  return (
    <section className="notification-readers" aria-label={t('notifications.readers')}>
      <h2>{t('notifications.readers')}</h2>
      <Segmented<'' | '0' | '1'>
        value={asked.isRead}
        aria-label={t('notifications.readers')}
        onChange={(isRead) => setAsked({ ...asked, isRead, currentPage: 1 })}
        options={[
          { value: '', label: t('notifications.all', { count: (data?.read ?? 0) + (data?.unread ?? 0) }) },
          { value: '1', label: t('notifications.read', { count: data?.read ?? 0 }) },
          { value: '0', label: t('notifications.unread', { count: data?.unread ?? 0 }) },
        ]}
      />
      <table aria-busy={isPending}>
        <caption className="visually-hidden">{t('notifications.readers')}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(data?.list ?? []).map((reader) => (
            <tr key={reader.userId}>
              <td>{reader.username}</td>
              <td>{reader.nickname}</td>
              <td>{reader.orgName}</td>
              <td>{reader.readTime ?? t('notifications.not-read')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager
        keepsPlace
        page={asked.currentPage}
        size={asked.pageSize}
        total={data?.total ?? 0}
        texts={{ ...pagerTexts(data?.total ?? 0, t), label: t('notifications.readers') }}
        onChange={(currentPage, pageSize) => setAsked({ ...asked, currentPage, pageSize })}
      />
    </section>
  )
}
