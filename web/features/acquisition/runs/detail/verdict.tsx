/** What was found clause by clause: the worst value, when, for how long it lay beyond, and how much of the time was measured at all. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { JudgedItem } from '../../../../../model/contract/acquisition/runs.ts'
import { waiveVerdict } from '../../../../../model/contract/acquisition/runs.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { localeOf, useLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { percentText } from '../../../../kernel/i18n/percent.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { secondOf } from '../../../../ui/clock.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { ResultTag } from '../../../../shared/acquisition/result-tag.tsx'
import { act, verdictOf } from './run-client.ts'
import { Section } from './section.tsx'

const ReasonDialog = lazyWithPreload(() => import('../../../../shared/dialogs/reason-dialog.tsx'))

const MINUTE_S = 60

export function Verdict({ id, mayWaive }: { id: string; mayWaive: boolean }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(verdictOf(id))
  const [waived, setWaived] = useState<JudgedItem>()
  // Whoever does not see what points say has the rest of the page.
  if (error instanceof ApiError && error.status === 403) return null
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />

  const columns: Column<JudgedItem>[] = [
    {
      key: 'clause',
      width: 300,
      title: t('runs.clause'),
      text: ({ item }) => `${item.clause} ${item.text}`,
      render: ({ item }) => (
        <>
          {item.clause}
          <span className="run-clause-text">{item.text}</span>
        </>
      ),
    },
    { key: 'result', width: 130, title: t('runs.result'), render: ({ result }) => <ResultTag result={result} /> },
    {
      key: 'worst',
      width: 130,
      title: t('runs.worst'),
      render: ({ worst, item }) => (worst === null ? '–' : `${Number(worst.toFixed(2))} ${item.unit}`),
    },
    { key: 'when', width: 180, title: t('runs.when'), render: ({ worstAt }) => (worstAt === null ? '–' : secondOf(worstAt)) },
    {
      key: 'beyond',
      width: 140,
      title: t('runs.beyond'),
      render: ({ beyondSeconds }) =>
        beyondSeconds === 0
          ? '–'
          : t('alarms.minutes', { count: (beyondSeconds / MINUTE_S).toLocaleString(locale, { maximumFractionDigits: 1 }) }),
    },
    { key: 'coverage', width: 110, title: t('runs.coverage'), render: ({ coverage }) => percentText(coverage) },
    {
      key: 'reason',
      width: 200,
      title: t('runs.reason'),
      render: ({ waivedReason, waivedBy }) => [waivedReason, waivedBy].filter(Boolean).join(' · '),
    },
  ]
  const isUndecided = data?.list.some(({ result }) => result === 'undecided') ?? false
  return (
    <>
      <Section
        title={t('runs.verdict')}
        about={
          <>
            {data?.judgedAt === null && <p className="run-about">{t('runs.as-of-now')}</p>}
            {typeof data?.revisedAt === 'number' && <p className="run-about">{t('runs.late', { time: secondOf(data.revisedAt) })}</p>}
            {isUndecided && <p className="run-about">{t('runs.undecided')}</p>}
            {data?.doubts.map(({ role, pointName, from, to }) => (
              <p key={`${role} ${pointName ?? ''} ${from}`} className="run-about">
                {t('runs.doubted', {
                  what: [t(`choice.runRole.${role}`), pointName].filter(Boolean).join(' · '),
                  from: secondOf(from),
                  to: secondOf(to),
                })}
              </p>
            ))}
          </>
        }
        columns={columns}
        rows={data?.list}
        nameOf={({ item }) => item.clause}
        {...(mayWaive
          ? {
              actionsOf: (row: JudgedItem) =>
                row.result === 'fail' || row.result === 'undecided'
                  ? [{ key: 'waive', label: t('runs.waive'), run: () => setWaived(row) }]
                  : [],
            }
          : {})}
      />
      {waived && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={`${t('runs.waive')}${t('common.means')}${waived.item.clause}`}
            ok={t('runs.waive')}
            run={(reason) => act(queries, () => ask(waiveVerdict, { id: waived.id, reason }))}
            onClose={() => setWaived(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
