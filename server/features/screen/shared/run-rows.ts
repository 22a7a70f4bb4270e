/** Curing runs for widgets: with their probes and the limits of these, and the one first that comes closest to a limit where that is asked for. */
import { sql } from 'kysely'
import { RUN_STATES } from '../../../../model/acquisition/curing.ts'
import type { KeptLimit } from '../../../../model/acquisition/published-limits.ts'
import { keptLimits } from '../../../../model/acquisition/published-limits.ts'
import { QUALITY } from '../../../../model/acquisition/quality.ts'
import { DISCLOSED_OF_RUN } from '../../../../model/acquisition/runs.ts'
import { queryRunDetail } from '../../../../model/contract/acquisition/runs.ts'
import type { ScreenList, ScreenRows } from '../../../../model/contract/screen/screens.ts'
import { points, runs } from '../../../../model/index.ts'
import { mayReadFindings, statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { mayCall, viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { own } from '../../../kernel/resources/row-text.ts'
import type { Asked } from './asked-rows.ts'
import type { SeenNoun } from './list-query.ts'
import { givenOf, orderedBy, readRows, seenNoun } from './list-query.ts'
import { mayReadValues } from './points.ts'

type RunRow = ScreenRows<'runs'>[number]
type Found = Omit<RunRow, 'values'>
type Probe = RunRow['values'][number]

/** Runs among which the worst one is looked for. */
const MAX_COMPARED = 100

interface Reading {
  readonly limit: number
  readonly caller: Caller
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The runs; undefined where the caller may not have them as they are narrowed. */
export async function runRows(
  tx: Transaction,
  { siteId, state, isWorstFirst }: Extract<Asked, { of: 'runs' }>,
  { limit, caller, now }: Reading,
): Promise<ScreenList | undefined> {
  const filters = { siteId }
  const noun = seenNoun(caller, runs, [...givenOf(filters), ...(state === undefined ? [] : ['runState'])])
  if (!noun) return undefined
  const states = RUN_STATES.filter((each) => state === undefined || (each === 'running') === (state === 'running'))
  const { rows, total } = await readRows<Found>(tx, noun, {
    filters,
    only: state === undefined ? [] : [sql`${own('run_state')} = any(${states}::text[])`],
    columns: columnsOf(noun, now),
    order: noun.view.sees('startedAt') ? [sql`${own('started_at')} desc`] : orderedBy(undefined),
    limit: isWorstFirst ? MAX_COMPARED : limit,
  })
  const probes = await readProbes(
    tx,
    caller,
    rows.map(({ id }) => id),
  )
  const told = rows.map((row): RunRow => ({ ...row, values: probes.get(row.id)?.map(({ probe }) => probe) ?? [] }))
  const nearest = ({ id }: RunRow) => Math.max(0, ...(probes.get(id) ?? []).map(({ share }) => share))
  return { of: 'runs', rows: isWorstFirst ? told.toSorted((one, other) => nearest(other) - nearest(one)).slice(0, limit) : told, total }
}

/** Of the time that it is to take, the share that has passed: of one that has ended, until then. */
function columnsOf(noun: SeenNoun, now: number) {
  const passed = sql`extract(epoch from least(coalesce(${own('ended_at')}, ${new Date(now)}::timestamptz), ${new Date(now)}::timestamptz) - ${own('started_at')}) / 3600`
  const seesShare = ['startedAt', 'endedAt', 'plannedHours'].every((field) => noun.view.sees(field))
  return {
    runNumber: noun.plain('runNumber'),
    runKind: noun.plain('runKind'),
    componentName: noun.named('componentId'),
    siteName: noun.named('siteId'),
    stage: noun.plain('runStage'),
    state: noun.plain('runState'),
    verdict: noun.plain('runVerdict'),
    startedAt: noun.moment('startedAt'),
    endedAt: noun.moment('endedAt'),
    // Without planned hours there is no share: least and greatest would overlook that.
    share: seesShare
      ? sql`case when ${own('planned_hours')} > 0 then least(1, greatest(0, ${passed} / ${own('planned_hours')}))::float8 end`
      : sql`null::float8`,
  }
}

/** A probe, and how near it is to its limit: 1 is at it, more is beyond. */
interface Judged {
  readonly probe: Probe
  readonly share: number
}

interface ProbeRow {
  readonly run_id: string
  readonly role: string
  readonly point_id: string
  readonly value: number | null
  readonly quality: number | null
  readonly items: unknown
  readonly stage: string | null
}

/** The probes of runs with their newest values, for whoever may be told which points a run has and what they say; limits for those who may have findings. */
async function readProbes(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Judged[]>> {
  const view = viewOf(caller, runs)
  const mayHave =
    mayReadValues(caller) &&
    mayCall(caller, queryRunDetail.path) &&
    viewOf(caller, points).allowed.includes('query') &&
    DISCLOSED_OF_RUN.every((field) => view.sees(field))
  if (!mayHave || ids.length === 0) return new Map()
  const seesLimits = mayReadFindings(caller)
  const rows = await tx.all(
    statement(sql<ProbeRow>`
      select bound.run_id, bound.run_role as role, bound.point_id, told.value, told.quality, ${seesLimits ? sql`kept.items` : sql`null`} as items,
        (select stage.run_stage from run_stages stage where stage.tenant_id = run.tenant_id and stage.run_id = run.id order by stage.began_at desc, stage.id desc limit 1) as stage
      from run_points bound
      join runs run on run.tenant_id = bound.tenant_id and run.id = bound.run_id
      join points on points.tenant_id = bound.tenant_id and points.id = bound.point_id
      left join point_states told on told.tenant_id = points.tenant_id and told.series = points.series
      left join limit_set_versions kept on kept.tenant_id = run.tenant_id and kept.id = run.limit_version_id
      where bound.run_id = any(${[...ids]}::uuid[]) and (bound.valid_until is null or bound.valid_until > now())
      order by bound.run_id, bound.id`),
  )
  const found = new Map<string, Judged[]>()
  const limits = new Map<string, readonly KeptLimit[]>()
  for (const { run_id: run, role, point_id: pointId, value, quality, items, stage } of rows) {
    if (!limits.has(run)) limits.set(run, items === null ? [] : keptLimits.parse(items))
    const item = limitOf(limits.get(run) ?? [], role, stage)
    const limit = item?.high ?? item?.low ?? null
    const isLeast = limit !== null && item?.high === null
    const probe = { role, pointId, value, quality: quality ?? QUALITY.bad, limit, ...(isLeast ? { isLeast } : {}) } as const
    const judged = { probe, share: shareOf(value, item) }
    found.set(run, [...(found.get(run) ?? []), judged])
  }
  return found
}

/** The limit of the value of a role in a stage. */
const limitOf = (items: readonly KeptLimit[], role: string, stage: string | null): KeptLimit | undefined =>
  items.find((each) => each.role === role && each.measure === 'value' && (each.stage === null || each.stage === stage))

/** Values on the other side of zero than their limit are nowhere near it. */
function shareOf(value: number | null, limit: KeptLimit | undefined): number {
  if (value === null || limit === undefined) return 0
  const [high, low] = [limit.high === null ? 0 : value / limit.high, limit.low === null ? 0 : limit.low / value]
  return Math.max(0, ...[high, low].filter((share) => Number.isFinite(share)))
}
