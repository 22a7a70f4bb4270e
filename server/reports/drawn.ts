/** Charts and codes of a report as boxes with paths: vectors on paper and in the preview alike. */
import { numberShown } from '../../model/reports/formats.ts'
import type { BoxPath, Measure, PageBox } from '../documents/index.ts'
import { code128Modules, qrModules, runsOf } from '../documents/index.ts'
import type { SheetChart } from './chart-data.ts'

/** Where something stands on its page, in points. */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Colours that people tell apart who see some of them differently (Okabe and Ito). */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'] as const
const [GRID, AXIS, LIMIT, BAND, QUIET] = ['#d9dde3', '#667085', '#b42318', '#e7f4ec', '#475467'] as const
const SIZE = 7
const GAP = 4
const TICKS = 5
const LEADING = 1.4
const UNIT_ROOM = 60
const MAX_LEGEND_ROWS = 4
/** No bar is wider. */
const MAX_BAR = 28
/** Around the mark of a series, and the length of the dashes of those whose colour another one has. */
const [MARK, DASH] = [10, 3]
/** A label of the axis below has this room at the least. */
const LABEL_ROOM = 44
/** Where the next value comes later than this many times what lies between values as a rule, nothing joins the two. */
const JOINED = 1.5

const at = (value: number): string => String(Math.round(value * 100) / 100)
/** A path from point to point. */
export const way = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y], nth) => `${nth === 0 ? 'M' : 'L'}${at(x)} ${at(y)}`).join('')
const square = (x: number, y: number, wide: number, high: number): string =>
  `${way([
    [x, y],
    [x + wide, y],
    [x + wide, y + high],
    [x, y + high],
  ])}Z`

/** In parts of their size; numbers have 15 digits, and ticks twelve. */
const CLOSE = 1e-9
/** Ends of what an axis shows: the difference of two numbers beyond, and a step between two below, is none. */
const [LARGE, SMALL] = [1e300, 1e-300]

/** Round numbers from the least to the greatest value: steps of 1, 2 or 5 by the power of ten. */
export function ticksOf(least: number, most: number): number[] {
  const size = Math.max(Math.abs(least), Math.abs(most))
  // Numbers that close to one another have no round ones between them, and those that near to zero no power of ten below.
  const span = most - least > Math.max(size * CLOSE, SMALL) ? most - least : Math.abs(most) > SMALL ? Math.abs(most) : 1
  const power = 10 ** Math.floor(Math.log10(span / TICKS))
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => span / each <= TICKS) as number
  const first = Math.floor(least / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, nth) => Number(((first + nth) * step).toPrecision(12)))
}

/** What the bars of each member come to on top of one another, and below. */
const sumsOf = ({ labels, series }: Pick<SheetChart, 'labels' | 'series'>): number[] =>
  labels.flatMap((_, at) =>
    [1, -1].map((sign) => series.reduce((sum, { values }) => sum + Math.max(0, (values[at] ?? 0) * sign), 0) * sign),
  )

function rangeOf(chart: SheetChart): [number, number] {
  const { kind, series, limits = [], bands = [], least, most } = chart
  const values = kind === 'stacked' ? sumsOf(chart) : series.flatMap((one) => one.values.filter((value) => value !== null))
  const all = [
    ...values,
    ...limits.map(({ value }) => value),
    ...bands.flatMap(({ from, to }) => [from, to]),
    ...(kind === 'line' ? [] : [0]),
  ]
  const [low, high] =
    all.length === 0 ? [0, 1] : [all.reduce((one, other) => Math.min(one, other)), all.reduce((one, other) => Math.max(one, other))]
  const within = (value: number) => Math.min(LARGE, Math.max(-LARGE, value))
  return [within(least ?? low), within(Math.max(most ?? high, least ?? low))]
}

/** Where the members of the axis stand, from 0 to 1, how wide each is, and after which of them nothing goes on. */
function placesOf({ labels, times }: SheetChart): { places: readonly number[]; slot: number; isGap: (nth: number) => boolean } {
  const first = times?.[0]
  const last = times?.at(-1)
  if (!times || first === undefined || last === undefined || last === first)
    return { places: labels.map((_, nth) => (nth + 0.5) / labels.length), slot: 1 / Math.max(1, labels.length), isGap: () => false }
  const steps = times.slice(1).map((time, nth) => time - (times[nth] as number))
  const step = steps.toSorted((one, other) => one - other)[steps.length >> 1] as number
  const whole = last - first + step
  return {
    places: times.map((time) => (time - first + step / 2) / whole),
    slot: step / whole,
    isGap: (nth) => (steps[nth] ?? 0) > step * JOINED,
  }
}

