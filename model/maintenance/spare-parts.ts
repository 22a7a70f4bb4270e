import { NO_BLANKS, computed, decimal, list, oneOf, reference, references, text } from '../fields.ts'
import * as z from 'zod/mini'
import { resource } from '../resource.ts'
import { anyOf, creator, place } from '../row-scope.ts'
import { EQUIPMENT_CATEGORIES } from './equipment.ts'

/** Quantities are kept in thousandths: litres and metres have fractions, and sums of them stay exact. */
export const MAX_QUANTITY = 1_000_000

/** The quantity without what is finer than a thousandth. */
export const roundQuantity = (quantity: number): number => Math.round(quantity * 1000) / 1000

/** Parts that are kept for repairs, at one store. What there is of them changes by moves alone (part-moves.ts), and is never below zero. */
export const spareParts = resource({
  name: 'spare-parts',
  api: { base: '/maintenance/sparepart', noun: 'SparePart' },
  table: 'spare_parts',
  readsFrom: 'spare_part_list',
  scope: 'tenant',
  ownedBy: anyOf(place('site_id'), creator),
  menu: 'spareparts',
  title: 'partCode',
  displayName: 'partName',
  order: ['partCode', 'ascend'],
  unique: ['partCode'],
  serverColumns: ['created_by', 'short_notified'],
  calls: { move: '/maintenance/partmove/movePart' },
  fields: {
    partCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    partName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    /** How it is counted, such as `pcs` or `L`. */
    partUnit: text({ max: 16, required: true }),
    partStock: decimal({ min: 0, max: MAX_QUANTITY, filter: 'range', sort: true, write: 'never' }),
    partMinimum: decimal({ min: 0, max: MAX_QUANTITY, required: true, sort: true }),
    /** Whether there is less of it than there should be. */
    isShort: computed(oneOf({ of: [1, 0], filter: 'equals' }), [
      { noun: 'spare-parts', field: 'partStock' },
      { noun: 'spare-parts', field: 'partMinimum' },
    ]),
    siteId: reference({ to: 'sites', show: 'site_name', required: true, filter: 'equals' }),
    shelf: text({ max: 32, filter: 'contains' }),
    partModel: text({ max: 64, filter: 'contains' }),
    supplier: text({ max: 64, filter: 'contains' }),
    /** Who is told once there is less of it than there should be. */
    keeperId: reference({ to: 'users', show: 'username', filter: 'equals' }),
    /** Machines and categories of machines that it is for; of none of both: for any. */
    equipmentId: references({
      to: 'equipment',
      show: 'equipment_name',
      through: { table: 'spare_part_fits', from: 'part_id', to: 'equipment_id' },
      filter: 'equals',
      max: 100,
    }),
    category: list({ each: z.literal([...EQUIPMENT_CATEGORIES]), separator: ',', max: 256, of: EQUIPMENT_CATEGORIES }),
    partDescription: text({ max: 256 }),
  },
})
