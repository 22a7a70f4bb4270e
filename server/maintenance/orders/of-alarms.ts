/**
 * Orders of alarms: opened by somebody from the alarm, or by its rule when it is raised. A rule has one open order at a point: an alarm that is raised again is an event of
 * that order.
 */
import { sql } from 'kysely'
import { AT_WORK, OPEN_STATES } from '../../../model/maintenance/order-states.ts'
import { alarms } from '../../../model/index.ts'
import type { OrderPriority } from '../../../model/maintenance/order-kinds.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import { databaseTime } from '../../kernel/runtime/clock.ts'
import { fail } from '../../kernel/errors.ts'
import type { Subscription } from '../../kernel/runtime/event-subscribers.ts'
import { subscription } from '../../kernel/runtime/event-subscribers.ts'
import { hiddenSomewhere, inEach } from '../shared-text.ts'
import { holdOrders } from './hold.ts'
import type { OpenedOrder } from './open.ts'
import { dueBy, openOrder, placeOf } from './open.ts'
import { remindWhenOverdue } from './overdue.ts'
import type { OrderParts } from './parts.ts'

/** Orders that rules of a tenant open in {@link FLOOD_MINUTES}; of more alarms one order a site gathers all, until somebody begins with it. */
const FLOOD_ORDERS = 20
const FLOOD_MINUTES = 10
const FLOOD_KEY = 'alarms:flood'

interface AlarmToOrder {
  readonly id: string
  readonly rule_id: string
  readonly point_id: string
  readonly rule_name: string
  readonly point_name: string
  readonly device_name: string
  readonly alarm_priority: OrderPriority
  readonly device_id: string | null
  readonly equipment_id: string | null
  readonly opens_order: 0 | 1 | null
}

function readAlarms(tx: Transaction, ids: readonly string[]): Promise<AlarmToOrder[]> {
  return tx.all(
    build
      .selectFrom('alarms')
      .leftJoin('alarm_rules as rule', (on) => on.onRef('rule.tenant_id', '=', 'alarms.tenant_id').onRef('rule.id', '=', 'alarms.rule_id'))
      .leftJoin('points', (on) => on.onRef('points.tenant_id', '=', 'alarms.tenant_id').onRef('points.id', '=', 'alarms.point_id'))
      .select([
        'alarms.id',
        'alarms.rule_id',
        'alarms.point_id',
        'alarms.rule_name',
        'alarms.point_name',
        'device_name',
        'points.device_id',
      ])
      .select(sql<OrderPriority>`alarms.alarm_priority`.as('alarm_priority'))
      .select(sql<0 | 1 | null>`rule.opens_order`.as('opens_order'))
      .select(
        sql<
          string | null
        >`(select e.id from equipment e where e.tenant_id = points.tenant_id and e.device_id = points.device_id order by e.equipment_code limit 1)`.as(
          'equipment_id',
        ),
      )
      .where(sql<boolean>`alarms.id = any(${[...ids]}::uuid[])`)
      .orderBy('alarms.id'),
  )
}

interface Asked {
  readonly orderPriority?: OrderPriority | undefined
  readonly assigneeId?: string | undefined
  readonly orderDescription?: string | undefined
  readonly userId: string | null
  readonly isAsked?: true
}

const opening = async (tx: Transaction, parts: OrderParts, alarm: AlarmToOrder, { orderPriority, ...asked }: Asked): Promise<OpenedOrder> =>
  openOrder(tx, parts, {
    source: { by: 'alarm', alarmId: alarm.id, ruleId: alarm.rule_id, pointId: alarm.point_id },
    orderTitle: await titleOf(tx, alarm),
    orderKind: 'corrective',
    orderPriority: orderPriority ?? alarm.alarm_priority,
    equipmentId: alarm.equipment_id,
    deviceId: alarm.device_id,
    ...asked,
  })

/** Rule, device and point: the title is read by whoever sees orders, so those are not in it that some role does not see of alarms. */
async function titleOf(tx: Transaction, { rule_name: rule, device_name: device, point_name: point }: AlarmToOrder): Promise<string> {
  const hidden = await hiddenSomewhere(tx, alarms, ['ruleName', 'deviceId', 'pointName'])
  const shown = [hidden.has('ruleName') ? '' : rule, hidden.has('deviceId') ? '' : device, hidden.has('pointName') ? '' : point]
  return shown.filter(Boolean).join(' · ') || inEach('choice.orderOrigin.alarm')
}

/**
 * The order of an alarm: a new one, or the one that is open for its rule and point. Asking for it twice is no event of the alarm.
 * @throws Failure `row.not-found`
 */
export async function openOrderFor(tx: Transaction, parts: OrderParts, alarmId: string, asked: Asked): Promise<OpenedOrder> {
  const [alarm] = await readAlarms(tx, [alarmId])
  if (!alarm) return fail('row.not-found')
  return opening(tx, parts, alarm, { ...asked, isAsked: true })
}

