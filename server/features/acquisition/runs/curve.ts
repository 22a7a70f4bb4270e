/** What was measured in a run, for charts: role by role, what its clauses are made of, and the limits it was opened with. */
import type { Millis } from '../../../../model/brands.ts'
import { rangeInMillis } from '../../../../model/brands.ts'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/runs.ts'
import type { RunCurve } from '../../../../model/contract/acquisition/runs.ts'
import type { RunRole } from '../../../../model/acquisition/curing.ts'
import { UNIT_SUFFIX } from '../../../../model/acquisition/curing.ts'
import type { KeptLimit } from '../../../../model/acquisition/published-limits.ts'
import { inLanguage } from '../../../../model/acquisition/published-limits.ts'
import { Steps } from '../../../../model/acquisition/steps.ts'
import type { Measured } from '../../../../model/acquisition/verdict.ts'
import { operandOf, spanOf } from '../../../../model/acquisition/verdict.ts'
import { points, runs } from '../../../../model/index.ts'
import {
  SHOWN_SAMPLES,
  carryMs,
  endOrNow,
  serialiseRunReads,
  readHistory,
  readLimits,
  readMeasured,
  readRun,
  seesLimits,
} from '../../../acquisition/index.ts'
import type { SampleReads } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { pointsWithDevices, seenOf } from '../shared/seen-points.ts'
import { assertSeesRun, boundPoints, notesOf, stagesOf } from './detail.ts'
import { proposedStages } from './propose-stages.ts'

export const queryRunCurve = implement(contract.queryRunCurve, {
  access: 'granted',
  summary: 'What was measured in a curing run, by role, with differences, rates, stages and the limits it was opened with',
  of: runs,
  async handle({ input: { id, points: figures }, caller, services, inTenant, request }) {
    assertSeesRun(caller)
    if (!viewOf(caller, points).allowed.includes('query')) fail('permission.denied')
    const language = languageOfRequest(request)
    const timeZone = await services.transactions.timeZoneOf(caller.tenantId)
    const curve = (most: number, reads: SampleReads) =>
      inTenant(async (tx) => {
        const run = await readRun(tx, id)
        const to = endOrNow(run)
        const limits = seesLimits(caller) ? await readLimits(tx, run) : []
        const { measured } = await readMeasured(tx, run, to, { most, reads })
        const confirmed = await stagesOf(tx, caller, run)
        return {
          timeZone,
          from: run.startedAt,
          to,
          isOpen: run.endedAt === null,
          roles: await linesOf(tx, caller, run, to, figures),
          derived: await derivedOf(limits, measured, await unitsOf(tx, id), figures),
          limits: limits.flatMap((limit) => {
            const span = spanOf(limit, measured)
            return span ? [{ item: inLanguage(limit, language), ...span }] : []
          }),
          stages: [...confirmed, ...proposedStages(run.kind, measured, new Set(confirmed.map(({ stage }) => stage)))],
          notes: await notesOf(tx, caller, id),
        }
      })
    return serialiseRunReads(caller.tenantId, curve, SHOWN_SAMPLES)
  },
})

async function linesOf(
  tx: Transaction,
  caller: Caller,
  run: { readonly id: string; readonly startedAt: Millis },
  to: Millis,
  figures: number,
): Promise<RunCurve['roles']> {
  const view = viewOf(caller, points)
  const bound = await boundPoints(tx, caller, run.id)
  const rows = await tx.all(
    pointsWithDevices()
      .select(['points.series', carryMs('points').as('carry_ms')])
      .where(sql<boolean>`points.id = any(${bound.map(({ pointId }) => pointId)}::uuid[])`),
  )
  const lines: RunCurve['roles'] = []
  for (const { role, pointId, validFrom, validUntil } of bound) {
    const row = rows.find((each) => each.id === pointId)
    const range = { from: Math.max(run.startedAt, validFrom ?? 0), to: Math.min(to, validUntil ?? to) }
    if (!row || range.from >= range.to) continue
    const { width, stretches } = await readHistory(tx, { series: row.series, carryMs: row.carry_ms, ...rangeInMillis(range) }, figures)
    lines.push({ role, pointId, point: seenOf(view, row), ...range, width, list: stretches })
  }
  return lines
}

