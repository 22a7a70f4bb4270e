/** What work on an order means for the plant: the alarms of its device are out of service, and its machine is in repair, until the last order at work there is finished. */
import { sql } from 'kysely'
import { AT_WORK } from '../../../model/maintenance/order-states.ts'
import type { OrderKind } from '../../../model/maintenance/order-kinds.ts'
import { lockAlarms, returnToService, takeOutOfService } from '../../acquisition/index.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { setEquipmentState } from '../equipment.ts'
import type { OrderParts } from './parts.ts'

interface AtWork {
  readonly id: string
  readonly order_number: string
  readonly order_kind: OrderKind
  readonly device_id: string | null
  readonly equipment_id: string | null
}

/** Whoever inspects a machine or calibrates it leaves it in service. */
const REPAIRS: readonly OrderKind[] = ['corrective', 'preventive', 'condition']

/** A machine that was handed over is at another site than its device: whoever works on it sees one of them, and the plant is taken as a whole. */
const WHOLE = 'a plant is at work as a whole, whoever sees which part of it'

/** Work begins. Alarms that another order has put out of service are this one's as well: the last of them brings them back. */
export async function occupyPlant(own: Transaction, parts: OrderParts, order: AtWork, userId: string | null): Promise<void> {
  const tx = own.wholly(WHOLE)
  const { id, order_number: comment, device_id: deviceId, equipment_id: equipmentId } = order
  if (equipmentId !== null && REPAIRS.includes(order.order_kind)) await setEquipment(tx, equipmentId, 'in-service', 'in-repair')
  if (deviceId === null) return
  const { taken, out } = await takeOutOfService(tx, parts, { deviceId, comment, userId: userId ?? undefined })
  const shared = await ofOthers(tx, id, out)
  const alarms = [...taken, ...shared]
  if (alarms.length === 0) return
  await tx.run(
    build
      .insertInto('work_order_alarms')
      .values(alarms.map((alarm_id) => ({ tenant_id: tenantOf(tx), order_id: id, alarm_id, restored_at: null })))
      .onConflict((on) =>
        on.columns(['tenant_id', 'order_id', 'alarm_id']).doUpdateSet({ removed_at: sql<Date>`now()`, restored_at: null }),
      ),
  )
}

/** Work is over. */
export async function releasePlant(own: Transaction, parts: OrderParts, order: AtWork, userId: string | null): Promise<void> {
  const tx = own.wholly(WHOLE)
  const { id, order_number: comment, equipment_id: equipmentId } = order
  // Before it is asked who else repairs it, and before the alarms, as where work begins: of two orders that end at once, the second one sees that it is the last.
  if (equipmentId !== null) await lockEquipment(tx, equipmentId)
  const kept = await tx.all(
    build
      .updateTable('work_order_alarms')
      .set({ restored_at: sql<Date>`now()` })
      .where('order_id', '=', id)
      .where('restored_at', 'is', null)
      .returning('alarm_id'),
  )
  const alarms = kept.map(({ alarm_id: alarm }) => alarm)
  // For the same reason.
  await lockAlarms(tx, alarms)
  const shared = new Set(await ofOthers(tx, id, alarms))
  await returnToService(
    tx,
    parts,
    alarms.filter((alarm) => !shared.has(alarm)),
    { comment, userId: userId ?? undefined },
  )
  if (equipmentId !== null && !(await isRepaired(tx, id, equipmentId))) await setEquipment(tx, equipmentId, 'in-repair', 'in-service')
}

/** Those of the alarms that another order keeps out of service. */
async function ofOthers(tx: Transaction, orderId: string, alarms: readonly string[]): Promise<string[]> {
  const rows = await tx.all(
    build
      .selectFrom('work_order_alarms')
      .select('alarm_id')
      .distinct()
      .where('order_id', '!=', orderId)
      .where('restored_at', 'is', null)
      .where(sql<boolean>`alarm_id = any(${[...alarms]}::uuid[])`),
  )
  return rows.map(({ alarm_id: alarm }) => alarm)
}

async function isRepaired(tx: Transaction, orderId: string, equipmentId: string): Promise<boolean> {
  const other = await tx.first(
    build
      .selectFrom('work_orders')
      .select('id')
      .where('equipment_id', '=', equipmentId)
      .where('id', '!=', orderId)
      .where('order_state', 'in', AT_WORK)
      .where('order_kind', 'in', REPAIRS)
      .limit(1),
  )
  return other !== undefined
}

/** Held against whoever changes it, and not against whoever opens an order on it: a row that leads to it takes its key alone, and may hold what this transaction waits for. */
const lockEquipment = (tx: Transaction, id: string) =>
  tx.first(build.selectFrom('equipment').select(['equipment_state', 'device_id']).where('id', '=', id).forNoKeyUpdate())

/**
 * The machine of an order, held; undefined where it is about none. It is held before the order: whoever hands it over holds it, and then all its orders.
 */
export async function holdMachineOf(own: Transaction, orderId: string): Promise<{ readonly device_id: string | null } | undefined> {
  const order = await own.first(build.selectFrom('work_orders').select('equipment_id').where('id', '=', orderId))
  return order?.equipment_id ? lockEquipment(own.wholly(WHOLE), order.equipment_id) : undefined
}

/** What the machine is doing, unless somebody has said something else meanwhile. */
async function setEquipment(tx: Transaction, id: string, from: 'in-service' | 'in-repair', to: 'in-service' | 'in-repair'): Promise<void> {
  const machine = await lockEquipment(tx, id)
  if (machine?.equipment_state === from) await setEquipmentState(tx, id, to)
}
