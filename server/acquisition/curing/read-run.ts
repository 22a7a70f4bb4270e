/** A run as it is reckoned with: its limits, its stages and the steps of its points. Moments are milliseconds since 1970. */
import { sql } from 'kysely'
import type { Millis } from '../../../model/brands.ts'
import { later, millis } from '../../../model/brands.ts'
import type { RunKind, RunRole, RunStage, RunState } from '../../../model/acquisition/curing.ts'
import type { KeptLimit } from '../../../model/acquisition/published-limits.ts'
import { keptLimits } from '../../../model/acquisition/published-limits.ts'
import { QUALITY } from '../../../model/acquisition/quality.ts'
import type { Line, SampleColumns, Span } from '../../../model/acquisition/steps.ts'
import { doubted, stepsOfColumns } from '../../../model/acquisition/steps.ts'
import type { Measured } from '../../../model/acquisition/verdict.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import type { StoredColumns } from '../alarms/stored-samples.ts'
import { storedColumns } from '../alarms/stored-samples.ts'
import { doubtsColumn } from '../calibrations.ts'
import { carryMs } from '../time-weight.ts'
import type { SampleReads, SharedPages } from './shared-reads.ts'

/** Samples of one run that are judged at once: half a year of six points, each minute. */
export const MAX_SAMPLES = 1_500_000

/** What reads: a transaction, or one beyond the scope of whoever asks. */
export type Reader = Pick<Transaction, 'all' | 'first'> & Partial<Pick<Transaction, 'rows'>>

export interface RunToJudge {
  readonly id: string
  readonly kind: RunKind
  readonly state: RunState
  readonly version: number
  readonly startedAt: Millis
  readonly endedAt: Millis | null
  readonly limitVersionId: string
  readonly componentId: string
}

/** The run, held so that nobody else judges or ends it meanwhile if asked. @throws Failure `row.not-found` */
export async function readRun(tx: Reader, id: string, isHeld = false): Promise<RunToJudge> {
  const found = build
    .selectFrom('runs')
    .select(['id', 'run_kind', 'run_state', 'version', 'started_at', 'ended_at', 'limit_version_id', 'component_id'])
    .where('id', '=', id)
  const row = await tx.first(isHeld ? found.forUpdate() : found)
  if (!row) return fail('row.not-found')
  return {
    id: row.id,
    kind: row.run_kind,
    state: row.run_state,
    version: row.version,
    startedAt: millis(row.started_at.getTime()),
    endedAt: row.ended_at && millis(row.ended_at.getTime()),
    limitVersionId: row.limit_version_id,
    componentId: row.component_id,
  }
}

/** The end of a run; of one that goes on, now, or a moment after its beginning where that is still to come. */
export const endOrNow = ({ startedAt, endedAt }: Pick<RunToJudge, 'startedAt' | 'endedAt'>, now = millis(Date.now())): Millis =>
  endedAt ?? later(now, millis(startedAt + 1))

/** The limits that the run was opened with. */
export async function readLimits(tx: Reader, { limitVersionId }: Pick<RunToJudge, 'limitVersionId'>): Promise<KeptLimit[]> {
  const row = await tx.first(build.selectFrom('limit_set_versions').select('items').where('id', '=', limitVersionId))
  return keptLimits.parse(row?.items)
}

/** A stage and when it began. */
export interface StageBegin {
  readonly stage: RunStage
  readonly at: Millis
}

/**
 * When which confirmed stage was: each until the next one, the last until the end. @param to The end of the run, or now
 * @param confirmed One that is about to be stored: it counts as if it were
 */
export async function readStages(tx: Reader, runId: string, to: Millis, confirmed?: StageBegin): Promise<Map<RunStage, Span>> {
  const rows = await tx.all(
    build.selectFrom('run_stages').select(['run_stage', 'began_at']).where('run_id', '=', runId).orderBy('began_at').orderBy('id'),
  )
  const stored = rows.map(({ run_stage: stage, began_at: began }): StageBegin => ({ stage, at: millis(began.getTime()) }))
  const begins = confirmed
    ? [...stored.filter(({ stage }) => stage !== confirmed.stage), confirmed].toSorted((one, other) => one.at - other.at)
    : stored
  return new Map(begins.map(({ stage, at }, nth) => [stage, { from: at, to: Math.min(to, begins[nth + 1]?.at ?? to) }]))
}

/** The roles that some point of the run has. */
export async function readRoles(tx: Reader, runId: string): Promise<Set<RunRole>> {
  const rows = await tx.all(build.selectFrom('run_points').select('run_role').where('run_id', '=', runId).distinct())
  return new Set(rows.map(({ run_role: role }) => role))
}

