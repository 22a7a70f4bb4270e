/**
 * What was done to a machine: its faults, its work orders, the parts that went into these, what rounds found on it, and what processes noted. Each is for whoever may list that noun and sees the fields that it is
 * made of; which rows there are, row scope says. One statement each.
 */
import { z } from 'zod'
import type { EquipmentLife } from '../../../../model/contract/maintenance/equipment.ts'
import { MAX_LIFE_EVENTS } from '../../../../model/contract/maintenance/equipment.ts'
import { faults, partMoves, roundStops, rounds, spareParts, workOrders } from '../../../../model/index.ts'
import { checkResults, hasFailed } from '../../../../model/maintenance/checklist.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personBehind } from '../../../kernel/resources/people.ts'
import { readItems } from '../../../maintenance/index.ts'

export type LifeEvent = EquipmentLife['life'][number]
/** Failed items of one stop that are named. */
const MAX_ITEMS = 5

/** An event of a life; nobody did it, it has no row and no state of its own, unless said otherwise. */
export const eventOf = (
  kind: LifeEvent['kind'],
  at: Date,
  text: string,
  more: Partial<Pick<LifeEvent, 'by' | 'rowId' | 'state'>> = {},
): LifeEvent => ({ at: at.getTime(), kind, text, by: null, rowId: null, state: null, ...more })

const textOf = (...parts: readonly (string | false | null)[]): string => parts.filter(Boolean).join(' · ')

/** What processes have noted of a machine: for whoever sees the machine. */
export async function notesOf(tx: Transaction, equipmentId: string): Promise<LifeEvent[]> {
  const rows = await tx.all(
    build
      .selectFrom('equipment_notes')
      .select(['note_text', 'noted_at'])
      .where('equipment_id', '=', equipmentId)
      .orderBy('noted_at', 'desc')
      .limit(MAX_LIFE_EVENTS),
  )
  return rows.map((row) => eventOf('noted', row.noted_at, row.note_text))
}

/** The faults of a machine: when each was reported, and when it was solved. */
export async function faultsOf(tx: Transaction, caller: Caller, equipmentId: string): Promise<LifeEvent[]> {
  const view = viewOf(caller, faults)
  if (!view.allowed.includes('query') || !view.sees('equipmentId')) return []
  const rows = await tx.all(
    build
      .selectFrom('faults as fault')
      .select(['fault.id', 'fault_number', 'fault_title', 'fault_state', 'fault_remedy', 'fault.created_at', 'solved_at'])
      .select(personBehind(caller, 'fault', 'reporter_id').as('who'))
      .where('equipment_id', '=', equipmentId)
      .orderBy('fault.created_at', 'desc')
      .limit(MAX_LIFE_EVENTS),
  )
  return rows.flatMap((row) => {
    const about = textOf(view.sees('faultNumber') && row.fault_number, view.sees('faultTitle') && row.fault_title)
    const reported = eventOf('fault-reported', row.created_at, about, {
      rowId: row.id,
      by: view.sees('reporterId') ? row.who : null,
      state: view.sees('faultState') ? row.fault_state : null,
    })
    return [
      ...(view.sees('createTime') ? [reported] : []),
      // That it is solved is its state.
      ...(row.solved_at !== null && view.sees('solvedAt') && view.sees('faultState')
        ? [eventOf('fault-solved', row.solved_at, textOf(about, view.sees('faultRemedy') && row.fault_remedy), { rowId: row.id })]
        : []),
    ]
  })
}

/** The work orders of a machine: when each was opened, and when the work was finished. */
export async function ordersOf(tx: Transaction, caller: Caller, equipmentId: string): Promise<LifeEvent[]> {
  const view = viewOf(caller, workOrders)
  if (!view.allowed.includes('query') || !view.sees('equipmentId')) return []
  const rows = await tx.all(
    build
      .selectFrom('work_orders')
      .select(['id', 'order_number', 'order_title', 'order_state', 'order_remedy', 'created_at', 'finished_at'])
      .where('equipment_id', '=', equipmentId)
      .orderBy('created_at', 'desc')
      .limit(MAX_LIFE_EVENTS),
  )
  return rows.flatMap((row) => {
    const about = textOf(view.sees('orderNumber') && row.order_number, view.sees('orderTitle') && row.order_title)
    const state = view.sees('orderState') ? row.order_state : null
    return [
      ...(view.sees('createTime') ? [eventOf('order-opened', row.created_at, about, { rowId: row.id, state })] : []),
      ...(row.finished_at !== null && view.sees('finishedAt')
        ? [eventOf('order-finished', row.finished_at, textOf(about, view.sees('orderRemedy') && row.order_remedy), { rowId: row.id })]
        : []),
    ]
  })
}

