/** Orders of processes: opened once a passage of a node, and closed as far as a process may. Nobody has done it, so nothing is verified here. */
import { sql } from 'kysely'
import { judgeChecks } from '../../../model/maintenance/checklist.ts'
import type { OrderKind, OrderPriority } from '../../../model/maintenance/order-kinds.ts'
import { orderAfter } from '../../../model/maintenance/order-states.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { readChecks } from './checks.ts'
import { arePartsOut, lockOrder, moveOrder } from './move.ts'
import { openOrder } from './open.ts'
import type { OrderParts } from './parts.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Characters of what stands with an event. */
const MAX_NOTE = 256

/** The id of the machine of the tenant that a text names, by its id or code; nothing where there is none. */
export async function equipmentNamed(tx: Transaction, name: string): Promise<string | undefined> {
  const asked = build.selectFrom('equipment').select('id')
  const found = UUID.test(name)
    ? await tx.first(asked.where('id', '=', name))
    : await tx.first(asked.where(sql<boolean>`lower(equipment_code) = lower(${name})`))
  return found?.id
}

/** The id of the device of the tenant that a text names, by its id or code; nothing where there is none. */
export async function deviceNamed(tx: Transaction, name: string): Promise<string | undefined> {
  const asked = build.selectFrom('devices').select('id')
  const found = UUID.test(name)
    ? await tx.first(asked.where('id', '=', name))
    : await tx.first(asked.where(sql<boolean>`lower(device_code) = lower(${name})`))
  return found?.id
}

export interface OrderOfProcess {
  readonly instanceId: string
  /** The same whenever the same passage of a node does it again. */
  readonly passage: string
  readonly title: string
  readonly kind: OrderKind
  readonly priority: OrderPriority
  /** Of those that are there. */
  readonly equipmentId: string | undefined
  readonly deviceId: string | undefined
  readonly note: string
}

/** Opens an order of a passage, or finds the one that it has opened before; gives its number. */
export async function openAsProcess(tx: Transaction, parts: OrderParts, order: OrderOfProcess): Promise<string> {
  const { orderNumber } = await openOrder(tx, parts, {
    source: { by: 'process', passage: `process:${order.instanceId}:${order.passage}` },
    orderTitle: order.title,
    orderKind: order.kind,
    orderPriority: order.priority,
    equipmentId: order.equipmentId,
    deviceId: order.deviceId,
    userId: null,
    note: order.note.slice(0, MAX_NOTE).toWellFormed(),
  })
  return orderNumber
}

/** `done`, also where somebody has finished or ended it before; else what keeps it open, and nothing was changed. */
export type ClosedAsProcess = 'done' | 'no-order' | 'order-state' | 'order-signed' | 'order-checks' | 'order-parts'

/**
 * Finishes an order at which somebody is at work, and cancels one at which nobody has begun. What is finished is verified by a person, as the work of people is; what people
 * sign, or answer item by item, they finish themselves. @param named Its number or id
 */
export async function closeAsProcess(tx: Transaction, parts: OrderParts, named: string, note: string): Promise<ClosedAsProcess> {
  const asked = build.selectFrom('work_orders').select('id')
  const found = UUID.test(named)
    ? await tx.first(asked.where('id', '=', named))
    : await tx.first(asked.where(sql<boolean>`lower(order_number) = lower(${named})`))
  if (!found) return 'no-order'
  const order = await lockOrder(tx, found.id)
  const { id, version, order_state: state } = order
  if (state === 'done' || state === 'closed' || state === 'cancelled') return 'done'
  const transition = (['finish', 'cancel'] as const).find((step) => orderAfter(state, step) !== undefined)
  if (transition === undefined) return 'order-state'
  // Asked before anything is written: an order is moved whole, or not at all.
  if (transition === 'finish' && order.must_sign === 1) return 'order-signed'
  const { items, results } = readChecks(order)
  if (transition === 'finish' && judgeChecks(items, results).missing.length > 0) return 'order-checks'
  if (transition === 'cancel' && (await arePartsOut(tx, id))) return 'order-parts'
  const nobody = { userId: null, prove: () => Promise.resolve(undefined) }
  await moveOrder(tx, parts, nobody, { id, version, transition, note: note.slice(0, MAX_NOTE).toWellFormed() })
  return 'done'
}
