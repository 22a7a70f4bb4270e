/** A data set as it is put together: what is chosen, and the document that it comes to. Names of columns stay, since cells go by them. Pure. */
import type { FigureSubject } from '../../../../../model/contract/report/figure.ts'
import type { Comparison, FiguresDocument, Parameter, RangeValue } from '../../../../../model/figures/document.ts'
import { figuresDocumentOf, nameOfDimension } from '../../../../../model/figures/document.ts'
import { needsLimit } from '../../../../../model/figures/reading-measures.ts'
import { ASKED_PARAMETERS } from '../../../../../model/reports/starting-points.ts'
import type { ReportTemplate, TemplateChart } from '../../../../../model/reports/template.ts'
import type { DraftCondition, DraftDimension, DraftMeasure } from '../../../../shared/figures/draft.ts'
import { USUAL_RANGE, flat, given, isChosen, isWhole, nameOf } from '../../../../shared/figures/draft.ts'
import { fieldAt, rangeOfDocument, timeOf } from '../../../../shared/figures/subject-fields.ts'

type Named<Part> = Part & { readonly as?: string | undefined }

export interface SetDraft {
  readonly name: string
  readonly subject: string | undefined
  readonly measures: readonly Named<DraftMeasure>[]
  readonly dimensions: readonly Named<DraftDimension>[]
  readonly conditions: readonly DraftCondition[]
  /** Of the period that the page of reports asks for. */
  readonly isOfPeriod: boolean
  /** Narrowed by the device and the site that it asks for. */
  readonly isNarrowed: boolean
  readonly range: RangeValue | undefined
  /** What is not chosen here, and stays. */
  readonly kept: Pick<FiguresDocument, 'order' | 'limit'>
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

/** What was chosen for a set; undefined for one whose document says more than can be chosen. */
export function draftOf(name: string, document: object): SetDraft | undefined {
  const own = figuresDocumentOf(document)
  if (!own) return undefined
  const known = new Set(ASKED_PARAMETERS.map((parameter) => parameter.name))
  if (own.having !== undefined || own.topN !== undefined || own.time?.compare !== undefined) return undefined
  if (!own.measures.every((measure) => isChosen(measure)) || (own.params ?? []).some((one) => !known.has(one.name))) return undefined
  if (own.time?.param !== undefined && own.time.param !== 'period') return undefined
  const parts = own.where === undefined ? [] : 'and' in own.where ? own.where.and : [own.where]
  const asks = parts.filter((part) => 'field' in part && part.op === 'equals' && (part.param === 'deviceId' || part.param === 'siteId'))
  const rest = parts.filter((part) => !asks.includes(part))
  const conditions = rest.length === 0 ? [] : flat({ and: rest })
  if (!conditions) return undefined
  return {
    name,
    subject: own.subject,
    measures: own.measures
      .filter((measure) => isChosen(measure))
      .map(({ as, of, field, key, limit, side }) => ({ as, of, field, key, limit, side })),
    dimensions: (own.dimensions ?? []).map(({ as, field, bucket }) => ({ as, field, bucket })),
    conditions,
    isOfPeriod: own.time?.param === 'period',
    isNarrowed: asks.length > 0,
    range: own.time ? (rangeOfDocument(own.time) ?? USUAL_RANGE) : undefined,
    kept: given({ order: own.order, limit: own.limit }),
  }
}

/** The document of what was chosen; undefined until there is a subject and a measure. */
export function documentOf(draft: SetDraft, subjects: readonly FigureSubject[]): FiguresDocument | undefined {
  const { subject } = draft
  const of = subjects.find((one) => one.subject === subject)
  if (!of || subject === undefined || draft.measures.length === 0) return undefined
  if (draft.measures.some(({ of: measure, limit }) => needsLimit(measure) && limit === undefined)) return undefined
  const measures = draft.measures.map(({ as, ...measure }, at) => ({
    as: as ?? nameOf(measure, draft.measures.slice(0, at)),
    ...given(measure),
  }))
  const taken = new Set(measures.map(({ as }) => as))
  const dimensions = draft.dimensions.map(({ as, ...dimension }) => {
    // Led along a reference it is called by its last part: cells are easier to read so.
    const short = dimension.field.includes('.') ? dimension.field.slice(dimension.field.lastIndexOf('.') + 1) : undefined
    const name = as ?? (short !== undefined && !taken.has(short) ? short : undefined)
    taken.add(name ?? dimension.field)
    return given({ ...dimension, as: name })
  })
  const narrowed = draft.isNarrowed ? narrowedBy(subjects, subject) : []
  const conditions = [...draft.conditions.filter(isWhole).map((condition) => given(condition) as unknown as Comparison), ...narrowed]
  const isOfPeriod = draft.isOfPeriod && of.time !== null
  const params = ASKED_PARAMETERS.filter(({ name }) => (name === 'period' ? isOfPeriod : narrowed.some(({ param }) => param === name)))
  const names = new Set([...taken, ...dimensions.map((dimension) => nameOfDimension(dimension))])
  const order = draft.kept.order?.filter(([column]) => names.has(column))
  const along = draft.dimensions.find(({ bucket }) => bucket !== undefined)?.field ?? of.time
  const time = isOfPeriod ? { param: 'period' } : draft.range && of.time !== null ? timeOf(draft.range) : undefined
  return {
    format: 1,
    subject,
    measures,
    ...(dimensions.length > 0 ? { dimensions } : {}),
    ...(conditions.length > 0 ? { where: { and: conditions } } : {}),
    ...(params.length > 0 ? { params: params.map((parameter): Parameter => ({ ...parameter })) } : {}),
    ...(time ? { time: { ...(along === of.time || along === null ? {} : { field: along }), ...time } } : {}),
    ...(order && order.length > 0 ? { order } : {}),
    ...(draft.kept.limit === undefined ? {} : { limit: draft.kept.limit }),
  }
}

/** The template with a set of that name and document; cells of the set follow it to another name. */
export function putSet(template: ReportTemplate, before: string | undefined, name: string, document: object): ReportTemplate {
  const sets = Object.entries(template.sets).map(([each, set]) =>
    each === before ? ([name, { document: { ...document } }] as const) : ([each, set] as const),
  )
  const all = before === undefined ? [...sets, [name, { document: { ...document } }] as const] : sets
  const follow = (field: string) =>
    before !== undefined && field.startsWith(`${before}.`) ? `${name}${field.slice(before.length)}` : field
  const cells = Object.entries(template.cells).map(
    ([place, cell]) =>
      [
        place,
        {
          ...cell,
          ...(cell.field === undefined ? {} : { field: follow(cell.field) }),
          ...(cell.show === undefined ? {} : { show: follow(cell.show) }),
          ...(cell.chart === undefined ? {} : { chart: followed(cell.chart, follow) }),
        },
      ] as const,
  )
  return { ...template, sets: Object.fromEntries(all), cells: before === name ? template.cells : Object.fromEntries(cells) }
}

const followed = ({ x, by, series, ...chart }: TemplateChart, follow: (field: string) => string): TemplateChart => ({
  ...chart,
  x: follow(x),
  series: series.map((one) => ({ ...one, field: follow(one.field) })),
  ...(by === undefined ? {} : { by: by.map((field) => follow(field)) }),
})

/** How many cells show something of a set. */
export function cellsOfSet({ cells }: ReportTemplate, name: string): number {
  const isOf = (field: string | undefined) => field?.startsWith(`${name}.`) ?? false
  return Object.values(cells).filter(
    ({ field, show, chart }) =>
      [field, show, chart?.x, ...(chart?.by ?? [])].some((each) => isOf(each)) || (chart?.series.some((one) => isOf(one.field)) ?? false),
  ).length
}

/** The template without a set; cells that named it are wrong from then on, and told. */
export function dropSet(template: ReportTemplate, name: string): ReportTemplate {
  const { [name]: _gone, ...sets } = template.sets
  return { ...template, sets }
}

/** Of a set: what cells call it by. */
export const SET_NAME = /^[a-z][A-Za-z0-9]{0,31}$/

/** A name that no set of the template has. */
export function freeName(template: ReportTemplate): string {
  for (let at = 1; ; at += 1) if (!Object.hasOwn(template.sets, `data${at}`)) return `data${at}`
}
