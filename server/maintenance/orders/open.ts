/**
 * Work orders are opened here and nowhere else, whatever opens them: a person, an alarm, a fault, a plan, an item of a checklist that failed or a process. An order, its number, its
 * first event and what follows from it stand in one transaction, and there are no twins.
 */
import { sql } from 'kysely'
import type { OrderState } from '../../../model/maintenance/order-states.ts'
import type { OrderKind, OrderPriority } from '../../../model/maintenance/order-kinds.ts'
import { DUE_HOURS } from '../../../model/maintenance/work-orders.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { assignable, noAssignee } from './assignees.ts'
import type { OrderEvent } from './domain-events.ts'
import { notifyOfOrder } from './notify.ts'
import { giveBack, takeNumbers } from './numbers.ts'
import { remindWhenOverdue } from './overdue.ts'
import type { OrderParts } from './parts.ts'
import { publishOrders } from './parts.ts'
import './tables.ts'

/** What an order is opened by. Of each but a person's there is one open order at a time; of a plan and date, and of a passage of a process, one for ever. */
export type OrderSource =
  | { readonly by: 'person' }
  | { readonly by: 'alarm'; readonly alarmId: string; readonly ruleId: string; readonly pointId: string }
  | { readonly by: 'fault'; readonly faultId: string }
  /** @param dueOn `yyyy-MM-dd` */
  | { readonly by: 'plan'; readonly planId: string; readonly dueOn: string }
  /** @param checkKey Names the item of the list, such as `round:<route>:<machine>:<item>`; 200 characters at most */
  | { readonly by: 'check'; readonly checkKey: string }
  /** @param passage Names the passage of a node, such as `process:<instance>:<passage>`: one order for ever */
  | { readonly by: 'process'; readonly passage: string }

export interface NewOrder {
  readonly source: OrderSource
  readonly orderTitle: string
  readonly orderKind: OrderKind
  readonly orderPriority: OrderPriority
  readonly equipmentId?: string | null | undefined
  /** Where it is about no machine: those that the machine has come first. */
  readonly deviceId?: string | null | undefined
  readonly siteId?: string | null | undefined
  readonly assigneeId?: string | null | undefined
  /** By the priority unless it is given. */
  readonly dueAt?: Date | undefined
  /** What a plan asks for has been approved with the plan. */
  readonly state?: Extract<OrderState, 'draft' | 'waiting-approval' | 'approved'> | undefined
  readonly orderDescription?: string | null | undefined
  readonly estimateHours?: number | null | undefined
  readonly mustSign?: boolean | undefined
  /** A checklist (model/maintenance/checklist.ts). */
  readonly checks?: unknown
  /** Who opens it; nobody where it comes by itself. */
  readonly userId?: string | null | undefined
  /** Somebody asks for it, and nothing has come again: where there is one, that is the answer. */
  readonly isAsked?: boolean | undefined
  /** With the first event. */
  readonly note?: string | null | undefined
}

export interface OpenedOrder {
  readonly id: string
  readonly orderNumber: string
  /** False where there was one already: then it has one event more. */
  readonly isNew: boolean
}

const HOUR_MS = 3_600_000
const MAX_TITLE = 128

/** When an order of the priority is due that is opened now. */
export const dueBy = (now: number, priority: OrderPriority): Date => new Date(now + DUE_HOURS[priority] * HOUR_MS)

/**
 * Opens the order, or finds the one that there is.
 * @throws Failure `reference.not-found` for a machine that is not there, `order.twin` to whoever asks for an order and does not see the one that there is
 */
