/** Stores the spare parts of the demonstration with their moves. */
import type { PartSeed } from '../../seeds/upkeep-seed.ts'
import { build } from '../kernel/database/sql.ts'
import { newId } from '../kernel/ids.ts'
import { idIn } from './id-in.ts'
import type { Storing } from './upkeep-storing.ts'
import { DAY_MS } from './upkeep-storing.ts'

/** Stores a part with the moves that have led to its stock. */
export async function storePart({ tx, tenantId, personIn, now, machines, sites }: Storing, part: PartSeed): Promise<void> {
  const id = newId()
  let stock = 0
  const moves = part.moves.map(({ change, ...move }) => {
    stock = Math.round((stock + change) * 1000) / 1000
    return { ...move, change, after: stock }
  })
  await tx.run(
    build.insertInto('spare_parts').values({
      tenant_id: tenantId,
      id,
      part_code: part.partCode,
      part_name: part.partName,
      part_unit: part.unit,
      part_stock: stock,
      part_minimum: part.minimum,
      site_id: idIn(sites, part.site),
      shelf: part.shelf,
      part_model: part.model,
      supplier: part.supplier,
      keeper_id: personIn(part.keeper),
      category: part.categories?.join(',') ?? null,
      part_description: null,
      short_notified: stock < part.minimum,
    }),
  )
  if (part.machines)
    await tx.run(
      build
        .insertInto('spare_part_fits')
        .values(part.machines.map((code) => ({ tenant_id: tenantId, part_id: id, equipment_id: idIn(machines, code) }))),
    )
  await tx.run(
    build.insertInto('part_moves').values(
      moves.map(({ daysAgo, change, after, reason, by, isCount }) => ({
        tenant_id: tenantId,
        id: newId(),
        part_id: id,
        move_kind: isCount ? ('count' as const) : change > 0 ? ('in' as const) : ('out' as const),
        quantity: isCount ? after : Math.abs(change),
        stock_change: change,
        stock_after: after,
        order_id: null,
        move_reason: reason,
        moved_by: personIn(by),
        request_id: newId(),
        created_at: new Date(now - daysAgo * DAY_MS),
      })),
    ),
  )
}
