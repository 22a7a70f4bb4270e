/** What belongs to one order beside its fields, and what the caller can do with it as it stands; and which alarms are out of service. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/maintenance/work-orders.ts'
import type { OrderLabour, WorkOrderEvent } from '../../../../model/contract/maintenance/work-orders.ts'
import { alarms, faults, maintenancePlans, workOrders } from '../../../../model/index.ts'
import type { OrderEventKind, OrderTransition } from '../../../../model/maintenance/order-states.ts'
import { FINAL_STATES, ORDER_STEPS, transitionsFrom } from '../../../../model/maintenance/order-states.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personBehind } from '../../../kernel/resources/people.ts'
import { hasWorked, readChecks } from '../../../maintenance/index.ts'
import { listFiles } from '../shared/files.ts'
import { alarmsOutOfService, mayKnowOutOfService, seesAlarms } from '../shared/out-of-service.ts'
import { causeEventsOf } from './cause.ts'
import { GIVES_LABOUR, TAKES_LABOUR } from './work.ts'

/** Events that are shown, the newest. */
const MAX_EVENTS = 1000

/** Fields of an order that its events would disclose. */
const SHOWN_BY_EVENTS = ['orderState', 'holdReason', 'startedAt', 'finishedAt', 'closedAt'] as const

export const queryWorkOrderDetail = implement(contract.queryWorkOrderDetail, {
  access: 'granted',
  summary:
    'What belongs to one work order: events, those of its fault and alarm, hours, files, checklist and alarms, and what can be done with it',
  of: workOrders,
  async handle({ input: { id }, caller, inTenant }) {
    const view = viewOf(caller, workOrders)
    if (!view.sees('orderState')) fail('permission.withheld')
    return inTenant(async (tx) => {
      const row = await readOrder(tx, caller, id)
      const isOver = (FINAL_STATES as readonly string[]).includes(row.order_state)
      const may = (operation: string) => view.allowed.includes(operation)
      const [worked, events, causeEvents, labour, own, ofFault, out, raised, plan] = [
        await hasWorked(tx, id, caller.userId),
        await eventsOf(tx, caller, id),
        await causeEventsOf(tx, caller, { faultId: row.fault_id, alarmId: row.alarm_id }),
        await labourOf(tx, caller, id, may('labour') && GIVES_LABOUR.includes(row.order_state)),
        await listFiles(tx, caller, 'order', id, may('file') && !isOver),
        row.fault_id === null ? [] : await listFiles(tx, caller, 'fault', row.fault_id, false),
        await alarmsOf(tx, caller, id),
        await alarmOf(tx, caller, row.alarm_id),
        await planOf(tx, caller, row.plan_id),
      ]
      return {
        version: row.version,
        state: row.order_state,
        transitions: transitionsFrom(row.order_state).filter((each) => may(ORDER_STEPS[each].by) && !(worked && isVerified(each))),
        hasWorkedOnIt: worked,
        events,
        causeEvents,
        labour,
        files: [...ofFault, ...own],
        alarms: out,
        alarm: raised,
        plan,
        signature:
          row.signed_at === null || row.signature_proof === null || !view.sees('finishedAt')
            ? null
            : { by: row.signer, at: row.signed_at.getTime(), proof: row.signature_proof },
        checks: [...readChecks(row).items],
        results: [...readChecks(row).results],
        mayCheck: may('check') && row.order_state === 'in-progress',
        mayLabour: may('labour') && TAKES_LABOUR.includes(row.order_state),
        mayAddFile: may('file') && !isOver,
      }
    })
  },
})

const isVerified = (transition: OrderTransition) => transition === 'verify'

async function readOrder(tx: Transaction, caller: Caller, id: string) {
  const row = await tx.first(
    build
      .selectFrom('work_orders as o')
      .select([
        'o.id',
        'o.version',
        'order_state',
        'fault_id',
        'alarm_id',
        'plan_id',
        'signed_at',
        'signature_proof',
        'checks',
        'check_results',
      ])
      .select(personBehind(caller, 'o', 'signed_by').as('signer'))
      .where('o.id', '=', id),
  )
  return row ?? fail('row.not-found')
}

/**
 * The newest events, in the order in which they happened; of a cause that has come again and again with nothing in between, the last time, since an alarm that chatters
 * adds an event each time (`occurrences` counts them).
 */
