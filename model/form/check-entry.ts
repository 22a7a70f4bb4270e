/**
 * What becomes of what somebody fills in. The one function that decides, in the browser while they write and in the server when they send:
 * which fields are there, which may be written, what is calculated, what is kept and what is wrong.
 */
import type { Environment } from '../expression/evaluate.ts'
import { BudgetError, evaluate, holds } from '../expression/evaluate.ts'
import type { Expression } from '../expression/expression.ts'
import type { Value } from '../expression/values.ts'
import { isNumber, isSame, orderOf } from '../expression/values.ts'
import type { CompiledForm } from './compiled-form.ts'
import { compileForm } from './compiled-form.ts'
import type { FormColumn, FormDefinition, FormField } from './definition.ts'
import { MAX_ROWS } from './definition.ts'
import type { FaultCode, ValueFault } from './field-values.ts'
import { expressionValue, isEmptyValue, readValue } from './field-values.ts'
import { KINDS } from './kinds.ts'
import { asRecord, own } from './records.ts'

/** Values by the ids of the fields; what is empty has no key. */
export type EntryData = Readonly<Record<string, unknown>>

export interface EntryContext {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The tenant's. */
  readonly zone: string
  /** Whether whoever fills in may write the field; what they may not stays as it is. */
  readonly mayWrite: (field: FormField) => boolean
  /** The entry as it is kept so far; absent for a new one. */
  readonly before?: EntryData | undefined
  /** A draft need not be whole: nothing is required of it yet. */
  readonly isDraft?: boolean | undefined
}

export interface EntryFault extends ValueFault {
  readonly field: string
  /** In a table, the row, from 0, and its column. */
  readonly row?: number
  readonly column?: string
}

export interface CheckedEntry {
  readonly data: EntryData
  readonly faults: readonly EntryFault[]
  /** Of the fields that are there: whether a value is asked for, and whether it may be written. */
  readonly fields: ReadonlyMap<string, FieldState>
}

export interface FieldState {
  readonly isRequired: boolean
  readonly isReadOnly: boolean
}

/** Steps for a whole entry: some 200 ms of a processor. */
const MAX_STEPS = 200_000
const MAX_FAULTS = 100

/** The entry as it would be kept, what is wrong with it, and the state of each field that is there. It can be kept where nothing is wrong. */
export function checkEntry(definition: FormDefinition, given: unknown, context: EntryContext): CheckedEntry {
  const check = new EntryCheck(compileForm(definition), asRecord(given), context)
  try {
    check.run()
  } catch (error) {
    if (!(error instanceof BudgetError)) throw error
    check.blame({ field: '', code: 'too-much' })
  }
  return { data: check.data, faults: check.faults, fields: check.states }
}

/** Whether a condition holds: that of a heading, or of a column in a row of a table. */
export type Holds = (condition: Expression, cell?: { readonly table: string; readonly row: number }) => boolean

/** What says which conditions hold for an entry. Whoever draws a form asks it about what is no field of its own. @param data As {@link checkEntry} has left it */
export function conditionsOf(definition: FormDefinition, data: EntryData, context: EntryContext): Holds {
  const check = new EntryCheck(compileForm(definition), {}, context)
  Object.assign(check.data, data)
  return (condition, cell) => check.holds(condition, cell)
}

class EntryCheck {
  readonly data: Record<string, unknown> = {}
  readonly faults: EntryFault[] = []
  readonly states = new Map<string, FieldState>()
  readonly #form: CompiledForm
  readonly #given: Record<string, unknown>
  readonly #context: EntryContext
  readonly #environment: Environment

