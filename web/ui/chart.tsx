/**
 * Bars, lines, areas or a pie. What it draws is also there as a table, which is what somebody who cannot see it is told.
 * It takes its colours from the page, and fetches nothing but its own code.
 */
import type { ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useChartPointer } from './chart-pointer.ts'
import { coloursOf } from './chart-colours.ts'
import type { ChartExtras, ChartKind, Picking, Series } from './chart-options.ts'
import { chartOptions } from './chart-options.ts'
import { throttle } from './throttle.ts'
import { useNear } from './use-near.ts'
import { named } from './named.ts'
import './chart.css'

export type { ChartKind, Series } from './chart-options.ts'

export interface ChartTexts {
  readonly showTable: string
  readonly showChart: string
  readonly failed: string
}

interface ChartProps extends ChartExtras, Picking {
  readonly kind: ChartKind
  readonly title: string
  /** What there is to see, in a sentence. */
  readonly description: string
  /** What the categories are: the heading of the table's first column. */
  readonly categoryName: string
  readonly categories: readonly string[]
  readonly series: readonly Series[]
  readonly height?: number
  /** What else can be done with it, beside its switch. */
  readonly actions?: ReactNode
  readonly texts: ChartTexts
}

/** Milliseconds between two adaptations to another size (section 9 of the specification). */
const RESIZE_MS = 100

export function Chart({
  kind,
  title,
  description,
  categoryName,
  categories,
  series,
  height = 300,
  actions,
  texts,
  unit,
  shaded,
  onPick,
  onBrush,
}: ChartProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption>
        <strong id={id}>{title}</strong>
        <span className="chart-actions">
          <button type="button" className="chart-switch" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? texts.showChart : texts.showTable}
          </button>
          {actions}
        </span>
      </figcaption>
      {asTable ? (
        <ChartTable
          title={title}
          categoryName={categoryName}
          categories={categories}
          series={series}
          unit={unit}
          height={height}
          onPick={onPick}
        />
      ) : (
        <Drawing
          kind={kind}
          label={named(title, description)}
          categories={categories}
          series={series}
          height={height}
          failed={texts.failed}
          unit={unit}
          shaded={shaded}
          onPick={onPick}
          onBrush={onBrush}
        />
      )}
    </figure>
  )
}

type TableProps = Pick<ChartProps, 'title' | 'categoryName' | 'categories' | 'series' | 'unit' | 'onPick'> & { readonly height: number }

/** What a chart draws, as rows. */
export function ChartTable({ title, categoryName, categories, series, unit, height, onPick }: TableProps) {
  return (
    <div className="chart-table" style={{ maxHeight: height }} role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{categoryName}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {unit ? `${name} (${unit})` : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, at) => (
            <tr key={`${category} ${at}`}>
              <th scope="row">
                {onPick ? (
                  <button type="button" className="chart-pick" onClick={() => onPick(at)}>
                    {category}
                  </button>
                ) : (
                  category
                )}
              </th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DrawingProps extends Pick<ChartProps, 'kind' | 'categories' | 'series'>, ChartExtras, Picking {
  readonly label: string
  readonly height: number
  readonly failed: string
}

function Drawing({ kind, label, categories, series, height, failed, unit, shaded, onPick, onBrush }: DrawingProps) {
  const pointer = useChartPointer({ kind, last: categories.length - 1, onPick, onBrush })
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(box)
  const [broken, setBroken] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element || !near) return
    let stop: (() => void) | undefined
    let gone = false
    void import('./echarts.ts').then(
      ({ init }) => {
        if (gone) return
        const chart = init(element)
        const draw = () =>
          chart.setOption(
            chartOptions(kind, categories, series, coloursOf(element), !matchMedia('(prefers-reduced-motion: reduce)').matches, {
              unit,
              shaded,
            }),
            true,
          )
        draw()
        pointer.listenTo(chart, element)
        const resize = throttle(() => chart.resize(), RESIZE_MS)
        const size = new ResizeObserver(resize)
        size.observe(element)
        // Another theme, or another colour of it, is told to the document.
        const theme = new MutationObserver(draw)
        theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] })
        stop = () => {
          size.disconnect()
          theme.disconnect()
          resize.cancel()
          chart.dispose()
        }
      },
      () => setBroken(true),
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [near, kind, categories, series, unit, shaded, pointer])

  if (broken) return <p role="alert">{failed}</p>
  return <div ref={box} className="chart-drawing" role="img" aria-label={label} style={{ height }} />
}
