/** The chart of the chosen cell: its kind and axis, its series, and what is marked on it. */
import { Button, Input, InputNumber, Select } from 'antd'
import type { TemplateChart } from '../../../../model/reports/template.ts'
import { CHART_KINDS } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { given } from '../../../shared/figures/draft.ts'
import type { ContentProps } from './content-props.ts'
import { Line } from './mark-line.tsx'
import { columnsOfSets, setOf, withAxis, withKind } from './state/drawn.ts'
import { useSheetState } from './store.ts'
import { useColumnNames } from './use-column-names.ts'

/** As the template's schema has them (model/reports/template.ts). */
const [MAX_NAME, MAX_SERIES, MAX_BY, MAX_MARKS, MAX_AMOUNT] = [100, 20, 3, 6, 1e15]

export default function CellChart({ id, chart, onChange }: ContentProps & { readonly chart: TemplateChart }) {
  const t = useT()
  const template = useSheetState((state) => state.template)
  const nameOf = useColumnNames()
  const columns = columnsOfSets(template)
  const change = (more: { readonly [Key in keyof TemplateChart]?: TemplateChart[Key] | undefined }, run?: string) =>
    onChange({ chart: given({ ...chart, ...more }) }, run === undefined ? undefined : `chart ${run}`)
  const listed = <Key extends 'series' | 'limits' | 'bands' | 'by'>(key: Key, items: NonNullable<TemplateChart[Key]>, run?: string) =>
    change({ [key]: items.length > 0 ? items : undefined }, run)
  const { series, limits = [], bands = [] } = chart
  const isPie = chart.kind === 'pie'
  const groups = columns.filter(({ is }) => is === 'dimension')
  const measures = columns.filter(({ field, is }) => is === 'measure' && setOf(field) === setOf(chart.x))
  /** With what stands there already, though the data may have it no more. */
  const choices = (fields: readonly string[], ...there: readonly string[]) =>
    [...new Set([...there, ...fields])].map((value) => ({ value, label: nameOf(value) }))
  const axes = groups.flatMap(({ field, shown }) => [field, ...(shown === undefined ? [] : [shown])])
  const parts = axes.filter((field) => setOf(field) === setOf(chart.x) && field !== chart.x)

  return (
    <div className="report-line">
      <h2>{t('report-design.chart-title')}</h2>
      <div className="report-pair">
        <label htmlFor={`${id}-chart-kind`}>
          {t('boards.kind')}
          <Select
            id={`${id}-chart-kind`}
            value={chart.kind}
            options={CHART_KINDS.map((value) => ({ value, label: t(`boards.kind-${value}`) }))}
            onChange={(kind: TemplateChart['kind']) => onChange({ chart: withKind(chart, kind) })}
          />
        </label>
        <label htmlFor={`${id}-chart-unit`}>
          {t('boards.unit')}
          <Input
            id={`${id}-chart-unit`}
            value={chart.unit ?? ''}
            maxLength={MAX_NAME}
            onChange={({ target }) => change({ unit: target.value || undefined }, 'unit')}
          />
        </label>
      </div>
      <label htmlFor={`${id}-chart-x`}>
        {t(isPie ? 'report-design.chart-slices' : 'report-design.chart-x')}
        <Select
          id={`${id}-chart-x`}
          showSearch={{ optionFilterProp: 'label' }}
          value={chart.x}
          options={choices(axes, chart.x)}
          onChange={(x: string) => onChange({ chart: withAxis(chart, x, columns) })}
        />
      </label>
      {series.map((one, at) => (
        <Line
          key={at}
          remove={t('report-design.chart-series-remove', { at: at + 1 })}
          onRemove={series.length > 1 ? () => listed('series', series.toSpliced(at, 1)) : undefined}
        >
          <Select
            aria-label={t('report-design.chart-series', { at: at + 1 })}
            value={one.field}
            options={choices(
              measures.map(({ field }) => field),
              one.field,
            )}
            onChange={(field: string) => listed('series', series.with(at, { ...one, field }))}
          />
          <Input
            aria-label={t('report-design.chart-series-name', { at: at + 1 })}
            placeholder={t('report-design.chart-name')}
            value={one.name ?? ''}
            maxLength={MAX_NAME}
            onChange={({ target }) =>
              listed('series', series.with(at, given({ field: one.field, name: target.value || undefined })), `series ${at}`)
            }
          />
        </Line>
      ))}
      {!isPie && series.length < MAX_SERIES && measures[0] && (
        <Button size="small" onClick={() => listed('series', [...series, { field: measures[0]?.field ?? '' }])}>
          {t('report-design.chart-series-add')}
        </Button>
      )}
      {!isPie && (
        <>
          <div className="report-pair">
            <label htmlFor={`${id}-chart-by`}>
              {t('report-design.chart-by')}
              <Select
                id={`${id}-chart-by`}
                mode="multiple"
                maxCount={MAX_BY}
                value={[...(chart.by ?? [])]}
                options={choices(parts, ...(chart.by ?? []))}
                onChange={(by: string[]) => listed('by', by)}
              />
            </label>
            <Amount
              id={`${id}-chart-most-series`}
              label={t('report-design.chart-most-series')}
              value={chart.mostSeries}
              range={[1, MAX_SERIES]}
              onChange={(mostSeries) => change({ mostSeries }, 'most-series')}
            />
          </div>
          <div className="report-pair">
            {(['least', 'most'] as const).map((end) => (
              <Amount
                key={end}
                id={`${id}-chart-${end}`}
                label={t(`report-design.chart-${end}`)}
                value={chart[end]}
                onChange={(value) => change({ [end]: value }, end)}
              />
            ))}
          </div>
        </>
      )}
      {limits.map((limit, at) => (
        <Line
          key={at}
          remove={t('report-design.chart-limit-remove', { at: at + 1 })}
          onRemove={() => listed('limits', limits.toSpliced(at, 1))}
        >
          <Required
            label={t('report-design.chart-limit', { at: at + 1 })}
            value={limit.value}
            onChange={(value) => listed('limits', limits.with(at, { ...limit, value }), `limit ${at}`)}
          />
          <Input
            aria-label={t('report-design.chart-limit-name', { at: at + 1 })}
            placeholder={t('report-design.chart-name')}
            value={limit.name ?? ''}
            maxLength={MAX_NAME}
            onChange={({ target }) =>
              listed('limits', limits.with(at, given({ value: limit.value, name: target.value || undefined })), `limit-name ${at}`)
            }
          />
        </Line>
      ))}
      {bands.map((band, at) => (
        <Line
          key={at}
          remove={t('report-design.chart-band-remove', { at: at + 1 })}
          onRemove={() => listed('bands', bands.toSpliced(at, 1))}
        >
          {(['from', 'to'] as const).map((end) => (
            <Required
              key={end}
              label={t(`report-design.chart-band-${end}`, { at: at + 1 })}
              value={band[end]}
              onChange={(value) => listed('bands', bands.with(at, { ...band, [end]: value }), `band ${at} ${end}`)}
            />
          ))}
        </Line>
      ))}
      <span className="report-picture-buttons">
        <Button size="small" disabled={isPie || limits.length >= MAX_MARKS} onClick={() => listed('limits', [...limits, { value: 0 }])}>
          {t('report-design.chart-limit-add')}
        </Button>
        <Button size="small" disabled={isPie || bands.length >= MAX_MARKS} onClick={() => listed('bands', [...bands, { from: 0, to: 1 }])}>
          {t('report-design.chart-band-add')}
        </Button>
        <Button size="small" onClick={() => onChange({ chart: undefined })}>
          {t('report-design.chart-remove')}
        </Button>
      </span>
    </div>
  )
}

interface RequiredProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A number that has to be there: an emptied field keeps the one of before. */
function Required({ label, value, onChange }: RequiredProps) {
  return (
    <InputNumber aria-label={label} min={-MAX_AMOUNT} max={MAX_AMOUNT} value={value} onChange={(next) => next !== null && onChange(next)} />
  )
}

interface AmountProps {
  readonly id: string
  readonly label: string
  readonly value: number | undefined
  /** Whole numbers between these. */
  readonly range?: readonly [least: number, most: number]
  readonly onChange: (value: number | undefined) => void
}

function Amount({ id, label, value, range, onChange }: AmountProps) {
  const [min, max] = range ?? [-MAX_AMOUNT, MAX_AMOUNT]
  return (
    <label htmlFor={id}>
      {label}
      <InputNumber
        id={id}
        min={min}
        max={max}
        {...(range ? { precision: 0 } : {})}
        value={value ?? null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    </label>
  )
}
