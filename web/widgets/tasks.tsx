import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Task } from '../../model/home/workbench.ts'
import { MAX_SHOWN_COUNT } from '../../model/home/workbench.ts'
import { useMenuPages } from '../kernel/navigation/console-menu.ts'
import { useT } from '../kernel/i18n/i18n.ts'
import { useInvalidation } from '../kernel/realtime/live.ts'
import type { Tasks as Found } from '../../model/contract/home/workbench.ts'
import { tasksOf } from './arrangement.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'

const ALARMS = '/acquisition/alarms'
const DELIVERIES = '/acquisition/deliveries'
/** Everybody has it, with or without an entry in the menu. */
const EXPORTS = '/admin/exportcentre'

const places: Readonly<Record<Task, { readonly path: string; readonly query?: (since: string) => Record<string, string> }>> = {
  'candidate-tasks': { path: '/personaloa/candidatetask' },
  'assigned-tasks': { path: '/personaloa/assigneetask' },
  consultations: { path: '/personaloa/assigneetask' },
  'unacknowledged-alarms': { path: ALARMS, query: () => ({ alarmState: 'unacknowledged' }) },
  'returned-alarms': { path: ALARMS, query: () => ({ alarmState: 'returned' }) },
  'silent-rules': { path: '/acquisition/alarmrules', query: () => ({ ruleStatus: '1', isWatching: '0' }) },
  'failed-deliveries': { path: DELIVERIES, query: (since) => ({ deliveryState: 'failed', createTimeStart: since }) },
  'unaddressed-deliveries': { path: DELIVERIES, query: (since) => ({ deliveryState: 'unaddressed', createTimeStart: since }) },
  registrations: { path: '/admin/sysregistration', query: () => ({ registrationState: 'pending' }) },
  'failed-sign-ins': { path: '/admin/syslog', query: (since) => ({ logType: 'sign-in', result: 'refused', createTimeStart: since }) },
  'failed-messages': { path: '/admin/outbox', query: () => ({ messageState: 'failed' }) },
  files: { path: EXPORTS },
  'failed-jobs': { path: EXPORTS },
}

/** What waits for me, each with the list where something can be done about it. */
export function Tasks() {
  const t = useT()
  const queries = useQueryClient()
  const reachable = new Set([EXPORTS, ...useMenuPages().map(({ path }) => path)])
  const { data, error, refetch } = useQuery(tasksOf)
  const again = () => void queries.invalidateQueries({ queryKey: tasksOf.queryKey })
  useInvalidation('jobs', again)
  useInvalidation('alarms', again)
  useInvalidation('processes', again)
  const list = data?.list.filter(({ task }) => reachable.has(places[task].path)) ?? []
  return (
    <Panel title={t('workbench.tasks')}>
      {!data && <CardFailure error={error} onRetry={refetch} />}
      {data && list.length === 0 && <p className="quiet">{t('workbench.no-tasks')}</p>}
      <ul className="panel-rows">
        {list.map(({ task, count }) => (
          <li key={task}>
            <Link to={addressOf(task, data)}>
              <span className="row-name">
                <strong>{t(`workbench.task-${task}`)}</strong>
              </span>
              <span className="row-count">{count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function addressOf(task: Task, found: Found | undefined): string {
  const { path, query } = places[task]
  return query ? `${path}?${new URLSearchParams(query(found?.since ?? '')).toString()}` : path
}
