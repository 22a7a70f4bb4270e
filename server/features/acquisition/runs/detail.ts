/** One run with what belongs to it: points by role, stages, notes. */
import { sql } from 'kysely'
import { millis } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/acquisition/runs.ts'
import type { BoundPoint, RunNote, RunStageSpan } from '../../../../model/contract/acquisition/runs.ts'
import type { RunState } from '../../../../model/acquisition/curing.ts'
import { ROLES_OF_KIND } from '../../../../model/acquisition/curing.ts'
import type { Field } from '../../../../model/field.ts'
import { DISCLOSED_OF_RUN } from '../../../../model/acquisition/runs.ts'
import { points, runs } from '../../../../model/index.ts'
import type { RunToJudge } from '../../../acquisition/index.ts'
import { readRoles, readRun, readStages } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { pointsWithDevices, seenOf } from '../shared/seen-points.ts'

/** What can be done with a run in each state, of what the caller may. */
const POSSIBLE: Readonly<Record<RunState, readonly string[]>> = {
  running: ['update', 'delete', 'bind', 'unbind', 'note', 'confirm', 'finish', 'verdict', 'curve', 'forecast', 'history'],
  finished: ['update', 'delete', 'note', 'confirm', 'accept', 'waive', 'verdict', 'curve', 'forecast', 'history'],
  accepted: ['note', 'verdict', 'curve', 'forecast', 'history'],
  void: ['delete', 'verdict', 'curve', 'forecast', 'history'],
}

export const queryRunDetail = implement(contract.queryRunDetail, {
  access: 'granted',
  summary: 'One curing run with its points by role, its stages and its notes, and what can be done with it',
  of: runs,
  async handle({ input: { id }, caller, inTenant }) {
    const view = viewOf(caller, runs)
    assertSeesRun(caller)
    return inTenant(async (tx) => {
      const run = await readRun(tx, id)
      const [row, roles, bound, stages, notes] = [
        await readNames(tx, id),
        await readRoles(tx, id),
        await boundPoints(tx, caller, id),
        await stagesOf(tx, caller, run),
        await notesOf(tx, caller, id),
      ]
      const shown = <Value>(name: keyof typeof runs.fields, value: Value) => (view.sees(name) ? { [name]: value } : {})
      const named = (name: 'componentId' | 'limitSetId') => {
        const { link } = runs.fields[name] as Field
        return view.sees(name) && link !== undefined && view.names(link)
      }
      return {
        run: {
          id,
          version: run.version,
          runKind: run.kind,
          runState: run.state,
          setVersion: row.set_version ?? 0,
          startedAt: run.startedAt,
          endedAt: run.endedAt,
          revisedAt: view.sees('revisedAt') ? (row.revised_at?.getTime() ?? null) : null,
          ...shown('runNumber', row.run_number),
          ...shown('runVerdict', row.run_verdict),
          ...shown('runCoverage', row.run_coverage),
          ...shown('waterAddedAt', row.water_added_at?.getTime() ?? null),
          ...shown('acceptReason', row.accept_reason),
          ...(named('componentId') ? { componentName: row.component_code ?? '' } : {}),
          ...(named('limitSetId') ? { limitSetName: row.set_code ?? '' } : {}),
        },
        points: bound,
        missing: ROLES_OF_KIND[run.kind].filter((role) => !roles.has(role)),
        stages,
        notes,
        allowed: view.allowed.filter((operation) => POSSIBLE[run.state].includes(operation)),
      }
    })
  },
})

/** What a page about a run cannot do without. @throws Failure `permission.withheld` */
export function assertSeesRun(caller: Caller): void {
  const view = viewOf(caller, runs)
  if (!DISCLOSED_OF_RUN.every((name) => view.sees(name))) fail('permission.withheld')
}

async function readNames(tx: Transaction, id: string) {
  const row = await tx.first(
    build
      .selectFrom('runs')
      .leftJoin('components', (on) =>
        on.onRef('components.tenant_id', '=', 'runs.tenant_id').onRef('components.id', '=', 'runs.component_id'),
      )
      .leftJoin('limit_sets', (on) =>
        on.onRef('limit_sets.tenant_id', '=', 'runs.tenant_id').onRef('limit_sets.id', '=', 'runs.limit_set_id'),
      )
      .select(['run_number', 'run_verdict', 'run_coverage', 'runs.set_version', 'water_added_at', 'revised_at', 'accept_reason'])
      .select(['component_code', 'set_code'])
      .where('runs.id', '=', id),
  )
  return row ?? fail('row.not-found')
}

/** The points of the run that the caller sees, by role, and what of each. */
export async function boundPoints(tx: Transaction, caller: Caller, runId: string): Promise<BoundPoint[]> {
  const view = viewOf(caller, points)
  if (!view.allowed.includes('query')) return []
  const bound = await tx.all(build.selectFrom('run_points').selectAll().where('run_id', '=', runId).orderBy('id'))
  const rows = await tx.all(pointsWithDevices().where(sql<boolean>`points.id = any(${bound.map(({ point_id: id }) => id)}::uuid[])`))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return bound.flatMap((each) => {
    const row = byId.get(each.point_id)
    if (!row) return []
    const { id, run_role: role, point_id: pointId, valid_from: from, valid_until: until } = each
    return [{ id, role, pointId, point: seenOf(view, row), validFrom: from?.getTime() ?? null, validUntil: until?.getTime() ?? null }]
  })
}

/** The confirmed stages, in the order of time. */
export async function stagesOf(tx: Transaction, caller: Caller, run: Pick<RunToJudge, 'id' | 'endedAt'>): Promise<RunStageSpan[]> {
  const seesName = seesPeople(caller)
  const spans = await readStages(tx, run.id, run.endedAt ?? millis(Number.MAX_SAFE_INTEGER))
  const people = await tx.all(
    build
      .selectFrom('run_stages as stage')
      .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'stage.tenant_id').onRef('users.id', '=', 'stage.confirmed_by'))
      .select(['stage.run_stage', personIn(caller, 'users').as('who')])
      .where('stage.run_id', '=', run.id),
  )
  const names = new Map(people.map((row) => [row.run_stage, row.who]))
  return [...spans].map(([stage, { from, to }]) => ({
    stage,
    from,
    to: to === Number.MAX_SAFE_INTEGER ? null : to,
    confirmedBy: seesName ? (names.get(stage) ?? null) : null,
    isProposed: false,
  }))
}

/** The notes of a run, in the order of what they are about. */
export async function notesOf(tx: Transaction, caller: Caller, runId: string): Promise<RunNote[]> {
  const seesName = seesPeople(caller)
  const rows = await tx.all(
    build
      .selectFrom('run_notes as note')
      .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'note.tenant_id').onRef('users.id', '=', 'note.noted_by'))
      .select(['note.id', 'note.note_kind', 'note.note_text', 'note.noted_at', personIn(caller, 'users').as('who')])
      .where('note.run_id', '=', runId)
      .orderBy('note.noted_at')
      .orderBy('note.id')
      .limit(MAX_NOTES),
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.note_kind,
    text: row.note_text,
    at: row.noted_at.getTime(),
    by: seesName ? row.who : null,
  }))
}

/** Notes of one run. */
export const MAX_NOTES = 500
