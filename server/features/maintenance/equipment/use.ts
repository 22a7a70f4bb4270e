/** The use of a machine as its reader may see it: what its point tells, for whoever sees what points say. */
import type { EquipmentLife } from '../../../../model/contract/maintenance/equipment.ts'
import { equipment, points } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { UseBy } from '../../../maintenance/index.ts'
import { useOf } from '../../../maintenance/index.ts'

/** What the use of a machine is told by. */
export const USE_COLUMNS = ['use_point_id', 'use_kind', 'commissioned_at', 'created_at'] as const

/** The use of the machine, null without a point and for whoever does not see one of the fields that it tells. @param now Milliseconds since 1970 */
export async function useSeen(tx: Transaction, caller: Caller, machine: UseBy, now: number): Promise<EquipmentLife['use']> {
  const [view, ofPoints] = [viewOf(caller, equipment), viewOf(caller, points)]
  if (!view.sees('usePointId') || !view.sees('useKind') || !ofPoints.allowed.includes('query') || !ofPoints.sees('newestValue')) return null
  // Hours are told since it was put to use.
  const seen = { ...machine, commissioned_at: view.sees('commissionedAt') ? machine.commissioned_at : null }
  const use = await useOf(tx, seen, now)
  if (!use) return null
  const { pointId, ...figures } = use
  const point = await tx.first(build.selectFrom('points').select(['point_name', 'unit']).where('id', '=', pointId))
  return {
    ...figures,
    pointName: ofPoints.sees('pointName') ? (point?.point_name ?? null) : null,
    unit: ofPoints.sees('unit') ? (point?.unit ?? null) : null,
  }
}
