/**
 * What comes into a store and goes out of it. A move and the stock that it leaves stand in one statement, and the row of the part is held by it: of two who take the last part
 * one gets it. The table refuses a stock below zero, whatever writes it (migrations/0153_spare-parts.sql).
 */
import { sql } from 'kysely'
import type { MoveKind } from '../../../model/maintenance/part-moves.ts'
import { roundQuantity } from '../../../model/maintenance/spare-parts.ts'
import { statement } from '../../acquisition/index.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import './tables.ts'

export interface PartMove {
  readonly partId: string
  readonly kind: MoveKind
  /** Of a count what was found, else how much came or went; more than nothing then. */
  readonly quantity: number
  readonly reason: string
  readonly orderId?: string | undefined
  /** What whoever asks calls it: asked again under the same name it is one move. */
  readonly requestId: string
  /** An application that asks for itself is nobody. */
  readonly userId: string | null
}

export interface Moved {
  readonly id: string
  readonly stockAfter: number
  /** False where it had been made before. */
  readonly isNew: boolean
}

const QUANTITY = { name: 'quantity', label: 'field.part-moves.quantity' } as const

/**
 * Makes the move.
 * @throws Failure `part.short` where there is not as much, `part.request` for the name of another move, `row.not-found` for a part that the caller does not see
 */
export async function movePart(tx: Transaction, move: PartMove): Promise<Moved> {
  const quantity = roundQuantity(move.quantity)
  if (move.kind !== 'count' && quantity <= 0) fail('part.quantity', { field: QUANTITY })
  // The part is held before the look: whoever sends the same once more waits here, and then finds what the first has made.
  const part = await tx.first(build.selectFrom('spare_parts').select(['part_stock', 'part_unit']).where('id', '=', move.partId).forUpdate())
  if (!part) return fail('row.not-found')
  const known = await findMove(tx, move.requestId)
  if (known) {
    // Whoever has changed what they sent is not told that it was moved: what was stored is another move.
    const isSame =
      known.part_id === move.partId &&
      known.move_kind === move.kind &&
      known.quantity === quantity &&
      known.order_id === (move.orderId ?? null)
    return isSame ? { id: known.id, stockAfter: known.stock_after, isNew: false } : fail('part.request')
  }
  const moved = await store(tx, move, quantity)
  return moved ?? fail('part.short', { field: QUANTITY, values: { stock: part.part_stock, unit: part.part_unit } })
}

const findMove = (tx: Transaction, requestId: string) =>
  tx
    .beyondScope('whether a name of a request is in use is the same for everybody')
    .first(
      build
        .selectFrom('part_moves')
        .select(['id', 'part_id', 'move_kind', 'quantity', 'order_id', 'stock_after'])
        .where('request_id', '=', requestId),
    )

/** Nothing where the stock would be below zero. */
async function store(tx: Transaction, move: PartMove, quantity: number): Promise<Moved | undefined> {
  const id = newId()
  const after = {
    in: sql`before.part_stock + ${quantity}::float8`,
    out: sql`before.part_stock - ${quantity}::float8`,
    count: sql`${quantity}::float8`,
  }[move.kind]
  const found = await tx.first(
    statement(sql<{ stock_after: number }>`
      with before as (select tenant_id, id, part_stock from spare_parts where tenant_id = ${tenantOf(tx)}::uuid and id = ${move.partId}::uuid),
      moved as (
        update spare_parts part set part_stock = round((${after})::numeric, 3)::float8,
          short_notified = part.short_notified and round((${after})::numeric, 3) < part.part_minimum::numeric
        from before where part.tenant_id = before.tenant_id and part.id = before.id and round((${after})::numeric, 3) >= 0
        returning part.tenant_id, part.id, part.part_stock as after, before.part_stock as before)
      insert into part_moves (tenant_id, id, part_id, move_kind, quantity, stock_change, stock_after, order_id, move_reason, moved_by, request_id)
      select tenant_id, ${id}::uuid, id, ${move.kind}, ${quantity}::float8, round((after - before)::numeric, 3)::float8, after,
        ${move.orderId ?? null}::uuid, ${move.reason}, ${move.userId}::uuid, ${move.requestId}::uuid
      from moved returning stock_after`),
  )
  return found && { id, stockAfter: found.stock_after, isNew: true }
}
