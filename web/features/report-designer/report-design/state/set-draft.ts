/** A data set as it is put together: what is chosen, and the document that it comes to. Names of columns stay, since cells go by them. Pure. */
import type { FigureSubject } from '../../../../../model/contract/report/figure.ts'
import type {
  Comparison,
  Dimension,
  FiguresDocument,
  MeasureDeclaration,
  Parameter,
  RangeValue,
} from '../../../../../model/figures/document.ts'
import { figuresDocumentOf, nameOfDimension } from '../../../../../model/figures/document.ts'
import type { Fault } from '../../../../../model/figures/faults.ts'
import { DocumentFault } from '../../../../../model/figures/faults.ts'
import { readFigures } from '../../../../../model/figures/read.ts'
import { needsLimit } from '../../../../../model/figures/reading-measures.ts'
import type { Expression } from '../../../../../model/expression/expression.ts'
import { writeText } from '../../../../../model/expression/write-text.ts'
import { ASKED_PARAMETERS, ownerOf } from '../../../../../model/reports/parameters.ts'
import type { DraftCondition, DraftDimension, DraftMeasure } from '../../../../shared/figures/draft.ts'
import { USUAL_RANGE, flat, given, isChosen, isWhole, nameOf } from '../../../../shared/figures/draft.ts'
import { fieldAt, rangeOfDocument, timeOf } from '../../../../shared/figures/subject-fields.ts'

type Named<Part> = Part & { readonly as?: string | undefined }

/** A column that is calculated of others; the formula as text. */
export interface DraftFormula {
  readonly as: string
  readonly formula: string
}
export type DraftOrder = readonly [column: string, direction: 'ascend' | 'descend']
export interface DraftTop {
  readonly by: string
  readonly count: number
  /** The group whose values are meant; the first that is none of times unless it is said. */
  readonly of?: string | undefined
  /** All others in one row. */
  readonly rest: boolean
}

export interface SetDraft {
  readonly name: string
  readonly subject: string | undefined
  readonly measures: readonly Named<DraftMeasure>[]
  readonly dimensions: readonly Named<DraftDimension>[]
  readonly conditions: readonly DraftCondition[]
  /** Of the period that the page of reports asks for. */
  readonly isOfPeriod: boolean
  /** Of the range of time that this parameter of the set asks for; in place of both the period and a range of its own. */
  readonly timeParam?: string | undefined
  /** Narrowed by the device and the site that it asks for. */
  readonly isNarrowed: boolean
  readonly range: RangeValue | undefined
  readonly formulas: readonly DraftFormula[]
  /** The condition over columns, as text; empty where there is none. */
  readonly having: string
  readonly order: readonly DraftOrder[]
  readonly top: DraftTop | undefined
  /** Those that the page of reports does not ask for. */
  readonly parameters: readonly Parameter[]
  /** What is not chosen here, and stays. */
  readonly kept: Pick<FiguresDocument, 'limit'>
}

/** The draft of a set of which nothing but its name is chosen yet. */
export const newSet = (name: string): SetDraft => ({
  name,
  subject: undefined,
  measures: [],
  dimensions: [],
  conditions: [],
  isOfPeriod: true,
  isNarrowed: true,
  range: USUAL_RANGE,
  formulas: [],
  having: '',
  order: [],
  top: undefined,
  parameters: [],
  kept: {},
})

/** Whether a subject is never read without a range of time. */
export const isTimed = (subject: string | undefined): boolean => subject === 'readings' || subject === 'alarm-events'

/** The draft of another subject: what was chosen of the one before goes. */
export const withSubject = (draft: SetDraft, subject: string, subjects: readonly FigureSubject[]): SetDraft => {
  const needsTime = isTimed(subject)
  const time = subjects.find((one) => one.subject === subject)?.time
  return {
    ...newSet(draft.name),
    subject,
    measures: [{ of: subject === 'readings' ? 'mean' : 'count' }],
    dimensions: needsTime && time ? [{ field: time, bucket: 'day' }] : [],
    isOfPeriod: needsTime,
    range: needsTime ? USUAL_RANGE : undefined,
  }
}

/** The fields by which a subject is narrowed to a device and to a site, by the parameters that ask for them. */
export function narrowedBy(subjects: readonly FigureSubject[], subject: string | undefined): Comparison[] {
  if (subject === undefined) return []
  const found = (param: string, ...paths: readonly string[]) =>
    paths
      .filter((path) => fieldAt(subjects, subject, path)?.operators.includes('equals'))
      .map((field): Comparison => ({ field, op: 'equals', param }))
  return [...found('deviceId', 'deviceId').slice(0, 1), ...found('siteId', 'siteId', 'device.siteId').slice(0, 1)]
}

