/**
 * The values that a report is asked for with beside its period, its site and its device: those of parameters that its template declares, and no others. They are values all the way:
 * bound in statements, texts in cells. A row that one of them means is one that the caller may see; any other is unknown.
 */
import { sql } from 'kysely'
import type { FieldError } from '../../../../model/errors.ts'
import type { Parameter, RangeValue, Value } from '../../../../model/figures/document.ts'
import { MAX_DOCUMENT_BYTES } from '../../../../model/figures/document.ts'
import { DocumentFault } from '../../../../model/figures/faults.ts'
import { readFigures } from '../../../../model/figures/read.ts'
import { parameterValues } from '../../../../model/figures/parameters.ts'
import type { ParameterValue } from '../../../../model/figures/parameters.ts'
import { momentOfText, rangeOf } from '../../../../model/figures/ranges.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { Language } from '../../../../model/language.ts'
import type { ReportParams } from '../../../../model/reports/params-text.ts'
import { ownerOf, parametersOf } from '../../../../model/reports/parameters.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { columnOf } from '../../../../model/resource.ts'
import { secondText } from '../../../../model/zone.ts'
import { nounFor, readableBy } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { belongsTo } from '../../../kernel/resources/belonging.ts'
import { shownText } from '../../../kernel/resources/row-text.ts'
import { rowsOf } from '../../../kernel/resources/select.ts'

/** One that has a value, as whoever asked for the report reads it. `label` is in three languages; absent of one that has none. */
export interface ShownParameter {
  readonly name: string
  readonly label?: Parameter['label']
  readonly text: string
}

export interface AskedParameters {
  /** The values that were given, by the names of parameters, for the documents that have them. */
  readonly values: Readonly<Record<string, Value | RangeValue>>
  /** What stands for `{name}` in texts and `PARAM("name")` in formulas, of those that have a value. */
  readonly texts: ReadonlyMap<string, string | number>
  readonly shown: readonly ShownParameter[]
  /** Figures documents that nobody can read who may not be told the names of rows among the texts. */
  readonly guards: readonly object[]
}

export const NO_PARAMETERS: AskedParameters = { values: {}, texts: new Map(), shown: [], guards: [] }

interface Asking {
  readonly caller: Caller
  readonly t: Translate
  readonly language: Language
  readonly zone: string
  readonly now: number
  /** What the faults are named after: the call's field, or that of a noun. */
  readonly field?: string
  /** The device and the site that the report is asked for, by which choices may be narrowed. */
  readonly place?: ReportPlace | undefined
}

interface ReportPlace {
  readonly deviceId?: string | undefined
  readonly siteId?: string | undefined
}

/** What can be wrong with values; each has its sentence (`reports.param-…`). */
export const PARAMETER_FAULTS = ['required', 'value', 'parameter', 'not-found', 'outside', 'range', 'json', 'long'] as const
export type ParameterFault = (typeof PARAMETER_FAULTS)[number]

/** What a parameter is called by people. */
export const nameOf = ({ name, label }: Pick<Parameter, 'name' | 'label'>, language: Language): string => label?.[language] || name

/** @param parameter The parameter, or the name of one that there is not */
function refused(
  { t, language, field }: Pick<Asking, 't' | 'language' | 'field'>,
  parameter: Pick<Parameter, 'name' | 'label'> | string,
  fault: ParameterFault,
): Failure {
  const [name, called] = typeof parameter === 'string' ? [parameter, parameter] : [parameter.name, nameOf(parameter, language)]
  const message = t(`reports.param-${fault}`, { name: called, most: MAX_DOCUMENT_BYTES / 1024 })
  const found: FieldError = { field: field ?? `params.${name}`, message }
  return new Failure('report.parameters', { values: { problem: message, fault, name }, fields: [found] })
}

/** Never returns. @throws Failure `report.parameters` for a text that says no values */
export function refuseText({ t, field = 'params' }: Pick<Asking, 't' | 'field'>): never {
  const message = t('reports.param-json')
  fail('report.parameters', {
    values: { problem: message, fault: 'json' satisfies ParameterFault, name: '' },
    fields: [{ field, message }],
  })
}

