/** Faults as rows: held while they change, and changed together with the row that says so for ever. */
import { sql } from 'kysely'
import type { FaultState, FaultTransition } from '../../../model/maintenance/faults.ts'
import { FAULT_STEPS, faultAfter } from '../../../model/maintenance/faults.ts'
import { faults } from '../../../model/index.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import type { OrderPriority } from '../../../model/maintenance/order-kinds.ts'
import { hiddenSomewhere, inEach } from '../shared-text.ts'
import type { OpenedOrder } from './open.ts'
import { openOrder } from './open.ts'
import type { OrderParts } from './parts.ts'

/** The fault, held until the end of the transaction. @throws Failure `row.not-found` */
export async function lockFault(tx: Transaction, id: string) {
  const row = await tx.first(build.selectFrom('faults').selectAll().where('id', '=', id).forUpdate())
  return row ?? fail('row.not-found')
}

export interface FaultMove {
  readonly id: string
  /** Of the fault as whoever moves it saw it. */
  readonly version: number
  readonly transition: FaultTransition
  readonly note?: string | undefined
}

/** Moves a fault. @throws Failure `row.changed` to whoever comes second, `order.transition`, `order.reason` */
export async function moveFault(
  tx: Transaction,
  userId: string,
  { id, version, transition, note }: FaultMove,
): Promise<{ readonly state: FaultState; readonly version: number }> {
  const row = await lockFault(tx, id)
  if (row.version !== version) fail('row.changed')
  const state = faultAfter(row.fault_state, transition) ?? fail('order.transition')
  if (FAULT_STEPS[transition].needsReason && note === undefined) fail('order.reason', { field: { name: 'note', label: 'work-order.note' } })
  await storeFault(tx, userId, row, transition, state, {
    note,
    changes: {
      ...(transition === 'reject' || transition === 'reopen' ? { fault_reason: note ?? null } : {}),
      // It stands again, unless somebody has said until when it did.
      ...(transition === 'reopen' ? { down_to: sql`case when down_to is distinct from solved_at then down_to end` } : {}),
      // Nobody has said until when the machine stood: until now.
      ...(transition === 'solve'
        ? { down_to: sql`case when down_from is null then down_to else coalesce(down_to, greatest(now(), down_from)) end` }
        : {}),
    },
  })
  return { state, version: version + 1 }
}

async function storeFault(
  tx: Transaction,
  userId: string | null,
  row: { readonly id: string; readonly fault_state: FaultState; readonly version: number },
  transition: FaultTransition,
  state: FaultState,
  { note, changes = {} }: { readonly note?: string | undefined; readonly changes?: Readonly<Record<string, unknown>> },
): Promise<void> {
  await tx.run(
    build
      .updateTable('faults')
      .set({
        ...changes,
        fault_state: state,
        solved_at: state === 'solved' ? sql<Date>`now()` : null,
        updated_at: sql<Date>`now()`,
        version: row.version + 1,
      })
      .where('id', '=', row.id),
  )
  await tx.run(
    build.insertInto('fault_events').values({
      tenant_id: tenantOf(tx),
      fault_id: row.id,
      transition,
      from_state: row.fault_state,
      to_state: state,
      user_id: userId,
      note: note ?? null,
    }),
  )
}

/** What is said of the order that a fault is given. */
export interface FaultOrder {
  readonly id: string
  readonly version: number
  readonly orderPriority: OrderPriority
  readonly assigneeId?: string | undefined
  readonly dueAt?: Date | undefined
}

