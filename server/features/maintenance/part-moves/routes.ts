/** Moves of spare parts: their list, and the one way in which there are more of them. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/maintenance/part-moves.ts'
import { partMoves, spareParts, workOrders } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { statement } from '../../../acquisition/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { movePart as storeMove, notifyShort } from '../../../maintenance/index.ts'

const ORDER = { name: 'orderId', label: 'field.part-moves.orderId' } as const

const movePart = implement(contract.movePart, {
  access: 'granted',
  summary: 'Put spare parts into the store, take some out, or say how many there are',
  of: partMoves,
  handle: ({ input, caller, inTenant, services }) =>
    inTenant(async (tx) => {
      if (input.orderId !== undefined) await assertForOrder(tx, input.orderId, input.partId)
      const { id, stockAfter, isNew } = await storeMove(tx, {
        partId: input.partId,
        kind: input.moveKind,
        quantity: input.quantity,
        reason: input.moveReason,
        orderId: input.orderId,
        requestId: input.requestId,
        // An application that asks for itself is nobody.
        userId: caller.client?.id === caller.userId ? null : caller.userId,
      })
      if (isNew) await notifyShort(tx, services, [input.partId])
      return { id, stockAfter }
    }),
})

/** The order of a machine takes what is registered for the machine or its category, and what is registered for none. */
const fitsOrder = (orderId: string) => sql<boolean>`(
  (part.category is null and not exists (select from spare_part_fits any_fit where any_fit.tenant_id = part.tenant_id and any_fit.part_id = part.id))
  or exists (select from work_orders work join equipment machine on machine.tenant_id = work.tenant_id and machine.id = work.equipment_id
    where work.tenant_id = part.tenant_id and work.id = ${orderId}::uuid
      and (machine.category = any(string_to_array(part.category, ','))
        or exists (select from spare_part_fits fit where fit.tenant_id = part.tenant_id and fit.part_id = part.id and fit.equipment_id = machine.id))))`

/** @throws Failure `reference.not-found`, `part.order-over`, `part.fit` */
async function assertForOrder(tx: Transaction, orderId: string, partId: string): Promise<void> {
  // Held: nobody closes it between this and the move.
  const order = await tx.first(build.selectFrom('work_orders').select('is_open').where('id', '=', orderId).forShare())
  if (!order) fail('reference.not-found', { field: ORDER })
  if (order.is_open !== 1) fail('part.order-over', { field: ORDER })
  const [part] = await tx.all(
    statement(
      sql<{
        fits: boolean
      }>`select ${fitsOrder(orderId)} as fits from spare_parts part where part.tenant_id = ${tx.tenantId}::uuid and part.id = ${partId}::uuid`,
    ),
  )
  if (part && !part.fits) fail('part.fit', { field: { name: 'partId', label: 'field.part-moves.partId' } })
}

/** Parts that an order is offered. */
const MAX_OFFERED = 500

const queryOrderPart = implement(contract.queryOrderPart, {
  access: 'granted',
  summary: 'The spare parts that were moved for a work order, and those that fit its machine',
  of: partMoves,
  async handle({ input: { id: orderId }, caller, inTenant }) {
    const [moves, parts, orders] = [viewOf(caller, partMoves), viewOf(caller, spareParts), viewOf(caller, workOrders)]
    if (!orders.allowed.includes('query') || !parts.allowed.includes('query')) fail('permission.denied')
    const seesMoves = (['partId', 'moveKind', 'quantity', 'moveReason'] as const).every((name) => moves.sees(name))
    const seesParts = (['partCode', 'partName', 'partUnit', 'partStock'] as const).every((name) => parts.sees(name))
    return inTenant(async (tx) => {
      const order = await tx.first(build.selectFrom('work_orders').select('is_open').where('id', '=', orderId))
      if (!order) return fail('row.not-found')
      const moved = await tx.all(
        build
          .selectFrom('part_moves as move')
          .innerJoin('spare_parts as part', (on) => on.onRef('part.tenant_id', '=', 'move.tenant_id').onRef('part.id', '=', 'move.part_id'))
          .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'move.tenant_id').onRef('users.id', '=', 'move.moved_by'))
          .select(['move.id', 'move.part_id', 'move.move_kind', 'move.quantity', 'move.move_reason', 'move.created_at'])
          .select(['part.part_code', 'part.part_name', 'part.part_unit', personIn(caller, 'users').as('who')])
          .where('move.order_id', '=', orderId)
          .orderBy('move.created_at', 'desc')
          .orderBy('move.id', 'desc'),
      )
      const offered =
        order.is_open === 1
          ? await tx.all(
              build
                .selectFrom('spare_parts as part')
                .select(['part.id', 'part_code', 'part_name', 'part_unit', 'part_stock', 'shelf'])
                .where(fitsOrder(orderId))
                .orderBy('part_code')
                .limit(MAX_OFFERED),
            )
          : []
      const seesName = seesPeople(caller) && moves.sees('movedBy')
      return {
        moves:
          seesMoves && seesParts
            ? moved.map((row) => ({
                id: row.id,
                partId: row.part_id,
                partCode: row.part_code,
                partName: row.part_name,
                partUnit: row.part_unit,
                moveKind: row.move_kind,
                quantity: row.quantity,
                reason: row.move_reason,
                at: row.created_at.getTime(),
                by: seesName ? row.who : null,
              }))
            : [],
        parts: seesParts
          ? offered.map((row) => ({
              partId: row.id,
              partCode: row.part_code,
              partName: row.part_name,
              partUnit: row.part_unit,
              stock: row.part_stock,
              shelf: parts.sees('shelf') ? row.shelf : null,
            }))
          : [],
        mayMove: order.is_open === 1 && seesParts && moves.allowed.includes('move'),
      }
    })
  },
})

export const partMovesFeature: Feature = {
  tag: 'part-moves',
  routes: [list(partMoves), ...exportsOf(partMoves), movePart, queryOrderPart],
}
