/** Stages as the curve says them, for somebody to confirm. */
import type { RunStageSpan } from '../../../../model/contract/acquisition/runs.ts'
import type { RunKind, RunStage } from '../../../../model/acquisition/curing.ts'
import { STAGES_OF_KIND } from '../../../../model/acquisition/curing.ts'
import type { Step } from '../../../../model/acquisition/steps.ts'
import { extremeOf } from '../../../../model/acquisition/steps.ts'
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

function beginsOf(steps: readonly Step[], from: number, kind: RunKind): Map<RunStage, number> {
  const known = steps.filter((each): each is Step & { value: number } => each.value !== null)
  const first = known[0]?.value
  if (first === undefined) return new Map()
  // More than can be spread into arguments.
  const peak = known.reduce((most, { value }) => Math.max(most, value), first)
  const rise = peak - first
  if (rise < MIN_RISE) return new Map(kind === 'steam' ? [['rest', from]] : [['heating', from]])
  const firstNear = known.findIndex(({ value }) => value >= peak - NEAR * rise)
  const lastNear = known.findLastIndex(({ value }) => value >= peak - NEAR * rise)
  const lastLow = known.slice(0, firstNear).findLastIndex(({ value }) => value <= first + NEAR * rise)
  const timeAt = (at: number) => known[Math.max(0, at)]?.time ?? from
  const cooling = known[lastNear + 1]?.time
  return new Map<RunStage, number>([
    ...(kind === 'steam'
      ? ([
          ['rest', from],
          ['heating', timeAt(lastLow)],
          ['constant', timeAt(firstNear)],
        ] as const)
      : ([['heating', from]] as const)),
    ...(cooling === undefined ? [] : ([['cooling', cooling]] as const)),
  ])
}
