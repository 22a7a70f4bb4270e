/**
 * Rounds fall due by the rhythm of their route, and are missed when nobody did them in time. Whoever looks at a route holds its row, adds the rounds that are due and plans the next look
 * in one transaction; an index keeps a second round of a moment out (docs/decisions/0184-inspection-rounds.md).
 */
import { sql } from 'kysely'
import { readChecklist } from '../../../model/maintenance/checklist.ts'
import { dayOf } from '../../../model/maintenance/due-days.ts'
import type { RoundRhythm } from '../../../model/maintenance/round-times.ts'
import { nextRound, roundsBetween } from '../../../model/maintenance/round-times.ts'
import { rounds } from '../../../model/index.ts'
import { MAX_STOPS } from '../../../model/maintenance/round-stops.ts'
import type { RoundState } from '../../../model/maintenance/rounds.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { newId } from '../../kernel/ids.ts'
import type { WorkHandlers } from '../../kernel/runtime/scheduler-runner.ts'
import type { Services } from '../../kernel/services.ts'
import { notifyOfDue } from '../plans/notify.ts'
import './tables.ts'

/** What the work is called that looks at a route, by its id, and that which looks whether a round was missed, by the id of the round. */
export const ROUTE_LOOK = 'maintenance-route'
export const ROUND_END = 'maintenance-round-end'

/** Of rounds that nobody was there for, the newest so many are named. */
const MAX_MISSED = 31
const MINUTE_MS = 60_000

type Parts = Pick<Services, 'scheduler' | 'clock' | 'invalidations'>

/** The handlers of the work that makes rounds and ends them. */
export const roundHandlers = (services: Parts & Pick<Services, 'transactions'>): WorkHandlers => ({
  [ROUTE_LOOK]: (work) =>
    services.transactions.inTenant({ tenantId: work.tenantId }, async (tx) => {
      await work.finish(tx)
      await lookAtRoute(tx, services, work.key)
    }),
  [ROUND_END]: (work) =>
    services.transactions.inTenant({ tenantId: work.tenantId }, async (tx) => {
      await work.finish(tx)
      await endRound(tx, services, work.key)
    }),
})

/** Looks at each of these routes as soon as the transaction has committed. */
export async function routeLook(
  tx: Transaction,
  { scheduler, clock }: Pick<Services, 'scheduler' | 'clock'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await scheduler.schedule(tx, { kind: ROUTE_LOOK, key: id, dueAt: new Date(clock.now()) })
}

/** A route as rounds are made of it. */
export interface RouteRow extends RoundRhythm {
  readonly id: string
  readonly name: string
  readonly graceMs: number
  readonly countsFrom: number
  readonly assigneeId: string | null
  readonly notifyRole: string | null
  readonly isActive: boolean
}

/** The route of the id, held until the transaction ends; undefined where there is none. */
export async function heldRoute(tx: Transaction, id: string): Promise<RouteRow | undefined> {
  const row = await tx.first(build.selectFrom('round_routes').selectAll().where('id', '=', id).forUpdate())
  const zone = await tx.timeZone()
  return (
    row && {
      id,
      name: row.route_name,
      rhythm: { every: row.every_count, unit: row.every_unit },
      first: dayOf(zone, row.first_due.getTime()),
      times: row.round_times.split(',').filter(Boolean),
      graceMs: row.grace_minutes * MINUTE_MS,
      countsFrom: (row.counts_from ?? row.created_at).getTime(),
      assigneeId: row.assignee_id,
      notifyRole: row.notify_role,
      isActive: row.route_status === 1,
    }
  )
}

/** Adds the rounds of a route that are due, and plans the next look; of a route that is off or gone nothing. */
export async function lookAtRoute(tx: Transaction, parts: Parts, id: string): Promise<void> {
  const route = await heldRoute(tx, id)
  if (!route) return
  const now = parts.clock.now()
  const zone = await tx.timeZone()
  const next = route.isActive ? nextRound(zone, route, now) : undefined
  if (route.isActive) await addDue(tx, parts, route, zone, now)
  await tx.run(
    build
      .updateTable('round_routes')
      .set({ next_due: next === undefined ? null : new Date(next) })
      .where('id', '=', id),
  )
  if (next === undefined) await parts.scheduler.cancel(tx, { kind: ROUTE_LOOK, key: id })
  else await parts.scheduler.schedule(tx, { kind: ROUTE_LOOK, key: id, dueAt: new Date(next) })
}

