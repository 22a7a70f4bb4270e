/** What is chosen of figures: measures, what they are grouped by, and conditions. Pure. */
import type { FigureSubject } from '../../../model/contract/report/figure.ts'
import type {
  Condition,
  DimensionBucket,
  Measure,
  MeasureDeclaration,
  Operator,
  RangeValue,
  Side,
  Value,
} from '../../../model/figures/document.ts'
import { fieldAt } from './subject-fields.ts'

export interface DraftMeasure {
  readonly of: Measure
  readonly field?: string | undefined
  readonly key?: string | undefined
  /** Beyond which values count, and on which side. */
  readonly limit?: number | undefined
  readonly side?: Side | undefined
}
export interface DraftDimension {
  readonly field: string
  readonly bucket?: DimensionBucket | undefined
}
export interface DraftCondition {
  readonly field: string
  readonly op: Operator
  readonly value?: Value | undefined
  /** In place of a value: that of a parameter of the document. */
  readonly param?: string | undefined
}

/** A week is enough to see something, and little to read. */
export const USUAL_RANGE: RangeValue = { last: { count: 7, unit: 'day' } }

type Chosen = Extract<MeasureDeclaration, { of: unknown }> & { readonly limit?: number | undefined }

/** Whether a measure says no more than can be chosen. */
export const isChosen = (measure: MeasureDeclaration): measure is Chosen =>
  'of' in measure &&
  measure.where === undefined &&
  measure.datum === undefined &&
  measure.over === undefined &&
  (measure.limit === undefined || typeof measure.limit === 'number')

/**
 * The comparisons of a condition that is nothing but some of them, all to hold; undefined for another.
 * @param params By which something may be compared
 */
export function flat(where: Condition | undefined, params: ReadonlySet<string> = new Set()): DraftCondition[] | undefined {
  if (where === undefined) return []
  const parts = 'and' in where ? where.and : [where]
  const found = parts.flatMap((part): DraftCondition[] =>
    'field' in part && (part.param === undefined || params.has(part.param))
      ? [given({ field: part.field, op: part.op, value: part.value, param: part.param })]
      : [],
  )
  return found.length === parts.length ? found : undefined
}

/** Whether a comparison has what it compares with. */
export const isWhole = ({ field, op, value, param }: DraftCondition): boolean =>
  field !== '' &&
  (param !== undefined ||
    op === 'empty' ||
    op === 'filled' ||
    (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''))

/** What is undefined is absent: a document is strict. */
export function given<Given extends object>(some: Given): { [Key in keyof Given]: Exclude<Given[Key], undefined> } {
  return Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as never
}

/** What the column of a measure is called, beside those before it. */
export function nameOf({ of, field, key }: DraftMeasure, before: readonly DraftMeasure[]): string {
  const name = [of, (key ?? field ?? '').replaceAll(/\W/g, '_')].filter(Boolean).join('_').slice(0, 56)
  const same = before.filter((one) => one.of === of && one.key === key && one.field === field).length
  return same === 0 ? name : `${name}_${same + 1}`
}

export interface FieldChoice {
  readonly value: string
  readonly field: FigureSubject['fields'][number]
}

/** The fields of a subject, and behind them those of what its references lead to. */
export function fieldsOf(subjects: readonly FigureSubject[], subject: string | undefined): FieldChoice[] {
  const of = subjects.find((one) => one.subject === subject)
  if (!of) return []
  const own = of.fields.map((field) => ({ value: field.field, field }))
  const led = of.joins.flatMap(({ step, subject: to }) =>
    (subjects.find((one) => one.subject === to)?.fields ?? []).flatMap(({ field }) => {
      const found = fieldAt(subjects, of.subject, `${step}.${field}`)
      return found ? [{ value: `${step}.${field}`, field: found }] : []
    }),
  )
  return [...(of.time === 'time' && !own.some(({ value }) => value === 'time') ? [TIME] : []), ...own, ...led]
}

/** Of readings and events, whose time is no field of a row. Its name is told by the answer. */
const TIME: FieldChoice = {
  value: 'time',
  field: { field: 'time', label: '', kind: 'time', isDimension: true, measures: [], operators: [] },
}