/** The text of a formula; undefined for a tree that no text says. */
const textOfFormula = (formula: string | Expression): string | undefined => (typeof formula === 'string' ? formula : writeText(formula))

/** What was chosen for a set; undefined for one whose document says more than can be chosen. */
export function draftOf(name: string, document: object): SetDraft | undefined {
  const own = figuresDocumentOf(document)
  if (!own) return undefined
  const asked = new Set(ASKED_PARAMETERS.map((parameter) => parameter.name))
  const parameters = (own.params ?? []).filter((one) => !asked.has(one.name))
  const timeParam = own.time?.param === 'period' ? undefined : own.time?.param
  if (own.time?.compare !== undefined || (timeParam !== undefined && !isRange(parameters, timeParam))) return undefined
  const formulas = own.measures.flatMap((measure) =>
    'formula' in measure ? [{ as: measure.as, formula: textOfFormula(measure.formula) }] : [],
  )
  const having = own.having === undefined ? '' : textOfFormula(own.having)
  if (!own.measures.every((measure) => 'formula' in measure || isChosen(measure)) || having === undefined) return undefined
  const parts = own.where === undefined ? [] : 'and' in own.where ? own.where.and : [own.where]
  const asks = parts.filter((part) => 'field' in part && part.op === 'equals' && (part.param === 'deviceId' || part.param === 'siteId'))
  const rest = parts.filter((part) => !asks.includes(part))
  const conditions = rest.length === 0 ? [] : flat({ and: rest }, new Set(parameters.map((one) => one.name)))
  if (!conditions) return undefined
  const written = formulas.flatMap(({ as, formula }) => (formula === undefined ? [] : [{ as, formula }]))
  if (written.length < formulas.length) return undefined
  return {
    name,
    subject: own.subject,
    measures: own.measures
      .filter((measure) => isChosen(measure))
      .map(({ as, of, field, key, limit, side }) => ({ as, of, field, key, limit, side })),
    dimensions: (own.dimensions ?? []).map(({ as, field, bucket }) => ({ as, field, bucket })),
    conditions,
    isOfPeriod: own.time?.param === 'period',
    timeParam,
    isNarrowed: asks.length > 0,
    range: own.time ? (rangeOfDocument(own.time) ?? USUAL_RANGE) : undefined,
    formulas: written,
    having,
    order: own.order ?? [],
    top: own.topN && { by: own.topN.by, count: own.topN.count, of: own.topN.of, rest: own.topN.rest ?? false },
    parameters,
    kept: given({ limit: own.limit }),
  }
}

/** The measures and groups of a draft as a document has them, each with the name of its column. */
function columnsOf({ measures: chosen, dimensions: groups, formulas }: SetDraft) {
  const measures = chosen.map(({ as, ...measure }, at) => ({ as: as ?? nameOf(measure, chosen.slice(0, at)), ...given(measure) }))
  const taken = new Set([...measures, ...formulas].map(({ as }) => as))
  const dimensions = groups.map(({ as, ...dimension }) => {
    // Led along a reference it is called by its last part: cells are easier to read so.
    const short = dimension.field.includes('.') ? dimension.field.slice(dimension.field.lastIndexOf('.') + 1) : undefined
    const name = as ?? (short !== undefined && !taken.has(short) ? short : undefined)
    taken.add(name ?? dimension.field)
    return given({ ...dimension, as: name })
  })
  return { measures, dimensions }
}

export type SetColumn =
  | { readonly name: string; readonly what: 'group'; readonly of: Dimension }
  | { readonly name: string; readonly what: 'time'; readonly of: Dimension }
  | { readonly name: string; readonly what: 'measure'; readonly of: MeasureDeclaration }
  | { readonly name: string; readonly what: 'formula'; readonly of: DraftFormula }

/** The columns that the data of a draft will have. */
export function columnsOfDraft(draft: SetDraft): SetColumn[] {
  const { measures, dimensions } = columnsOf(draft)
  return [
    ...dimensions.map((of): SetColumn => ({ name: nameOfDimension(of), of, what: of.bucket === undefined ? 'group' : 'time' })),
    ...measures.map((of): SetColumn => ({ name: of.as, of, what: 'measure' })),
    ...draft.formulas.map((of): SetColumn => ({ name: of.as, of, what: 'formula' })),
  ]
}

