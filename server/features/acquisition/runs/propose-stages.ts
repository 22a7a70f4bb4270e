/** Stages as the curve says them, for somebody to confirm. */
import type { RunStageSpan } from '../../../../model/contract/acquisition/runs.ts'
import type { RunKind, RunStage } from '../../../../model/acquisition/curing.ts'
import { STAGES_OF_KIND } from '../../../../model/acquisition/curing.ts'
import { Steps, extremeOf } from '../../../../model/acquisition/steps.ts'
import type { Measured } from '../../../../model/acquisition/verdict.ts'

/** Of a rise of fewer degrees no stages can be told. */
const MIN_RISE = 8
/** What lies so near to the beginning or to the peak is there. */
const NEAR = 0.1

/** The stages of a kind that nobody has confirmed, as the temperature of the chamber or the core tells them. @param confirmed Those that are known */
export function proposedStages(kind: RunKind, measured: Measured, confirmed: ReadonlySet<RunStage>): RunStageSpan[] {
  const lines = measured.lines.get('chamber') ?? measured.lines.get('core')
  const wanted = STAGES_OF_KIND[kind]
  if (!lines) return []
  const begins =
    wanted.length === 1
      ? new Map<RunStage, number>([['curing', measured.from]])
      : beginsOf(extremeOf(lines, measured, Math.max), measured.from, kind)
  const found = wanted.flatMap((stage) => {
    const from = begins.get(stage)
    return from === undefined ? [] : [{ stage, from }]
  })
  return found
    .map(({ stage, from }, at) => ({ stage, from, to: found[at + 1]?.from ?? null, confirmedBy: null, isProposed: true }))
    .filter(({ stage }) => !confirmed.has(stage))
}

function beginsOf(steps: Steps, from: number, kind: RunKind): Map<RunStage, number> {
  const known = knownOf(steps)
  const { length } = known
  const values = known.values.subarray(0, length)
  if (length === 0) return new Map()
  const first = values[0] as number
  // More than can be spread into arguments.
  let peak = first
  for (const value of values) peak = Math.max(peak, value)
  const rise = peak - first
  if (rise < MIN_RISE) return new Map(kind === 'steam' ? [['rest', from]] : [['heating', from]])
  const isNear = (value: number) => value >= peak - NEAR * rise
  const firstNear = values.findIndex(isNear)
  const lastNear = values.findLastIndex(isNear)
  const lastLow = values.subarray(0, firstNear).findLastIndex((value) => value <= first + NEAR * rise)
  const timeAt = (at: number) => known.timeAt(Math.max(0, at))
  return new Map<RunStage, number>([
    ...(kind === 'steam'
      ? ([
          ['rest', from],
          ['heating', timeAt(lastLow)],
          ['constant', timeAt(firstNear)],
        ] as const)
      : ([['heating', from]] as const)),
    ...(lastNear + 1 < length ? ([['cooling', known.timeAt(lastNear + 1)]] as const) : []),
  ])
}

/** The steps whose value is known. */
function knownOf(steps: Steps): Steps {
  const known = new Steps(steps.length)
  for (let at = 0; at < steps.length; at++) {
    const value = steps.values[at] as number
    if (!Number.isNaN(value)) known.push(steps.timeAt(at), value, true)
  }
  return known
}
