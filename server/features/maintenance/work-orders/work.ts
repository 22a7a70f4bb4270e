/** What is written down while work is on: hours, files, and what was found of the checklist. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/maintenance/work-orders.ts'
import { workOrders } from '../../../../model/index.ts'
import type { OrderState } from '../../../../model/maintenance/order-states.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Route } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { lockOrder, publishOrders, readChecks, storeChecks } from '../../../maintenance/index.ts'
import { MAX_FILES, addFile, openFile, ownerOf, removeFile } from '../shared/files.ts'

/** Hours are written down from the beginning of the work until somebody has verified it, */
export const TAKES_LABOUR: readonly OrderState[] = ['in-progress', 'on-hold', 'done']
/** and are removed while it goes on: afterwards they say who has worked. */
export const GIVES_LABOUR: readonly OrderState[] = ['in-progress', 'on-hold']
const OVER: readonly OrderState[] = ['closed', 'cancelled']
/** Entries of hours of one order. */
const MAX_LABOUR = 500

/** @throws Failure `order.transition` unless the order is in one of these states */
function assertState(state: OrderState, among: readonly OrderState[]): void {
  if (!among.includes(state)) fail('order.transition')
}

const addOrderLabour = implement(contract.addOrderLabour, {
  access: 'granted',
  summary: 'Write down for how long one has worked on an order',
  of: workOrders,
  async handle({ input: { id, workedOn, minutes, note }, caller, services, inTenant }) {
    return inTenant(async (tx) => {
      const order = await lockOrder(tx, id)
      assertState(order.order_state, TAKES_LABOUR)
      const there = await tx.first(
        build
          .selectFrom('work_order_labour')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('order_id', '=', id),
      )
      if ((there?.count ?? 0) >= MAX_LABOUR) fail('order.labour', { values: { most: MAX_LABOUR } })
      const labourId = newId()
      await tx.run(
        build.insertInto('work_order_labour').values({
          tenant_id: tenantOf(tx),
          id: labourId,
          order_id: id,
          user_id: caller.userId,
          worked_on: workedOn,
          minutes,
          labour_note: note ?? null,
        }),
      )
      await publishOrders(tx, services)
      return { id: labourId }
    })
  },
})

const deleteOrderLabour = implement(contract.deleteOrderLabour, {
  access: 'granted',
  summary: 'Remove hours that one has written down oneself',
  of: workOrders,
  async handle({ input: { id }, caller, services, inTenant }) {
    await inTenant(async (tx) => {
      const entry = await tx.first(
        build
          .selectFrom('work_order_labour')
          .select('order_id')
          .where('id', '=', id)
          .where('user_id', '=', caller.userId)
          .where('removed_at', 'is', null),
      )
      if (!entry) return fail('row.not-found')
      assertState((await lockOrder(tx, entry.order_id)).order_state, GIVES_LABOUR)
      await tx.run(
        build
          .updateTable('work_order_labour')
          .set({ removed_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
          .where('id', '=', id),
      )
      return publishOrders(tx, services)
    })
    return null
  },
})

const saveOrderChecks = implement(contract.saveOrderChecks, {
  access: 'granted',
  summary: 'Keep what has been found of the items of the checklist of an order',
  of: workOrders,
  async handle({ input: { id, version, results }, services, inTenant }) {
    return inTenant(async (tx) => {
      const order = await lockOrder(tx, id)
      if (order.version !== version) fail('row.changed')
      assertState(order.order_state, ['in-progress'])
      await storeChecks(tx, id, readChecks(order), results)
      await tx.run(
        build
          .updateTable('work_orders')
          .set({ version: version + 1, updated_at: sql<Date>`now()` })
          .where('id', '=', id),
      )
      await publishOrders(tx, services)
      return { version: version + 1 }
    })
  },
})

const addOrderFile = implement(contract.addOrderFile, {
  access: 'granted',
  summary: 'Add a photograph or a paper to a work order',
  of: workOrders,
  upload: { megabytes: MAX_FILES.megabytes },
  handle: (call) => {
    const { id: ownerId, itemKey, takenAt } = call.input
    return addFile('order', call, { ownerId, itemKey, takenAt, hold: (tx) => assertTakesFiles(tx, ownerId) })
  },
})

async function assertTakesFiles(tx: Transaction, id: string): Promise<void> {
  if (OVER.includes((await lockOrder(tx, id)).order_state)) fail('order.over')
}

/** @throws Failure `permission.denied` for whoever may not do as much with orders */
function assertMay(caller: Caller, operation: string): void {
  if (!viewOf(caller, workOrders).allowed.includes(operation)) fail('permission.denied')
}

const deleteOrderFile = implement(contract.deleteOrderFile, {
  access: 'granted',
  summary: 'Remove a file from a work order',
  of: workOrders,
  space: 'essential',
  async handle({ input: { id }, services, inTenant }) {
    await inTenant(async (tx) => {
      await assertTakesFiles(tx, await ownerOf(tx, 'order', id))
      await assertNotRelied(tx, id)
      return removeFile(tx, services, 'order', id)
    })
    return null
  },
})

/** A picture that an item of the checklist shows stays. @throws Failure `order.file-relied-on` */
async function assertNotRelied(tx: Transaction, id: string): Promise<void> {
  const relied = await tx.first(
    build
      .selectFrom('work_order_files as file')
      .innerJoin('work_orders as o', (on) => on.onRef('o.tenant_id', '=', 'file.tenant_id').onRef('o.id', '=', 'file.order_id'))
      .select('file.id')
      .where('file.id', '=', id)
      .where(sql<boolean>`jsonb_path_exists(o.check_results, '$[*].photos[*] ? (@ == $id)', jsonb_build_object('id', ${id}::text))`),
  )
  if (relied) fail('order.file-relied-on')
}

const downloadOrderFile = implement(contract.downloadOrderFile, {
  access: 'signed-in',
  summary: 'Fetch a file of a work order, or of the fault that it is about',
  of: workOrders,
  reads: true,
  file: 'application/octet-stream',
  async handle({ input: { id }, caller, services, inTenant }) {
    assertMay(caller, 'detail')
    return inTenant(async (tx) => (await openFile(tx, services, 'order', id)) ?? openOfFault(tx, services, id))
  },
})

/** A file of a fault is told to whoever sees an order about it. */
async function openOfFault(tx: Transaction, services: Parameters<typeof openFile>[1], id: string) {
  const order = await tx.first(
    build
      .selectFrom('fault_files as file')
      .innerJoin('work_orders as o', (on) => on.onRef('o.tenant_id', '=', 'file.tenant_id').onRef('o.fault_id', '=', 'file.fault_id'))
      .select('file.id')
      .where('file.id', '=', id)
      .limit(1),
  )
  if (!order) return fail('row.not-found')
  return (await openFile(tx, services, 'fault', id)) ?? fail('row.not-found')
}

export const work: readonly Route[] = [addOrderLabour, deleteOrderLabour, saveOrderChecks, addOrderFile, deleteOrderFile, downloadOrderFile]
