/** What a report is made of: which one, for which time, and of which site, device or points. */
import { Select } from 'antd'
import type { ComponentType } from 'react'
import { useId } from 'react'
import type { Period } from '../../../model/reports/period.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import Day from '../../ui/day.tsx'
import { periodChoices } from './period-choices.ts'
import { PlaceFields } from './place-fields.tsx'
import './period-reports.css'

/** A control for points, which the page brings along: how they are chosen is of another area. */
export type PointsControl = ComponentType<{
  readonly id: string
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}>

interface FieldsProps {
  readonly reports: readonly { readonly report: string; readonly title: string }[]
  /** Empty where nothing is chosen. */
  readonly asked: {
    readonly report: string
    readonly period: Period
    readonly date: string
    readonly deviceId: string
    readonly siteId: string
    readonly pointId: readonly string[]
  }
  /** Of a report that takes points. */
  readonly Points: PointsControl | undefined
  readonly onChange: (changed: Readonly<Record<string, string>>) => void
}

export function ReportFields({ reports, asked, Points, onChange }: FieldsProps) {
  const t = useT()
  const id = useId()
  return (
    <div className="reports-asked">
      <label htmlFor={`${id}-report`}>
        {t('reports.report')}
        <Select
          id={`${id}-report`}
          value={asked.report}
          options={reports.map((one) => ({ value: one.report, label: one.title }))}
          onChange={(report: string) => onChange({ report, params: '' })}
        />
      </label>
      <label htmlFor={`${id}-period`}>
        {t('reports.period')}
        <Select id={`${id}-period`} value={asked.period} options={periodChoices(t)} onChange={(period: string) => onChange({ period })} />
      </label>
      <label htmlFor={`${id}-date`}>
        {t('reports.date')}
        <Day id={`${id}-date`} value={asked.date} onChange={(date) => onChange({ date })} />
      </label>
      <PlaceFields id={id} place={asked} onChange={onChange} />
      {Points && (
        <div className="reports-points" role="group" aria-labelledby={`${id}-points`}>
          <span id={`${id}-points`}>{t('trends.points')}</span>
          <Points id={`${id}-choose`} value={asked.pointId} onChange={(ids) => onChange({ pointId: ids.join(',') })} />
        </div>
      )}
    </div>
  )
}