/** The unit of each role: that of its points, which is the same for all that a clause is about. */
async function unitsOf(tx: Transaction, runId: string): Promise<ReadonlyMap<RunRole, string>> {
  const rows = await tx.all(
    pointsWithDevices()
      .innerJoin('run_points as bound', (on) =>
        on.onRef('bound.tenant_id', '=', 'points.tenant_id').onRef('bound.point_id', '=', 'points.id'),
      )
      .select('bound.run_role')
      .where('bound.run_id', '=', runId),
  )
  return new Map(rows.map((row) => [row.run_role, row.unit ?? '']))
}

type Derived = RunCurve['derived'][number]
type Operand = Pick<KeptLimit, 'measure' | 'role' | 'minusRole'>

/** What is not measured itself: what clauses look at, and the difference of core and surface and the hourly rate of the core anyway. */
async function derivedOf(
  limits: readonly KeptLimit[],
  measured: Measured,
  units: ReadonlyMap<RunRole, string>,
  figures: number,
): Promise<Derived[]> {
  const usual: Operand[] = [
    { measure: 'difference', role: 'core', minusRole: 'surface' },
    { measure: 'rise-hour', role: 'core', minusRole: null },
    { measure: 'rise-hour', role: 'chamber', minusRole: null },
  ]
  const asked = [...limits, ...usual].filter(
    ({ measure, role, minusRole }) =>
      measure !== 'value' && measure !== 'degree-days' && measured.lines.has(role) && (minusRole === null || measured.lines.has(minusRole)),
  )
  const distinct = new Map(
    asked.map(({ measure, role, minusRole }) => [`${measure} ${role} ${minusRole ?? ''}`, { measure, role, minusRole }]),
  )
  const derived: Derived[] = []
  for (const each of distinct.values()) {
    // Others have their turn between two of them.
    await setImmediate()
    const unit = `${units.get(each.role) ?? ''}${UNIT_SUFFIX[each.measure]}`
    derived.push({ ...each, unit, list: thinned(operandOf(each, measured, 'high'), measured, figures) })
  }
  return derived
}

/** At most so many steps: of each stretch of time the greatest one, and a gap where nothing is known, so that peaks and gaps survive. */
function thinned(steps: Steps, { from, to }: Measured, figures: number): Derived['list'] {
  const changes = changesOf(steps)
  if (changes.length <= figures) return changes.map(({ time, value }) => ({ time, value }))
  const width = (to - from) / Math.floor(figures / 2)
  const list: Derived['list'][number][] = []
  let [stretch, greatest, gap] = [-1, -1, -1]
  const close = () => {
    const places = [greatest, gap].filter((place) => place !== -1).toSorted((one, other) => one - other)
    for (const { time, value } of places.map((place) => changes.at(place))) list.push({ time, value })
  }
  // They come in the order of time, and so do the stretches.
  for (let place = 0; place < changes.length; place++) {
    const nth = Math.floor((changes.timeAt(place) - from) / width)
    if (nth !== stretch) {
      close()
      ;[stretch, greatest, gap] = [nth, -1, -1]
    }
    const value = changes.values[place] as number
    if (Number.isNaN(value)) gap = gap === -1 ? place : gap
    else if (greatest === -1 || value > (changes.values[greatest] as number)) greatest = place
  }
  close()
  return list
}

/** The steps at which the value becomes another one. */
function changesOf(steps: Steps): Steps {
  const changes = new Steps(steps.length)
  let stands: number | undefined
  for (let place = 0; place < steps.length; place++) {
    const value = steps.values[place] as number
    if (stands === value || (Number.isNaN(stands) && Number.isNaN(value))) continue
    changes.push(steps.timeAt(place), value, true)
    stands = value
  }
  return changes
}