const isRange = (value: ParameterValue): value is RangeValue => typeof value === 'object' && !Array.isArray(value)
const listOf = (value: Value): readonly (string | number)[] => (typeof value === 'object' ? value : [value])

/**
 * The values of the parameters of a template.
 * @param tx In the scope of the caller
 * @throws Failure `report.parameters` with the parameter that there is not, that lacks its value, or whose value is none of its kind or means a row that the caller does not see
 */
export async function readParameters(
  tx: Transaction,
  asking: Asking,
  sets: ReportTemplate['sets'],
  given: ReportParams = {},
): Promise<AskedParameters> {
  const asked = declaredIn(sets)
  const all = checked(asking, asked, given)
  const narrowed = narrowing(asking, asked, all, given)
  const values = Object.fromEntries(
    asked.flatMap(({ name }) => {
      const value = all.get(name)
      return isGiven(given, name) && value !== undefined ? [[name, value] as const] : []
    }),
  )
  const texts = new Map<string, string | number>()
  const shown: ShownParameter[] = []
  const guards: object[] = []
  for (const parameter of asked) {
    const value = all.get(parameter.name)
    if (value === undefined) continue
    const text = await textOf(tx, asking, parameter, value, {
      wasGiven: isGiven(given, parameter.name),
      within: narrowed(parameter),
      guards,
    })
    texts.set(parameter.name, typeof value === 'number' ? value : text)
    shown.push({ name: parameter.name, ...(parameter.label ? { label: parameter.label } : {}), text })
  }
  return { values, texts, shown, guards }
}

/**
 * Does nothing for documents that can be read as they are kept, the given values in them: of what is issued nobody else is told a word later, not even whoever issued it.
 * @throws Failure `report.parameters` with the longest of the values
 */
export function assertReadableAsKept(
  asking: Pick<Asking, 't' | 'language' | 'field'>,
  documents: readonly object[],
  shown: readonly ShownParameter[],
  given: ReportParams = {},
): void {
  if (!documents.some(isTooLong)) return
  const lengthOf = (name: string) => JSON.stringify(given[name] ?? '').length
  const [longest = ''] = Object.keys(given).toSorted((one, other) => lengthOf(other) - lengthOf(one))
  throw refused(asking, shown.find(({ name }) => name === longest) ?? longest, 'long')
}

function isTooLong(document: object): boolean {
  try {
    readFigures(document)
    return false
  } catch (error) {
    // Whatever else may be wrong with one has nothing to do with values.
    if (error instanceof DocumentFault) return error.fault.code === 'size' || error.fault.code === 'depth'
    throw error
  }
}

const declaredIn = (sets: ReportTemplate['sets']) => parametersOf(Object.values(sets).map(({ document }) => document)).asked

/** Whether there is nothing to read: no parameter, and no value for one. */
export const takesNone = (sets: ReportTemplate['sets'], given: ReportParams = {}): boolean =>
  Object.keys(given).length === 0 && declaredIn(sets).length === 0

/** A blank one is as one that was not given (model/figures/parameters.ts). */
const isGiven = (given: ReportParams, name: string): boolean =>
  Object.hasOwn(given, name) && given[name] !== undefined && given[name] !== null && given[name] !== ''

/** What the rows of a parameter have to belong to. */
interface Owner {
  readonly noun: string
  readonly ids: readonly string[]
}

/** What is narrowed by what was chosen: nothing where both are as the template says, since that is for it to say. */
const narrowing =
  ({ place = {} }: Asking, asked: readonly Parameter[], all: ReadonlyMap<string, ParameterValue>, given: ReportParams) =>
  (parameter: Parameter): Owner | undefined => {
    const owner = ownerOf(parameter, asked)
    if (!owner) return undefined
    const chosen = owner.name === 'deviceId' || owner.name === 'siteId' ? place[owner.name] : undefined
    const value = chosen ?? (all.get(owner.name) as Value | undefined)
    const isMeant = isGiven(given, parameter.name) || chosen !== undefined || isGiven(given, owner.name)
    return value === undefined || !isMeant ? undefined : { noun: owner.to ?? '', ids: listOf(value).map(String) }
  }

