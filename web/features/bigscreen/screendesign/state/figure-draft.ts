/** Figures of a screen as they are put together: what is chosen, and the document that it comes to, with the variables that it is asked for by. Pure. */
import type { FigureSubject } from '../../../../../model/contract/report/figure.ts'
import type { Comparison, FiguresDocument, Parameter, RangeValue } from '../../../../../model/figures/document.ts'
import { figuresDocumentOf, nameOfDimension } from '../../../../../model/figures/document.ts'
import type { Fault } from '../../../../../model/figures/faults.ts'
import { DocumentFault } from '../../../../../model/figures/faults.ts'
import { readFigures } from '../../../../../model/figures/read.ts'
import { needsLimit } from '../../../../../model/figures/reading-measures.ts'
import type { ScreenFigure, ScreenVariable } from '../../../../../model/screens/document.ts'
import type { DraftCondition, DraftDimension, DraftMeasure } from '../../../../shared/figures/draft.ts'
import { USUAL_RANGE, flat, given, isChosen, isWhole, nameOf } from '../../../../shared/figures/draft.ts'
import { rangeOfDocument, timeOf } from '../../../../shared/figures/subject-fields.ts'

/** Columns keep the name that widgets know them by. */
type Named<Part> = Part & { readonly as?: string | undefined }

export interface FigureDraft {
  readonly name: string
  readonly subject: string | undefined
  readonly measures: readonly Named<DraftMeasure>[]
  readonly dimensions: readonly Named<DraftDimension>[]
  readonly conditions: readonly DraftCondition[]
  readonly range: RangeValue | undefined
  /** The variable by which the range of time is asked for, in place of a fixed one. */
  readonly timeBy: string | undefined
  readonly order: readonly [column: string, direction: 'ascend' | 'descend'] | undefined
  readonly limit: number | undefined
}

/** The draft of figures of which nothing but the name is chosen yet. */
export const newFigure = (name: string): FigureDraft => ({
  name,
  subject: undefined,
  measures: [],
  dimensions: [],
  conditions: [],
  range: USUAL_RANGE,
  timeBy: undefined,
  order: undefined,
  limit: undefined,
})

/** Whether a subject is never read without a range of time. */
export const isTimed = (subject: string | undefined): boolean => subject === 'readings' || subject === 'alarm-events'

/** The draft of another subject: what was chosen of the one before goes. */
export function withSubject(draft: FigureDraft, subject: string, subjects: readonly FigureSubject[]): FigureDraft {
  const time = subjects.find((one) => one.subject === subject)?.time
  const needsTime = isTimed(subject)
  return {
    ...newFigure(draft.name),
    subject,
    measures: [{ of: subject === 'readings' ? 'mean' : 'count' }],
    dimensions: needsTime && time ? [{ field: time, bucket: 'day' }] : [],
    range: needsTime ? USUAL_RANGE : undefined,
  }
}

/** What was chosen for figures; undefined for such as say more than can be chosen, as a formula. */
export function draftOf({ name, document, params = {} }: ScreenFigure): FigureDraft | undefined {
  const own = document ? figuresDocumentOf(document) : undefined
  if (!own || own.having !== undefined || own.topN !== undefined || own.time?.compare !== undefined || (own.order?.length ?? 0) > 1)
    return undefined
  // A parameter is called as the variable is that it is asked for by: that is how they are made here.
  const isOwn = (own.params ?? []).every((parameter) => {
    const param = params[parameter.name]
    return param !== undefined && 'variable' in param && param.variable === parameter.name
  })
  const conditions = flat(own.where, new Set(own.params?.map((parameter) => parameter.name)))
  if (!isOwn || !conditions || !own.measures.every((measure) => isChosen(measure))) return undefined
  return {
    name,
    subject: own.subject,
    measures: own.measures
      .filter((measure) => isChosen(measure))
      .map(({ as, of, field, key, limit, side }) => ({ as, of, field, key, limit, side })),
    dimensions: (own.dimensions ?? []).map(({ as, field, bucket }) => ({ as, field, bucket })),
    conditions,
    range: rangeOfDocument(own.time),
    timeBy: own.time?.param,
    order: own.order?.[0],
    limit: own.limit,
  }
}