/** Opens the order of a fault, in one step with what becomes of the fault. */
export async function openOrderOfFault(tx: Transaction, parts: OrderParts, userId: string, asked: FaultOrder): Promise<OpenedOrder> {
  const row = await lockFault(tx, asked.id)
  if (row.version !== asked.version) fail('row.changed')
  const state = faultAfter(row.fault_state, 'order') ?? fail('order.transition')
  // Whoever sees orders reads these, and need not see faults.
  const hidden = await hiddenSomewhere(tx, faults, ['faultNumber', 'faultTitle', 'faultDescription'])
  const shownNumber = hidden.has('faultNumber') ? inEach('choice.orderOrigin.fault') : row.fault_number
  const opened = await openOrder(tx, parts, {
    source: { by: 'fault', faultId: row.id },
    orderTitle: hidden.has('faultTitle') ? shownNumber : row.fault_title,
    orderKind: 'corrective',
    orderPriority: asked.orderPriority,
    equipmentId: row.equipment_id,
    assigneeId: asked.assigneeId,
    dueAt: asked.dueAt,
    orderDescription: hidden.has('faultDescription') ? null : row.fault_description,
    userId,
    note: row.fault_number,
  })
  await storeFault(tx, userId, row, 'order', state, { note: opened.orderNumber })
  return opened
}

interface Settling {
  readonly fault_id: string
  readonly id: string
  readonly order_number: string
  readonly order_cause: string | null
  readonly order_remedy: string | null
}

const WITH_ORDER = 'a fault goes with its order, wherever whoever moves that sees faults'

/**
 * Closes the downtime of the fault of a finished order: it lasted until the end that was entered with the order, else until the order was finished, however long that
 * waits for its verification. What is entered with the fault comes first; a beginning that only the order has is carried over.
 */
export async function settleDowntime(tx: Transaction, orderId: string): Promise<void> {
  const from = sql`coalesce(faults.down_from, o.down_from)`
  const until = sql`greatest(coalesce(faults.down_to, o.down_to, o.finished_at), ${from})`
  await tx.wholly(WITH_ORDER).all(
    build
      .updateTable('faults')
      .from('work_orders as o')
      .set({
        down_from: sql<Date>`${from}`,
        down_to: sql<Date>`${until}`,
        updated_at: sql<Date>`now()`,
        version: sql<number>`faults.version + 1`,
      })
      .whereRef('o.tenant_id', '=', 'faults.tenant_id')
      .whereRef('o.fault_id', '=', 'faults.id')
      .where('o.id', '=', orderId)
      .where('faults.fault_state', '=', 'in-order')
      .where(sql<boolean>`${from} is not null and (faults.down_from, faults.down_to) is distinct from (${from}, ${until})`)
      .returning('faults.id'),
  )
}

/** An order is done again, so the fault stands again: an end that {@link settleDowntime} has taken from the order is open. */
export async function reopenDowntime(tx: Transaction, orderId: string): Promise<void> {
  await tx.wholly(WITH_ORDER).all(
    build
      .updateTable('faults')
      .from('work_orders as o')
      .set({ down_to: null, updated_at: sql<Date>`now()`, version: sql<number>`faults.version + 1` })
      .whereRef('o.tenant_id', '=', 'faults.tenant_id')
      .whereRef('o.fault_id', '=', 'faults.id')
      .where('o.id', '=', orderId)
      .where('faults.fault_state', '=', 'in-order')
      .whereRef('faults.down_to', '=', 'o.finished_at')
      .returning('faults.id'),
  )
}

/** Solves a fault whose order is verified, with what was found; one whose order was cancelled waits for another one. */
export async function settleFault(tx: Transaction, userId: string | null, order: Settling, end: 'verify' | 'cancel'): Promise<void> {
  const whole = tx.wholly(WITH_ORDER)
  // Downtime that was entered since the order was finished.
  if (end === 'verify') await settleDowntime(tx, order.id)
  const row = await whole.first(
    build
      .selectFrom('faults')
      .select(['id', 'fault_state', 'version', 'fault_cause', 'fault_remedy'])
      .where('id', '=', order.fault_id)
      .forUpdate(),
  )
  if (row?.fault_state !== 'in-order') return
  const note = order.order_number
  if (end === 'cancel') return storeFault(whole, userId, row, 'confirm', 'confirmed', { note })
  await storeFault(whole, userId, row, 'solve', 'solved', {
    note,
    changes: {
      fault_cause: order.order_cause ?? row.fault_cause,
      fault_remedy: order.order_remedy ?? row.fault_remedy,
    },
  })
}