export async function openOrder(tx: Transaction, parts: OrderParts, order: NewOrder): Promise<OpenedOrder> {
  // Before the number: whoever holds an order and opens another one waits for numbers, and must not be waited for with them.
  const known = await findTwin(tx, order.source)
  if (known) return recur(tx, parts, known, order)
  // Whoever else opens one waits here, so nobody opens a twin between the look and the row.
  const [orderNumber] = (await takeNumbers(tx, parts.clock, 'WO', 1)) as [string]
  const twin = await findTwin(tx, order.source)
  if (twin) {
    await giveBack(tx, orderNumber)
    return recur(tx, parts, twin, order)
  }
  const id = newId()
  const place = await placeOf(tx, order)
  const assigneeId = await assigneeOf(tx, order)
  const state = order.state ?? (order.source.by === 'plan' ? 'approved' : 'waiting-approval')
  const dueAt = order.dueAt ?? dueBy(parts.clock.now(), order.orderPriority)
  await insertOrder(
    tx,
    build.insertInto('work_orders').values({
      tenant_id: tenantOf(tx),
      id,
      order_number: orderNumber,
      order_title: order.orderTitle.slice(0, MAX_TITLE).toWellFormed(),
      order_kind: order.orderKind,
      order_priority: order.orderPriority,
      order_state: state,
      order_origin: order.source.by,
      assignee_id: assigneeId,
      due_at: dueAt,
      order_description: order.orderDescription ?? null,
      estimate_hours: order.estimateHours ?? null,
      must_sign: order.mustSign ? 1 : 0,
      checks: order.checks === undefined || order.checks === null ? null : JSON.stringify(order.checks),
      ...place,
      ...sourceColumns(order.source),
    } as never),
  )
  await afterOpening(tx, parts, [{ ...order, id, orderNumber, state, dueAt, assigneeId }])
  return { id, orderNumber, isNew: true }
}

/** @throws Failure `order.twin` where the indexes know of one that was not found */
async function insertOrder(tx: Transaction, statement: Parameters<Transaction['run']>[0]): Promise<void> {
  try {
    await tx.run(statement)
  } catch (error) {
    if ((error as { code?: string }).code === '23505') fail('order.twin')
    throw error
  }
}

interface Opened extends Pick<
  NewOrder,
  'source' | 'orderTitle' | 'orderKind' | 'orderPriority' | 'equipmentId' | 'assigneeId' | 'userId' | 'note'
> {
  readonly id: string
  readonly orderNumber: string
  readonly state: OrderState
  readonly dueAt: Date
}

/** What follows from orders that stand: their first event, who is told, and when they are late. */
export async function afterOpening(tx: Transaction, parts: OrderParts, orders: readonly Opened[]): Promise<void> {
  await tx.run(
    build.insertInto('work_order_events').values(
      orders.map(({ id, state, userId, note }) => ({
        tenant_id: tenantOf(tx),
        order_id: id,
        transition: 'open' as const,
        from_state: null,
        to_state: state,
        user_id: userId ?? null,
        reason: null,
        note: note ?? null,
      })),
    ),
  )
  await parts.domainEvents.emit(
    tx,
    orders.map((order) => ({
      kind: 'order-opened' as const satisfies OrderEvent,
      subject: order.id,
      payload: {
        orderNumber: order.orderNumber,
        orderKind: order.orderKind,
        orderOrigin: order.source.by,
        orderPriority: order.orderPriority,
        equipmentId: order.equipmentId ?? null,
        planId: order.source.by === 'plan' ? order.source.planId : null,
        userId: order.userId ?? null,
      },
    })),
  )
  for (const { id, orderNumber, orderTitle, assigneeId, userId, dueAt } of orders) {
    await remindWhenOverdue(tx, parts, id, dueAt)
    if (assigneeId && assigneeId !== userId)
      await notifyOfOrder(tx, parts, { what: 'assigned', userId: assigneeId, id, orderNumber, orderTitle })
  }
  await publishOrders(tx, parts)
}

interface Twin {
  readonly id: string
  readonly order_number: string
  readonly order_state: OrderState
}

/** A machine that was handed over has orders where it is now, and alarms where its device is. */
const WHOLE = 'there are no twins of an order, wherever in the tenant'

/** The order that there is of the source, held; whoever opens one need not see it. */
async function findTwin(own: Transaction, source: OrderSource): Promise<Twin | undefined> {
  const tx = own.wholly(WHOLE)
  const among = build.selectFrom('work_orders').select(['id', 'order_number', 'order_state']).forUpdate()
  const open = among.where('is_open', '=', 1)
  switch (source.by) {
    case 'person':
      return undefined
    case 'alarm':
      return tx.first(open.where('rule_id', '=', source.ruleId).where('point_id', '=', source.pointId))
    case 'fault':
      return tx.first(open.where('fault_id', '=', source.faultId))
    case 'check':
      return tx.first(open.where('check_key', '=', source.checkKey))
    case 'process':
      return tx.first(among.where('order_origin', '=', source.by).where('check_key', '=', source.passage))
    case 'plan':
      return tx.first(among.where('plan_id', '=', source.planId).where('plan_due_on', '=', sql<string>`${source.dueOn}::date`))
  }
}

