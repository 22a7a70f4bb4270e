/** What is done with a run: points and notes, stages, its end and its acceptance. Each its own call, so that each can be granted by itself. */
import { sql } from 'kysely'
import type { Millis } from '../../../../model/brands.ts'
import { millis } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/acquisition/runs.ts'
import type { RunStage } from '../../../../model/acquisition/curing.ts'
import { ROLES_OF_KIND, STAGES_OF_KIND } from '../../../../model/acquisition/curing.ts'
import { runs } from '../../../../model/index.ts'
import type { RunToJudge } from '../../../acquisition/index.ts'
import { findRun, serialiseRunReads, judgeRun, readLimits, readRoles, readRun, readUnits, storeJudged } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { MAX_NOTES } from './detail.ts'
import { bindPoints, fieldOfRun, limitOfOtherUnit } from './writes.ts'

/** Points of one run. */
const MAX_POINTS = 60
const POINT = { name: 'pointId', label: 'runs.point' } as const

/** Who does it; an application that asks for itself is nobody. */
export const authorOf = (caller: Caller): string | null => (caller.client?.id === caller.userId ? null : caller.userId)

/** @throws Failure `run.closed` unless the run is in one of these states */
function assertState(run: RunToJudge, ...states: readonly RunToJudge['state'][]): void {
  if (!states.includes(run.state)) fail('run.closed')
}

function assertVersion(run: RunToJudge, version: number | undefined): void {
  if (version !== undefined && version !== run.version) fail('row.changed')
}

export const addRunPoint = implement(contract.addRunPoint, {
  access: 'granted',
  summary: 'Give a point a role in a run, for all of it or from one moment until another',
  of: runs,
  async handle({ input: { id, role, pointId, validFrom, validUntil }, inTenant }) {
    return inTenant(async (tx) => {
      const run = await readRun(tx, id, true)
      assertState(run, 'running')
      if (validFrom !== undefined && validUntil !== undefined && validUntil <= validFrom)
        fail('run.end', { field: { name: 'validUntil', label: 'runs.until' } })
      const unit = (await readUnits(tx, [pointId])).get(pointId)
      if (unit === undefined) return fail('reference.not-found', { field: POINT })
      const odd = limitOfOtherUnit(await readLimits(tx, run), role, unit)
      if (odd) fail('run.unit', { field: POINT, values: { clause: odd.clause, unit: odd.unit } })
      await assertFree(tx, run.id, pointId, role)
      const [bound] = await bindPoints(tx, run.id, [
        { pointId, role, validFrom: momentOrNull(validFrom), validUntil: momentOrNull(validUntil) },
      ])
      return { id: bound as string }
    })
  },
})

const momentOrNull = (moment: number | undefined) => (moment === undefined ? null : new Date(moment))

async function assertFree(tx: Transaction, runId: string, pointId: string, role: string): Promise<void> {
  const bound = await tx.all(build.selectFrom('run_points').select(['point_id', 'run_role']).where('run_id', '=', runId))
  if (bound.some((each) => each.point_id === pointId && each.run_role === role)) fail('run.bound', { field: POINT })
  if (bound.length >= MAX_POINTS) fail('run.too-many-points', { values: { most: MAX_POINTS } })
}

export const deleteRunPoint = implement(contract.deleteRunPoint, {
  access: 'granted',
  summary: 'Take a role in a run from a point',
  of: runs,
  async handle({ input: { id }, inTenant }) {
    await inTenant(async (tx) => {
      const bound = await tx.first(build.selectFrom('run_points').select('run_id').where('id', '=', id))
      if (!bound) return fail('row.not-found')
      assertState(await readRun(tx, bound.run_id, true), 'running')
      return tx.run(build.deleteFrom('run_points').where('id', '=', id))
    })
    return null
  },
})

export const addRunNote = implement(contract.addRunNote, {
  access: 'granted',
  summary: 'Write down what was done or seen in a run',
  of: runs,
  async handle({ input: { id, kind, text, at }, caller, inTenant, services }) {
    return inTenant(async (tx) => {
      const run = await readRun(tx, id, true)
      assertState(run, 'running', 'finished', 'accepted')
      const notes = await tx.first(
        build
          .selectFrom('run_notes')
          .select(sql<number>`count(*)::integer`.as('count'))
          .where('run_id', '=', id),
      )
      if ((notes?.count ?? 0) >= MAX_NOTES) fail('run.too-many-notes', { values: { most: MAX_NOTES } })
      const noteId = newId()
      await tx.run(
        build.insertInto('run_notes').values({
          tenant_id: caller.tenantId,
          id: noteId,
          run_id: id,
          note_kind: kind,
          note_text: text,
          noted_at: new Date(at ?? services.clock.now()),
          noted_by: authorOf(caller),
        }),
      )
      return { id: noteId }
    })
  },
})