/** Subscribes to alarms that are raised: an open order has an event more, and a rule that says so opens one. */
export const ordersOfAlarms = (parts: OrderParts): Subscription =>
  subscription({
    kinds: ['alarm-raised'],
    async handle(tx, events) {
      const known = await readAlarms(tx, [...new Set(events.map(({ subject }) => subject))])
      const opens = known.some((alarm) => alarm.opens_order === 1)
      await holdOrders(tx, { alarms: known, ...(opens ? { checkPrefix: `${FLOOD_KEY}:` } : {}) })
      const raised = new Map(known.map((alarm) => [alarm.id, alarm]))
      for (const { subject, happenedAt } of events) {
        const alarm = raised.get(subject)
        if (alarm) await take(tx, parts, alarm, happenedAt)
      }
    },
  })

async function take(tx: Transaction, parts: OrderParts, alarm: AlarmToOrder, raisedAt: Date): Promise<void> {
  const open = await tx.first(
    build
      .selectFrom('work_orders')
      .select('created_at')
      .where('is_open', '=', 1)
      .where('rule_id', '=', alarm.rule_id)
      .where('point_id', '=', alarm.point_id),
  )
  // Whoever opened it had this very alarm before them.
  if (open ? raisedAt <= open.created_at : alarm.opens_order !== 1) return
  if (open || (await countRecent(tx, parts)) < FLOOD_ORDERS) await opening(tx, parts, alarm, { userId: null })
  else await gather(tx, parts, alarm)
}

/** States of an order that takes further alarms: whoever has begun with it knows what it is about. */
const GATHERS = OPEN_STATES.filter((state) => state !== 'done' && !(AT_WORK as readonly string[]).includes(state))

/** Adds the alarm to the order of its site that gathers alarms, and opens that where there is none. */
async function gather(tx: Transaction, parts: OrderParts, alarm: AlarmToOrder): Promise<void> {
  const { site_id: siteId } = await placeOf(tx, { equipmentId: alarm.equipment_id, deviceId: alarm.device_id })
  const prefix = `${FLOOD_KEY}:${siteId ?? ''}:`
  const known = await tx.all(
    build
      .selectFrom('work_orders')
      .select(['check_key', 'order_state'])
      .where('order_origin', '=', 'check')
      .where(sql<boolean>`starts_with(check_key, ${prefix})`),
  )
  const open = known.find(({ order_state: state }) => GATHERS.includes(state))
  const title = await titleOf(tx, alarm)
  const { id, isNew } = await openOrder(tx, parts, {
    // Numbered, so that of two who find none that takes alarms one opens it.
    source: { by: 'check', checkKey: open?.check_key ?? `${prefix}${known.length}` },
    orderTitle: title,
    orderKind: 'corrective',
    orderPriority: alarm.alarm_priority,
    deviceId: null,
    siteId,
    userId: null,
    note: title.slice(0, 256),
  })
  if (!isNew) await hasten(tx, parts, id, alarm.alarm_priority)
  // As one that it has nothing out of service of.
  await tx.run(
    build
      .insertInto('work_order_alarms')
      .values({ tenant_id: tenantOf(tx), order_id: id, alarm_id: alarm.id, restored_at: sql<Date>`now()` })
      .onConflict((on) => on.columns(['tenant_id', 'order_id', 'alarm_id']).doNothing()),
  )
}

/** Of the alarms that an order gathers the most urgent says how urgent it is, and by when it is due. */
async function hasten(tx: Transaction, parts: OrderParts, id: string, priority: OrderPriority): Promise<void> {
  const dueAt = dueBy(parts.clock.now(), priority)
  const hastened = await tx.first(
    build
      .updateTable('work_orders')
      .set({
        order_priority: priority,
        due_at: sql<Date>`least(due_at, ${dueAt}::timestamptz)`,
        reminded_at: sql<Date | null>`case when due_at <= ${dueAt}::timestamptz then reminded_at end`,
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .where('order_priority', '>', priority)
      .returning('due_at'),
  )
  if (hastened?.due_at) await remindWhenOverdue(tx, parts, id, hastened.due_at)
}

/** Orders that alarms have opened lately by themselves: those that people open are no flood. */
async function countRecent(tx: Transaction, { clock }: Pick<OrderParts, 'clock'>): Promise<number> {
  const found = await tx.first(
    build
      .selectFrom('work_orders')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('order_origin', '=', 'alarm')
      .where(
        sql<boolean>`not exists (select from work_order_events opening where opening.tenant_id = work_orders.tenant_id and opening.order_id = work_orders.id
          and opening.transition = 'open' and opening.user_id is not null)`,
      )
      .where('created_at', '>', sql<Date>`${databaseTime(clock)} - make_interval(mins => ${sql.lit(FLOOD_MINUTES)})`),
  )
  return found?.count ?? 0
}