/** The document of what was chosen; undefined until there is a subject and a measure, and each formula and limit is said. */
export function documentOf(draft: SetDraft, subjects: readonly FigureSubject[]): FiguresDocument | undefined {
  const { subject, having, top } = draft
  const of = subjects.find((one) => one.subject === subject)
  if (!of || subject === undefined || draft.measures.length + draft.formulas.length === 0) return undefined
  if (draft.measures.some(({ of: measure, limit }) => needsLimit(measure) && limit === undefined)) return undefined
  if (draft.formulas.some(({ as, formula }) => as === '' || formula === '')) return undefined
  const { measures, dimensions } = columnsOf(draft)
  const narrowed = draft.isNarrowed ? narrowedBy(subjects, subject) : []
  const conditions = [...draft.conditions.filter(isWhole).map((condition) => given(condition) as unknown as Comparison), ...narrowed]
  const isOfPeriod = draft.isOfPeriod && of.time !== null
  const asked = ASKED_PARAMETERS.filter(({ name }) =>
    name === 'period'
      ? isOfPeriod
      : [...narrowed.map(({ param }) => param), ...draft.parameters.map(({ dependsOn }) => dependsOn)].includes(name),
  )
  const params = [...asked.map((parameter): Parameter => ({ ...parameter })), ...draft.parameters]
  const columns = columnsOfDraft(draft)
  const names = new Set(columns.map(({ name }) => name))
  const order = draft.order
    .filter(([column]) => names.has(column))
    .map(([column, direction]): [string, typeof direction] => [column, direction])
  const along = draft.dimensions.find(({ bucket }) => bucket !== undefined)?.field ?? of.time
  const time = of.time === null ? undefined : timeOfDraft(draft)
  const grouped = columns.filter(({ what }) => what === 'group')
  const isTop =
    top !== undefined && names.has(top.by) && (top.of === undefined ? grouped.length > 0 : grouped.some(({ name }) => name === top.of))
  return {
    format: 1,
    subject,
    measures: [...measures, ...draft.formulas.map(({ as, formula }) => ({ as, formula }))],
    ...(dimensions.length > 0 ? { dimensions } : {}),
    ...(conditions.length > 0 ? { where: { and: conditions } } : {}),
    ...(params.length > 0 ? { params } : {}),
    ...(time ? { time: { ...(along === of.time || along === null ? {} : { field: along }), ...time } } : {}),
    ...(having === '' ? {} : { having }),
    ...(order.length > 0 ? { order } : {}),
    ...(draft.kept.limit === undefined ? {} : { limit: draft.kept.limit }),
    ...(isTop ? { topN: given({ by: top.by, count: top.count, of: top.of, rest: top.rest || undefined }) } : {}),
  }
}

const isRange = (parameters: readonly Parameter[], name: string): boolean =>
  parameters.some((parameter) => parameter.name === name && parameter.kind === 'range')

function timeOfDraft({ isOfPeriod, timeParam, range, parameters }: SetDraft): FiguresDocument['time'] {
  if (isOfPeriod) return { param: 'period' }
  if (timeParam !== undefined && isRange(parameters, timeParam)) return { param: timeParam }
  return range && timeOf(range)
}

/** What keeps a document from being asked for, whoever asks; undefined where nothing does. */
export function faultIn(document: FiguresDocument): Fault | undefined {
  try {
    readFigures(document)
  } catch (error) {
    if (error instanceof DocumentFault) return error.fault
    throw error
  }
  return undefined
}

/** The draft with a parameter otherwise, or without it; conditions, the range of time and what it narrows follow it to another name, and go with it. */
export function withParameter(draft: SetDraft, at: number, parameter: Parameter | undefined): SetDraft {
  const before = draft.parameters[at]?.name
  const follow = (name: string | undefined) => (name === undefined || name !== before ? name : parameter?.name)
  const all = (parameter ? draft.parameters.with(at, parameter) : draft.parameters.toSpliced(at, 1)).map(
    ({ dependsOn, ...one }): Parameter => {
      const owner = follow(dependsOn)
      return owner === undefined ? one : { ...one, dependsOn: owner }
    },
  )
  return {
    ...draft,
    // A choice of other rows is not narrowed as before.
    parameters: all.map((one) => (one.dependsOn === undefined || ownerOf(one, all) ? one : without(one))),
    timeParam: follow(draft.timeParam),
    conditions: draft.conditions.map((condition) =>
      condition.param === undefined ? condition : { ...condition, param: follow(condition.param) },
    ),
  }
}

const without = ({ dependsOn: _, ...parameter }: Parameter): Parameter => parameter

/** Parameters by which the choice for one can be narrowed: those above it, and the device and site that every report is asked by. */
export const ownersFor = (parameters: readonly Parameter[], at: number): readonly Parameter[] => {
  const own = parameters[at]
  return own ? [...ASKED_PARAMETERS, ...parameters.slice(0, at)].filter(({ name }) => ownerOf({ ...own, dependsOn: name }, parameters)) : []
}

/** What a column that is calculated, and a parameter, may be called. */
export const COLUMN_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** A name that nothing has that is asked for. */
export function freeAmong(names: readonly string[], beginning: string): string {
  for (let at = 1; ; at += 1) if (!names.includes(`${beginning}${at}`)) return `${beginning}${at}`
}
