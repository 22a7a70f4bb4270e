/** What became of each period of a schedule. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ScheduleRun } from '../../../../model/contract/report/schedules.ts'
import { RUNS_ON_A_PAGE, queryScheduleRun } from '../../../../model/contract/report/schedules.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { secondOf } from '../../../ui/clock.ts'
import { Tag } from '../../../ui/tag.tsx'
import './runs.css'

const DETAIL = '/reports/issuedreportdetails'
/** What is under way is asked for again after so many milliseconds. */
const LOOK_MS = 2000
const KINDS = { done: 'good', failed: 'urgent', missed: 'notice', waiting: 'quiet', running: 'quiet' } as const

const isUnderWay = ({ state }: ScheduleRun) => state === 'waiting' || state === 'running'

export default function Runs({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(true)
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['schedule-runs', id, page],
    queryFn: ({ signal }) => ask(queryScheduleRun, { id, currentPage: page, pageSize: RUNS_ON_A_PAGE }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchInterval: (query) => (query.state.data?.list.some(isUnderWay) ? LOOK_MS : false),
  })
  // The way back stays where a page could not be had.
  const count = Math.max(page, Math.ceil((data?.total ?? 0) / RUNS_ON_A_PAGE))
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClose()}
      size="min(560px, 100vw)"
      title={t('schedule.runs-title', { schedule: name })}
    >
      {isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data?.list.length === 0 && <p>{t('schedule.no-runs')}</p>}
      <ul className="schedule-runs">
        {data?.list.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
      {count > 1 && (
        <p className="schedule-pages">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('reports.previous')}
          </Button>
          <Button disabled={page === count} onClick={() => setPage(page + 1)}>
            {t('reports.next')}
          </Button>
        </p>
      )}
    </Drawer>
  )
}

function Run({ run }: { run: ScheduleRun }) {
  const t = useT()
  const { authority } = useSession()
  const mayOpen = menuPaths(authority.menu).has(DETAIL)
  const number = run.reportNumber ?? t('schedule.issued-report')
  const about = [
    run.trigger === 'hand' ? t('schedule.by-hand') : '',
    run.finishedAt === null ? '' : secondOf(run.finishedAt),
    run.ms === null ? '' : t('schedule.took', { seconds: Math.round(run.ms / 100) / 10 }),
    run.rows === null ? '' : t('schedule.rows', { count: run.rows }),
    run.owner ?? '',
    run.recipients === 0 ? '' : t('schedule.told', { count: run.recipients }),
  ]
  return (
    <li>
      <p>
        <strong>{run.day}</strong> <Tag kind={KINDS[run.state]}>{t(`choice.lastRunState.${run.state}`)}</Tag>
      </p>
      <p className="schedule-about">{about.filter(Boolean).join(' · ')}</p>
      {run.error !== null && <p className="schedule-error">{run.error}</p>}
      {run.latePoints > 0 && <p>{t('schedule.late', { count: run.latePoints, devices: run.lateDevices.join(', ') || '—' })}</p>}
      {run.issuedId !== null && <p>{mayOpen ? <Link to={`${DETAIL}?id=${run.issuedId}`}>{number}</Link> : number}</p>}
      {run.state === 'done' && run.expiresAt !== null && run.recipients > 0 && (
        <p className="schedule-about">{t('schedule.expires', { at: secondOf(run.expiresAt) })}</p>
      )}
    </li>
  )
}