/** What a move of a part for an order is made of. */
const OF_MOVES = ['partId', 'moveKind', 'quantity', 'orderId', 'createTime'] as const

/** The spare parts that were taken for orders of a machine, and that came back from these. */
export async function partsOf(tx: Transaction, caller: Caller, equipmentId: string): Promise<LifeEvent[]> {
  const [moves, parts, orders] = [viewOf(caller, partMoves), viewOf(caller, spareParts), viewOf(caller, workOrders)]
  if (![moves, parts, orders].every(({ allowed }) => allowed.includes('query'))) return []
  // Which machine a part went into, its order alone says.
  if (!orders.sees('equipmentId') || !OF_MOVES.every((name) => moves.sees(name))) return []
  if (!parts.sees('partCode') && !parts.sees('partName')) return []
  const rows = await tx.all(
    build
      .selectFrom('part_moves as move')
      .innerJoin('work_orders as work', (on) => on.onRef('work.tenant_id', '=', 'move.tenant_id').onRef('work.id', '=', 'move.order_id'))
      .innerJoin('spare_parts as part', (on) => on.onRef('part.tenant_id', '=', 'move.tenant_id').onRef('part.id', '=', 'move.part_id'))
      .select(['move.move_kind', 'move.quantity', 'move.created_at', 'work.id as order_id'])
      .select(['part.part_code', 'part.part_name', 'part.part_unit', personBehind(caller, 'move', 'moved_by').as('who')])
      .where('work.equipment_id', '=', equipmentId)
      .where('move.move_kind', 'in', ['out', 'in'])
      .orderBy('move.created_at', 'desc')
      .limit(MAX_LIFE_EVENTS),
  )
  return rows.map((row) => {
    const name = [parts.sees('partCode') && row.part_code, parts.sees('partName') && row.part_name].filter(Boolean).join(' ')
    const amount = [String(row.quantity), parts.sees('partUnit') && row.part_unit].filter(Boolean).join(' ')
    return eventOf(row.move_kind === 'out' ? 'part-taken' : 'part-returned', row.created_at, textOf(name, amount), {
      rowId: row.order_id,
      by: moves.sees('movedBy') ? row.who : null,
    })
  })
}

/** What the page of a round (`queryRoundDetail`), which is where stops are looked at, demands of whoever opens it. */
const OF_ROUNDS = ['roundState', 'dueAt', 'dueUntil', 'startedAt', 'doneAt', 'itemsFailed'] as const

/** The stops of rounds at a machine where something failed. */
export async function findingsOf(tx: Transaction, caller: Caller, equipmentId: string): Promise<LifeEvent[]> {
  const [view, stops] = [viewOf(caller, rounds), viewOf(caller, roundStops)]
  if (!['query', 'detail'].every((call) => view.allowed.includes(call)) || !OF_ROUNDS.every((name) => view.sees(name))) return []
  if (!stops.sees('equipmentId')) return []
  const rows = await tx.all(
    build
      .selectFrom('round_results as result')
      .select(['round_id', 'stop_name', 'checks', 'results', 'recorded_at', personBehind(caller, 'result', 'recorded_by').as('who')])
      .where('equipment_id', '=', equipmentId)
      .where('items_failed', '>', 0)
      .orderBy('recorded_at', 'desc')
      .limit(MAX_LIFE_EVENTS),
  )
  return rows.flatMap((row) => {
    if (row.recorded_at === null) return []
    const items = stops.sees('checks') ? failedItems(row) : []
    const text = textOf(stops.sees('stopName') && row.stop_name, ...items.slice(0, MAX_ITEMS), items.length > MAX_ITEMS && '…')
    return [eventOf('finding', row.recorded_at, text, { rowId: row.round_id, by: row.who })]
  })
}

function failedItems({ checks, results }: { checks: unknown; results: unknown }): string[] {
  const found = new Map(z.parse(checkResults, results ?? []).map((result) => [result.key, result]))
  return readItems(checks)
    .filter((item) => hasFailed(item, found.get(item.key)))
    .map((item) => {
      const value = found.get(item.key)?.value
      return value === undefined ? item.text : `${item.text} ${value} ${item.unit ?? ''}`.trim()
    })
}
