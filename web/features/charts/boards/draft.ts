/** A chart as it is put together: what is chosen, and the document that it comes to. Pure. */
import type { BoardChart } from '../../../../model/charts/board.ts'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import type { Comparison, ComparisonPeriod, FiguresDocument, RangeValue } from '../../../../model/figures/document.ts'
import { figuresDocumentOf, nameOfDimension } from '../../../../model/figures/document.ts'
import { needsLimit } from '../../../../model/figures/reading-measures.ts'
import type { DraftCondition, DraftDimension, DraftMeasure } from '../../../shared/figures/draft.ts'
import { USUAL_RANGE, flat, given, isChosen, isWhole, nameOf } from '../../../shared/figures/draft.ts'
import { rangeOfDocument, timeOf } from '../../../shared/figures/subject-fields.ts'

export interface Draft extends Pick<BoardChart, 'id' | 'title' | 'kind' | 'width' | 'unit'> {
  readonly subject: string | undefined
  readonly measures: readonly DraftMeasure[]
  readonly first: DraftDimension | undefined
  readonly second: DraftDimension | undefined
  readonly conditions: readonly DraftCondition[]
  readonly range: RangeValue | undefined
  readonly compare: ComparisonPeriod | undefined
  readonly top: number | undefined
  readonly rest: boolean
}

/** The draft of a chart of which nothing has been chosen yet but a line over a week. @param id Of the chart */
export const newDraft = (id: string): Draft => ({
  id,
  title: '',
  kind: 'line',
  width: 6,
  subject: undefined,
  measures: [],
  first: undefined,
  second: undefined,
  conditions: [],
  range: USUAL_RANGE,
  compare: undefined,
  top: undefined,
  rest: true,
})

/** What was chosen for a chart; undefined for one whose document says more than can be chosen, such as a formula. */
export function draftOf({ document, ...chart }: BoardChart): Draft | undefined {
  const own = figuresDocumentOf(document)
  if (!own || own.having !== undefined || (own.params?.length ?? 0) > 0 || (own.dimensions?.length ?? 0) > 2) return undefined
  const measures = own.measures.flatMap((measure): DraftMeasure[] =>
    isChosen(measure) ? [{ of: measure.of, field: measure.field, key: measure.key, limit: measure.limit, side: measure.side }] : [],
  )
  const conditions = flat(own.where)
  if (measures.length < own.measures.length || !conditions) return undefined
  const [first, second] = (own.dimensions ?? []).map(({ field, bucket }) => ({ field, bucket }))
  return {
    ...chart,
    subject: own.subject,
    measures,
    first,
    second,
    conditions,
    range: rangeOfDocument(own.time),
    compare: own.time?.compare,
    top: own.topN?.count,
    rest: own.topN?.rest ?? true,
  }
}

/** The document of what was chosen; undefined until there is a subject and a measure. */
export function documentOf(draft: Draft, subjects: readonly FigureSubject[]): FiguresDocument | undefined {
  const { subject, kind, compare, rest, top } = draft
  const of = subjects.find((one) => one.subject === subject)
  if (!of || subject === undefined || draft.measures.length === 0) return undefined
  if (draft.measures.some(({ of: measure, limit }) => needsLimit(measure) && limit === undefined)) return undefined
  const measures = draft.measures.map((measure, at) => ({ as: nameOf(measure, draft.measures.slice(0, at)), ...given(measure) }))
  const wanted = kind === 'number' ? [] : kind === 'pie' ? [draft.first] : [draft.first, draft.second]
  const dimensions = wanted.filter((one) => one !== undefined).map((dimension) => given(dimension))
  const conditions = draft.conditions.filter(isWhole).map((condition) => given(condition) as unknown as Comparison)
  const time = timeFieldOf(draft, of)
  const grouped = dimensions.find(({ bucket }) => bucket === undefined)
  const by = measures[0]?.as ?? ''
  return {
    format: 1,
    subject,
    measures,
    ...(dimensions.length > 0 ? { dimensions } : {}),
    ...(conditions.length === 0 ? {} : { where: conditions.length === 1 ? (conditions[0] as Comparison) : { and: conditions } }),
    ...(time === undefined
      ? {}
      : { time: { ...(time === of.time ? {} : { field: time }), ...timeOf(draft.range ?? USUAL_RANGE), ...(compare ? { compare } : {}) } }),
    ...(dimensions.length > 0 && dimensions[0]?.bucket === undefined ? { order: [[by, 'descend']] } : {}),
    ...(top !== undefined && grouped ? { topN: { by, count: top, of: nameOfDimension(grouped), rest } } : {}),
  }
}

/** By which time a range goes: that along the axis, or that of the subject. A subject that has none is counted as it is now. */
function timeFieldOf({ first, second, range }: Draft, of: FigureSubject): string | undefined {
  const along = [first, second].find((one) => one?.bucket !== undefined)?.field
  if (along !== undefined) return along
  return of.subject === 'readings' || of.subject === 'alarm-events' || range !== undefined ? (of.time ?? undefined) : undefined
}
