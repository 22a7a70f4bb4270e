/** Each message of a delivery: to whom, what it says, and every attempt to send it. */
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import type { DeliveryMessages } from '../../../../model/contract/acquisition/deliveries.ts'
import { queryDeliveryAttempt } from '../../../../model/contract/acquisition/deliveries.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import './attempts.css'

export default function Attempts({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(true)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['delivery-attempts', id],
    queryFn: ({ signal }) => ask(queryDeliveryAttempt, { id }, { signal }),
    gcTime: 0,
  })
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClose()}
      size="min(560px, 100vw)"
      title={t('deliveries.attempts-of', { alarm: name })}
    >
      {isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p>{t('deliveries.no-attempt')}</p>}
      {data?.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </Drawer>
  )
}

function Message({ message: { recipient, body, attempts } }: { message: DeliveryMessages[number] }) {
  const t = useT()
  return (
    <section className="delivery-message">
      <h3>{t('deliveries.to', { recipient })}</h3>
      {attempts.length === 0 && <p>{t('deliveries.no-attempt')}</p>}
      <ol>
        {attempts.map(({ attemptedAt, reason, tookMs }, at) => (
          <li key={at} className={reason === null ? undefined : 'refused'}>
            <time>{attemptedAt}</time>{' '}
            {reason === null ? t('deliveries.taken', { ms: tookMs }) : t('deliveries.refused', { ms: tookMs, reason })}
          </li>
        ))}
      </ol>
      {body !== '' && <pre>{body}</pre>}
    </section>
  )
}
