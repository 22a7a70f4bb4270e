/** One chart of a board: drawn, as a table, or why there is none, with what can be done with it. */
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { BoardChart as Shown } from '../../../../model/charts/board.ts'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { Chart, ChartTable } from '../../../ui/chart.tsx'
import type { PictureFormat } from '../../../ui/chart-picture.ts'
import { useClockZone } from '../../../ui/clock.ts'
import { confirm } from '../../../ui/confirm.ts'
import { HeatMap } from '../../../ui/heat-map.tsx'
import type { AskedChart, BoardFilter } from './asked.ts'
import type { FigureResult } from '../../../shared/figures/client.ts'
import { isAnswered } from '../../../shared/figures/client.ts'
import { saveFigures } from './client.ts'
import type { Category, Drawn } from './drawn.ts'
import { drawnOf, isShare } from './drawn.ts'
import { fieldName, headingsOf, measureName } from '../../../shared/figures/names.ts'
import { NumberChart } from './number-chart.tsx'

interface BoardChartProps {
  readonly chart: Shown
  /** Absent for a chart that was told without its document. */
  readonly asked: AskedChart | undefined
  /** Absent until it is known. */
  readonly result: FigureResult | undefined
  readonly subjects: readonly FigureSubject[]
  readonly mayExport?: boolean
  readonly onEdit?: (() => void) | undefined
  readonly onDuplicate?: (() => void) | undefined
  readonly onRemove?: (() => void) | undefined
  readonly onFilter?: (filter: BoardFilter) => void
  /** From the beginning of one stretch to the end of another, by their beginnings. */
  readonly onBrush?: (first: string, last: string) => void
}

const HEIGHT = 280

export function BoardChart(props: BoardChartProps) {
  const { chart, asked, result, subjects, mayExport = false, onEdit, onDuplicate, onRemove } = props
  const t = useT()
  const zone = useClockZone()
  const drawn = useMemo(
    () =>
      asked && isAnswered(result)
        ? drawnOf(result, asked.document, {
            zone,
            nameOf: (name) => {
              const measure = asked.document.measures.find(({ as }) => as === name)
              return measure ? measureName(measure, asked.document.subject, subjects, t) : name
            },
            rest: t('figures.rest'),
            nothing: t('boards.nothing'),
            before: (name) => t('boards.before', { name }),
          })
        : undefined,
    [asked, result, subjects, t, zone],
  )
  const isPictured = drawn !== undefined && chart.kind !== 'table'

  async function savePicture(format: PictureFormat): Promise<void> {
    // Its colours are those of the card.
    const box = document.querySelector<HTMLElement>(`[data-chart="${chart.id}"]`)
    if (!drawn || !box || chart.kind === 'table') return
    const { pictureOf } = await import('../../../ui/chart-picture.ts')
    const content = await pictureOf(
      {
        title: chart.title,
        kind: chart.kind,
        categories: drawn.categories.map(({ text }) => text),
        series: drawn.series,
        unit: unitOf(chart, asked),
        shaded: drawn.shaded,
      },
      format,
      box,
    )
    saveFile({ name: `${chart.title}.${format}`, content })
  }

  async function save(format: 'csv' | 'xlsx'): Promise<void> {
    if (!asked) return
    try {
      await saveFigures(chart, asked.document, format, headingsOf(asked.document, subjects, t))
    } catch (error) {
      // The call has said what went wrong.
      if (!(error instanceof ApiError)) throw error
    }
  }

  async function remove(): Promise<void> {
    const [title, text] = [t('boards.remove-title', { title: chart.title }), t('boards.remove-text')]
    if (await confirm({ title, text, ok: t('boards.remove-chart'), cancel: t('common.cancel'), danger: true })) onRemove?.()
  }

  const items = [
    ...(onEdit && asked ? [{ key: 'edit', label: t('boards.edit-chart'), onClick: onEdit }] : []),
    ...(onDuplicate && asked ? [{ key: 'duplicate', label: t('boards.duplicate'), onClick: onDuplicate }] : []),
    ...(mayExport && drawn
      ? (['csv', 'xlsx'] as const).map((format) => ({ key: format, label: t(`boards.as-${format}`), onClick: () => void save(format) }))
      : []),
    ...(mayExport && isPictured
      ? (['png', 'svg'] as const).map((format) => ({
          key: format,
          label: t(`boards.as-${format}`),
          onClick: () => void savePicture(format),
        }))
      : []),
    ...(onRemove ? [{ key: 'remove', danger: true, label: t('boards.remove-chart'), onClick: () => void remove() }] : []),
  ]
  const menu = items.length > 0 && (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden="true" />}
        aria-label={t('boards.chart-menu', { title: chart.title })}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
  const notes = [
    ...(asked?.isUnfiltered ? [t('boards.unfiltered')] : []),
    ...(isAnswered(result) && result.omitted.length > 0 ? [t('boards.left-out', { count: result.omitted.length })] : []),
    ...(drawn && drawn.shaded.length > 0 ? [t('boards.shaded')] : []),
    ...(drawn?.isCut ? [t('boards.cut', { count: drawn.categories.length })] : []),
  ]
  return (
    <section className="board-chart chart" aria-label={chart.title} data-chart={chart.id}>
      {drawn && isAnswered(result) && asked && drawn.series.length > 0 ? (
        <Drawing {...props} drawn={drawn} asked={asked} menu={menu} />
      ) : (
        <>
          <header className="board-chart-head">
            <strong>{chart.title}</strong>
            {menu}
          </header>
          <Missing asked={asked} result={result} />
        </>
      )}
      {notes.length > 0 && <p className="board-notes">{notes.join(' · ')}</p>}
    </section>
  )
}

