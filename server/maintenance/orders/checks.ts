/** The checklist of an order: what was found item by item, and the orders that failed items open. */
import type { CheckItem, CheckResult, JudgedChecks } from '../../../model/maintenance/checklist.ts'
import { checkResults, checklist, judgeChecks } from '../../../model/maintenance/checklist.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import { holdOrders } from './hold.ts'
import { openOrder } from './open.ts'
import type { OrderParts } from './parts.ts'

export interface OrderChecks {
  readonly items: readonly CheckItem[]
  readonly results: readonly CheckResult[]
}

/** The items of an order as they were when it was opened, with what has been found; both empty where it has none. */
export function readChecks({ checks, check_results: results }: { readonly checks: unknown; readonly check_results: unknown }): OrderChecks {
  return { items: checklist.parse(checks ?? []), results: checkResults.parse(results ?? []) }
}

/** What was found of all items. @throws Failure `order.checks` that names those without an answer */
export function assertChecked({ items, results }: OrderChecks): JudgedChecks {
  const judged = judgeChecks(items, results)
  const [first] = judged.missing
  if (first) fail('order.checks', { values: { count: judged.missing.length, item: first.text } })
  return judged
}

/** Keeps what was found. Pictures are those of the order. @throws Failure `order.check-unknown` for what is no item, or no picture of the order */
export async function storeChecks(
  tx: Transaction,
  orderId: string,
  { items }: OrderChecks,
  results: readonly CheckResult[],
): Promise<void> {
  const [unknown] = judgeChecks(items, results).unknown
  if (unknown !== undefined) fail('order.check-unknown', { values: { item: unknown } })
  const photos = [...new Set(results.flatMap((result) => result.photos ?? []))]
  if (photos.length > 0) {
    const own = await tx.all(build.selectFrom('work_order_files').select('id').where('order_id', '=', orderId).where('id', 'in', photos))
    if (own.length !== photos.length)
      fail('order.check-unknown', { values: { item: results.find(({ photos: of = [] }) => of.length > 0)?.key ?? '' } })
  }
  await tx.run(
    build
      .updateTable('work_orders')
      .set({ check_results: JSON.stringify(results) })
      .where('id', '=', orderId),
  )
}

interface CheckedOrder {
  readonly id: string
  readonly order_number: string
  readonly plan_id: string | null
  readonly equipment_id: string | null
  readonly device_id: string | null
}

/** What names an item of an order: one of a plan is the same in each of its orders at the machine. */
const keyOf = (order: Pick<CheckedOrder, 'id' | 'plan_id' | 'equipment_id'>, item: CheckItem): string =>
  `${order.plan_id === null ? `order:${order.id}` : `plan:${order.plan_id}:${order.equipment_id ?? ''}`}:${item.key}`

/** Holds an order that is about to be finished, together with those that are open already for items of it that failed. */
export async function holdWithFailed(tx: Transaction, id: string): Promise<void> {
  const order = await tx.first(
    build.selectFrom('work_orders').select(['id', 'plan_id', 'equipment_id', 'checks', 'check_results']).where('id', '=', id),
  )
  if (!order) return
  const { items, results } = readChecks(order)
  const { opening } = judgeChecks(items, results)
  if (opening.length > 0) await holdOrders(tx, { ids: [id], checkKeys: opening.map((item) => keyOf(order, item)) })
}

/** Opens a corrective order for each item that failed and demands one: one at a time for an item of a plan, however often it is found. */
export async function openFailed(
  tx: Transaction,
  parts: OrderParts,
  order: CheckedOrder,
  items: readonly CheckItem[],
  userId: string | null,
): Promise<void> {
  for (const item of items)
    await openOrder(tx, parts, {
      source: { by: 'check', checkKey: keyOf(order, item) },
      orderTitle: item.text,
      orderKind: 'corrective',
      orderPriority: 2,
      equipmentId: order.equipment_id,
      deviceId: order.device_id,
      userId,
      note: order.order_number,
    })
}
