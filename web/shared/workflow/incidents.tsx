/** What stopped an instance, and the two ways on: once more, or past it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { ProcessIncident } from '../../../model/contract/workflow/instances.ts'
import { queryIncident, resolveIncident } from '../../../model/contract/workflow/instances.ts'
import { ask } from '../../kernel/http/ask.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import { Tag } from '../../ui/tag.tsx'
import { done } from './act.ts'
import { Asked } from './asked.tsx'
import { PROCESS_QUERIES, forgetProcesses } from './queries.ts'
import './workflow.css'

const CommentDialog = lazyWithPreload(() => import('./comment-dialog.tsx'))
const WAYS = ['retry', 'skip'] as const

interface Resolution {
  readonly incident: ProcessIncident
  readonly way: (typeof WAYS)[number]
}

export function Incidents({ id, mayResolve }: { id: string; mayResolve: boolean }) {
  const t = useT()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<Resolution>()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'incidents', id],
    queryFn: ({ signal }) => ask(queryIncident, { processInstanceId: id }, { signal, quiet: true }),
  })

  async function resolve({ incident, way }: Resolution, comment: string): Promise<boolean> {
    const isDone = await done(() => ask(resolveIncident, { id: incident.id, way, comment }), t(`process-list.${way}-done`))
    if (isDone) await forgetProcesses(queries)
    return isDone
  }

  return (
    <Asked of={asked}>
      {({ list }) =>
        list.length === 0 ? (
          <p className="process-quiet">{t('process-list.no-incidents')}</p>
        ) : (
          <>
            <ul className="process-lines">
              {list.map((incident) => (
                <li key={incident.id}>
                  <span>
                    <strong>{incident.name ?? incident.activityId}</strong>{' '}
                    <Tag kind={incident.resolveTime === null ? 'urgent' : 'quiet'}>
                      {t(incident.resolveTime === null ? 'process-list.incident-open' : 'process-list.incident-resolved')}
                    </Tag>
                    <span className="process-said">{incident.message}</span>
                    <small>
                      {[incident.createTime, incident.resolveTime, incident.resolvedBy, incident.comment].filter(Boolean).join(' · ')}
                    </small>
                  </span>
                  {mayResolve &&
                    incident.resolveTime === null &&
                    WAYS.map((way) => (
                      <Button key={way} size="small" aria-haspopup="dialog" onClick={() => setWanted({ incident, way })}>
                        {t(`process-list.${way}`)}
                      </Button>
                    ))}
                </li>
              ))}
            </ul>
            <Suspense fallback={null}>
              {wanted && (
                <CommentDialog
                  title={t(`process-list.${wanted.way}`)}
                  about={t(`process-list.${wanted.way}-about`, { name: wanted.incident.name ?? wanted.incident.activityId })}
                  ok={t(`process-list.${wanted.way}`)}
                  required
                  run={({ comment }) => resolve(wanted, comment)}
                  onClose={() => setWanted(undefined)}
                />
              )}
            </Suspense>
          </>
        )
      }
    </Asked>
  )
}
