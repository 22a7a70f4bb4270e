import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { alarms } from '../../model/index.ts'
import { messageOf } from '../shared/acquisition/alarm-message.ts'
import { PriorityTag } from '../shared/acquisition/alarm-tags.tsx'
import type { LabelKey } from '../kernel/i18n/i18n.ts'
import { useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { countText } from '../kernel/i18n/texts.ts'
import { useInvalidation } from '../kernel/realtime/live.ts'
import { forgetLists, listOf } from '../kernel/http/resource-client.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'

const PATH = '/acquisition/alarms'
const SHOWN = 5

/** What somebody has to know of now, the most urgent first; the same rows as on the page of alarms. */
export function Alarms() {
  const t = useT()
  const language = useLanguage()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(listOf(alarms, { currentPage: 1, pageSize: SHOWN, isCurrent: 1 }, { quiet: true }))
  useInvalidation('alarms', () => void forgetLists(queries, alarms))
  const fields = data?.fields ?? []
  return (
    <Panel
      title={t('workbench.alarms')}
      action={
        <Link to={PATH}>
          {data && data.total > SHOWN ? t('workbench.all-of', { count: countText(data.total, data.totalIs) }) : t('workbench.all')}
        </Link>
      }
    >
      {!data && <CardFailure error={error} onRetry={refetch} />}
      {data?.list.length === 0 && <p className="quiet">{t('workbench.no-alarms')}</p>}
      <ul className="panel-rows alarm-rows">
        {data?.list.map((row) => (
          <li key={row.id}>
            <Link to={`${PATH}?isCurrent=1`}>
              <span className="row-name">
                <strong>{messageOf(row, language)}</strong>
                <span>{[row['deviceIdCn'], row['pointName']].filter(Boolean).join(' · ')}</span>
              </span>
              {fields.includes('alarmPriority') && (
                <PriorityTag priority={row['alarmPriority']}>
                  {t(`choice.alarmPriority.${String(row['alarmPriority'])}` as LabelKey)}
                </PriorityTag>
              )}
              {fields.includes('raisedAt') && <time>{String(row['raisedAt'] ?? '').slice(0, 16)}</time>}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