async function addDue(tx: Transaction, parts: Parts, route: RouteRow, zone: string, now: number): Promise<void> {
  const last = await tx.first(
    build
      .selectFrom('rounds')
      .select(sql<Date | null>`max(due_at)`.as('due_at'))
      .where('route_id', '=', route.id)
      .where('request_id', 'is', null),
  )
  const from = Math.max(route.countsFrom, (last?.due_at?.getTime() ?? 0) + 1)
  for (const dueAt of roundsBetween(zone, route, from, now, MAX_MISSED)) {
    const isMissed = dueAt + route.graceMs <= now
    const round = await addRound(tx, route, { dueAt, state: isMissed ? 'missed' : 'due' })
    if (round === undefined || isMissed) continue
    await planEnd(tx, parts, round, dueAt + route.graceMs)
    if (route.notifyRole !== null || route.assigneeId !== null)
      await notifyOfDue(tx, parts, {
        roleIds: route.notifyRole === null ? [] : [route.notifyRole],
        userIds: route.assigneeId === null ? [] : [route.assigneeId],
        label: 'round.notice-due',
        name: route.name,
        of: rounds,
        field: 'roundName',
        path: `/maintenance/round?id=${round}`,
      })
  }
}

/** Plans when it is looked whether somebody did the round. */
export const planEnd = (tx: Transaction, { scheduler }: Pick<Services, 'scheduler'>, id: string, at: number): Promise<void> =>
  scheduler.schedule(tx, { kind: ROUND_END, key: id, dueAt: new Date(at) })

interface NewRound {
  readonly dueAt: number
  readonly state: Extract<RoundState, 'due' | 'running' | 'missed'>
  /** Of one that somebody begins by hand. */
  readonly requestId?: string
}

/** Adds a round with the stops that its route has now. Gives its id; undefined where there is one of the moment already, or the route has no stops. */
export async function addRound(tx: Transaction, route: RouteRow, { dueAt, state, requestId }: NewRound): Promise<string | undefined> {
  const stops = await tx.all(
    build
      .selectFrom('round_stops')
      .select(['id', 'stop_order', 'stop_name', 'equipment_id', 'checks'])
      .where('route_id', '=', route.id)
      .orderBy('stop_order')
      .limit(MAX_STOPS),
  )
  if (stops.length === 0) return undefined
  const id = newId()
  const added = await tx.run(
    build
      .insertInto('rounds')
      .values({
        tenant_id: tenantOf(tx),
        id,
        route_id: route.id,
        round_name: route.name,
        round_state: state,
        due_at: new Date(dueAt),
        due_until: new Date(dueAt + route.graceMs),
        started_at: state === 'running' ? new Date(dueAt) : null,
        done_at: null,
        done_by: null,
        stop_count: stops.length,
        stops_done: 0,
        items_failed: 0,
        request_id: requestId ?? null,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
  if (added === 0) return undefined
  await tx.run(
    build.insertInto('round_results').values(
      stops.map((stop) => ({
        tenant_id: tenantOf(tx),
        id: newId(),
        round_id: id,
        stop_order: stop.stop_order,
        stop_name: stop.stop_name,
        equipment_id: stop.equipment_id,
        stop_id: stop.id,
        checks: JSON.stringify(readChecklist(stop.checks) ?? []),
        results: null,
        items_failed: null,
        was_scanned: null,
        recorded_at: null,
        recorded_by: null,
      })),
    ),
  )
  return id
}

/** When the time of a round is over, in milliseconds since 1970: what is recorded afterwards is late. */
export function endOf({
  due_at: dueAt,
  due_until: dueUntil,
  started_at: startedAt,
}: {
  readonly due_at: Date
  readonly due_until: Date
  readonly started_at: Date | null
}): number {
  const grace = dueUntil.getTime() - dueAt.getTime()
  return Math.max(dueUntil.getTime(), (startedAt?.getTime() ?? 0) + grace)
}

/** A round that nobody began by its end is missed; one that is under way has as long again from its beginning, and what was found of it stays. One of which every stop was recorded is done, though nobody has ended it. */
async function endRound(tx: Transaction, parts: Parts, id: string): Promise<void> {
  const row = await tx.first(
    build
      .selectFrom('rounds')
      .select(['round_state', 'due_at', 'due_until', 'started_at', 'stop_count', 'stops_done'])
      .where('id', '=', id)
      .where('round_state', 'in', ['due', 'running'])
      .forUpdate(),
  )
  if (!row) return
  const end = endOf(row)
  if (end > parts.clock.now()) return planEnd(tx, parts, id, end)
  const last =
    row.stops_done < row.stop_count
      ? undefined
      : await tx.first(
          build
            .selectFrom('round_results')
            .select(['recorded_at', 'recorded_by'])
            .where('round_id', '=', id)
            .where('recorded_at', 'is not', null)
            .orderBy('recorded_at', 'desc')
            .limit(1),
        )
  await tx.run(
    build
      .updateTable('rounds')
      .set({
        ...(last ? { round_state: 'done', done_at: last.recorded_at, done_by: last.recorded_by } : { round_state: 'missed' }),
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id),
  )
}