const sourceColumns = (source: OrderSource) => {
  switch (source.by) {
    case 'person':
      return {}
    case 'alarm':
      return { alarm_id: source.alarmId, rule_id: source.ruleId, point_id: source.pointId }
    case 'fault':
      return { fault_id: source.faultId }
    case 'check':
      return { check_key: source.checkKey }
    case 'process':
      // Whoever happens to take the step has not asked for it.
      return { check_key: source.passage, created_by: null }
    case 'plan':
      return { plan_id: source.planId, plan_due_on: source.dueOn }
  }
}

/** What it was opened for has come again: one event more, and no order. A plan that falls due once more on the same day says nothing new, nor does a step that is tried again. */
async function recur(
  own: Transaction,
  parts: OrderParts,
  twin: Twin,
  { source, userId, note, isAsked }: Pick<NewOrder, 'source' | 'userId' | 'note' | 'isAsked'>,
): Promise<OpenedOrder> {
  const known = { id: twin.id, orderNumber: twin.order_number, isNew: false }
  // It is told to whoever sees it.
  if (isAsked && !(await own.first(build.selectFrom('work_orders').select('id').where('id', '=', twin.id)))) fail('order.twin')
  if (source.by === 'plan' || source.by === 'process' || isAsked) return known
  const tx = own.wholly(WHOLE)
  await tx.run(
    build.insertInto('work_order_events').values({
      tenant_id: tenantOf(tx),
      order_id: twin.id,
      transition: 'recur',
      from_state: twin.order_state,
      to_state: twin.order_state,
      user_id: userId ?? null,
      reason: null,
      note: note ?? null,
    }),
  )
  await tx.run(
    build
      .updateTable('work_orders')
      .set({ occurrences: sql<number>`occurrences + 1` })
      .where('id', '=', twin.id),
  )
  await publishOrders(own, parts)
  return known
}

/** Whoever is to have it; nobody for one that comes by itself and whose person has gone or is barred. @throws Failure `reference.not-found` to whoever names somebody whom they do not see, or who is barred */
async function assigneeOf(tx: Transaction, { assigneeId, userId }: NewOrder): Promise<string | null> {
  if (!assigneeId) return null
  if ((await assignable(tx, [assigneeId])).has(assigneeId)) return assigneeId
  if (userId) throw noAssignee()
  return null
}

interface Place {
  readonly equipment_id: string | null
  readonly device_id: string | null
  readonly site_id: string | null
  readonly org_id: string | null
}

/**
 * Where the order belongs: with the machine; else with the device; else at the site that is given. What failed at a machine that has moved out of the caller's scope belongs to the
 * machine still, and stands at the site of its round, where whoever found it sees it. @throws Failure `reference.not-found`
 */
export async function placeOf(
  tx: Transaction,
  { source, equipmentId, deviceId, siteId }: Pick<NewOrder, 'equipmentId' | 'deviceId' | 'siteId'> & Partial<Pick<NewOrder, 'source'>>,
): Promise<Place> {
  if (equipmentId) {
    const machine = await tx.first(build.selectFrom('equipment').select(['device_id', 'site_id', 'org_id']).where('id', '=', equipmentId))
    if (!machine && source?.by === 'check' && (await isAnywhere(tx, equipmentId)))
      return { equipment_id: equipmentId, device_id: null, site_id: siteId ?? null, org_id: null }
    if (!machine) return fail('reference.not-found', { field: { name: 'equipmentId', label: 'field.work-orders.equipmentId' } })
    return { equipment_id: equipmentId, device_id: machine.device_id ?? deviceId ?? null, site_id: machine.site_id, org_id: machine.org_id }
  }
  const device = deviceId ? await tx.first(build.selectFrom('devices').select('site_id').where('id', '=', deviceId)) : undefined
  return { equipment_id: null, device_id: device ? (deviceId ?? null) : null, site_id: siteId ?? device?.site_id ?? null, org_id: null }
}

const isAnywhere = async (tx: Transaction, equipmentId: string): Promise<boolean> =>
  (await tx
    .beyondScope('what failed at a machine is work, wherever the machine is by now')
    .first(build.selectFrom('equipment').select('id').where('id', '=', equipmentId))) !== undefined
