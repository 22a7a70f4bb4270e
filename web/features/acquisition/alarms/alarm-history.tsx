/** What has happened to one alarm, the latest first. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import type { PointDisplay } from '../../../../model/acquisition/point-display.ts'
import { valueWithUnit } from '../../../../model/acquisition/point-display.ts'
import type { AlarmEvent } from '../../../../model/contract/acquisition/alarms.ts'
import { StateTag } from '../../../shared/acquisition/alarm-tags.tsx'
import { ApiError } from '../../../kernel/http/api.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import { AlarmProcesses } from './alarm-processes.tsx'
import { PAGE, readHistory } from './calls.ts'

export default function AlarmHistory({
  id,
  name,
  display,
  open,
  onClose,
}: {
  id: string
  name: string
  /** How its values are written. */
  display: PointDisplay
  open: boolean
  onClose: () => void
}) {
  const t = useT()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['alarm-history', id],
    queryFn: ({ pageParam }) => readHistory(id, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _all, page) => (total > page * PAGE ? page + 1 : undefined),
    gcTime: 0,
  })
  useInvalidation('alarms', () => void refetch())
  return (
    <Drawer open={open} onClose={onClose} size="min(560px, 100vw)" title={t('alarms.history-of', { name })} destroyOnHidden>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      <AlarmProcesses id={id} />
      <ol className="alarm-events">
        {data?.pages
          .flatMap(({ list }) => list)
          .map((event) => (
            <Entry key={event.id} event={event} display={display} />
          ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
    </Drawer>
  )
}

function Entry({ event, display }: { event: AlarmEvent; display: PointDisplay }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { transition, toState, happenedAt, sampleTime, value, nickname, comment, isByProcess } = event
  const facts = [
    ...(value === undefined || value === null ? [] : [`${t('field.alarms.alarmValue')} ${valueWithUnit(value, display, locale)}`]),
    ...(sampleTime === null ? [] : [t('alarms.measured', { time: sampleTime })]),
    ...(nickname ? [nickname] : []),
    ...(isByProcess ? [t('alarms.by-process')] : []),
  ]
  return (
    <li>
      <div>
        <strong>{t(`alarms.transition.${transition}`)}</strong>
        {toState && <StateTag state={toState}>{t(`choice.alarmState.${toState}`)}</StateTag>}
        <time>{happenedAt}</time>
      </div>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {comment && <p>{comment}</p>}
    </li>
  )
}
