/**
 * What the conditions of a form say about what is filled in. They are decided by the check that the product itself makes (product/), so that they say the same
 * here as there. This file is the same in every form.
 */
import type { Expression } from '../../../../model/expression/expression.ts'
import { checkEntry, conditionsOf } from '../../../../model/form/check-entry.ts'
import type { FormColumn, FormDefinition } from '../../../../model/form/definition.ts'

export interface Conditions {
  /** Whether a field is there; with row and column, whether that column is there in that row of a table. */
  readonly isShown: (field: string, row?: number, column?: string) => boolean
  readonly isRequired: (field: string, row?: number, column?: string) => boolean
  /** Whether a field cannot be written. */
  readonly isLocked: (field: string) => boolean
  /** Whether a heading or a text is there that is shown by this condition. */
  readonly holds: (condition: Expression) => boolean
  /** What is sent: fields and columns that are there and can be written. */
  readonly sent: Readonly<Record<string, unknown>>
  /** What has to be filled in and is not, as issues of the schema say it. */
  readonly missing: readonly { readonly path: readonly (string | number)[]; readonly message: string }[]
}

/**
 * What the conditions say about these values.
 * @param values By the ids of the fields; fields in which there is nothing are left out
 * @param zone In which dates and times are read, such as `Asia/Shanghai`
 */
export function entryConditions(form: FormDefinition, values: unknown, zone: string): Conditions {
  const given = isRecord(values) ? values : {}
  const context = { now: Date.now(), zone, mayWrite: () => true }
  const { data, fields, faults } = checkEntry(form, given, context)
  const holds = conditionsOf(form, data, context)
  const inRow = (table: string, row: number, column: string, of: (part: FormColumn) => boolean | Expression | undefined): boolean => {
    const part = form.fields.find(({ id }) => id === table)?.columns?.find(({ id }) => id === column)
    const condition = part && of(part)
    return typeof condition === 'object' ? holds(condition, { table, row }) : condition === true
  }
  const isShown: Conditions['isShown'] = (field, row, column) =>
    row === undefined || column === undefined ? fields.has(field) : inRow(field, row, column, ({ visibleWhen }) => visibleWhen ?? true)
  const isRequired: Conditions['isRequired'] = (field, row, column) =>
    row === undefined || column === undefined
      ? fields.get(field)?.isRequired === true
      : inRow(field, row, column, ({ required, requiredWhen }) => required === true || requiredWhen)
  const isLocked = (field: string): boolean => fields.get(field)?.isReadOnly === true
  const sentRow = (table: string, value: unknown, row: number): unknown =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([column]) => isShown(table, row, column))) : value
  const sent = Object.entries(given)
    .filter(([field]) => isShown(field) && !isLocked(field))
    .map(([field, value]) => [field, Array.isArray(value) ? value.map((one, row) => sentRow(field, one, row)) : value] as const)
  return {
    isShown,
    isRequired,
    isLocked,
    holds: (condition) => holds(condition),
    sent: Object.fromEntries(sent),
    missing: faults
      .filter(({ code }) => code === 'required')
      .map(({ field, row, column, code }) => ({
        path: row === undefined || column === undefined ? [field] : [field, row, column],
        message: code,
      })),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