  constructor(form: CompiledForm, given: Record<string, unknown>, context: EntryContext) {
    this.#form = form
    this.#given = given
    this.#context = context
    this.#environment = {
      now: context.now,
      zone: context.zone,
      budget: { left: MAX_STEPS },
      field: (id) => {
        const field = form.fields.get(id)
        return field ? expressionValue(field, this.data[id]) : null
      },
      rows: (id) => this.#rowsOf(id),
    }
  }

  run(): void {
    for (const name of Object.keys(this.#given)) if (!this.#form.fields.has(name)) this.blame({ field: name.slice(0, 64), code: 'unknown' })
    for (const field of this.#form.order) this.#take(field)
    for (const field of this.#form.order) if (this.states.has(field.id)) this.#compareAll(field)
    // As the fields stand in the form, not as they hang on each other.
    const place = new Map([...this.#form.fields.keys()].map((id, at) => [id, at]))
    this.faults.sort((one, other) => (place.get(one.field) ?? -1) - (place.get(other.field) ?? -1) || (one.row ?? -1) - (other.row ?? -1))
  }

  /** With a budget of its own: how often a page asks is no matter of the entry. */
  holds(condition: Expression, cell?: { readonly table: string; readonly row: number }): boolean {
    const environment = { ...this.#environment, budget: { left: MAX_STEPS } }
    const rows = cell && this.data[cell.table]
    const columns = cell && this.#form.columns.get(cell.table)
    const row: unknown = cell && Array.isArray(rows) ? rows[cell.row] : undefined
    try {
      if (!columns) return holds(condition, environment)
      const byId = new Map(columns.map((column) => [column.id, column]))
      return holds(condition, this.#inRow(byId, asRecord(row), environment))
    } catch (error) {
      if (error instanceof BudgetError) return false
      throw error
    }
  }

  blame(fault: EntryFault): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(fault)
  }

  #rowsOf(table: string): ((column: string) => Value | undefined)[] {
    const columns = new Map((this.#form.columns.get(table) ?? []).map((column) => [column.id, column]))
    const rows = this.data[table]
    if (!Array.isArray(rows)) return []
    return rows.map((row) => (id) => {
      const column = columns.get(id)
      return column && expressionValue(column, own(row as EntryData, id))
    })
  }

  #take(field: FormField): void {
    const { id } = field
    if (!this.#holds(field.visibleWhen, true)) {
      if (!isEmptyValue(own(this.#given, id)) && this.#isNew(field)) this.blame({ field: id, code: 'hidden' })
      return
    }
    const isRequired = field.required === true || this.#holds(field.requiredWhen, false)
    const isReadOnly =
      field.compute !== undefined ||
      KINDS[field.kind].isGiven === true ||
      !this.#context.mayWrite(field) ||
      this.#holds(field.readOnlyWhen, false)
    this.states.set(id, { isRequired, isReadOnly })
    const value = isReadOnly ? this.#kept(field) : this.#written(field)
    if (!isEmptyValue(value)) this.data[id] = value
    else if (isRequired && !isReadOnly && !this.#context.isDraft && !this.faults.some((fault) => fault.field === id))
      this.blame({ field: id, code: 'required' })
  }

  /** Whether what was sent differs from what is kept: pages send back what they were given. */
  #isNew({ id }: FormField): boolean {
    return JSON.stringify(own(this.#given, id)) !== JSON.stringify(own(this.#context.before ?? {}, id))
  }

  /** What stands in a field that is not written: calculated, as before, or what a new entry begins with. */
  #kept(field: FormField): unknown {
    if (field.compute) return this.#calculated(field, field.compute, this.#environment)
    const { before } = this.#context
    const kept = before ? own(before, field.id) : this.#initial(field)
    const given = own(this.#given, field.id)
    if (!isEmptyValue(given) && JSON.stringify(given) !== JSON.stringify(kept)) this.blame({ field: field.id, code: 'read-only' })
    return kept
  }

  #initial(field: FormColumn): unknown {
    return field.initial && this.#calculated(field, field.initial, this.#environment)
  }

  #written(field: FormField): unknown {
    // Who sends nothing of a new entry's field leaves it as it begins; who sends an empty one empties it.
    const given = Object.hasOwn(this.#given, field.id) || this.#context.before ? own(this.#given, field.id) : this.#initial(field)
    if (isEmptyValue(given)) return undefined
    return field.kind === 'table' ? this.#table(field, given) : this.#read(field, given, { field: field.id })
  }

  #read(part: FormColumn, given: unknown, where: Omit<EntryFault, 'code'>): unknown {
    const read = readValue(part, given, this.#environment.budget)
    if ('value' in read) return read.value
    this.blame({ ...where, ...read.fault })
    return undefined
  }

  #table(field: FormField, given: unknown): unknown {
    const most = Math.min(field.maxCount ?? MAX_ROWS, MAX_ROWS)
    if (!Array.isArray(given) || !given.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) {
      this.blame({ field: field.id, code: 'table' })
      return undefined
    }
    if (given.length > most || given.length < (field.minCount ?? 0)) {
      const isTooLong = given.length > most
      this.blame({
        field: field.id,
        code: isTooLong ? 'max-count' : 'min-count',
        values: isTooLong ? { max: most } : { min: field.minCount ?? 0 },
      })
      if (isTooLong) return undefined
    }
    return given.map((row, at) => this.#row(field, row as Record<string, unknown>, at))
  }

  #row(field: FormField, given: Record<string, unknown>, row: number): Record<string, unknown> {
    const columns = this.#form.columns.get(field.id) ?? []
    const byId = new Map(columns.map((column) => [column.id, column]))
    const data: Record<string, unknown> = {}
    for (const name of Object.keys(given))
      if (!byId.has(name)) this.blame({ field: field.id, row, column: name.slice(0, 64), code: 'unknown' })
    const inRow = this.#inRow(byId, data)
    for (const column of columns) {
      const where = { field: field.id, row, column: column.id }
      if (!this.#holds(column.visibleWhen, true, inRow)) continue
      const value = this.#cell(column, given, where, inRow)
      if (!isEmptyValue(value)) data[column.id] = value
      else if ((column.required || this.#holds(column.requiredWhen, false, inRow)) && !column.compute && !this.#context.isDraft)
        if (!this.faults.some((fault) => fault.field === field.id && fault.row === row && fault.column === column.id))
          this.blame({ ...where, code: 'required' })
    }
    return data
  }

  /** Where the columns of a row go before the fields of the form. */
  #inRow(columns: ReadonlyMap<string, FormColumn>, row: EntryData, environment = this.#environment): Environment {
    return {
      ...environment,
      field: (id) => {
        const column = columns.get(id)
        return column ? expressionValue(column, own(row, id)) : environment.field(id)
      },
    }
  }

  #cell(column: FormColumn, given: Record<string, unknown>, where: Omit<EntryFault, 'code'>, inRow: Environment): unknown {
    if (column.compute) return this.#calculated(column, column.compute, inRow)
    const value = Object.hasOwn(given, column.id) ? given[column.id] : this.#initial(column)
    return isEmptyValue(value) ? undefined : this.#read(column, value, where)
  }

  /** What an expression gives, as the field keeps it: with no more digits than it has. */
  #calculated(part: FormColumn, expression: Expression, environment: Environment): unknown {
    const value = evaluate(expression, environment)
    if (!isNumber(value)) return value ?? undefined
    const decimals = part.decimals ?? (part.kind === 'money' ? 2 : part.kind === 'integer' || part.kind === 'rating' ? 0 : undefined)
    const rounded = decimals === undefined ? value : value.round(decimals, 1)
    return part.kind === 'money' ? rounded.toFixed(decimals) : Number(rounded.toString())
  }

  #compareAll(field: FormField): void {
    this.#compare(field, this.data, this.#environment, { field: field.id })
    const columns = this.#form.columns.get(field.id)
    const rows = this.data[field.id]
    if (!columns?.some(({ compare }) => compare) || !Array.isArray(rows)) return
    const byId = new Map(columns.map((column) => [column.id, column]))
    for (const [row, data] of rows.entries()) {
      const inRow = this.#inRow(byId, data as EntryData)
      for (const column of columns) this.#compare(column, data as EntryData, inRow, { field: field.id, row, column: column.id })
    }
  }

  #compare(part: FormColumn, data: EntryData, environment: Environment, where: Omit<EntryFault, 'code'>): void {
    for (const { is, field: other } of part.compare ?? []) {
      const [mine, its] = [expressionValue(part, data[part.id]), environment.field(other)]
      if (mine !== null && its !== null && !compares(is, mine, its)) this.blame({ ...where, code: 'compare', values: { is, other } })
    }
  }

  #holds(condition: Expression | undefined, otherwise: boolean, environment = this.#environment): boolean {
    return condition ? holds(condition, environment) : otherwise
  }
}

function compares(is: NonNullable<FormColumn['compare']>[number]['is'], one: Value, other: Value): boolean {
  if (is === 'equal' || is === 'unequal') return isSame(one, other) === (is === 'equal')
  const order = orderOf(one, other) ?? 0
  if (is === 'less') return order < 0
  if (is === 'less-or-equal') return order <= 0
  return is === 'greater' ? order > 0 : order >= 0
}

/** The codes that a check may answer with. */
export type { FaultCode }
