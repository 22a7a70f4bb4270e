/** A figures document as it comes, read and checked as far as it can be without knowing who asks. */
import type { Expression } from '../expression/expression.ts'
import { fieldsReadBy, isBoundedTree } from '../expression/expression.ts'
import { checkComparisons } from './conditions.ts'
import type {
  Condition,
  Dimension,
  DimensionBucket,
  FiguresDocument,
  Measure,
  MeasureDeclaration,
  Parameter,
  Quantity,
} from './document.ts'
import { DOCUMENT, MAX_DOCUMENT_BYTES, MEASURES, nameOfDimension } from './document.ts'
import { faultOfIssue, refuse } from './faults.ts'
import type { NamedFormula } from './formulas.ts'
import { assertType, inliner, readFormula } from './formulas.ts'
import { checkParameters } from './parameters.ts'
import { OPTIONS, READING_MEASURES, needsLimit, optionsOf } from './reading-measures.ts'

/** The subject whose values are no field of a row. */
export const READINGS = 'readings'

/** A measure that the rows themselves give. */
export interface PlainMeasure {
  readonly as: string
  readonly of: Measure
  readonly field?: string | undefined
  readonly key?: string | undefined
  readonly where?: Condition | undefined
  readonly limit?: Quantity | undefined
  readonly side?: 'above' | 'below' | undefined
  readonly datum?: Quantity | undefined
  readonly over?: number | undefined
  /** Where it stands in the document. */
  readonly place: string
}

/** A column of the answer that is calculated of plain measures. */
export interface Calculated {
  readonly as: string
  readonly formula: Expression
  readonly place: string
}

export interface Figures {
  readonly document: FiguresDocument
  readonly dimensions: readonly (Dimension & { readonly as: string; readonly place: string })[]
  /** Those that columns show and those that only formulas name (`core.sampleMean`), by their names. */
  readonly plain: ReadonlyMap<string, PlainMeasure>
  /** The columns of measures in their order, each by its name. */
  readonly columns: readonly (string | Calculated)[]
  readonly having?: Expression
}

/** JSON values in one document, those of conditions and formulas included, and how deep they may lie. */
const MAX_VALUES = { nodes: 5000, depth: 64 }
const encoder = new TextEncoder()

/**
 * The document with its formulas read. What the names of fields lead to is not looked at: that depends on who asks.
 * @throws DocumentFault with the first thing that is wrong
 */
export function readFigures(value: unknown): Figures {
  if (typeof value !== 'object' || value === null) refuse('document', 'shape')
  if (!isBoundedTree(value, MAX_VALUES)) refuse('document', 'depth')
  if (encoder.encode(JSON.stringify(value)).length > MAX_DOCUMENT_BYTES) refuse('document', 'size', MAX_DOCUMENT_BYTES / 1024)
  const parsed = DOCUMENT.safeParse(value, { reportInput: true })
  if (!parsed.success) {
    const { place, code, values } = faultOfIssue(parsed.error.issues[0] as never, 'document')
    refuse(place, code, values?.['name'])
  }
  return checked(parsed.data)
}

function checked(document: FiguresDocument): Figures {
  const dimensions = (document.dimensions ?? []).map((dimension, at) => ({
    ...dimension,
    as: nameOfDimension(dimension),
    place: `dimensions[${at}]`,
  }))
  checkNames(document, dimensions)
  checkBuckets(dimensions)
  const parameters = checkParameters(document.params ?? [])
  if (document.where) checkComparisons(document.where, 'where', parameters)
  checkTime(document)
  const plain = new Map<string, PlainMeasure>()
  const formulas = new Map<string, NamedFormula>()
  document.measures.forEach((declared, at) => {
    const place = `measures[${at}]`
    if ('formula' in declared) {
      formulas.set(declared.as, { place: `${place}.formula`, tree: readFormula(declared.formula, `${place}.formula`) })
      return
    }
    checkMeasure(document.subject, declared, place)
    checkOptions(declared, place, parameters)
    if (declared.where) checkComparisons(declared.where, `${place}.where`, parameters)
    plain.set(declared.as, { ...declared, place })
  })
  const having = document.having === undefined ? undefined : { place: 'having', tree: readFormula(document.having, 'having') }
  for (const { tree, place } of [...formulas.values(), ...(having ? [having] : [])])
    for (const name of fieldsReadBy(tree)) {
      const meant = document.subject === READINGS && !plain.has(name) && !formulas.has(name) ? ofKey(name, place) : undefined
      if (meant) plain.set(name, meant)
    }
  const whole = inliner(formulas, (name) => plain.has(name))
  const columns = document.measures.map((declared): string | Calculated => {
    const formula = formulas.get(declared.as)
    if (!formula) return declared.as
    const calculated = { as: declared.as, formula: whole(formula), place: formula.place }
    assertType(calculated.formula, 'number', formula.place)
    return calculated
  })
  checkOrder(document, dimensions)
  if (!having) return { document, dimensions, plain, columns }
  const condition = whole(having)
  assertType(condition, 'truth', 'having')
  return { document, dimensions, plain, columns, having: condition }
}

