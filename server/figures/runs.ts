/** Curing runs as a caller sees them, for dimensions of readings: when each point belonged to which run, or to which stage of one. Edges are those of minutes, of which readings are put together. */
import { sql } from 'kysely'
import { queryRunDetail } from '../../model/contract/acquisition/runs.ts'
import type { RunStage } from '../../model/acquisition/curing.ts'
import { DISCLOSED_OF_RUN } from '../../model/acquisition/runs.ts'
import type { MillisRange } from '../../model/brands.ts'
import type { DimensionBucket } from '../../model/figures/document.ts'
import { runs } from '../../model/index.ts'
import type { Translate } from '../../model/labels/index.ts'
import type { CarriedSeries } from '../acquisition/index.ts'
import { statementOfDocument } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { mayCall, viewOf } from '../kernel/authorization/view.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { BeyondBounds } from './bounds.ts'
import { nounFor } from './nouns.ts'

const MINUTE_MS = 60_000

export type RunBucket = Extract<DimensionBucket, 'run' | 'stage'>

/** Whether stretches of this kind are runs, or stages of runs. */
export const isOfRuns = (bucket: DimensionBucket | undefined): bucket is RunBucket => bucket === 'run' || bucket === 'stage'

/** @property nth Which of the stretches of the calendar it is a part of; null for a time that is in none */
export interface RunWindow {
  readonly from: number
  readonly to: number
  readonly nth: number | null
}

/** A series, as often as it belongs to several runs at once. @property calendar Which of the windows are its own */
export interface RunLine extends CarriedSeries {
  readonly calendar: number
}

export interface RunCalendar {
  readonly unit: RunBucket
  /** Runs, or stages of runs: when each began, and what it is called. */
  readonly stretches: readonly { readonly begins: number; readonly name: string }[]
  readonly lines: readonly RunLine[]
  /** The windows that the ranges lie in, without a gap between them; several lines have the same where their points belong to the same runs. */
  readonly windows: readonly (readonly RunWindow[])[]
}

/** Points of runs that are looked at: the time that it takes grows with them. */
const MAX_BOUND = 20_000

interface RunsAsked {
  readonly t: Translate
  readonly unit: RunBucket
  readonly series: readonly CarriedSeries[]
  readonly ranges: readonly MillisRange[]
}

interface Bound {
  readonly series: string
  readonly run: string
  readonly name: string
  readonly begins: number
  readonly from: number
  /** Null while it goes on. */
  readonly to: number | null
  readonly stages: readonly (readonly [RunStage, number])[] | null
}

/**
 * The runs of these points in the ranges, without those that were declared void; undefined for whoever is not told of a run which points and stages it has.
 * @throws BeyondBounds where there are too many of them
 */
export async function readRuns(tx: Transaction, caller: Caller, { t, unit, series, ranges }: RunsAsked): Promise<RunCalendar | undefined> {
  const view = viewOf(caller, runs)
  const sees = (['runNumber', ...DISCLOSED_OF_RUN] as const).every((field) => view.sees(field))
  if (!nounFor(caller, runs.name) || !mayCall(caller, queryRunDetail.path) || !sees) return undefined
  const span = { from: Math.min(...ranges.map(({ from }) => from)), to: Math.max(...ranges.map(({ to }) => to)) }
  const stages = sql`(select jsonb_agg(jsonb_build_array(stage.run_stage, extract(epoch from stage.began_at) * 1000) order by stage.began_at, stage.id)
      from run_stages stage where stage.tenant_id = run.tenant_id and stage.run_id = run.id)`
  const rows = await tx.all(
    statementOfDocument(
      sql<Bound>`select point.series::text as series, run.id as run, run.run_number as name, extract(epoch from run.started_at)::float8 * 1000 as begins,
        extract(epoch from greatest(run.started_at, bound.valid_from))::float8 * 1000 as "from", extract(epoch from least(run.ended_at, bound.valid_until))::float8 * 1000 as "to",
        ${unit === 'stage' ? stages : sql`null::jsonb`} as stages
      from run_points bound
      join runs run on run.tenant_id = bound.tenant_id and run.id = bound.run_id
      join points point on point.tenant_id = bound.tenant_id and point.id = bound.point_id
      where point.series = any(${series.map((one) => one.series)}::bigint[]) and run.run_state <> 'void'
        and run.started_at < to_timestamp(${span.to / 1000}::float8) and (run.ended_at is null or run.ended_at > to_timestamp(${span.from / 1000}::float8))
      order by run.started_at, run.run_number, bound.id limit ${MAX_BOUND + 1}`,
    ),
  )
  if (rows.length > MAX_BOUND) throw new BeyondBounds()
  const nameOf = (name: string, stage: RunStage | undefined) => (stage === undefined ? name : `${name} · ${t(`choice.runStage.${stage}`)}`)
  return calendarOf(unit, rows, { series, span, nameOf })
}

