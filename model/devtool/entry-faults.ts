/** How what the server found in an entry travels: an answer of 422 names each by its place, with a sentence for people and the code for pages. */
import type { FieldError } from '../errors.ts'
import type { EntryFault } from '../form/check-entry.ts'
import { FAULT_CODES } from '../form/field-values.ts'
import type { FaultCode } from '../form/field-values.ts'

/** Where in an entry it is, as one text. @example placeOf({ field: 't1', row: 2, column: 'c3' }) // 't1.2.c3' */
export const placeOf = ({ field, row, column }: Pick<EntryFault, 'field' | 'row' | 'column'>): string =>
  row === undefined || column === undefined ? field : `${field}.${row}.${column}`

/** The findings of an answer as the check of an entry gives them; what is about no field of the form is left out. */
export function faultsOfAnswer(errors: readonly FieldError[]): EntryFault[] {
  return errors.flatMap(({ field: place, code, values }) => {
    const [field = '', row, column] = place.split('.')
    if (!isFaultCode(code)) return []
    const inTable = row !== undefined && column !== undefined ? { row: Number(row), column } : {}
    return [{ field, ...inTable, code, ...(values ? { values } : {}) }]
  })
}

const isFaultCode = (code: string | undefined): code is FaultCode => FAULT_CODES.includes(code as FaultCode)
