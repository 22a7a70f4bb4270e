/** The draft as it is printed, filled with what is there now. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, Skeleton } from 'antd'
import { useEffect, useId, useState } from 'react'
import { previewReportTemplate } from '../../../../model/contract/report/templates.ts'
import type { AskedParameter } from '../../../../model/figures/document.ts'
import type { FoundFault } from '../../../../model/reports/draft.ts'
import { isWithheld } from '../../../../model/reports/draft.ts'
import type { ReportParams } from '../../../../model/reports/params-text.ts'
import { askedBy, parametersOf } from '../../../../model/reports/parameters.ts'
import type { Period } from '../../../../model/reports/period.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { FaultList } from '../../../shared/reports/fault-list.tsx'
import { PageView } from '../../../shared/reports/page-view.tsx'
import { periodChoices } from '../../../shared/reports/period-choices.ts'
import { Pager } from '../../../shared/reports/pager.tsx'
import { AskedParameters } from '../../../shared/reports/asked-parameters.tsx'
import { PlaceFields } from '../../../shared/reports/place-fields.tsx'
import { changedPlace, lacksParameters, ofParameters, withoutNarrowed, wrongParameters } from '../../../shared/reports/parameter-values.ts'
import Day from '../../../ui/day.tsx'

/** Milliseconds without a change. */
const PAUSE = 800
/** Milliseconds: a report takes longer than a list. */
const LIMIT = 30_000

const CHOSEN = ['date', 'deviceId', 'siteId'] as const

/** What the page of reports would ask for; empty where nothing is chosen. */
interface Asked extends Readonly<Record<(typeof CHOSEN)[number], string>> {
  readonly period: Period
  readonly params: ReportParams
  readonly page: number
}

interface PreviewProps {
  readonly id: string
  readonly content: ReportTemplate
  /** What it is asked for by for sets whose documents were withheld. */
  readonly withheld: readonly AskedParameter[]
  readonly faults: readonly FoundFault[]
  readonly onChoose?: (cell: string) => void
}

export default function Preview({ id, content, withheld, faults, onChoose }: PreviewProps) {
  const t = useT()
  const day = useId()
  const shown = useAfterPause(content)
  const [asked, setAsked] = useState<Asked>({ period: 'week', date: '', deviceId: '', siteId: '', params: {}, page: 1 })
  const { period, page } = asked
  const documents = Object.values(shown.sets).map(({ document }) => document)
  const own = parametersOf(documents).asked.map((parameter) => askedBy(parameter))
  const others = documents.some(isWithheld) ? withheld.filter(({ name }) => own.every((parameter) => parameter.name !== name)) : []
  const parameters = [...own, ...others]
  const params = ofParameters(parameters, asked.params)
  const isLacking = lacksParameters(parameters, params)
  const change = (next: Partial<Asked>) => setAsked({ ...asked, page: 1, ...next })
  /** What belongs to another device or site than is chosen now is not asked for. */
  const go = (next: Partial<Record<'deviceId' | 'siteId', string>>) => {
    const changed = changedPlace(asked, { ...asked, ...next }).filter((name) => next[name])
    change({ ...next, ...(changed.length === 0 ? {} : { params: withoutNarrowed(parameters, params, changed) }) })
  }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report-preview', id, shown, asked],
    queryFn: ({ signal }) =>
      ask(
        previewReportTemplate,
        // What is not chosen is not asked for.
        {
          id,
          content: shown,
          period,
          page,
          params,
          ...Object.fromEntries(CHOSEN.flatMap((one) => (asked[one] ? [[one, asked[one]]] : []))),
        },
        { signal, quiet: true, limit: LIMIT },
      ),
    enabled: faults.length === 0 && !isLacking,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
  // Of a draft with faults the page of before would not show what is on the sheet.
  const isShown = faults.length === 0 && !isLacking && data !== undefined

  return (
    <section aria-label={t('report-design.preview')} aria-busy={isFetching}>
      <div className="report-preview-asked">
        <Select
          aria-label={t('reports.period')}
          value={period}
          options={periodChoices(t)}
          onChange={(next: Period) => change({ period: next })}
        />
        <label htmlFor={day} className="visually-hidden">
          {t('reports.date')}
        </label>
        <span>
          <Day id={day} value={asked.date} onChange={(next) => change({ date: next })} />
        </span>
        <PlaceFields id={day} place={asked} onChange={go} />
        {isShown && <Pager page={data.page} count={data.count} onPage={(next) => change({ page: next })} />}
      </div>
      {parameters.length > 0 && (
        <AskedParameters
          parameters={parameters}
          values={params}
          place={asked}
          wrong={wrongParameters(error)}
          onChange={(next) => change({ params: next })}
        />
      )}
      {isLacking && (
        <p className="quiet" role="status">
          {t('reports.param-fill')}
        </p>
      )}
      {faults.length > 0 && <FaultList faults={faults} onChoose={onChoose} />}
      {faults.length === 0 && !isLacking && error instanceof ApiError && (
        // A report that has become shorter is looked at from its beginning.
        <ListFailure error={error} onRetry={() => (page > 1 ? change({ page: 1 }) : void refetch())} />
      )}
      {faults.length === 0 && !isLacking && !data && !error && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
      {isShown && data.omitted > 0 && <p className="quiet">{t('reports.omitted-note', { count: data.omitted })}</p>}
      {isShown && data.path && <p className="quiet">{t(`report-design.path-${data.path}`)}</p>}
      {isShown && <PageView page={data} />}
    </section>
  )
}

/** The value as it was when nothing had changed for a moment. */
function useAfterPause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
