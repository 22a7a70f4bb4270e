import { decimal, oneOf, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { MAX_QUANTITY } from './spare-parts.ts'

/** `count`: the store was counted, and what was found takes the place of what was thought. */
export const MOVE_KINDS = ['in', 'out', 'count'] as const
export type MoveKind = (typeof MOVE_KINDS)[number]

/** What came into a store and went out of it. Rows are added by one call, and never changed or removed. */
export const partMoves = resource({
  name: 'part-moves',
  api: { base: '/maintenance/partmove', noun: 'PartMove' },
  table: 'part_moves',
  scope: 'tenant',
  ownedBy: follows('spare_parts', 'part_id'),
  menu: 'partmoves',
  title: 'moveReason',
  order: ['createTime', 'descend'],
  serverColumns: ['request_id'],
  calls: { move: '/maintenance/partmove/movePart' },
  fields: {
    partId: reference({ to: 'spare-parts', show: 'part_code', required: true, filter: 'equals', write: 'never' }),
    moveKind: oneOf({ of: MOVE_KINDS, required: true, filter: 'equals', sort: true, write: 'never' }),
    /** What was put in or taken out; of a count, what was found. */
    quantity: decimal({ min: 0, max: MAX_QUANTITY, required: true, sort: true, write: 'never' }),
    /** By how much the stock is more or, below zero, less. */
    stockChange: decimal({ required: true, sort: true, write: 'never' }),
    stockAfter: decimal({ required: true, sort: true, write: 'never' }),
    orderId: reference({ to: 'work-orders', show: 'order_number', filter: 'equals', write: 'never' }),
    moveReason: text({ max: 256, required: true, filter: 'contains', write: 'never' }),
    movedBy: reference({ to: 'users', show: 'username', filter: 'equals', write: 'never' }),
  },
})
