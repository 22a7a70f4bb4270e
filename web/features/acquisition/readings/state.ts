/** What the workbench shows, as the address says it: a link shows the same to whoever may see it. */
import { conversion, converted } from '../../../../model/acquisition/mapping/units.ts'
import { MAX_TREND_LINES } from '../../../../model/acquisition/trends.ts'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import type { RequestedRange } from '../../../shared/acquisition/readings.ts'
import { isLast } from '../../../shared/acquisition/readings.ts'
import type { Bounds } from '../../../ui/history-chart/options.ts'
import { within } from '../../../ui/history-chart/ranges.ts'

/** The same points a day or a week before, or those of another device with the same keys, by its id. */
export type Comparison = 'day' | 'week' | { readonly device: string }

export interface TrendView {
  readonly points: readonly string[]
  /** Of the points, those that are not drawn now. */
  readonly hidden: readonly string[]
  readonly range: RequestedRange
  /** Whether a range that ends now moves on. */
  readonly follows: boolean
  /** Whether a thin line leads over gaps. */
  readonly connects: boolean
  /** Whether alarms, limits and annotations are drawn. */
  readonly marks: boolean
  /** Where the axes of the units end; what is absent follows the values. */
  readonly axes: Readonly<Record<string, Bounds>>
  readonly compare: Comparison | undefined
  /** The saved trend it came from. */
  readonly trend: string | undefined
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EIGHT_HOURS = 8 * 3_600_000
const MAX_RANGE_MS = 20 * 366 * 86_400_000
const MAX_UNIT = 16

const idsIn = (text: string | null) =>
  [
    ...new Set(
      (text ?? '')
        .toLowerCase()
        .split(',')
        .filter((id) => ID.test(id)),
    ),
  ].slice(0, MAX_TREND_LINES)

/** What the address says of the page: points, range, and which saved trend it is. */
export function readView(address: URLSearchParams): TrendView {
  const points = idsIn(address.get('points'))
  return {
    points,
    hidden: idsIn(address.get('hidden')).filter((id) => points.includes(id)),
    range: rangeOf(address),
    follows: address.get('follow') !== '0',
    connects: address.get('connect') === '1',
    marks: address.get('marks') !== '0',
    axes: Object.fromEntries(address.getAll('axis').slice(0, MAX_TREND_LINES).flatMap(axisOf)),
    compare: comparisonOf(address.get('compare')),
    trend: idsIn(address.get('trend'))[0],
  }
}

function rangeOf(address: URLSearchParams): RequestedRange {
  const [from, to, last] = ['from', 'to', 'last'].map((name) => Number(address.get(name) ?? Number.NaN)) as [number, number, number]
  if (from < to) return within({ from, to })
  return { last: last >= 1000 && last <= MAX_RANGE_MS ? Math.round(last) : EIGHT_HOURS }
}

/** `°C~0~60`: the unit, then where its axis begins and ends, either of which may be missing. */
function axisOf(text: string): [string, Bounds][] {
  const parts = text.split('~')
  const [min, max] = parts.slice(-2).map((part) => (part.trim() === '' ? undefined : Number(part)))
  const unit = parts.slice(0, -2).join('~')
  const bounds = { ...(Number.isFinite(min) ? { min } : {}), ...(Number.isFinite(max) ? { max } : {}) }
  return parts.length < 3 || unit.length > MAX_UNIT || !isAxis(bounds) ? [] : [[unit, bounds]]
}

/** Whether an axis can end there: it says something, and does not end before it begins. */
export const isAxis = ({ min, max }: Bounds): boolean =>
  (min !== undefined || max !== undefined) && (min === undefined || max === undefined || min < max)

/**
 * Where the axes of these units end. What was said of a unit that nothing is shown in any more holds for the one that its values are shown in now: points that were
 * given another display unit keep their axis.
 */
export function axesIn(units: readonly string[], axes: TrendView['axes']): TrendView['axes'] {
  const left = Object.entries(axes).filter(([unit]) => !units.includes(unit))
  if (left.length === 0) return axes
  const taken = new Set<string>()
  return Object.fromEntries(
    units.flatMap((unit): [string, Bounds][] => {
      if (axes[unit]) return [[unit, axes[unit]]]
      for (const [other, { min, max }] of left) {
        const into = taken.has(other) ? undefined : conversion(other, unit)
        if (!into) continue
        taken.add(other)
        return [
          [
            unit,
            { ...(min === undefined ? {} : { min: converted(min, into) }), ...(max === undefined ? {} : { max: converted(max, into) }) },
          ],
        ]
      }
      return []
    }),
  )
}

function comparisonOf(text: string | null | undefined): Comparison | undefined {
  if (text === 'day' || text === 'week') return text
  return text && ID.test(text) ? { device: text } : undefined
}

const textOf = (compare: Comparison): string => (typeof compare === 'string' ? compare : compare.device)

/** The address of the page as it is. */
export function writeView({ points, hidden, range, follows, connects, marks, axes, compare, trend }: TrendView): URLSearchParams {
  const parameters: [string, string | false | undefined][] = [
    ['points', points.join(',')],
    ['hidden', hidden.join(',')],
    ...entriesOf(range),
    ['follow', !follows && '0'],
    ['connect', connects && '1'],
    ['marks', !marks && '0'],
    ...Object.entries(axes)
      .sort()
      .map(([unit, { min, max }]): [string, string] => ['axis', [unit, min ?? '', max ?? ''].join('~')]),
    ['compare', compare && textOf(compare)],
    ['trend', trend],
  ]
  return new URLSearchParams(parameters.filter((pair): pair is [string, string] => Boolean(pair[1])))
}

const entriesOf = (range: RequestedRange): [string, string][] =>
  isLast(range)
    ? [['last', String(range.last)]]
    : [
        ['from', String(range.from)],
        ['to', String(range.to)],
      ]

/** What is saved of the page. */
export const stateOf = ({ points, hidden, range, connects, marks, axes, compare }: TrendView): TrendState => ({
  points: [...points],
  hidden: [...hidden],
  range: isLast(range) ? { last: range.last } : { from: range.from, to: range.to },
  ...(connects ? { connects } : {}),
  ...(marks ? {} : { marks }),
  ...(Object.keys(axes).length > 0 ? { axes } : {}),
  ...(compare ? { compare: textOf(compare) } : {}),
})

/** The page as a saved trend has it, following the newest values. */
export const viewOf = (state: TrendState, trend: string | undefined): TrendView => ({
  points: state.points,
  hidden: state.hidden,
  range: state.range,
  follows: true,
  connects: state.connects ?? false,
  marks: state.marks ?? true,
  axes: state.axes ?? {},
  compare: comparisonOf(state.compare),
  trend,
})

const addressOf = (state: TrendState) => writeView(viewOf(state, undefined)).toString()

/** Whether both show the same. */
export const isSame = (one: TrendState, other: TrendState): boolean => addressOf(one) === addressOf(other)