function Missing({ asked, result }: Pick<BoardChartProps, 'asked' | 'result'>) {
  const t = useT()
  if (!asked) return <p className="quiet">{t('boards.withheld')}</p>
  if (!result) return <div className="board-waiting" aria-busy="true" style={{ height: HEIGHT }} />
  if (isAnswered(result)) return <p className="quiet">{t('boards.no-values')}</p>
  return <p role="alert">{result.error.message}</p>
}

const unitOf = ({ unit }: Shown, asked: AskedChart | undefined): string | undefined =>
  unit ?? (asked?.document.measures.every(isShare) ? '%' : undefined)

interface DrawingProps extends BoardChartProps {
  readonly drawn: Drawn
  readonly asked: AskedChart
  readonly menu: ReactNode
}

function Drawing({ chart, asked, drawn, subjects, menu, onFilter, onBrush }: DrawingProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { document } = asked
  const [first, second] = document.dimensions ?? []
  const isByTime = first?.bucket !== undefined
  const categories = useMemo(() => drawn.categories.map(({ text }) => text), [drawn])
  const unit = unitOf(chart, asked)
  const nameOf = (dimension: typeof first) => (dimension ? fieldName(subjects, document.subject, dimension.field, t) : '')
  const pick = (dimension: typeof first, category: Category | undefined) => {
    if (!dimension || !category || category.isRest) return
    if (dimension.bucket) return onBrush?.(String(category.value), String(category.value))
    onFilter?.({ field: dimension.field, label: nameOf(dimension), value: category.value, text: category.text })
  }
  const pickAt = onFilter && first ? (at: number) => pick(first, drawn.categories[at]) : undefined
  const brush =
    onBrush && isByTime
      ? (from: number, to: number) => onBrush(String(drawn.categories[from]?.value), String(drawn.categories[to]?.value))
      : undefined
  const shared = { title: chart.title, categoryName: nameOf(first) || t('boards.measures'), categories, series: drawn.series, unit }
  const head = (
    <header className="board-chart-head">
      <strong>{chart.title}</strong>
      {menu}
    </header>
  )
  switch (chart.kind) {
    case 'number':
      return (
        <>
          {head}
          <NumberChart series={drawn.series} unit={unit} locale={locale} />
        </>
      )
    case 'table':
      return (
        <>
          {head}
          <ChartTable {...shared} height={HEIGHT} onPick={pickAt} />
        </>
      )
    case 'heat':
      return (
        <>
          {head}
          <HeatMap
            title={chart.title}
            rowName={nameOf(second)}
            categories={categories}
            series={drawn.series}
            unit={unit}
            height={HEIGHT}
            onPick={
              onFilter
                ? (category, row) => {
                    pick(second, drawn.splits[row])
                    pick(first, drawn.categories[category])
                  }
                : undefined
            }
          />
        </>
      )
    default:
      return (
        <Chart
          {...shared}
          kind={chart.kind}
          description={[
            t('boards.description', { kind: t(`boards.kind-${chart.kind}`), series: drawn.series.length, count: categories.length }),
            ...(brush ? [t('boards.brush')] : []),
          ].join('. ')}
          shaded={drawn.shaded}
          height={HEIGHT}
          actions={menu}
          onPick={pickAt}
          onBrush={brush}
          texts={{ showTable: t('charts.show-table'), showChart: t('charts.show-chart'), failed: t('charts.failed') }}
        />
      )
  }
}
