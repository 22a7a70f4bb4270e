/** What is found of a run of curing, clause by clause: a pure function of its steps, its stages and the limits it was opened with. */
import type { ItemMeasure, ItemSeverity, RunRole, RunStage, Verdict } from './curing.ts'
import { MIN_COVERAGE } from './curing.ts'
import { nurseSaul } from './maturity.ts'
import type { Line, Span, Steps } from './steps.ts'
import { NO_STEPS, combined, extremeOf, risenOver, risenOverFirst } from './steps.ts'

export const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/** What rates look back to. */
const WINDOW_MS: Readonly<Partial<Record<ItemMeasure, number>>> = {
  'rise-hour': HOUR_MS,
  'fall-hour': HOUR_MS,
  'fall-day': DAY_HOURS * HOUR_MS,
}

/** A clause, as far as it is reckoned with. */
export interface Limit {
  readonly id: string
  readonly measure: ItemMeasure
  readonly role: RunRole
  readonly minusRole: RunRole | null
  readonly stage: RunStage | null
  readonly low: number | null
  readonly high: number | null
  readonly toleratedSeconds: number
  readonly severity: ItemSeverity
}

/** What was measured: the points by the role they have, and when which stage was. */
export interface Measured extends Span {
  readonly lines: ReadonlyMap<RunRole, readonly Line[]>
  readonly stages: ReadonlyMap<RunStage, Span>
}

export interface Finding {
  readonly id: string
  readonly result: Verdict
  /** The value that is farthest beyond the limits, or nearest to them. */
  readonly worst: number | null
  readonly worstAt: number | null
  readonly beyondSeconds: number
  /** From 0 to 1. */
  readonly coverage: number
}

/** When a clause holds: in its stage, or all the time; a rate can be told only once there is something to look back to. Nothing where that was never. */
export function spanOf({ stage, measure }: Pick<Limit, 'stage' | 'measure'>, { from, to, stages }: Measured): Span | undefined {
  const span = stage === null ? { from, to } : stages.get(stage)
  if (!span) return undefined
  const begin = Math.max(span.from, from + (WINDOW_MS[measure] ?? 0))
  const end = Math.min(span.to, to)
  return begin < end ? { from: begin, to: end } : undefined
}

/**
 * What a clause looks at, as steps. Of several points of a role it is the one that is worse: the greatest towards an upper bound, the least towards a lower one.
 * @param towards The bound that is asked about
 */
export function operandOf(
  { measure, role, minusRole }: Pick<Limit, 'measure' | 'role' | 'minusRole'>,
  measured: Measured,
  towards: 'high' | 'low',
): Steps {
  const [pick, opposite] = towards === 'high' ? [Math.max, Math.min] : [Math.min, Math.max]
  const of = (which: RunRole, how: typeof pick) => extremeOfRole(measured, which, how)
  switch (measure) {
    case 'value':
    case 'degree-days':
      return of(role, pick)
    case 'difference':
      return combined(of(role, pick), minusRole === null ? NO_STEPS : of(minusRole, opposite), (one, other) => one - other)
    case 'rise':
      return risenOverFirst(of(role, pick))
    case 'rise-hour':
    case 'fall-hour':
    case 'fall-day':
      return worstRate(measured.lines.get(role) ?? [], measured, measure, pick)
  }
}

/** Of what was measured, the extremes of its roles that clauses have asked for already: most clauses of a set are about the same few. */
const extremes = new WeakMap<Measured, Map<string, Steps>>()

function extremeOfRole(measured: Measured, role: RunRole, pick: (one: number, other: number) => number): Steps {
  const known = extremes.get(measured) ?? new Map<string, Steps>()
  extremes.set(measured, known)
  const key = `${role} ${pick === Math.max ? 'greatest' : 'least'}`
  const steps = known.get(key) ?? extremeOf(measured.lines.get(role) ?? [], measured, pick)
  known.set(key, steps)
  return steps
}

/** Rates are of each point by itself: the greatest of several jumps when another one becomes the greatest. */
function worstRate(lines: readonly Line[], span: Span, measure: ItemMeasure, pick: (one: number, other: number) => number): Steps {
  const sign = measure === 'rise-hour' ? 1 : -1
  const rates = lines.map((line) => ({ ...line, steps: risenOver(line.steps, WINDOW_MS[measure] as number, sign) }))
  return extremeOf(rates, span, pick)
}

