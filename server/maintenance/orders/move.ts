/** An order moves on: its state, the row that says so for ever and everything that follows stand in one transaction, and of two who do it at once one does. */
import { sql } from 'kysely'
import type { HoldReason, OrderState, OrderTransition } from '../../../model/maintenance/order-states.ts'
import { ORDER_STEPS, orderAfter } from '../../../model/maintenance/order-states.ts'
import type { OrderKind } from '../../../model/maintenance/order-kinds.ts'
import type { OrderOrigin } from '../../../model/maintenance/work-orders.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import { assigneeNamed } from './assignees.ts'
import type { OrderEvent } from './domain-events.ts'
import { assertChecked, holdWithFailed, openFailed, readChecks } from './checks.ts'
import { reopenDowntime, settleDowntime, settleFault } from './faults.ts'
import { notifyOfOrder } from './notify.ts'
import { remindWhenOverdue } from './overdue.ts'
import type { OrderParts } from './parts.ts'
import { publishOrders } from './parts.ts'
import { holdMachineOf, occupyPlant, releasePlant } from './plant.ts'

export interface Move {
  readonly id: string
  /** Of the order as whoever moves it saw it. */
  readonly version: number
  readonly transition: OrderTransition
  readonly holdReason?: HoldReason | undefined
  readonly note?: string | undefined
  readonly orderCause?: string | undefined
  readonly orderRemedy?: string | undefined
  /** Milliseconds since 1970. */
  readonly downFrom?: number | undefined
  readonly downTo?: number | undefined
  readonly assigneeId?: string | undefined
  readonly dueAt?: number | undefined
}

/** Who moves it, and how whoever signs shows who they are. */
export interface Mover {
  /** Nobody, where a process does: that verifies nothing. */
  readonly userId: string | null
  /** The proof of identity that was given, used up; nothing where there is none. */
  prove(tx: Transaction): Promise<'password' | 'code' | 'passkey' | undefined>
}

export interface MovedOrder {
  readonly state: OrderState
  readonly version: number
}

type Row = Awaited<ReturnType<typeof lockOrder>>
type Changes = Readonly<Record<string, unknown>>

/**
 * Moves the order.
 * @throws Failure `row.changed` to whoever comes second, `order.transition` where the state does not lead there, `order.reason` without one that is needed,
 * `order.signature` without a proof of identity, `order.own-work` to whoever would verify their own, `order.parts-out` to whoever cancels what parts are out for
 */
export async function moveOrder(tx: Transaction, parts: OrderParts, mover: Mover, move: Move): Promise<MovedOrder> {
  const machine = await holdMachineOf(tx, move.id)
  if (move.transition === 'finish') await holdWithFailed(tx, move.id)
  const held = await lockOrder(tx, move.id)
  if (held.version !== move.version) fail('row.changed')
  const { transition } = move
  // Work is on the device that the machine has when it begins, which may be another one than when the order was opened.
  const row = machine && BEGINS.includes(transition) ? { ...held, device_id: machine.device_id } : held
  const state = orderAfter(row.order_state, transition) ?? fail('order.transition')
  assertReason(move)
  assertOfSchedule(move)
  const changes = await changesOf(tx, mover, row, move)
  const version = row.version + 1
  await tx.run(
    build
      .updateTable('work_orders')
      .set({
        ...changes,
        order_state: state,
        hold_reason: transition === 'hold' ? (move.holdReason ?? null) : null,
        updated_at: sql<Date>`now()`,
        version,
      })
      .where('id', '=', row.id),
  )
  await tx.run(
    build.insertInto('work_order_events').values({
      tenant_id: tenantOf(tx),
      order_id: row.id,
      transition,
      from_state: row.order_state,
      to_state: state,
      user_id: mover.userId,
      reason: move.holdReason ?? null,
      note: move.note ?? null,
    }),
  )
  await followUp(tx, parts, mover, row, move)
  await publishOrders(tx, parts)
  return { state, version }
}