async function eventsOf(tx: Transaction, caller: Caller, id: string): Promise<WorkOrderEvent[]> {
  const view = viewOf(caller, workOrders)
  // When and why something happened to an order are fields of it.
  if (!SHOWN_BY_EVENTS.every((name) => view.sees(name))) return []
  const rows = await tx.all(
    build
      .selectFrom((inner) =>
        inner
          .selectFrom('work_order_events')
          .selectAll()
          .select(sql<string | null>`lead(transition) over (order by id)`.as('following'))
          .where('order_id', '=', id)
          .as('event'),
      )
      .select(['event.id', 'transition', 'from_state', 'to_state', 'happened_at', 'reason', 'note'])
      .select(personBehind(caller, 'event', 'user_id').as('who'))
      .where(sql<boolean>`not (transition = 'recur' and following is not distinct from 'recur')`)
      .orderBy('event.id', 'desc')
      .limit(MAX_EVENTS),
  )
  // What the server notes of an order is by what it was opened, and came again: numbers of orders and faults, and names of alarms.
  const ofFaults = viewOf(caller, faults)
  const seesNotes = view.sees('orderNumber') && ofFaults.allowed.includes('query') && ofFaults.sees('faultNumber') && seesAlarms(caller)
  return rows.toReversed().map((row) => ({
    id: row.id,
    transition: row.transition,
    fromState: row.from_state,
    toState: row.to_state,
    happenedAt: row.happened_at.getTime(),
    by: row.who,
    reason: row.reason,
    note: seesNotes || !isNoted(row.transition) ? row.note : null,
  }))
}

const isNoted = (transition: OrderEventKind) => transition === 'open' || transition === 'recur'

async function labourOf(tx: Transaction, caller: Caller, id: string, mayRemove: boolean): Promise<OrderLabour[]> {
  const rows = await tx.all(
    build
      .selectFrom('work_order_labour as labour')
      .select(['labour.id', 'user_id', 'minutes', 'labour_note'])
      .select(sql<string>`to_char(worked_on, 'YYYY-MM-DD')`.as('day'))
      .select(personBehind(caller, 'labour', 'user_id').as('who'))
      .where('order_id', '=', id)
      .where('removed_at', 'is', null)
      .orderBy('worked_on')
      .orderBy('labour.id'),
  )
  return rows.map((row) => ({
    id: row.id,
    workedOn: row.day,
    minutes: row.minutes,
    by: row.who,
    note: row.labour_note,
    mayRemove: mayRemove && row.user_id === caller.userId,
  }))
}

async function alarmsOf(tx: Transaction, caller: Caller, id: string) {
  if (!seesAlarms(caller)) return []
  const rows = await tx.all(
    build
      .selectFrom('work_order_alarms as kept')
      .innerJoin('alarms', (on) => on.onRef('alarms.tenant_id', '=', 'kept.tenant_id').onRef('alarms.id', '=', 'kept.alarm_id'))
      .select(['alarms.id', 'rule_name', 'point_name', 'restored_at'])
      .where('kept.order_id', '=', id)
      .orderBy('rule_name')
      .orderBy('point_name')
      .orderBy('alarms.id'),
  )
  return rows.map((row) => ({ id: row.id, ruleName: row.rule_name, pointName: row.point_name, isOut: row.restored_at === null }))
}

async function alarmOf(tx: Transaction, caller: Caller, alarmId: string | null) {
  if (alarmId === null || !seesAlarms(caller)) return null
  const row = await tx.first(
    build.selectFrom('alarms').select(['id', 'rule_name', 'point_id', 'point_name', 'raised_at']).where('id', '=', alarmId),
  )
  const raisedAt = viewOf(caller, alarms).sees('raisedAt') ? row?.raised_at?.getTime() : undefined
  return row ? { id: row.id, ruleName: row.rule_name, pointId: row.point_id, pointName: row.point_name, raisedAt: raisedAt ?? null } : null
}

/** The plan that an order was opened by, where the caller sees it in its list. */
async function planOf(tx: Transaction, caller: Caller, planId: string | null) {
  const view = viewOf(caller, maintenancePlans)
  // That an order is of a plan, the day on which it was due says.
  if (planId === null || !view.allowed.includes('query') || !view.sees('planCode') || !viewOf(caller, workOrders).sees('planDay'))
    return null
  const row = await tx.first(build.selectFrom('maintenance_plans').select('plan_code').where('id', '=', planId))
  return row ? { planCode: row.plan_code } : null
}

const MAX_OUT = 500

export const queryAlarmsOutOfService = implement(contract.queryAlarmsOutOfService, {
  access: 'granted',
  summary: 'Alarms that are out of service, those first that no order needs any more',
  of: workOrders,
  async handle({ caller, inTenant }) {
    if (!mayKnowOutOfService(caller)) fail('permission.withheld')
    return { list: await inTenant((tx) => alarmsOutOfService(tx, caller, MAX_OUT)) }
  },
})
