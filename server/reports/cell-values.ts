/** Values of cells as formulas calculate with them, and what cells show of what formulas give. */
import { clockOf } from '../../model/reports/formats.ts'
import type { Value } from '../../model/expression/values.ts'
import { decimalOf, isNumber } from '../../model/expression/values.ts'
import type { CellValue, Scalar } from './data.ts'
import { NOTHING } from './data.ts'

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The value of a parameter as a cell has it. */
export const valueOfParam = (value: Scalar): CellValue => ({
  kind: typeof value === 'number' ? 'number' : typeof value === 'string' && TIME.test(value) ? 'time' : 'text',
  value,
})

/** What formulas are given of a cell: times as moments, and nothing of what is hidden. */
export function toExpression({ kind, value }: CellValue): Value {
  if (kind === 'hidden' || value === null) return null
  if (typeof value === 'number') return decimalOf(value)
  return kind === 'time' ? `${clockOf(value).replace(' ', 'T')}.000Z` : value
}

/** What a cell shows of the value of a formula. */
export function fromExpression(value: Value): CellValue {
  if (isNumber(value)) return { kind: 'number', value: Number(value) }
  if (typeof value === 'boolean') return { kind: 'text', value: value ? 'TRUE' : 'FALSE' }
  if (typeof value !== 'string') return NOTHING
  return MOMENT.test(value) ? { kind: 'time', value: value.slice(0, 19).replace('T', ' ') } : { kind: 'text', value }
}
