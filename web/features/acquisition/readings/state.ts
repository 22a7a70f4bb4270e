/** What the workbench shows, as the address says it: a link shows the same to whoever may see it. */
import { MAX_TREND_LINES } from '../../../../model/acquisition/trends.ts'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import type { RequestedRange } from '../../../shared/acquisition/readings.ts'
import { isLast } from '../../../shared/acquisition/readings.ts'
import { within } from '../../../ui/history-chart/ranges.ts'

export interface TrendView {
  readonly points: readonly string[]
  /** Of the points, those that are not drawn now. */
  readonly hidden: readonly string[]
  readonly range: RequestedRange
  /** Whether a range that ends now moves on. */
  readonly follows: boolean
  /** The saved trend it came from. */
  readonly trend: string | undefined
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EIGHT_HOURS = 8 * 3_600_000
const MAX_RANGE_MS = 20 * 366 * 86_400_000

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
    trend: idsIn(address.get('trend'))[0],
  }
}

function rangeOf(address: URLSearchParams): RequestedRange {
  const [from, to, last] = ['from', 'to', 'last'].map((name) => Number(address.get(name) ?? Number.NaN)) as [number, number, number]
  if (from < to) return within({ from, to })
  return { last: last >= 1000 && last <= MAX_RANGE_MS ? Math.round(last) : EIGHT_HOURS }
}

/** The address of the page as it is. */
export function writeView({ points, hidden, range, follows, trend }: TrendView): URLSearchParams {
  const said: [string, string][] = [
    ...(points.length > 0 ? [['points', points.join(',')] satisfies [string, string]] : []),
    ...(hidden.length > 0 ? [['hidden', hidden.join(',')] satisfies [string, string]] : []),
    ...Object.entries(range).map(([name, value]): [string, string] => [name, String(value)]),
    ...(follows ? [] : [['follow', '0'] satisfies [string, string]]),
    ...(trend === undefined ? [] : [['trend', trend] satisfies [string, string]]),
  ]
  return new URLSearchParams(said)
}

/** What is saved of the page. */
export const stateOf = ({ points, hidden, range }: TrendView): TrendState => ({
  points: [...points],
  hidden: [...hidden],
  range: isLast(range) ? { last: range.last } : { from: range.from, to: range.to },
})

/** The page of a saved trend. */
export const viewOf = ({ points, hidden, range }: TrendState, trend: string): TrendView => ({ points, hidden, range, follows: true, trend })

/** Whether both show the same points over the same range. */
export const isSame = (one: TrendState, other: TrendState): boolean =>
  JSON.stringify([one.points, one.hidden, Object.entries(one.range).sort()]) ===
  JSON.stringify([other.points, other.hidden, Object.entries(other.range).sort()])