function checked(asking: Asking, asked: readonly Parameter[], given: ReportParams): ReadonlyMap<string, ParameterValue> {
  try {
    return parameterValues(asked, given)
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    const { code, values } = error.fault
    const name = String(values?.['name'] ?? '')
    throw refused(
      asking,
      asked.find((parameter) => parameter.name === name) ?? name,
      code === 'required' || code === 'parameter' ? code : 'value',
    )
  }
}

interface Reading {
  readonly wasGiven: boolean
  readonly within: Owner | undefined
  readonly guards: object[]
}

async function textOf(tx: Transaction, asking: Asking, parameter: Parameter, value: Value | RangeValue, reading: Reading): Promise<string> {
  const { zone, now, language } = asking
  if (isRange(value) || parameter.kind === 'range') {
    const range = rangeOf(value as RangeValue, zone, now)
    if (!range) throw refused(asking, parameter, 'range')
    return `${secondText(zone, range.from)} – ${secondText(zone, range.to)}`
  }
  if (parameter.kind === 'reference') return (await namesOf(tx, asking, parameter, listOf(value).map(String), reading)).join(', ')
  return listOf(value)
    .map((each) => {
      if (parameter.kind === 'option') {
        const label = parameter.options?.find((option) => option.value === each)?.label
        return label?.[language] || String(each)
      }
      const moment = parameter.kind === 'time' ? momentOfText(zone, String(each)) : undefined
      return moment === undefined ? String(each) : secondText(zone, moment)
    })
    .join(', ')
}

/** What stands for a row whose name the caller is not told. */
const UNKNOWN = '—'

/**
 * The names of rows, in their order; a row that the template means and the caller does not see has a dash.
 * @throws Failure for one that was given and that they do not see, and for one that does not belong to what it is narrowed by
 */
async function namesOf(
  tx: Transaction,
  asking: Asking,
  parameter: Parameter,
  ids: readonly string[],
  { wasGiven, within, guards }: Reading,
): Promise<string[]> {
  const { caller } = asking
  const of = nounFor(caller, parameter.to ?? '')
  const wanted = ids.map((id) => id.trim().toLowerCase())
  if (!of) {
    if (wasGiven) throw refused(asking, parameter, 'not-found')
    return wanted.map(() => UNKNOWN)
  }
  const view = viewOf(caller, of)
  const name = shownText({ to: of.name, show: columnOf(of.title) }, view, 'row')
  const belonging = within && belongsTo(caller, of, within.noun, within.ids)
  const rows = await tx.all(
    typedAs<{ id: string; name: string | null; belongs: boolean }>(
      rowsOf(of, view, {})
        .where(sql<boolean>`row.id = any(${wanted}::uuid[])`)
        .select([sql`row.id`.as('id'), name.as('name'), (belonging ? sql`coalesce(${belonging}, false)` : sql`true`).as('belongs')]),
    ),
  )
  const found = new Map(rows.map((row) => [row.id, row.name]))
  if (wasGiven && wanted.some((id) => !found.has(id))) throw refused(asking, parameter, 'not-found')
  if (rows.some(({ belongs }) => !belongs)) throw refused(asking, parameter, 'outside')
  const named = [of.title, of.displayName].filter((field) => field !== undefined && view.sees(field))
  const guard = { format: 1, subject: of.name, measures: [{ as: 'n', of: 'count' }], dimensions: named.map((field) => ({ field })) }
  const [isDisclosed] = named.length > 0 ? await readableBy(tx, caller, [guard]) : [false]
  if (!isDisclosed) return wanted.map(() => UNKNOWN)
  guards.push(guard)
  return wanted.map((id) => found.get(id) ?? UNKNOWN)
}
