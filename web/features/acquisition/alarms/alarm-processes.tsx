/** The processes that an alarm has started or joined, for those who take part in them or manage them. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { InstanceOf } from '../../../../model/contract/workflow/instances.ts'
import { queryProcessOf } from '../../../../model/contract/workflow/instances.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { Tag } from '../../../ui/tag.tsx'

const KINDS = {
  running: 'info',
  approved: 'good',
  rejected: 'urgent',
  cancelled: 'quiet',
  terminated: 'urgent',
  ended: 'quiet',
  returned: 'quiet',
} as const satisfies Readonly<Record<NonNullable<InstanceOf['processStatus']>, string>>

/** The page of one instance is below this one. */
const LIST = '/activiti/processinstance'
const PAGE = '/activiti/execution'

export function AlarmProcesses({ id }: { id: string }) {
  const t = useT()
  const { authority } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['alarm-processes', id],
    queryFn: ({ signal }) => ask(queryProcessOf, { subjectKind: 'alarm', subjectId: id }, { signal, quiet: true }),
    gcTime: 0,
  })
  useInvalidation('processes', () => void refetch())
  // Who may not ask sees what has happened to the alarm all the same.
  if (error instanceof ApiError && !data && error.status !== 403)
    return (
      <section aria-label={t('alarms.processes')}>
        <h3>{t('alarms.processes')}</h3>
        <ListFailure error={error} onRetry={() => void refetch()} />
      </section>
    )
  if (!data || data.list.length === 0) return null
  const isOpen = menuPaths(authority.menu).has(LIST)
  return (
    <section aria-label={t('alarms.processes')}>
      <h3>{t('alarms.processes')}</h3>
      <ul className="alarm-events">
        {data.list.map((instance) => (
          <li key={instance.id}>
            <div>
              <strong>
                {isOpen && instance.isManaged ? <Link to={`${PAGE}/${instance.id}`}>{nameOf(instance)}</Link> : nameOf(instance)}
              </strong>
              {instance.processStatus && (
                <Tag kind={KINDS[instance.processStatus]}>{t(`choice.processStatus.${instance.processStatus}`)}</Tag>
              )}
              <time>{instance.startTime}</time>
            </div>
            {instance.occurrences > 1 && <p>{t('process-list.occurrences', { count: instance.occurrences })}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = ({ businessNumber, name, id }: InstanceOf): string => [businessNumber, name].filter(Boolean).join(' · ') || id
