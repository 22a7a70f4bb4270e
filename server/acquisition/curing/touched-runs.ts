/** Late samples that belong to a run: noted as their buckets are rolled up, and the run is judged anew when no more come. */
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import { pgArray } from '../../kernel/database/pg-array.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../../kernel/database/tenant.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { Worker } from '../../kernel/runtime/worker.ts'
import { worker } from '../../kernel/runtime/worker.ts'
import { statement } from '../statement.ts'
import { findRun, storeJudged, storeUnjudged } from './judge-run.ts'
import { MAX_SAMPLES, readRun } from './read-run.ts'

/** Lists of touched minutes, as roll-ups take them. */
export interface TouchedMinutes {
  readonly tenant_id: TenantId
  readonly id: string
  readonly low: Date
  readonly high: Date
}

/**
 * Notes the runs that were judged and have touched minutes of their points within them. Nearly always there are none: what is touched is of now, and runs have
 * ended before, so that one look into a small index is all it costs. Before the lists are taken.
 */
export async function noteTouchedRuns(tx: Transaction, chosen: readonly TouchedMinutes[]): Promise<void> {
  const low = new Date(Math.min(...chosen.map(({ low: begin }) => begin.getTime())))
  const high = new Date(Math.max(...chosen.map(({ high: end }) => end.getTime())) + 60_000)
  const near = await tx.all(
    build
      .selectFrom('runs')
      .select('id')
      .where('judged_at', 'is not', null)
      .where('ended_at', '>', low)
      .where('started_at', '<', high)
      .where('run_state', '!=', 'void')
      .where(sql<boolean>`tenant_id = any(${pgArray(chosen.map(({ tenant_id: id }) => id))}::uuid[])`),
  )
  if (near.length === 0) return
  await tx.run(
    statement(sql`
    with minutes as (
      select distinct t.tenant_id, each.series, each.bucket from sample_touches t
      join unnest(${pgArray(chosen.map(({ tenant_id: id }) => id))}::uuid[], ${pgArray(chosen.map(({ id }) => id))}::bigint[]) as c (tenant_id, id)
        on t.tenant_id = c.tenant_id and t.id = c.id, unnest(t.series, t.buckets) as each (series, bucket))
    update runs set touched_at = now() where id = any(${pgArray(near.map(({ id }) => id))}::uuid[]) and exists (
      select from run_points bound
      join points on points.tenant_id = bound.tenant_id and points.id = bound.point_id
      join minutes on minutes.tenant_id = points.tenant_id and minutes.series = points.series
      where bound.tenant_id = runs.tenant_id and bound.run_id = runs.id
        and minutes.bucket < runs.ended_at and minutes.bucket + interval '1 minute' > runs.started_at - interval '1 hour')`),
  )
}

/** Notes the judged runs that points of these devices belong to: how far they can be trusted is known otherwise now. */
export async function touchRunsOf(tx: Transaction, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  await tx.beyondScope('a run is judged by all of its points, whoever enters their calibration').all(
    build
      .updateTable('runs')
      .set({ touched_at: sql<Date>`now()` })
      .where('judged_at', 'is not', null)
      .where('run_state', '!=', 'void')
      .where(
        sql<boolean>`exists (select from run_points bound join points on points.tenant_id = bound.tenant_id and points.id = bound.point_id
          where bound.tenant_id = runs.tenant_id and bound.run_id = runs.id and points.device_id = any(${pgArray(deviceIds)}::uuid[]))`,
      )
      .returning('id'),
  )
}

/** A run is judged anew when it has not been touched for so long. */
const DEBOUNCE_S = 20
const EVERY_MS = 15_000
/** Runs of one round. */
const MAX_RUNS = 20

interface Judging {
  /** For how long none has come. */
  readonly debounceSeconds?: number
  /** Samples that a run may have to be judged. */
  readonly most?: number
  readonly onError?: (error: unknown) => void
}

interface Touched {
  readonly tenant_id: TenantId
  readonly id: string
  /** As the database writes it, to the microsecond. */
  readonly touched: string
}

/**
 * Judges the runs that late samples touched and no more came to since. One that cannot be judged is put aside: the others are judged all the same.
 * @returns How many were looked at
 */
export async function judgeTouchedRuns(
  transactions: TransactionScopes,
  { debounceSeconds = DEBOUNCE_S, most = MAX_SAMPLES, onError = () => undefined }: Judging = {},
): Promise<number> {
  const touched = await transactions.inPlatform(
    'late samples touched runs of any tenant',
    (tx) =>
      tx.all(
        statement(sql<Touched>`
        select runs.tenant_id, runs.id, touched_at::text as touched from runs join tenants on tenants.id = runs.tenant_id and tenants.marked_at is null
        where touched_at < now() - make_interval(secs => ${debounceSeconds}::float8) order by touched_at limit ${sql.lit(MAX_RUNS)}`),
      ),
    'read',
  )
  for (const each of touched) {
    try {
      await judgeAgain(transactions, each, most)
    } catch (error) {
      onError(error)
      await putAside(transactions, each, error).catch(onError)
    }
  }
  return touched.length
}

/** Work with the row of the run, which is held for it: nothing where the run has changed, or more came, since it was found to be touched. */
const holding = (
  transactions: TransactionScopes,
  { tenant_id: tenantId, id, touched }: Touched,
  version: number | undefined,
  work: (tx: Transaction) => Promise<unknown>,
) =>
  transactions.inTenant({ tenantId }, async (tx) => {
    const still = await tx.first(
      build
        .selectFrom('runs')
        .select('version')
        .where('id', '=', id)
        .where(sql<boolean>`touched_at = ${touched}::timestamptz`)
        .forUpdate()
        .skipLocked(),
    )
    if (still && (version === undefined || still.version === version)) await work(tx)
  })

/** Samples are read while nobody waits for the row: the roll-ups of all tenants note there what they touched. */
async function judgeAgain(transactions: TransactionScopes, touched: Touched, most: number): Promise<void> {
  const { run, judged } = await transactions.inTenant(
    { tenantId: touched.tenant_id },
    async (tx) => {
      const found = await readRun(tx, touched.id)
      return { run: found, judged: await findRun(tx, found, { most }) }
    },
    'read',
  )
  await holding(transactions, touched, run.version, (tx) => storeJudged(tx, run.id, judged))
}

/** What was measured too much of is undecided until it is judged by somebody; anything else is tried again later, after all others. */
const putAside = (transactions: TransactionScopes, touched: Touched, error: unknown) =>
  holding(transactions, touched, undefined, async (tx) => {
    if (error instanceof Failure && error.code === 'run.samples') await storeUnjudged(tx, await readRun(tx, touched.id))
    else
      await tx.run(
        build
          .updateTable('runs')
          .set({ touched_at: sql<Date>`now()` })
          .where('id', '=', touched.id),
      )
  })

/** Judges touched runs from now on, by itself. */
export function startJudging(
  { transactions, clock }: { readonly transactions: TransactionScopes; readonly clock: Clock },
  onError: (error: unknown) => void,
): Worker {
  return worker({
    clock,
    every: EVERY_MS,
    first: EVERY_MS,
    work: async () => void (await judgeTouchedRuns(transactions, { onError })),
    onError,
  })
}
