/** The draft as it is printed, filled with what is there now. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, Skeleton } from 'antd'
import { useEffect, useId, useState } from 'react'
import { previewReportTemplate } from '../../../../model/contract/report/templates.ts'
import type { FoundFault } from '../../../../model/reports/draft.ts'
import type { Period } from '../../../../model/reports/period.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { FaultList } from '../../../shared/reports/fault-list.tsx'
import { PageView } from '../../../shared/reports/page-view.tsx'
import { periodChoices } from '../../../shared/reports/period-choices.ts'
import { Pager } from '../../../shared/reports/pager.tsx'
import Day from '../../../ui/day.tsx'

/** Milliseconds without a change. */
const PAUSE = 800
/** Milliseconds: a report takes longer than a list. */
const LIMIT = 30_000

const CHOSEN = ['date', 'deviceId', 'siteId'] as const

/** What the page of reports would ask for; empty where nothing is chosen. */
interface Asked extends Readonly<Record<(typeof CHOSEN)[number], string>> {
  readonly period: Period
  readonly page: number
}

interface PreviewProps {
  readonly id: string
  readonly content: ReportTemplate
  readonly faults: readonly FoundFault[]
  readonly onChoose?: (cell: string) => void
}

export function Preview({ id, content, faults, onChoose }: PreviewProps) {
  const t = useT()
  const day = useId()
  const shown = useAfterPause(content)
  const [asked, setAsked] = useState<Asked>({ period: 'week', date: '', deviceId: '', siteId: '', page: 1 })
  const { period, page } = asked
  const change = (next: Partial<Asked>) => setAsked({ ...asked, page: 1, ...next })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report-preview', id, shown, asked],
    queryFn: ({ signal }) =>
      ask(
        previewReportTemplate,
        // What is not chosen is not asked for.
        { id, content: shown, period, page, ...Object.fromEntries(CHOSEN.flatMap((one) => (asked[one] ? [[one, asked[one]]] : []))) },
        { signal, quiet: true, limit: LIMIT },
      ),
    enabled: faults.length === 0,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
  // Of a draft with faults the page of before would not show what is on the sheet.
  const isShown = faults.length === 0 && data !== undefined

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
        <label htmlFor={`${day}-site`}>
          {t('field.devices.siteId')}
          <RowPicker
            id={`${day}-site`}
            noun="sites"
            value={asked.siteId}
            clearable
            onChange={(next: string | undefined) => change({ siteId: next ?? '' })}
          />
        </label>
        <label htmlFor={`${day}-device`}>
          {t('field.points.deviceId')}
          <RowPicker
            id={`${day}-device`}
            noun="devices"
            value={asked.deviceId}
            clearable
            onChange={(next: string | undefined) => change({ deviceId: next ?? '' })}
          />
        </label>
        {isShown && <Pager page={data.page} count={data.count} onPage={(next) => change({ page: next })} />}
      </div>
      {faults.length > 0 && <FaultList faults={faults} onChoose={onChoose} />}
      {faults.length === 0 && error instanceof ApiError && (
        // A report that has become shorter is looked at from its beginning.
        <ListFailure error={error} onRetry={() => (page > 1 ? change({ page: 1 }) : void refetch())} />
      )}
      {faults.length === 0 && !data && !error && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
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