const KINDS = { reference: 'reference', text: 'text', number: 'number', range: 'range', choice: 'option' } as const

/** A variable as a document asks for it. */
export function parameterOf(variable: ScreenVariable): Parameter {
  const { name, label } = variable
  const called = { name, kind: KINDS[variable.kind], label: { zh: label, tw: label, en: label } }
  if (variable.kind === 'reference') return { ...called, to: variable.to, ...(variable.default ? { default: variable.default } : {}) }
  if (variable.kind === 'choice')
    return {
      ...called,
      options: variable.of.map((one) => ({ value: one.value, label: { zh: one.label, tw: one.label, en: one.label } })),
      ...(variable.default === undefined ? {} : { default: variable.default }),
    }
  return { ...called, ...(variable.default === undefined ? {} : { default: variable.default }) } as Parameter
}

/** The names of the columns that a draft will have. */
export const columnNames = (draft: FigureDraft): string[] => [
  ...draft.dimensions.map((dimension) => nameOfDimension(given(dimension))),
  ...draft.measures.map((measure, at) => measure.as ?? nameOf(measure, draft.measures.slice(0, at))),
]

/** The figures of what was chosen; undefined until there is a subject and a measure, and each limit is there. */
export function figureOf(
  draft: FigureDraft,
  subjects: readonly FigureSubject[],
  variables: readonly ScreenVariable[],
): ScreenFigure | undefined {
  const { subject, order, limit } = draft
  const of = subjects.find((one) => one.subject === subject)
  if (!of || subject === undefined || draft.measures.length === 0) return undefined
  if (draft.measures.some(({ of: measure, limit: beyond }) => needsLimit(measure) && beyond === undefined)) return undefined
  const measures = draft.measures.map(({ as, ...measure }, at) => ({
    as: as ?? nameOf(measure, draft.measures.slice(0, at)),
    ...given(measure),
  }))
  const dimensions = draft.dimensions.filter(({ field }) => field !== '').map((dimension) => given(dimension))
  const conditions = draft.conditions.filter(isWhole).map((condition) => given(condition) as unknown as Comparison)
  const time = timeIn(draft, of)
  const asked = [...conditions.map(({ param }) => param), time?.param]
  const params = variables.filter(({ name }) => asked.includes(name)).map(parameterOf)
  const columns = new Set([...measures.map(({ as }) => as), ...dimensions.map((dimension) => nameOfDimension(dimension))])
  const document: FiguresDocument = {
    format: 1,
    subject,
    measures,
    ...(dimensions.length > 0 ? { dimensions } : {}),
    ...(conditions.length > 0 ? { where: { and: conditions } } : {}),
    ...(params.length > 0 ? { params } : {}),
    ...(time ? { time } : {}),
    ...(order && columns.has(order[0]) ? { order: [[order[0], order[1]]] } : {}),
    ...(limit === undefined ? {} : { limit }),
  }
  return {
    name: draft.name,
    document: document as unknown as Record<string, unknown>,
    ...(params.length > 0 ? { params: Object.fromEntries(params.map(({ name }) => [name, { variable: name }])) } : {}),
  }
}

/** By which time a range goes: that of a group, else that of the subject. What has no range is counted as it is now. */
function timeIn({ dimensions, range, timeBy, subject }: FigureDraft, of: FigureSubject): FiguresDocument['time'] {
  const along = dimensions.find(({ bucket }) => bucket !== undefined)?.field ?? of.time
  if (along === null) return undefined
  const field = along === of.time ? {} : { field: along }
  if (timeBy !== undefined) return { ...field, param: timeBy }
  const own = range ?? (isTimed(subject) ? USUAL_RANGE : undefined)
  return own && { ...field, ...timeOf(own) }
}

/** What keeps figures from being asked for, whoever asks; undefined where nothing does. */
export function faultIn({ document }: ScreenFigure): Fault | undefined {
  try {
    readFigures(document)
  } catch (error) {
    if (error instanceof DocumentFault) return error.fault
    throw error
  }
  return undefined
}