/** `core.sampleMean`: the mean of the samples of the points with the key `core`. */
function ofKey(name: string, place: string): PlainMeasure | undefined {
  const dot = name.lastIndexOf('.')
  const of = READING_MEASURES.find((measure) => measure === name.slice(dot + 1))
  return dot > 0 && of && !needsLimit(of) ? { as: name, of, key: name.slice(0, dot), place } : undefined
}

/** Columns that come with others: the name of a reference, the mark of the row of the rest, the figure of the period before. */
export const companions = { name: 'Cn', rest: 'Rest', before: 'Before' } as const

function checkNames({ measures }: FiguresDocument, dimensions: Figures['dimensions']): void {
  const seen = new Set<string>()
  const take = (place: string, ...names: readonly string[]) => {
    for (const name of names) {
      if (seen.has(name)) refuse(place, 'twice', name)
      seen.add(name)
    }
  }
  for (const { as, place } of dimensions) take(place, as, `${as}${companions.name}`, `${as}${companions.rest}`)
  measures.forEach(({ as }, at) => take(`measures[${at}]`, as, `${as}${companions.before}`))
}

const ALONE: readonly (DimensionBucket | undefined)[] = ['shift', 'shift-day', 'run', 'stage']

/** Shifts, production days and runs lie across the edges of all other stretches. */
function checkBuckets(dimensions: Figures['dimensions']): void {
  const times = dimensions.filter(({ bucket }) => bucket !== undefined)
  const alone = times.find(({ bucket }) => ALONE.includes(bucket))
  if (alone && times.length > 1) refuse(`${alone.place}.bucket`, 'bucket')
}

function checkMeasure(subject: string, { of, field, key }: Extract<MeasureDeclaration, { of: unknown }>, place: string): void {
  const isOfReadings = subject === READINGS
  const known: readonly string[] = isOfReadings ? READING_MEASURES : MEASURES
  if (!known.includes(of)) refuse(`${place}.of`, 'measure', of)
  if (isOfReadings ? field !== undefined : (of === 'count') !== (field === undefined))
    refuse(`${place}.field`, field === undefined ? 'missing' : 'key', 'field')
  if (key !== undefined && !isOfReadings) refuse(`${place}.key`, 'key', 'key')
}

/** What a measure takes besides a field and a key, and what it cannot do without. */
function checkOptions(
  declared: Extract<MeasureDeclaration, { of: unknown }>,
  place: string,
  parameters: ReadonlyMap<string, Parameter>,
): void {
  const takes = optionsOf(declared.of)
  for (const option of OPTIONS) {
    const given = declared[option]
    if (given === undefined) continue
    if (!takes.includes(option)) refuse(`${place}.${option}`, 'key', option)
    if (typeof given !== 'object') continue
    const parameter = parameters.get(given.param)
    if (parameter?.kind !== 'number' || parameter.many) refuse(`${place}.${option}.param`, 'parameter', given.param)
    if (parameter.default === undefined && !parameter.required) refuse(`${place}.${option}.param`, 'required', given.param)
  }
  if (needsLimit(declared.of) && declared.limit === undefined) refuse(`${place}.limit`, 'missing')
}

function checkTime({ time, params = [] }: FiguresDocument): void {
  if (!time) return
  const given = [time.range, time.last, time.from ?? time.to, time.param].filter((one) => one !== undefined)
  if (given.length !== 1 || (time.from === undefined) !== (time.to === undefined)) refuse('time', 'time')
  if (time.param === undefined) return
  const parameter = params.find(({ name }) => name === time.param)
  if (parameter?.kind !== 'range') refuse('time.param', 'parameter', time.param)
  // Without a value nobody could say of which time the figures are.
  if (parameter.default === undefined && !parameter.required) refuse('time.param', 'required', time.param)
}

function checkOrder({ order = [], measures, topN, time }: FiguresDocument, dimensions: Figures['dimensions']): void {
  const names = new Set([...dimensions.map(({ as }) => as), ...measures.map(({ as }) => as)])
  order.forEach(([name], at) => {
    if (!names.has(name)) refuse(`order[${at}]`, 'measure', name)
  })
  if (topN) {
    if (!measures.some(({ as }) => as === topN.by)) refuse('topN.by', 'measure', topN.by)
    const of = topN.of === undefined ? dimensions.find(({ bucket }) => bucket === undefined) : dimensions.find(({ as }) => as === topN.of)
    if (!of || of.bucket !== undefined) refuse('topN.of', 'dimension', topN.of ?? '')
  }
  if (time?.compare === undefined) return
  // Runs of one period cannot be laid on those of another.
  const isOfRuns = dimensions.some(({ bucket }) => bucket === 'run' || bucket === 'stage')
  if (isOfRuns || dimensions.filter(({ bucket }) => bucket !== undefined).length > 1) refuse('time.compare', 'bucket')
}