/** The order, held until the end of the transaction. @throws Failure `row.not-found` */
export async function lockOrder(tx: Transaction, id: string) {
  const row = await tx.first(
    build
      .selectFrom('work_orders')
      .select([
        'id',
        'version',
        'order_number',
        'order_title',
        'order_kind',
        'order_origin',
        'order_priority',
        'order_state',
        'equipment_id',
        'device_id',
        'plan_id',
        'fault_id',
        'assignee_id',
        'due_at',
        'must_sign',
        'started_at',
        'order_cause',
        'order_remedy',
        'checks',
        'check_results',
      ])
      .where('id', '=', id)
      .forUpdate(),
  )
  return row ?? fail('row.not-found')
}

const field = (name: string) => ({ name, label: `field.work-orders.${name}` as LabelKey })

function assertReason({ transition, note, holdReason }: Move): void {
  if (ORDER_STEPS[transition].needsReason && note === undefined) fail('order.reason', { field: { name: 'note', label: 'work-order.note' } })
  if (transition === 'hold' && holdReason === undefined) fail('order.reason', { field: field('holdReason') })
}

/** Who has it and when it is due is said when it is scheduled; afterwards the order is changed. @throws Failure `order.only-schedule` */
function assertOfSchedule({ transition, assigneeId, dueAt }: Move): void {
  if (transition === 'schedule') return
  const given = assigneeId !== undefined ? 'assigneeId' : dueAt !== undefined ? 'dueAt' : undefined
  if (given) fail('order.only-schedule', { field: field(given) })
}

/** With these work begins, and the plant is taken. */
const BEGINS: readonly OrderTransition[] = ['start', 'reopen']

/** What else of the order is different afterwards. */
async function changesOf(tx: Transaction, mover: Mover, row: Row, move: Move): Promise<Changes> {
  switch (move.transition) {
    case 'start':
      return { started_at: row.started_at ?? sql`now()`, device_id: row.device_id }
    case 'schedule':
      return {
        ...(move.assigneeId === undefined ? {} : { assignee_id: await assigneeNamed(tx, move.assigneeId) }),
        ...(move.dueAt === undefined ? {} : { due_at: new Date(move.dueAt), reminded_at: null }),
        ...(move.assigneeId === undefined && row.assignee_id === null ? fail('order.assignee', { field: field('assigneeId') }) : {}),
      }
    case 'finish':
      return finished(tx, mover, row, move)
    case 'reopen':
      if (row.fault_id !== null) await reopenDowntime(tx, row.id)
      return {
        device_id: row.device_id,
        // Whoever does it again is reminded again.
        reminded_at: null,
        finished_at: null,
        finished_by: null,
        // It stands again, unless somebody has said until when it did.
        down_to: sql`nullif(down_to, finished_at)`,
        signed_by: null,
        signed_at: null,
        signature_proof: null,
      }
    case 'verify':
      if (mover.userId === null || (await hasWorked(tx, row.id, mover.userId))) fail('order.own-work')
      return { closed_at: sql`now()`, verified_by: mover.userId }
    case 'cancel':
      if (await arePartsOut(tx, row.id)) fail('order.parts-out')
      return { closed_at: sql`now()` }
    default:
      return {}
  }
}

/** Whether parts are out for an order. They come back before it is cancelled: afterwards nothing is moved for it any more. */
export async function arePartsOut(tx: Transaction, orderId: string): Promise<boolean> {
  const out = await tx.beyondScope('parts are out whoever sees their store').first(
    build
      .selectFrom('part_moves')
      .select('part_id')
      .where('order_id', '=', orderId)
      .where('move_kind', 'in', ['in', 'out'])
      .groupBy('part_id')
      .having(sql<boolean>`round(sum(stock_change)::numeric, 3) < 0`)
      .limit(1),
  )
  return out !== undefined
}

