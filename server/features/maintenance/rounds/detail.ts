/** A round as whoever does it, or reads what was found, sees it. */
import { sql } from 'kysely'
import { z } from 'zod'
import * as contract from '../../../../model/contract/maintenance/rounds.ts'
import { equipment, rounds, workOrders } from '../../../../model/index.ts'
import { checkResults } from '../../../../model/maintenance/checklist.ts'
import { DISCLOSED_WITH_STOPS } from '../../../../model/maintenance/rounds.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { endOf, readItems } from '../../../maintenance/index.ts'

/** Entries before the last ones that are shown of a round, the newest. */
const MAX_EARLIER = 500

export const queryRoundDetail = implement(contract.queryRoundDetail, {
  access: 'granted',
  summary: 'A round with its stops: what is looked at there, and what was found',
  of: rounds,
  async handle({ input: { id }, caller, inTenant }) {
    const view = viewOf(caller, rounds)
    // What is hidden of rounds anywhere, this call would tell.
    if (!DISCLOSED_WITH_STOPS.every((name) => view.sees(name))) fail('permission.denied')
    return inTenant(async (tx) => {
      const round = await tx.first(
        build
          .selectFrom('rounds')
          .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'rounds.tenant_id').onRef('users.id', '=', 'rounds.done_by'))
          .select([
            'rounds.id',
            'route_id',
            'round_name',
            'round_state',
            'due_at',
            'due_until',
            'started_at',
            'done_at',
            'stops_done',
            personIn(caller, 'users').as('who'),
          ])
          .where('rounds.id', '=', id),
      )
      if (!round) return fail('row.not-found')
      // Of a round that somebody began the rest may still be entered, and is late.
      const isOpen =
        round.round_state === 'due' ||
        round.round_state === 'running' ||
        (round.round_state === 'missed' && (round.started_at !== null || round.stops_done > 0))
      return {
        id,
        routeId: round.route_id,
        roundName: round.round_name,
        roundState: round.round_state,
        dueAt: round.due_at.getTime(),
        dueUntil: round.due_until.getTime(),
        startedAt: round.started_at?.getTime() ?? null,
        doneAt: round.done_at?.getTime() ?? null,
        doneBy: seesWho(caller) ? round.who : null,
        stops: await readStops(tx, caller, id, round.route_id, endOf(round)),
        mayRecord: isOpen && view.allowed.includes('record'),
      }
    })
  },
})

/** Whether the caller may be told who did a round, and so who recorded its stops. */
const seesWho = (caller: Caller): boolean => seesPeople(caller) && viewOf(caller, rounds).sees('doneBy')

async function readStops(tx: Transaction, caller: Caller, roundId: string, routeId: string, end: number): Promise<contract.RoundStop[]> {
  const machines = viewOf(caller, equipment)
  const seesMachine = (name: 'equipmentCode' | 'equipmentName') => machines.allowed.includes('query') && machines.sees(name)
  const rows = await tx.all(
    build
      .selectFrom('round_results as result')
      .leftJoin('equipment as machine', (on) =>
        on.onRef('machine.tenant_id', '=', 'result.tenant_id').onRef('machine.id', '=', 'result.equipment_id'),
      )
      .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'result.tenant_id').onRef('users.id', '=', 'result.recorded_by'))
      .select([
        'result.id',
        'result.stop_id',
        'stop_order',
        'stop_name',
        'result.equipment_id',
        'machine.equipment_code',
        'machine.equipment_name',
      ])
      .select(['checks', 'results', 'items_failed', 'recorded_at', personIn(caller, 'users').as('who')])
      .select(
        sql<
          string[]
        >`array(select photo.id::text from round_photos photo where photo.tenant_id = result.tenant_id and photo.result_id = result.id order by photo.created_at, photo.id)`.as(
          'photos',
        ),
      )
      .where('result.round_id', '=', roundId)
      .orderBy('stop_order'),
  )
  const orders = await openOrders(tx, caller, routeId)
  const earlier = Map.groupBy(await readEarlier(tx, caller, roundId), (entry) => entry.of)
  return rows.map((row) => {
    const of = `${row.equipment_id ?? row.stop_id ?? row.id}`
    return {
      id: row.id,
      stopOrder: row.stop_order,
      stopName: row.stop_name,
      equipmentId: row.equipment_id,
      equipmentCode: seesMachine('equipmentCode') ? row.equipment_code : null,
      equipmentName: seesMachine('equipmentName') ? row.equipment_name : null,
      checks: [...readItems(row.checks)],
      results: row.results === null ? null : z.parse(checkResults, row.results),
      itemsFailed: row.items_failed,
      recordedAt: row.recorded_at?.getTime() ?? null,
      recordedBy: seesWho(caller) ? row.who : null,
      isLate: row.recorded_at !== null && row.recorded_at.getTime() > end,
      earlier: (earlier.get(row.id) ?? []).map(({ of: _, ...entry }) => entry),
      photos: row.photos,
      orders: orders.filter((order) => order.of === of).map(({ of: _, ...order }) => order),
    }
  })
}

/** What was recorded of stops of the round and has been recorded anew since, the newest first. */
async function readEarlier(tx: Transaction, caller: Caller, roundId: string) {
  const rows = await tx.all(
    build
      .selectFrom('former_round_results as former')
      .innerJoin('round_results as result', (on) =>
        on.onRef('result.tenant_id', '=', 'former.tenant_id').onRef('result.id', '=', 'former.result_id'),
      )
      .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'former.tenant_id').onRef('users.id', '=', 'former.recorded_by'))
      .select(['former.result_id', 'former.results', 'former.items_failed', 'former.recorded_at', personIn(caller, 'users').as('who')])
      .where('result.round_id', '=', roundId)
      .orderBy('former.id', 'desc')
      .limit(MAX_EARLIER),
  )
  return rows.map((row) => ({
    of: row.result_id,
    results: z.parse(checkResults, row.results),
    itemsFailed: row.items_failed,
    recordedAt: row.recorded_at.getTime(),
    recordedBy: seesWho(caller) ? row.who : null,
  }))
}

/** Orders that are open for items of the route, for whoever may list orders with their numbers. */
async function openOrders(tx: Transaction, caller: Caller, routeId: string) {
  const view = viewOf(caller, workOrders)
  if (!view.allowed.includes('query') || !view.sees('orderNumber')) return []
  const open = await tx.all(
    build
      .selectFrom('work_orders')
      .select(['id', 'order_number', 'check_key'])
      .where('check_key', 'like', `round:${routeId}:%`)
      .where('is_open', '=', 1),
  )
  return open.flatMap((row) => {
    const [, , of, key] = row.check_key?.split(':') ?? []
    return of === undefined || key === undefined ? [] : [{ of, key, orderId: row.id, orderNumber: row.order_number }]
  })
}
