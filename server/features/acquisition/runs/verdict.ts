/** What was found of a run, clause by clause; and letting a clause count for nothing. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/runs.ts'
import type { JudgedItem, RunVerdict } from '../../../../model/contract/acquisition/runs.ts'
import { inLanguage } from '../../../../model/acquisition/published-limits.ts'
import { points, runs } from '../../../../model/index.ts'
import {
  SHOWN_SAMPLES,
  coverageOfAll,
  endOrNow,
  findingsOf,
  readDoubts,
  serialiseRunReads,
  readLimits,
  readMeasured,
  readRun,
  seesDoubts,
  seesFindings,
  weighFindings,
} from '../../../acquisition/index.ts'
import type { RunToJudge, SampleReads } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Language } from '../../../../model/language.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { authorOf } from './acts.ts'
import { assertSeesRun } from './detail.ts'

export const queryRunVerdict = implement(contract.queryRunVerdict, {
  access: 'granted',
  summary: 'What was found of a curing run, clause by clause; of one that goes on, as it stands now',
  of: runs,
  async handle({ input: { id }, caller, inTenant, request }) {
    assertSeesRun(caller)
    if (!seesFindings(caller)) fail('permission.withheld')
    const language = languageOfRequest(request)
    const found = (most: number, reads: SampleReads) =>
      inTenant(async (tx) => {
        const run = await readRun(tx, id)
        const findings =
          run.endedAt === null ? await asOfNow(tx, run, { language, most, reads }) : await asJudged(tx, caller, run, language)
        return { ...findings, doubts: await doubtsOf(tx, caller, run) }
      })
    return serialiseRunReads(caller.tenantId, found, SHOWN_SAMPLES)
  },
})

async function doubtsOf(tx: Transaction, caller: Caller, run: RunToJudge): Promise<RunVerdict['doubts']> {
  if (!seesDoubts(caller)) return []
  const view = viewOf(caller, points)
  const seesName = view.allowed.includes('query') && view.sees('pointName')
  const doubts = await readDoubts(tx, run, endOrNow(run))
  return doubts.map(({ pointName, ...doubt }) => ({ ...doubt, pointName: seesName ? pointName : null }))
}

interface AsOfNow {
  readonly language: Language
  readonly most: number
  readonly reads: SampleReads
}

/** Of what the caller sees of the points; nothing of it is kept. */
async function asOfNow(tx: Transaction, run: RunToJudge, { language, ...measuring }: AsOfNow) {
  const limits = await readLimits(tx, run)
  const { measured } = await readMeasured(tx, run, endOrNow(run), measuring)
  const findings = await findingsOf(limits, measured)
  return {
    verdict: null,
    coverage: coverageOfAll(findings),
    judgedAt: null,
    revisedAt: null,
    list: findings.flatMap((found): JudgedItem[] => {
      const limit = limits.find(({ id }) => id === found.id)
      return limit ? [{ ...found, item: inLanguage(limit, language), waivedBy: null, waivedReason: null }] : []
    }),
  }
}

async function asJudged(tx: Transaction, caller: Caller, run: RunToJudge, language: Language) {
  const [limits, head, rows] = [
    await readLimits(tx, run),
    await tx.first(build.selectFrom('runs').select(['run_verdict', 'run_coverage', 'judged_at', 'revised_at']).where('id', '=', run.id)),
    await tx.all(
      build
        .selectFrom('verdict_items as found')
        .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'found.tenant_id').onRef('users.id', '=', 'found.waived_by'))
        .selectAll('found')
        .select(personIn(caller, 'users').as('who'))
        .where('found.run_id', '=', run.id),
    ),
  ]
  const byItem = new Map(rows.map((row) => [row.limit_item_id, row]))
  const seesName = seesPeople(caller)
  return {
    verdict: head?.run_verdict ?? null,
    coverage: head?.run_coverage ?? null,
    judgedAt: head?.judged_at?.getTime() ?? null,
    revisedAt: head?.revised_at?.getTime() ?? null,
    list: limits.flatMap((limit): JudgedItem[] => {
      const row = byItem.get(limit.id)
      if (!row) return []
      const isWaived = row.waived_at !== null && row.item_result !== 'pass'
      return [
        {
          id: row.id,
          item: inLanguage(limit, language),
          result: isWaived ? 'waived' : row.item_result,
          worst: row.worst_value,
          worstAt: row.worst_at?.getTime() ?? null,
          beyondSeconds: row.beyond_seconds,
          coverage: row.coverage,
          waivedBy: isWaived && seesName ? row.who : null,
          waivedReason: isWaived ? row.waived_reason : null,
        },
      ]
    }),
  }
}

export const waiveVerdict = implement(contract.waiveVerdict, {
  access: 'granted',
  summary: 'Let a clause of a finished run that was not passed count for nothing, with the reason',
  of: runs,
  async handle({ input: { id, reason }, caller, inTenant }) {
    return inTenant(async (tx) => {
      const found = await tx.first(build.selectFrom('verdict_items').select(['run_id', 'item_result']).where('id', '=', id))
      if (!found) return fail('row.not-found')
      const run = await readRun(tx, found.run_id, true)
      if (run.state !== 'finished') fail(run.state === 'running' ? 'run.not-finished' : 'run.closed')
      if (found.item_result === 'pass') fail('run.passed')
      await tx.run(
        build
          .updateTable('verdict_items')
          .set({
            waived_by: authorOf(caller),
            waived_at: sql<Date>`now()`,
            waived_reason: reason,
            updated_at: sql<Date>`now()`,
            version: sql<number>`version + 1`,
          })
          .where('id', '=', id),
      )
      return { verdict: await weighFindings(tx, run) }
    })
  },
})