/** For when a point belongs to a run: all of it, or from one moment until another. */
export const withinRun = (
  bound: { readonly valid_from: Date | null; readonly valid_until: Date | null },
  { from, to }: Span,
): { from: number; to: number } => ({
  from: Math.max(from, bound.valid_from?.getTime() ?? 0),
  to: Math.min(to, bound.valid_until?.getTime() ?? to),
})

/** The column of a statement over `points` that a run has `bound` which has the stretches in which what one measured for the run was in doubt; {@link doubtsFrom} reads it. */
export const doubtsOfBound = ({ from, to }: Span): ReturnType<typeof doubtsColumn> =>
  doubtsColumn(sql`greatest(${new Date(from)}::timestamptz, bound.valid_from)`, sql`least(${new Date(to)}::timestamptz, bound.valid_until)`)

/** The stretches of such a column. */
export const doubtsFrom = (stored: readonly (readonly [number, number])[] | null): Span[] =>
  (stored ?? []).map(([begins, ends]) => ({ from: begins, to: ends }))

/** @property most Samples that may be read @property confirmed A stage that is about to be stored */
export interface Measuring {
  readonly most: number
  /** What other calls read meanwhile. */
  readonly reads?: SampleReads | undefined
  readonly confirmed?: StageBegin | undefined
}

/**
 * What was measured of a run from its beginning until a moment, and how many samples that were; of the points that the reader sees. Samples are read a page at
 * a time. @throws Failure `run.samples` where there are more than may be read at once
 */
export async function readMeasured(
  tx: Reader,
  run: Pick<RunToJudge, 'id' | 'startedAt'>,
  to: Millis,
  { most, confirmed, reads }: Measuring,
): Promise<{ measured: Measured; samples: number }> {
  const span = { from: run.startedAt, to }
  const points = await tx.all(
    build
      .selectFrom('run_points as bound')
      .innerJoin('points', (on) => on.onRef('points.tenant_id', '=', 'bound.tenant_id').onRef('points.id', '=', 'bound.point_id'))
      .select(['bound.run_role', 'bound.valid_from', 'bound.valid_until', 'points.series'])
      .select([carryMs('points').as('carry_ms'), doubtsOfBound(span).as('doubts')])
      .where('bound.run_id', '=', run.id)
      .orderBy('bound.id'),
  )
  const lines = new Map<RunRole, Line[]>()
  let samples = 0
  for (const point of points) {
    const within = withinRun(point, span)
    if (within.from >= within.to) continue
    const shared = reads && tx.rows ? reads.pagesOf(tx.rows, point.series, within.from - point.carry_ms, Math.floor(within.to)) : undefined
    const bounds = { most, left: most - samples, shared }
    const read = await readSamples(tx, point.series, { from: within.from - point.carry_ms, to: within.to }, bounds)
    samples += read.times.length
    const line = { ...within, steps: doubted(stepsOfColumns(read, point.carry_ms, within), doubtsFrom(point.doubts)) }
    lines.set(point.run_role, [...(lines.get(point.run_role) ?? []), line])
  }
  return { measured: { ...span, lines, stages: await readStages(tx, run.id, to, confirmed) }, samples }
}

async function readSamples(
  tx: Reader,
  series: string,
  { from, to }: Span,
  { most, left, shared }: { readonly most: number; readonly left: number; readonly shared: SharedPages | undefined },
): Promise<SampleColumns> {
  const open = <Result>(work: (reader: Transaction) => Promise<Result>) => work(tx as Transaction)
  const pages: StoredColumns[] = [...(shared?.pages ?? [])]
  let length = pages.reduce((sum, { times }) => sum + times.length, 0)
  const assertFew = () => length <= left || fail('run.samples', { values: { most } })
  assertFew()
  const moment = (at: number): Millis => millis(Math.floor(at))
  for await (const page of storedColumns(open, series, moment(from), moment(to), pages.at(-1)?.last)) {
    shared?.add(pages.at(-1)?.last, page)
    length += page.times.length
    assertFew()
    pages.push(page)
  }
  const read = { times: new Float64Array(length), values: new Float64Array(length) }
  let at = 0
  for (const { times, values, qualities } of pages) {
    read.times.set(times, at)
    for (let index = 0; index < times.length; index++)
      read.values[at + index] = (qualities[index] as number) > QUALITY.bad ? (values[index] as number) : NaN
    at += times.length
  }
  return read
}

/** The unit of the points with a role in a run, those that say one; for whoever compares it with that of a limit. */
export async function readUnits(tx: Reader, pointIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.all(
    build
      .selectFrom('points')
      .select(['id', 'unit'])
      .where(sql<boolean>`id = any(${[...pointIds]}::uuid[])`),
  )
  return new Map(rows.map(({ id, unit }) => [id, unit ?? '']))
}
