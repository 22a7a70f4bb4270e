/** When the components of runs that go on may be struck or tensioned: worked out now and then, so that a list of runs can be sorted by it. */
import { sql } from 'kysely'
import type { Millis, TenantId } from '../../../model/brands.ts'
import { millis } from '../../../model/brands.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Lease, Leases } from '../../kernel/database/leases.ts'
import { leaseOf } from '../../kernel/database/leases.ts'
import type { TransactionScopes } from '../../kernel/database/tenant.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { Worker } from '../../kernel/runtime/worker.ts'
import { worker } from '../../kernel/runtime/worker.ts'
import { statement } from '../statement.ts'
import { readRun } from './read-run.ts'
import { readMaturity, shareOf } from './run-maturity.ts'

const EVERY_MS = 60_000
/** A forecast holds for so long. */
const FRESH_S = 600
/** Runs of one round, and samples of one run: a month of six points, each minute. What has more is told no moment. */
const MAX_RUNS = 10
const MAX_SAMPLES = 250_000
/** The last moment that the product can write: what gains hardly any maturity would be ready beyond it, or beyond what a date can hold. */
const LAST_MOMENT = Date.UTC(9999, 11, 31)
/** What one server at a time does. */
export const FORECASTING = 'forecasts of runs'

interface ForecastOptions {
  /** How old a forecast is that is made anew. */
  readonly freshSeconds?: number
  /** Without it nothing is done while another server has it. */
  readonly lease?: Lease
  readonly onError?: (error: unknown) => void
}

interface Due {
  readonly tenant_id: TenantId
  readonly id: string
  readonly striking_share: number | null
}

/**
 * Tells of the running runs whose forecast is missing or old when the striking share of their component is reached; the oldest forecasts first. Of all of their points, whoever
 * looks at it: what a reader does not see of them is a matter of the field. A forecast whose component has no such share any more is taken back, however new it is.
 * @returns How many were looked at
 */
export async function forecastRuns(
  transactions: TransactionScopes,
  { freshSeconds = FRESH_S, lease, onError = () => undefined }: ForecastOptions = {},
): Promise<number> {
  if (lease && !(await lease.take())) return 0
  try {
    const due = await dueRuns(transactions, freshSeconds)
    for (const each of due) await forecastRun(transactions, each, onError).catch(onError)
    return due.length
  } finally {
    await lease?.drop()
  }
}

const dueRuns = (transactions: TransactionScopes, freshSeconds: number): Promise<Due[]> =>
  transactions.inPlatform(
    'the forecasts of running runs of all tenants',
    (tx) =>
      tx.all(
        statement(sql<Due>`
        select runs.tenant_id, runs.id, part.striking_share from runs
        join components part on part.tenant_id = runs.tenant_id and part.id = runs.component_id
        join tenants on tenants.id = runs.tenant_id and tenants.marked_at is null
        left join run_forecasts told on told.tenant_id = runs.tenant_id and told.run_id = runs.id
        where runs.run_state = 'running' and case when part.striking_share is null then told.ready_at is not null
          else told.told_at is null or told.told_at < now() - make_interval(secs => ${freshSeconds}::float8) end
        order by told.told_at nulls first limit ${sql.lit(MAX_RUNS)}`),
      ),
    'read',
  )

/** Samples are read before anything is written: nobody waits for a row meanwhile. Whatever went wrong is noted as told, without a moment: else the same few would be tried before all others for ever. */
async function forecastRun(transactions: TransactionScopes, due: Due, onError: (error: unknown) => void): Promise<void> {
  const at = await momentOf(transactions, due).catch((error: unknown) => {
    // No curve, no temperature, too many samples: there is no forecast, and that is known for a while.
    if (!(error instanceof Failure)) onError(error)
    return null
  })
  await storeForecast(transactions, due, at === null ? null : new Date(at))
}

/** When the share is reached, to the whole millisecond; null where that cannot be said. */
async function momentOf(transactions: TransactionScopes, { tenant_id: tenantId, id, striking_share: share }: Due): Promise<Millis | null> {
  if (share === null) return null
  const at = await transactions.inTenant(
    { tenantId },
    async (tx) => shareOf(await readMaturity(tx, await readRun(tx, id), { most: MAX_SAMPLES }), share).at,
    'read',
  )
  return at !== null && at < LAST_MOMENT ? millis(Math.round(at)) : null
}

async function storeForecast(transactions: TransactionScopes, { tenant_id: tenantId, id }: Due, readyAt: Date | null): Promise<void> {
  const row = { ready_at: readyAt, told_at: sql<Date>`now()` }
  await transactions.inTenant({ tenantId }, (tx) =>
    tx.run(
      build
        .insertInto('run_forecasts')
        .columns(['tenant_id', 'run_id', 'ready_at', 'told_at'])
        // Not of one that was removed meanwhile.
        .expression(
          build
            .selectFrom('runs')
            .select(['tenant_id', 'id', sql<Date | null>`${row.ready_at}::timestamptz`.as('ready_at'), sql<Date>`now()`.as('told_at')])
            .where('id', '=', id),
        )
        .onConflict((on) => on.columns(['tenant_id', 'run_id']).doUpdateSet(row)),
    ),
  )
}

/** Foretells running runs from now on, by itself; of the servers on one database one at a time. */
export function startForecasting(
  {
    transactions,
    clock,
    acquisition: { leases },
  }: { readonly transactions: TransactionScopes; readonly clock: Clock; readonly acquisition: { readonly leases: Leases } },
  onError: (error: unknown) => void,
): Worker {
  const lease = leaseOf(leases, FORECASTING)
  return worker({
    clock,
    every: EVERY_MS,
    first: EVERY_MS / 2,
    work: async () => void (await forecastRuns(transactions, { lease, onError })),
    onError,
  })
}
