/** Machines as others of this area need them. */
import { sql } from 'kysely'
import type { EquipmentState } from '../../model/maintenance/equipment.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'

/**
 * The machine, held until the transaction ends, so that nobody else changes it meanwhile; rows that lead to it are added beside that, such as orders.
 * @throws Failure `row.not-found` where the caller sees none of this id
 */
export async function heldEquipment(tx: Pick<Transaction, 'first'>, id: string) {
  const machine = await tx.first(
    build
      .selectFrom('equipment')
      .select(['id', 'equipment_code', 'equipment_name', 'equipment_state', 'site_id', 'org_id', 'keeper_id', 'device_id', 'version'])
      .where('id', '=', id)
      .forNoKeyUpdate(),
  )
  return machine ?? fail('row.not-found')
}

/** Sets what a machine that is held is doing; one that was scrapped stays so. */
export async function setEquipmentState(tx: Transaction, id: string, state: Exclude<EquipmentState, 'scrapped'>): Promise<void> {
  await tx.run(
    build
      .updateTable('equipment')
      .set({ equipment_state: state, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', id)
      .where('equipment_state', 'not in', ['scrapped', state]),
  )
}