export const confirmStage = implement(contract.confirmStage, {
  access: 'granted',
  summary: 'Say when a stage of a run began; of a run that is over, what was found is worked out again',
  of: runs,
  async handle({ input: { id, stage, at }, caller, inTenant, services }) {
    const now = services.clock.now()
    const confirm = (most: number) =>
      inTenant(async (tx) => {
        const before = await readRun(tx, id)
        assertCanConfirm(before, at, now)
        // Found out before the row is held: roll-ups of all tenants may have to write to it.
        const judged = before.endedAt === null ? undefined : await findRun(tx, before, { most, confirmed: { stage, at: millis(at) } })
        const run = await readRun(tx, id, true)
        assertCanConfirm(run, at, now)
        if (run.endedAt !== before.endedAt || (judged && run.version !== before.version)) fail('row.changed')
        await assertOrder(tx, run, stage, at)
        const row = { run_stage: stage, began_at: new Date(at), confirmed_by: authorOf(caller) }
        await tx.run(
          build
            .insertInto('run_stages')
            .values({ tenant_id: caller.tenantId, id: newId(), run_id: id, ...row })
            .onConflict((on) =>
              on
                .columns(['tenant_id', 'run_id', 'run_stage'])
                .doUpdateSet({ ...row, updated_at: sql<Date>`now()`, version: sql<number>`run_stages.version + 1` }),
            ),
        )
        if (judged) await storeJudged(tx, id, judged)
      })
    await serialiseRunReads(caller.tenantId, confirm)
    return null
  },
})

function assertCanConfirm(run: RunToJudge, at: number, now: Millis): void {
  assertState(run, 'running', 'finished')
  if (at < run.startedAt || at > (run.endedAt ?? now)) fail('run.moment', { field: { name: 'at', label: 'runs.when' } })
}

/** Stages follow each other as the kind has them. @throws Failure `run.stage` */
async function assertOrder(tx: Transaction, run: RunToJudge, stage: RunStage, at: number): Promise<void> {
  const order = STAGES_OF_KIND[run.kind]
  const place = order.indexOf(stage)
  const others = await tx.all(
    build.selectFrom('run_stages').select(['run_stage', 'began_at']).where('run_id', '=', run.id).where('run_stage', '!=', stage),
  )
  const isInOrder = others.every(({ run_stage: other, began_at: began }) =>
    order.indexOf(other) < place ? began.getTime() < at : began.getTime() > at,
  )
  if (place < 0 || !isInOrder) fail('run.stage', { field: { name: 'stage', label: 'runs.stages' } })
}

export const finishRun = implement(contract.finishRun, {
  access: 'granted',
  summary: 'End a run, now or at the moment that is given, and work out its verdict',
  of: runs,
  async handle({ input, caller, inTenant, services, t }) {
    const now = services.clock.now()
    const { id, version, endedAt = now } = input
    const finish = (most: number) =>
      inTenant(async (tx) => {
        const run = await readRun(tx, id, true)
        assertState(run, 'running')
        assertVersion(run, version)
        if (endedAt <= run.startedAt || endedAt > now + 1000) fail('run.end', { field: fieldOfRun('endedAt') })
        const roles = await readRoles(tx, id)
        const missing = ROLES_OF_KIND[run.kind].filter((role) => !roles.has(role))
        if (missing.length > 0)
          fail('run.roles', { values: { roles: missing.map((role) => t(`choice.runRole.${role}`)).join(t('common.between')) } })
        await tx.run(
          build
            .updateTable('runs')
            .set({
              run_state: 'finished',
              ended_at: new Date(endedAt),
              finished_at: sql<Date>`now()`,
              touched_at: null,
              judged_samples: null,
            })
            .where('id', '=', id),
        )
        return { verdict: await judgeRun(tx, { ...run, state: 'finished', endedAt: millis(endedAt) }, { most }) }
      })
    return serialiseRunReads(caller.tenantId, finish)
  },
})

export const acceptRun = implement(contract.acceptRun, {
  access: 'granted',
  summary: 'Accept what was found of a finished run, or declare a run void, with the reason',
  of: runs,
  async handle({ input: { id, version, decision, reason }, inTenant }) {
    await inTenant(async (tx) => {
      const run = await readRun(tx, id, true)
      assertVersion(run, version)
      assertState(run, ...(decision === 'void' ? (['running', 'finished'] as const) : (['finished', 'running'] as const)))
      if (run.state === 'running' && decision === 'accepted') fail('run.not-finished')
      await tx.run(
        build
          .updateTable('runs')
          .set({
            run_state: decision,
            accept_reason: reason,
            accepted_at: sql<Date>`now()`,
            updated_at: sql<Date>`now()`,
            version: sql<number>`version + 1`,
          })
          .where('id', '=', id),
      )
    })
    return null
  },
})