const NOTHING = { worst: null, worstAt: null, beyondSeconds: 0, coverage: 0 } as const

/** What is found of one clause. */
export function judge(limit: Limit, measured: Measured): Finding {
  const span = spanOf(limit, measured)
  if (!span) return { id: limit.id, result: 'undecided', ...NOTHING }
  if (limit.measure === 'degree-days') return judgeSum(limit, measured, span)
  const sides = (['high', 'low'] as const).flatMap((side) => {
    const bound = limit[side]
    return bound === null
      ? []
      : [watch(operandOf(limit, measured, side), span, side === 'high' ? (value) => value - bound : (value) => bound - value)]
  })
  const [worse = undefined] = sides.toSorted((one, other) => other.excess - one.excess)
  if (!worse) return { id: limit.id, result: 'undecided', ...NOTHING }
  // A value is beyond one bound or the other, never both.
  const beyond = sides.reduce((sum, side) => sum + side.beyond, 0)
  const coverage = Math.min(...sides.map((side) => side.covered)) / (span.to - span.from)
  return { ...found(limit, beyond / 1000, coverage), worst: worse.worst, worstAt: worse.worstAt }
}

/** Hair's breadths that come of reckoning in binary are not beyond. */
const HAIR = 1e-9

function watch(steps: Steps, span: Span, excessOf: (value: number) => number) {
  let [beyond, covered, excess] = [0, 0, -Infinity]
  let worst: number | null = null
  let worstAt: number | null = null
  // As in lengthsOf, without an object for each step: clauses are many, and so are steps.
  for (let place = 0; place < steps.length; place++) {
    const time = Math.max(steps.timeAt(place), span.from)
    const length = Math.min(steps.timeAt(place + 1), span.to) - time
    if (length <= 0) continue
    if (steps.whole[place] === 1) covered += length
    const value = steps.values[place] as number
    if (Number.isNaN(value)) continue
    const over = excessOf(value)
    if (over > HAIR) beyond += length
    if (over > excess) [excess, worst, worstAt] = [over, value, time]
  }
  return { beyond, covered, excess, worst, worstAt }
}

/** °C·d by the end of the span, above 0 °C (GB 50204): what is not known adds nothing, so that it can only be more. */
function judgeSum(limit: Limit, measured: Measured, span: Span): Finding {
  const steps = operandOf(limit, measured, 'low')
  const { total, covered } = nurseSaul(steps, span, 0)
  const days = total / DAY_HOURS
  const isBeyond = (limit.low !== null && days < limit.low - HAIR) || (limit.high !== null && days > limit.high + HAIR)
  const coverage = covered / (span.to - span.from)
  const result = coverage < MIN_COVERAGE ? 'undecided' : isBeyond ? 'fail' : 'pass'
  return { id: limit.id, result, worst: covered > 0 ? days : null, worstAt: covered > 0 ? span.to : null, beyondSeconds: 0, coverage }
}

/** Beyond for longer than is tolerated has failed, however little was measured; what was measured too little has not passed. */
function found(
  { id, toleratedSeconds }: Limit,
  beyondSeconds: number,
  coverage: number,
): Pick<Finding, 'id' | 'result' | 'beyondSeconds' | 'coverage'> {
  const result = beyondSeconds > toleratedSeconds ? 'fail' : coverage < MIN_COVERAGE ? 'undecided' : 'pass'
  return { id, result, beyondSeconds, coverage }
}

/** The verdict over all clauses: those that are mandatory and not waived. @param isWaived Whether somebody let a clause count for nothing, by its id */
export function verdictOf(limits: readonly Limit[], findings: readonly Finding[], isWaived: (id: string) => boolean): Verdict {
  const mandatory = new Set(limits.filter(({ severity, id }) => severity === 'mandatory' && !isWaived(id)).map(({ id }) => id))
  const results = findings.filter(({ id }) => mandatory.has(id)).map(({ result }) => result)
  if (results.includes('fail')) return 'fail'
  return results.includes('undecided') || findings.length === 0 || results.length < mandatory.size ? 'undecided' : 'pass'
}