async function finished(tx: Transaction, mover: Mover, row: Row, move: Move): Promise<Changes> {
  const { downFrom, downTo } = move
  if (downTo !== undefined && (downFrom === undefined || downTo < downFrom)) fail('order.down', { field: field('downTo') })
  assertChecked(readChecks(row))
  const proof =
    row.must_sign === 1
      ? ((await mover.prove(tx)) ?? fail('order.signature', { field: { name: 'signature', label: 'signature.field' } }))
      : undefined
  return {
    finished_at: sql`now()`,
    finished_by: mover.userId,
    ...(move.orderCause === undefined ? {} : { order_cause: move.orderCause }),
    ...(move.orderRemedy === undefined ? {} : { order_remedy: move.orderRemedy }),
    // A machine that nobody says stands longer stands until it is repaired, and not until somebody has verified it.
    ...(downFrom === undefined
      ? { down_to: sql`case when down_from is not null then coalesce(down_to, greatest(now(), down_from)) end` }
      : {
          down_from: new Date(downFrom),
          down_to: downTo === undefined ? sql`greatest(now(), ${new Date(downFrom)}::timestamptz)` : new Date(downTo),
        }),
    ...(proof === undefined ? {} : { signed_by: mover.userId, signed_at: sql`now()`, signature_proof: proof }),
  }
}

/** By these somebody was at work on an order. */
const WORK: readonly OrderTransition[] = ['start', 'resume', 'finish']

/**
 * Whether somebody has ever worked on the order: has started, resumed or finished it, also where it was reopened since, or has written down hours of their own,
 * also where they have removed them.
 */
export async function hasWorked(tx: Transaction, orderId: string, userId: string): Promise<boolean> {
  const [event, hours] = await Promise.all([
    tx.first(
      build
        .selectFrom('work_order_events')
        .select('id')
        .where('order_id', '=', orderId)
        .where('user_id', '=', userId)
        .where('transition', 'in', WORK)
        .limit(1),
    ),
    tx.first(build.selectFrom('work_order_labour').select('id').where('order_id', '=', orderId).where('user_id', '=', userId).limit(1)),
  ])
  return event !== undefined || hours !== undefined
}

const EMITTED: Readonly<Partial<Record<OrderTransition, Exclude<OrderEvent, 'order-opened'>>>> = {
  finish: 'order-finished',
  verify: 'order-closed',
  cancel: 'order-cancelled',
}

/** What a transition means beyond the order: for the plant, for the fault, and for people. */
async function followUp(tx: Transaction, parts: OrderParts, mover: Mover, row: Row, move: Move): Promise<void> {
  const { transition } = move
  if (BEGINS.includes(transition)) await occupyPlant(tx, parts, row, mover.userId)
  if (transition === 'finish') {
    await releasePlant(tx, parts, row, mover.userId)
    if (row.fault_id !== null) await settleDowntime(tx, row.id)
    await openFailed(tx, parts, row, assertChecked(readChecks(row)).opening, mover.userId)
  }
  if (row.fault_id !== null && (transition === 'verify' || transition === 'cancel'))
    await settleFault(tx, mover.userId, { ...row, fault_id: row.fault_id }, transition)
  const dueAt = move.dueAt === undefined ? (transition === 'reopen' ? row.due_at : null) : new Date(move.dueAt)
  if (dueAt !== null) await remindWhenOverdue(tx, parts, row.id, dueAt)
  if (move.assigneeId !== undefined && move.assigneeId !== row.assignee_id && move.assigneeId !== mover.userId)
    await notifyOfOrder(tx, parts, {
      what: 'assigned',
      userId: move.assigneeId,
      id: row.id,
      orderNumber: row.order_number,
      orderTitle: row.order_title,
    })
  const kind = EMITTED[transition]
  if (kind === undefined) return
  await parts.domainEvents.emit(tx, [
    {
      kind,
      subject: row.id,
      payload: {
        orderNumber: row.order_number,
        orderKind: row.order_kind as OrderKind,
        orderOrigin: row.order_origin as OrderOrigin,
        orderPriority: row.order_priority,
        equipmentId: row.equipment_id,
        planId: row.plan_id,
        userId: mover.userId,
      },
    },
  ])
}
