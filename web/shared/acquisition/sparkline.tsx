/** The course of a value in so many pixels: no axes, no numbers; those are told in words. */
import type { Trend } from '../../../model/contract/acquisition/readings.ts'
import './sparkline.css'

type Stretches = Trend['list'][number]['list']

const WIDTH = 120
const HEIGHT = 28
/** The line is as thick as this, and no part of it is cut off. */
const MARGIN = 2

export interface SparkRange {
  readonly from: number
  readonly to: number
}

/** The lines of a path, each without a gap; and the least and the greatest value. Nothing where there is no value. */
export function sparkOf(list: Stretches, { from, to }: SparkRange): { path: string; low: number; high: number } | undefined {
  const lows = list.flatMap(({ low }) => (low === null ? [] : [low]))
  const highs = list.flatMap(({ high }) => (high === null ? [] : [high]))
  if (lows.length === 0 || to <= from) return undefined
  const [low, high] = [Math.min(...lows), Math.max(...highs)]
  const x = (time: number) => ((time - from) / (to - from)) * WIDTH
  const y = (value: number) => (high === low ? HEIGHT / 2 : MARGIN + (1 - (value - low) / (high - low)) * (HEIGHT - 2 * MARGIN))
  let isDown = false
  const steps = list.flatMap((stretch) => {
    if (stretch.low === null || stretch.high === null) {
      isDown = false
      return []
    }
    const at = x(stretch.time).toFixed(1)
    const begins = isDown ? 'L' : 'M'
    isDown = true
    // Both ends of what a stretch of time holds: no peak is lost.
    return stretch.low === stretch.high
      ? [`${begins}${at} ${y(stretch.high).toFixed(1)}`]
      : [`${begins}${at} ${y(stretch.high).toFixed(1)}`, `L${at} ${y(stretch.low).toFixed(1)}`]
  })
  return { path: steps.join(''), low, high }
}

/** @param label What it shows, in words. */
export function Sparkline({ path, label }: { path: string; label: string }) {
  return (
    <svg className="sparkline" role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  )
}
