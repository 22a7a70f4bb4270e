/** Construction and curing data: the runs at the left, what was measured in them at the right. */
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Segmented, Skeleton } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { isRowId } from '../../../kernel/resource/row-id.ts'
import { filesOfChart } from '../../../shared/figures/chart-as-files.ts'
import { ChartFiles } from '../../../shared/figures/chart-files.tsx'
import { HeatMap } from '../../../ui/heat-map.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { chosenRun } from './chosen.ts'
import { latestRuns, MAX_RUNS, runOf } from './client.ts'

import './construction-data.css'
import { RunCurveView } from './curve.tsx'
import { complianceOf, MAX_COMPARED } from './elapsed.ts'

const Compare = lazyWithPreload(() => import('./compare.tsx'))

const VIEWS = ['curve', 'compare', 'calendar'] as const
type View = (typeof VIEWS)[number]
const VERDICTS = { pass: 'good', fail: 'urgent', undecided: 'notice' } as const
type Verdict = keyof typeof VERDICTS
const STATES = ['running', 'finished', 'accepted', 'void'] as const
const DAYS = Array.from({ length: 31 }, (_, at) => String(at + 1))

const NONE: readonly ResourceRow[] = []

const textOf = (row: ResourceRow, field: string): string => String(row[field] ?? '')

export default function ConstructionDataPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const { data, error, refetch } = useQuery(latestRuns())
  const [view, setView] = useState<View>('curve')
  const [compared, setCompared] = useState<readonly string[]>([])
  const rows = useMemo(() => data?.list ?? [], [data])
  const wanted = address.get('run')
  const isOlder = data !== undefined && wanted !== null && isRowId(wanted) && !rows.some(({ id }) => id === wanted)
  const older = useQuery({ ...runOf(wanted ?? ''), enabled: isOlder })
  const found = isOlder ? older.data?.list : NONE
  const chosen = chosenRun(rows, wanted, found)
  const listed = useMemo(() => [...rows, ...(found ?? NONE)], [rows, found])
  const months = useMemo(
    () =>
      complianceOf(
        rows
          .filter((row) => row['endedAt'] && row['runVerdict'])
          .map((row) => ({ endedAt: textOf(row, 'endedAt'), verdict: textOf(row, 'runVerdict'), state: textOf(row, 'runState') })),
      ),
    [rows],
  )
  const toCompare = useMemo(
    () =>
      (compared.length > 0 ? listed.filter(({ id }) => compared.includes(id)) : rows.slice(0, 1)).map((row) => ({
        id: row.id,
        name: textOf(row, 'runNumber'),
      })),
    [rows, listed, compared],
  )
  const failure = error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />
  const failureOfOne = isOlder && older.error instanceof ApiError ? older.error : undefined
  if (failure && !data) return failure
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />
  const heading = <h1 className="visually-hidden">{t('menu.constructiondata')}</h1>
  if (listed.length === 0 && wanted === null)
    return (
      <>
        {heading}
        <p className="quiet">{t('constructionData.none')}</p>
      </>
    )
  const chosenId = typeof chosen === 'string' ? undefined : chosen.id
  const chosenName = typeof chosen === 'string' ? t('noun.runs') : textOf(chosen, 'runNumber')
  return (
    <>
      {heading}
      {failure}
      <div className="construction">
        <nav className="construction-runs" aria-label={t('noun.runs')}>
          <ul>
            {listed.map((row) => {
              const verdict = textOf(row, 'runVerdict') as Verdict
              const state = STATES.find((one) => one === row['runState'])
              const name = textOf(row, 'runNumber')
              return (
                <li key={row.id} className={row.id === chosenId ? 'is-chosen' : undefined}>
                  <Checkbox
                    aria-label={t('constructionData.compare-run', { run: name })}
                    checked={compared.includes(row.id)}
                    disabled={!compared.includes(row.id) && compared.length >= MAX_COMPARED}
                    onChange={({ target }) => setCompared(target.checked ? [...compared, row.id] : compared.filter((id) => id !== row.id))}
                  />
                  <button
                    type="button"
                    aria-current={row.id === chosenId}
                    onClick={() => {
                      setAddress({ run: row.id })
                      if (view === 'calendar') setView('curve')
                    }}
                  >
                    <strong>{name}</strong>
                    <span className="quiet">{[row['componentIdCn'], row['startedAt']].filter(Boolean).map(String).join(' · ')}</span>
                  </button>
                  {verdict in VERDICTS ? (
                    <Tag kind={VERDICTS[verdict]}>{t(`choice.runVerdict.${verdict}`)}</Tag>
                  ) : (
                    state && <Tag kind="quiet">{t(`choice.runState.${state}`)}</Tag>
                  )}
                </li>
              )
            })}
          </ul>
        </nav>
        <section className="construction-shown" aria-label={chosenName}>
          <Segmented<View>
            aria-label={t('constructionData.view')}
            value={view}
            onChange={setView}
            options={VIEWS.map((value) => ({ value, label: t(`constructionData.view-${value}`) }))}
          />
          {view === 'curve' && chosen === 'missing' && <p role="alert">{t('error.row.not-found')}</p>}
          {view === 'curve' && failureOfOne && <ListFailure error={failureOfOne} onRetry={() => void older.refetch()} />}
          {view === 'curve' && chosen === 'asking' && !failureOfOne && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
          {view === 'curve' && typeof chosen !== 'string' && (
            <RunCurveView
              key={chosen.id}
              id={chosen.id}
              title={chosenName}
              deviceId={typeof chosen['deviceId'] === 'string' ? chosen['deviceId'] : undefined}
            />
          )}
          {view === 'compare' && (
            <>
              <p className="quiet">{t('constructionData.compare-about', { most: MAX_COMPARED })}</p>
              <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
                <Compare runs={toCompare} />
              </Suspense>
            </>
          )}
          {view === 'calendar' &&
            (months.length === 0 ? <p className="quiet">{t('constructionData.none-judged')}</p> : <Calendar months={months} />)}
        </section>
      </div>
    </>
  )
}

function Calendar({ months }: { months: ReturnType<typeof complianceOf> }) {
  const t = useT()
  const title = t('constructionData.view-calendar')
  const shown = { categories: DAYS, series: months.map(({ month, days }) => ({ name: month, values: days })), unit: '%' }
  return (
    <div className="chart">
      <div className="construction-ways">
        <p className="quiet">{t('constructionData.calendar-about', { most: MAX_RUNS })}</p>
        <ChartFiles
          menu="constructiondata"
          title={title}
          files={filesOfChart(t('constructionData.day'), { title, kind: 'heat', ...shown }, '.construction-shown .chart')}
        />
      </div>
      <HeatMap title={title} rowName={t('constructionData.month')} {...shown} />
    </div>
  )
}