/** Names of the series above the chart, in as many rows as they need; the first of them has the unit in front. */
function legendOf({ series, unit }: SheetChart, from: number, to: number, measure: Measure) {
  const entries: { name: string; nth: number; left: number; row: number }[] = []
  let left = from + (unit ? Math.min(UNIT_ROOM, measure(unit, SIZE, UNIT_ROOM, 1)[0]?.width ?? 0) + 2 * GAP : 0)
  let row = 0
  series.forEach(({ name }, nth) => {
    if (name === '') return
    const needed = MARK + (measure(name, SIZE, to - from - MARK, 1)[0]?.width ?? 0)
    if (left > from && left + needed > to) [left, row] = [from, row + 1]
    if (row < MAX_LEGEND_ROWS) entries.push({ name, nth, left, row })
    left += needed + 2 * GAP
  })
  return { entries, rows: Math.min(row + 1, MAX_LEGEND_ROWS) }
}

/** A colour with three quarters of white. */
const tinted = (colour: string): string =>
  `#${[1, 3, 5]
    .map((from) =>
      Math.round(255 - (255 - Number.parseInt(colour.slice(from, from + 2), 16)) / 4)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The boxes of a chart: its ground, and one for each kind of its texts. */
export function chartBoxes(chart: SheetChart, { x, y, width, height }: Frame, measure: Measure, border: PageBox['border']): PageBox[] {
  const paths: BoxPath[] = []
  const words: PageBox[] = []
  const write = (text: string, left: number, base: number, room: number, align: 'left' | 'right' | 'center', colour: string = QUIET) => {
    const [line] = measure(text, SIZE, room, 1)
    if (!line || line.text === '') return 0
    const from = align === 'left' ? left : align === 'right' ? left - line.width : left - line.width / 2
    const placed = { text: line.text, x: Number(at(from)), y: Number(at(base)), width: Number(at(line.width)) }
    words.push({ x: placed.x, y: Number(at(base - SIZE)), width: placed.width, height: SIZE, size: SIZE, colour, lines: [placed] })
    return line.width
  }
  const frame = { x, y, width, height, size: SIZE, lines: [], ...(border ? { border } : {}) }
  const ticks = ticksOf(...rangeOf(chart))
  const [low, high] = [ticks[0] as number, ticks.at(-1) as number]
  const digits = Math.max(0, ...ticks.map((tick) => (String(tick).split('.')[1] ?? '').length))
  const tickText = (tick: number) => numberShown(tick, digits === 0 ? '0' : `0.${'0'.repeat(Math.min(6, digits))}`)
  const wide = Math.max(...ticks.map((tick) => measure(tickText(tick), SIZE, width, 1)[0]?.width ?? 0))
  const legend = legendOf(chart, x + 2 * GAP + wide, x + width - 2 * GAP, measure)
  const plot = {
    left: x + GAP + wide + GAP,
    top: y + GAP + SIZE * (0.4 + legend.rows * LEADING),
    right: x + width - 2 * GAP,
    bottom: y + height - GAP - SIZE * 1.6,
  }
  if (plot.right - plot.left < 20 || plot.bottom - plot.top < 10) return [frame]
  const yOf = (value: number) => plot.bottom - ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (plot.bottom - plot.top)
  const { places, slot, isGap } = placesOf(chart)
  const xOf = (nth: number) => plot.left + (places[nth] as number) * (plot.right - plot.left)

  for (const { from, to } of chart.bands ?? []) {
    const [upper, lower] = [yOf(Math.max(from, to)), yOf(Math.min(from, to))]
    paths.push({ d: square(plot.left, upper, plot.right - plot.left, lower - upper), fill: BAND })
  }
  for (const tick of ticks) {
    paths.push({ d: way([[plot.left, yOf(tick)], [plot.right, yOf(tick)]]), stroke: GRID }) // prettier-ignore
    write(tickText(tick), plot.left - GAP / 2, yOf(tick) + SIZE * 0.35, wide + 1, 'right')
  }
  paths.push({ d: way([[plot.left, plot.top], [plot.left, plot.bottom], [plot.right, plot.bottom]]), stroke: AXIS, width: 0.75 }) // prettier-ignore
  const each = Math.max(1, Math.ceil(chart.labels.length / Math.max(1, Math.floor((plot.right - plot.left) / LABEL_ROOM))))
  chart.labels.forEach((label, nth) => {
    if (nth % each === 0) write(label, xOf(nth), plot.bottom + SIZE * 1.3, LABEL_ROOM - 2, 'center')
  })

  if (chart.unit) write(chart.unit, plot.left, y + GAP + SIZE, UNIT_ROOM, 'left')
  const colourOf = (nth: number) => COLOURS[nth % COLOURS.length] as string
  // The grounds of all areas first: the lines of those behind stay in sight.
  if (chart.kind === 'area') paths.push(...chart.series.flatMap(({ values }, nth) => grounds(values, colourOf(nth))))
  if (chart.kind === 'stacked') paths.push(...stacks())
  else
    chart.series.forEach(({ values }, nth) =>
      paths.push(...(chart.kind === 'bar' ? bars(values, nth, colourOf(nth)) : lines(values, colourOf(nth), nth >= COLOURS.length))),
    )
  for (const { name, nth, left, row } of legend.entries) {
    const base = y + GAP + SIZE + row * SIZE * LEADING
    paths.push({ d: square(left, base - SIZE * 0.65, 8, SIZE * 0.55), fill: COLOURS[nth % COLOURS.length] as string })
    write(name, left + MARK, base, plot.right - left - MARK, 'left')
  }
  for (const { value, name = '' } of chart.limits ?? []) {
    paths.push({ d: way([[plot.left, yOf(value)], [plot.right, yOf(value)]]), stroke: LIMIT, width: 0.75, dash: 3 }) // prettier-ignore
    write(name, plot.right, yOf(value) - 1.5, plot.right - plot.left, 'right', LIMIT)
  }
  return [{ ...frame, paths }, ...words]

  /** The points of each stretch without a gap. */
  function stretches(values: readonly (number | null)[]): (readonly [number, number])[][] {
    const found: (readonly [number, number])[][] = [[]]
    values.forEach((value, nth) => {
      if (value !== null) found.at(-1)?.push([xOf(nth), yOf(value)])
      if (value === null || isGap(nth)) found.push([])
    })
    return found.filter((run) => run.length > 0)
  }

  /** A value between two gaps is a dot. */
  function lines(values: readonly (number | null)[], colour: string, isDashed: boolean): BoxPath[] {
    return stretches(values).map((run) => {
      const [[x, y]] = run as [readonly [number, number]]
      if (run.length === 1) return { d: square(x - 1, y - 1, 2, 2), fill: colour }
      return { d: way(run), stroke: colour, width: 1, ...(isDashed ? { dash: DASH } : {}) }
    })
  }

  /** What lies between the lines of a series and nought. */
  function grounds(values: readonly (number | null)[], colour: string): BoxPath[] {
    const ground = yOf(0)
    return stretches(values).flatMap((run) => {
      const [first, last] = [run[0], run.at(-1)]
      if (!first || !last || run.length === 1) return []
      return [{ d: `${way([[first[0], ground], ...run, [last[0], ground]])}Z`, fill: tinted(colour) }]
    })
  }

  /** The bars of each member on top of one another, those below nought downwards. */
  function stacks(): BoxPath[] {
    const one = Math.min(MAX_BAR, slot * (plot.right - plot.left) * 0.8)
    return chart.labels.flatMap((_, member) => {
      let [above, below] = [0, 0]
      return chart.series.flatMap(({ values }, nth) => {
        const value = values[member] ?? 0
        const from = value < 0 ? below : above
        if (value < 0) below += value
        else above += value
        const [upper, lower] = [yOf(Math.max(from, from + value)), yOf(Math.min(from, from + value))]
        return value === 0 ? [] : [{ d: square(xOf(member) - one / 2, upper, one, lower - upper), fill: colourOf(nth) }]
      })
    })
  }

  function bars(values: readonly (number | null)[], nth: number, colour: string): BoxPath[] {
    const one = Math.min(MAX_BAR, (slot * (plot.right - plot.left) * 0.8) / chart.series.length)
    const ground = yOf(Math.min(high, Math.max(low, 0)))
    return values.flatMap((value, member) => {
      if (value === null) return []
      const left = xOf(member) + (nth - chart.series.length / 2) * one
      return [{ d: square(left, Math.min(ground, yOf(value)), one, Math.abs(ground - yOf(value))), fill: colour }]
    })
  }
}

/** Modules that stay free around a code, by the standards of both. */
export const QUIET_MODULES = { qr: 4, code128: 10 } as const

/** The modules of a text as a code; undefined for one that it cannot hold. */
export const modulesOf = (kind: keyof typeof QUIET_MODULES, text: string) => (kind === 'qr' ? qrModules(text) : code128Modules(text))

/** The dark parts of a code, as large as its frame lets it be; below bars stands what they say. Undefined for a text that it cannot hold. */
export function codeBoxes(kind: keyof typeof QUIET_MODULES, text: string, frame: Frame, measure: Measure): PageBox[] | undefined {
  const modules = modulesOf(kind, text)
  if (!modules) return undefined
  const { x, y, width, height } = frame
  const quiet = 2 * QUIET_MODULES[kind]
  const wide = modules[0]?.length ?? 0
  const box = { x, y, width, height, size: SIZE }
  if (kind === 'qr') {
    const one = Math.min(width, height) / (wide + quiet)
    const [left, top] = [x + (width - wide * one) / 2, y + (height - wide * one) / 2]
    const d = modules.flatMap((row, down) =>
      runsOf(row).map(([from, length]) => square(left + from * one, top + down * one, length * one, one)),
    )
    return [{ ...box, lines: [], paths: [{ d: d.join(''), fill: '#000000' }] }]
  }
  const one = width / (wide + quiet)
  const below = height > 3 * SIZE ? SIZE * 1.4 : 0
  const [line] = below > 0 ? measure(text, SIZE, width, 1) : []
  const d = runsOf(modules[0] ?? []).map(([from, length]) => square(x + (quiet / 2 + from) * one, y + 2, length * one, height - below - 4))
  return [
    {
      ...box,
      lines: line
        ? [{ text: line.text, x: Number(at(x + (width - line.width) / 2)), y: Number(at(y + height - 3)), width: Number(at(line.width)) }]
        : [],
      paths: [{ d: d.join(''), fill: '#000000' }],
    },
  ]
}