interface Surroundings {
  readonly series: readonly CarriedSeries[]
  readonly span: { readonly from: number; readonly to: number }
  nameOf(name: string, stage: RunStage | undefined): string
}

function calendarOf(unit: RunBucket, rows: readonly Bound[], { series, span, nameOf }: Surroundings): RunCalendar {
  const stretches: { begins: number; name: string }[] = []
  const known = new Map<string, number>()
  const bySeries = new Map<string, (RunWindow & { readonly nth: number })[]>()
  for (const row of rows)
    for (const { stage, begins, from, to } of partsOf(unit, row)) {
      const window = { from: Math.max(span.from, minuteOf(from)), to: Math.min(span.to, minuteOf(to)) }
      if (window.from >= window.to) continue
      const key = `${row.run} ${stage ?? ''}`
      const nth = known.get(key) ?? stretches.push({ begins, name: nameOf(row.name, stage) }) - 1
      known.set(key, nth)
      bySeries.set(row.series, [...(bySeries.get(row.series) ?? []), { ...window, nth }])
    }
  const windows: (readonly RunWindow[])[] = []
  const places = new Map<string, number>()
  const lines = series.flatMap((each) =>
    layersOf(bySeries.get(each.series) ?? []).map((layer): RunLine => {
      const own = withoutGaps(layer, span)
      const key = JSON.stringify(own)
      const calendar = places.get(key) ?? windows.push(own) - 1
      places.set(key, calendar)
      return { ...each, calendar }
    }),
  )
  return { unit, stretches, lines, windows: windows.length > 0 ? windows : [withoutGaps([], span)] }
}

const minuteOf = (moment: number): number => Math.floor(moment / MINUTE_MS) * MINUTE_MS

interface Part {
  readonly stage?: RunStage
  readonly begins: number
  readonly from: number
  readonly to: number
}

/** For when a point belonged to the run, or to each stage: one lasts until the next begins, the last as long as the run. What was before the first is in none. */
function partsOf(unit: RunBucket, { begins, from, to: until, stages }: Bound): Part[] {
  const to = until ?? Infinity
  if (unit === 'run') return [{ begins, from, to }]
  return (stages ?? []).map(([stage, began], nth) => ({
    stage,
    begins: began,
    from: Math.max(from, began),
    to: Math.min(to, stages?.[nth + 1]?.[1] ?? Infinity),
  }))
}

type Window = RunWindow & { readonly nth: number }

/** Windows that do not overlap each other, in as few rows as that takes. A point that a run has twice, in two roles, counts once. */
function layersOf(windows: readonly Window[]): Window[][] {
  const united: Window[] = []
  for (const window of windows.toSorted((one, other) => one.nth - other.nth || one.from - other.from)) {
    const last = united.at(-1)
    if (last && last.nth === window.nth && window.from <= last.to) united[united.length - 1] = { ...last, to: Math.max(last.to, window.to) }
    else united.push(window)
  }
  const layers: Window[][] = []
  for (const window of united.toSorted((one, other) => one.from - other.from || one.nth - other.nth)) {
    const free = layers.find((layer) => (layer.at(-1)?.to ?? -Infinity) <= window.from)
    if (free) free.push(window)
    else layers.push([window])
  }
  return layers
}

function withoutGaps(layer: readonly Window[], { from, to }: { readonly from: number; readonly to: number }): RunWindow[] {
  const found: RunWindow[] = []
  let at = from
  for (const window of layer) {
    if (window.from > at) found.push({ from: at, to: window.from, nth: null })
    found.push({ from: window.from, to: window.to, nth: window.nth })
    at = window.to
  }
  return at < to || found.length === 0 ? [...found, { from: at, to, nth: null }] : found
}

/** The part of a range in which some point belongs to a run: nothing else is read. At the least a moment, since a statement is about some time. */
export function withinRuns({ windows }: RunCalendar, range: MillisRange): { readonly from: number; readonly to: number } {
  const held = windows.flat().filter(({ nth, from, to }) => nth !== null && from < range.to && to > range.from)
  if (held.length === 0) return { from: range.from, to: range.from + 1 }
  return {
    from: Math.max(range.from, Math.min(...held.map(({ from }) => from))),
    to: Math.min(range.to, Math.max(...held.map(({ to }) => to))),
  }
}
