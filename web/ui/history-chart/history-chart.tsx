/**
 * Histories over one range of time: lines of means with bands from lowest to highest, an axis for each unit, what is less than good
 * shaded, gaps left open. Whoever zooms or moves is told by `onRange`; what is there stays drawn until finer values come.
 */
import ExpandOutlined from '@ant-design/icons/es/icons/ExpandOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { timeText } from '../../../model/zone.ts'
import type { DrawingProps } from './drawing.tsx'
import { Drawing } from './drawing.tsx'
import type { TableTexts } from './history-table.tsx'
import { HistoryTable } from './history-table.tsx'
import { moved, zoomed } from './ranges.ts'
import '../chart.css'
import './history-chart.css'

export type { Silence } from './gaps.ts'
export type { History, Stretch } from './histories.ts'
export type { Range } from './ranges.ts'

export interface HistoryTexts extends TableTexts {
  readonly showTable: string
  readonly showChart: string
  readonly failed: string
  readonly earlier: string
  readonly later: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly zoomBox: string
  readonly reset: string
}

interface HistoryChartProps extends Omit<DrawingProps, 'label' | 'failed' | 'texts' | 'height' | 'takesBox'> {
  readonly title: string
  readonly texts: HistoryTexts
  readonly height?: number
  /** Finer or newer values are on their way. */
  readonly isBusy?: boolean
  /** Takes back what was zoomed; absent where nothing was. */
  readonly onReset?: (() => void) | undefined
  /** Where there is little room the drawing comes first, and what it is moved by after it. */
  readonly controlsBelow?: boolean
  /** Stands beside the title. */
  readonly children?: ReactNode
}

/** Of the width: how far one press moves, and what it makes of it. */
const STEP = 0.25
const CLOSER = 0.5

export function HistoryChart(props: HistoryChartProps) {
  const { title, texts, height = 360, isBusy = false, onReset, controlsBelow = false, children, ...drawing } = props
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const [takesBox, setTakesBox] = useState(false)
  const { from, to, zone, histories, onRange } = drawing
  const label = `${title}: ${histories.map(({ name }) => name).join(', ')}; ${timeText(zone, from)} – ${timeText(zone, to)}`
  const buttons = [
    { text: texts.earlier, icon: <LeftOutlined aria-hidden="true" />, range: () => moved({ from, to }, -STEP) },
    { text: texts.later, icon: <RightOutlined aria-hidden="true" />, range: () => moved({ from, to }, STEP) },
    { text: texts.zoomIn, icon: <ZoomInOutlined aria-hidden="true" />, range: () => zoomed({ from, to }, CLOSER) },
    { text: texts.zoomOut, icon: <ZoomOutOutlined aria-hidden="true" />, range: () => zoomed({ from, to }, 1 / CLOSER) },
  ]
  const caption = (
    <figcaption>
      <strong id={id}>{title}</strong>
      {children}
      <span className="history-buttons">
        {buttons.map(({ text, icon, range }) => (
          <button key={text} type="button" className="chart-switch" aria-label={text} title={text} onClick={() => onRange(range())}>
            {icon}
          </button>
        ))}
        <button
          type="button"
          className="chart-switch"
          aria-pressed={takesBox}
          aria-label={texts.zoomBox}
          title={texts.zoomBox}
          onClick={() => setTakesBox(!takesBox)}
        >
          <ExpandOutlined aria-hidden="true" />
        </button>
        <button
          type="button"
          className="chart-switch"
          aria-label={texts.reset}
          title={texts.reset}
          disabled={!onReset}
          onClick={() => onReset?.()}
        >
          <UndoOutlined aria-hidden="true" />
        </button>
        <button type="button" className="chart-switch" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? texts.showChart : texts.showTable}
        </button>
      </span>
    </figcaption>
  )
  return (
    <figure className="chart history-chart" aria-labelledby={id} aria-busy={isBusy}>
      {!controlsBelow && caption}
      {asTable ? (
        <HistoryTable title={title} histories={histories} from={from} to={to} zone={zone} height={height} texts={texts} />
      ) : (
        <Drawing {...drawing} takesBox={takesBox} label={label} height={height} failed={texts.failed} texts={texts} />
      )}
      {controlsBelow && caption}
    </figure>
  )
}
