/** The verdict of a run: worked out of what was measured of it, kept clause by clause, and worked out anew when late samples touch it. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Verdict } from '../../../model/acquisition/curing.ts'
import { UNIT_SUFFIX } from '../../../model/acquisition/curing.ts'
import type { KeptLimit } from '../../../model/acquisition/published-limits.ts'
import type { Finding, Measured } from '../../../model/acquisition/verdict.ts'
import { judge, verdictOf } from '../../../model/acquisition/verdict.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { newId } from '../../kernel/ids.ts'
import type { Reader, RunToJudge, StageBegin } from './read-run.ts'
import { MAX_SAMPLES, readLimits, readMeasured } from './read-run.ts'

/** Samples of the last moments arrive a little after the end, and are not late. */
const SETTLING_MS = 5 * 60_000

/** What is found clause by clause of what was measured. Between two clauses others have their turn. */
export async function findingsOf(limits: readonly KeptLimit[], measured: Measured): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const limit of limits) {
    if (findings.length > 0) await setImmediate()
    findings.push(judge(limit, measured))
  }
  return findings
}

/** The least share of its time that a clause could be judged for; null without clauses. */
export const coverageOfAll = (findings: readonly Finding[]): number | null =>
  findings.length === 0 ? null : Math.min(...findings.map(({ coverage }) => coverage))

/** What was found of a run, not yet stored. */
export interface Judged {
  readonly limits: readonly KeptLimit[]
  readonly findings: readonly Finding[]
  /** How many samples it rests on. */
  readonly samples: number
}

interface Judging {
  /** Samples that may be read. */
  readonly most?: number
  /** A stage that is about to be stored. */
  readonly confirmed?: StageBegin
}

/**
 * What was found of a run that has ended, of everything that was measured, whoever asks; what was measured with an expired calibration passes nothing. Nothing is stored, and nobody has to wait for the row of the run meanwhile.
 * @throws Failure `run.samples`
 */
export async function findRun(tx: Transaction, run: RunToJudge, { most = MAX_SAMPLES, confirmed }: Judging = {}): Promise<Judged> {
  if (run.endedAt === null) throw new Error('a run is judged when it has ended')
  const whole: Reader = tx.beyondScope('a run is judged by all of its points, whoever ends it')
  const limits = await readLimits(whole, run)
  const { measured, samples } = await readMeasured(whole, run, run.endedAt, { most, confirmed })
  return { limits, findings: await findingsOf(limits, measured), samples }
}

/** Stores what was found: the findings, the verdict, and whether late samples changed what they rest on. The row of the run is held. @returns The verdict */
export async function storeJudged(tx: Transaction, runId: string, { limits, findings, samples }: Judged): Promise<Verdict> {
  await storeFindings(tx, runId, findings)
  const before = await tx.first(
    build.selectFrom('runs').select(['judged_samples', 'run_coverage', 'run_verdict', 'finished_at', 'touched_at']).where('id', '=', runId),
  )
  // A calibration that was entered later changes what is found of the same samples.
  const isOther = before?.judged_samples !== samples || before.run_coverage !== coverageOfAll(findings)
  const isLate =
    before?.judged_samples !== null && isOther && (before?.touched_at?.getTime() ?? 0) > (before?.finished_at?.getTime() ?? 0) + SETTLING_MS
  return storeVerdict(tx, runId, limits, findings, {
    judged_samples: samples,
    judged_at: sql<Date>`now()`,
    touched_at: null,
    ...(isLate ? { revised_at: sql<Date>`now()` } : {}),
  })
}

/** Judges a run that has ended and stores what was found. The row of the run is held. @returns The verdict */
export const judgeRun = async (tx: Transaction, run: RunToJudge, judging: Judging = {}): Promise<Verdict> =>
  storeJudged(tx, run.id, await findRun(tx, run, judging))

/** Stores that nothing can be found of a run, of which too much was measured since it was judged: none of its clauses passes by what is no longer all. */
export async function storeUnjudged(tx: Transaction, run: RunToJudge): Promise<void> {
  const limits = await readLimits(tx.beyondScope('a run is judged by all of its points, whoever ends it'), run)
  const findings = limits.map(({ id }): Finding => ({ id, result: 'undecided', worst: null, worstAt: null, beyondSeconds: 0, coverage: 0 }))
  await storeFindings(tx, run.id, findings)
  await storeVerdict(tx, run.id, limits, findings, { judged_at: sql<Date>`now()`, touched_at: null })
}

/** Those of the same clause are replaced; who waived one keeps it waived. */
async function storeFindings(tx: Transaction, runId: string, findings: readonly Finding[]): Promise<void> {
  const rows = findings.map((each) => ({
    tenant_id: tx.tenantId as never,
    id: newId(),
    run_id: runId,
    limit_item_id: each.id,
    item_result: each.result,
    worst_value: each.worst,
    worst_at: each.worstAt === null ? null : new Date(each.worstAt),
    beyond_seconds: each.beyondSeconds,
    coverage: each.coverage,
    waived_by: null,
    waived_at: null,
    waived_reason: null,
  }))
  if (rows.length === 0) return
  await tx.run(
    build
      .insertInto('verdict_items')
      .values(rows)
      .onConflict((on) =>
        on.columns(['tenant_id', 'run_id', 'limit_item_id']).doUpdateSet((found) => ({
          item_result: found.ref('excluded.item_result'),
          worst_value: found.ref('excluded.worst_value'),
          worst_at: found.ref('excluded.worst_at'),
          beyond_seconds: found.ref('excluded.beyond_seconds'),
          coverage: found.ref('excluded.coverage'),
          updated_at: sql<Date>`now()`,
          version: sql<number>`verdict_items.version + 1`,
        })),
      ),
  )
}

/** The verdict with what is waived by now, stored with further columns of the run. */
async function storeVerdict(
  tx: Transaction,
  runId: string,
  limits: readonly KeptLimit[],
  findings: readonly Finding[],
  columns: object,
): Promise<Verdict> {
  const waived = await tx.all(
    build.selectFrom('verdict_items').select('limit_item_id').where('run_id', '=', runId).where('waived_at', 'is not', null),
  )
  const ids = new Set(waived.map(({ limit_item_id: id }) => id))
  const verdict = verdictOf(limits, findings, (id) => ids.has(id))
  await tx.run(
    build
      .updateTable('runs')
      .set({
        ...columns,
        run_verdict: verdict,
        run_coverage: coverageOfAll(findings),
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', runId),
  )
  return verdict
}

/** The verdict anew by what is stored, after a clause was waived. */
export async function weighFindings(tx: Transaction, run: RunToJudge): Promise<Verdict> {
  const rows = await tx.all(
    build
      .selectFrom('verdict_items')
      .select(['limit_item_id', 'item_result', 'worst_value', 'worst_at', 'beyond_seconds', 'coverage'])
      .where('run_id', '=', run.id),
  )
  const findings = rows.map((row): Finding => ({
    id: row.limit_item_id,
    result: row.item_result,
    worst: row.worst_value,
    worstAt: row.worst_at?.getTime() ?? null,
    beyondSeconds: row.beyond_seconds,
    coverage: row.coverage,
  }))
  return storeVerdict(tx, run.id, await readLimits(tx, run), findings, {})
}

/** Whether a point in this unit can be what a limit is about: the unit of the limit is that of the point, with what the measure adds to it. */
export const isUnitOf = (limit: Pick<KeptLimit, 'measure' | 'unit'>, unit: string): boolean =>
  limit.unit === `${unit}${UNIT_SUFFIX[limit.measure]}`
