/** Pies of a report as boxes with paths: a slice for each member, and beside them what they are called with their shares. */
import { numberShown } from '../../model/reports/formats.ts'
import type { BoxPath, Measure, PageBox } from '../documents/index.ts'
import type { SheetChart } from './chart-data.ts'
import type { Frame } from './drawn.ts'
import { COLOURS, way } from './drawn.ts'

const SIZE = 7
const GAP = 4
const LEADING = 1.4
/** The side of a mark, and from it to its words. */
const [MARK, WORDS] = [5, 9]
const QUIET = '#475467'
/** Degrees between two points of an arc: a line from one to the next is no further from it than a hundredth of a point. */
const STEP = 2
/** With more of them nobody tells them apart: the last has all that follow. */
const MAX_SLICES = 12
const MIN_RADIUS = 8

interface Slice {
  readonly name: string
  readonly value: number
}

/** The slices of a chart. */
export function slicesOf({ labels, series }: Pick<SheetChart, 'labels' | 'series'>): Slice[] {
  const all = labels.flatMap((name, at): Slice[] => {
    const value = series[0]?.values[at] ?? null
    return value === null ? [] : [{ name, value }]
  })
  if (all.length <= MAX_SLICES) return all
  const rest = all.slice(MAX_SLICES - 1).reduce((sum, { value }) => sum + value, 0)
  return [...all.slice(0, MAX_SLICES - 1), { name: '…', value: rest }]
}

/** The boxes of a pie: its ground, and one for the words of each slice. Of a column that its reader has not, its name with a dash, as above other charts. */
export function pieBoxes(chart: SheetChart, { x, y, width, height }: Frame, measure: Measure, border: PageBox['border']): PageBox[] {
  const frame = { x, y, width, height, size: SIZE, lines: [], ...(border ? { border } : {}) }
  const [only] = chart.series
  if (only && only.values.length === 0) {
    const [line] = height < SIZE + 2 * GAP ? [] : measure(only.name, SIZE, width - 2 * GAP, 1)
    if (!line || line.text === '') return [frame]
    const placed = { text: line.text, x: round(x + GAP), y: round(y + GAP + SIZE), width: round(line.width) }
    return [frame, { x: placed.x, y: round(y + GAP), width: placed.width, height: SIZE, size: SIZE, colour: QUIET, lines: [placed] }]
  }
  const slices = slicesOf(chart)
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  const radius = Math.min((height - 2 * GAP) / 2, (width - 2 * GAP) / 4)
  if (!(whole > 0) || !Number.isFinite(whole) || radius < MIN_RADIUS) return [frame]
  const [middle, centre] = [x + GAP + radius, y + height / 2]
  const at = (share: number) => {
    const angle = (share * 360 * Math.PI) / 180
    return [middle + radius * Math.sin(angle), centre - radius * Math.cos(angle)] as const
  }
  const paths: BoxPath[] = []
  const words: PageBox[] = []
  const beside = middle + radius + 2 * GAP
  const leading = Math.min(SIZE * LEADING, (height - 2 * GAP) / slices.length)
  const top = centre - (leading * slices.length) / 2
  const isCrowded = leading < SIZE
  let from = 0
  slices.forEach(({ name, value }, nth) => {
    const share = value / whole
    const steps = Math.max(1, Math.ceil((share * 360) / STEP))
    const arc = Array.from({ length: steps + 1 }, (_, step) => at(from + (share * step) / steps))
    const fill = COLOURS[nth % COLOURS.length] as string
    // A white line parts slices of the same colour.
    paths.push({ d: `${way(slices.length === 1 ? arc : [[middle, centre], ...arc])}Z`, fill, stroke: '#ffffff', width: 0.5 })
    from += share
    if (isCrowded) return
    const base = top + nth * leading + SIZE
    const square = [
      [beside, base - MARK],
      [beside + MARK, base - MARK],
      [beside + MARK, base],
      [beside, base],
    ] as const
    paths.push({ d: `${way(square)}Z`, fill })
    const text = `${name} ${chart.unit ? `${numberShown(Number(value.toPrecision(12)), undefined)} ${chart.unit} ` : ''}${numberShown(share, '0.0%')}`
    const [line] = measure(text, SIZE, x + width - GAP - beside - WORDS, 1)
    if (!line || line.text === '') return
    const placed = { text: line.text, x: round(beside + WORDS), y: round(base), width: round(line.width) }
    words.push({ x: placed.x, y: round(base - SIZE), width: placed.width, height: SIZE, size: SIZE, colour: QUIET, lines: [placed] })
  })
  return [{ ...frame, paths }, ...words]
}

const round = (value: number): number => Math.round(value * 100) / 100
