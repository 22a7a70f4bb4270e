/** The machines of the demonstration, as data: rows refer to each other by code, and moments are days before the start. */
import type { EQUIPMENT_CATEGORIES, EquipmentState, UseKind } from '../model/maintenance/equipment.ts'
import type { UserSeed } from './tenant.ts'

export interface EquipmentSeed {
  readonly equipmentCode: string
  readonly equipmentName: string
  readonly category: (typeof EQUIPMENT_CATEGORIES)[number]
  readonly site: string
  readonly maker: string
  readonly model: string
  readonly serialNumber: string
  /** The device that measures on it. */
  readonly device?: string
  /** By which of its points its use is told. */
  readonly use?: { readonly point: string; readonly kind: UseKind }
  readonly state?: Exclude<EquipmentState, 'scrapped'>
  readonly scrapped?: { readonly daysAgo: number; readonly reason: string }
  readonly keeper: UserSeed['username']
  readonly boughtDaysAgo: number
  /** By whom, how, and how well it is calibrated. */
  readonly calibrated?: { readonly laboratory: string; readonly method: string; readonly uncertainty: string }
  /** The earliest first; valid for so many days from then on. */
  readonly calibrations?: readonly { readonly daysAgo: number; readonly validDays: number; readonly result?: 'pass' | 'limited' | 'fail' }[]
}
