/** A figures document for one caller, with every name looked up in what they see: of what a statement is made (statement.ts), and what its answer shows (answer.ts). */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Expression } from '../../model/expression/expression.ts'
import { fieldsReadBy } from '../../model/expression/expression.ts'
import type { DimensionBucket } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import type { Figures } from '../../model/figures/read.ts'
import type { Language } from '../../model/labels/index.ts'
import type { Surroundings } from './conditions.ts'
import { conditionOf } from './conditions.ts'
import { isOfRuns } from './runs.ts'
import { shiftOf, siteOf } from './shifts.ts'
import type { Stretches } from './slots.ts'
import { stretchBegin, workingDayOf } from './slots.ts'
import type { Aggregated, Found, Stretch, Subject } from './subject.ts'

type Sql = RawBuilder<unknown>

export interface PlannedDimension {
  readonly as: string
  readonly found: Found
  readonly bucket: DimensionBucket | undefined
  /** Of a row: of a time, when its stretch begins, in milliseconds since 1970. */
  readonly value: Sql
  /** What the stretch of a row is called, where it has a name. */
  readonly name?: Sql
  /** Its column in the statement; `<column>_name` is what a reference names, or a stretch is called. */
  readonly column: string
  /** The greatest of it are shown, and all others as one. */
  readonly isTop: boolean
}

/** A measure that rows give: what is selected of each, and what of those that meet the conditions is put together as `column`. */
export interface PlannedMeasure {
  readonly aggregated: Aggregated
  readonly column: string
  readonly conditions: readonly Sql[]
}

/** A column of the answer. */
export interface PlannedColumn {
  readonly as: string
  readonly kind: Aggregated['kind']
  readonly column: string
  /** Over measures, by their names; absent for a measure by itself. */
  readonly formula?: Expression
}

export interface Plan {
  readonly subject: Subject
  readonly language: Language
  readonly dimensions: readonly PlannedDimension[]
  readonly columns: readonly PlannedColumn[]
  /** By the names that formulas have for them. */
  readonly measures: ReadonlyMap<string, PlannedMeasure>
  /** Measures of the document that the caller has not. */
  readonly omitted: readonly string[]
  /** What is selected of each row, by the column of the statement. */
  readonly inputs: ReadonlyMap<string, Sql>
  /** What rows have to meet. */
  readonly where: readonly RawBuilder<SqlBool>[]
  /** By what a range of time goes. */
  readonly time: Sql | undefined
  readonly having: Expression | undefined
  readonly order: readonly { readonly by: PlannedDimension | PlannedColumn; readonly direction: 'ascend' | 'descend' }[]
  /** The greatest of the dimension that is so marked, and whether all others are shown as one. */
  readonly top: { readonly by: PlannedColumn; readonly count: number; readonly rest: boolean } | undefined
  readonly limit: number | undefined
}

interface Asked extends Surroundings, Stretches {
  readonly figures: Figures
  readonly subject: Subject
  readonly language: Language
  /** Field by which the range goes. */
  readonly timeField: string | undefined
}

/**
 * The plan, with every name found.
 * @throws DocumentFault `field`, `dimension` or `measure` for what the caller has not, each as if there were none
 */
export function planOf({ figures, subject, language, timeField, dayBegins, shifts, ...around }: Asked): Plan {
  const { document, having } = figures
  const asked = { subject, ...around }
  const dimensions = dimensionsOf(figures, { subject, dayBegins, shifts })
  const { measures, inputs } = measuresOf(figures, asked)
  const knows = (formula: Expression) => [...fieldsReadBy(formula)].every((name) => measures.get(name)?.aggregated.kind === 'number')
  const columns = columnsOf(figures, measures, knows)
  if (having && !knows(having)) refuse('having', 'measure')
  const where = document.where && !subject.isChosen && conditionOf(document.where, 'where', asked)
  const columnNamed = (name: string, place: string) => columns.find(({ as }) => as === name) ?? refuse(place, 'measure', name)
  const { topN } = document
  return {
    subject,
    language,
    dimensions,
    columns,
    measures,
    inputs,
    omitted: document.measures.map(({ as }) => as).filter((name) => !columns.some(({ as }) => as === name)),
    where: where ? [where] : [],
    time: timeField === undefined || (subject.isChosen && timeField === subject.time) ? undefined : timeOf(subject, timeField),
    having,
    order: (document.order ?? []).map(([name, direction], at) => ({
      by: dimensions.find(({ as }) => as === name) ?? columnNamed(name, `order[${at}]`),
      direction,
    })),
    top: topN && { by: columnNamed(topN.by, 'topN.by'), count: topN.count, rest: topN.rest === true },
    limit: document.limit,
  }
}

function measuresOf(
  { plain }: Figures,
  asked: Surroundings & { readonly subject: Subject },
): { measures: Map<string, PlannedMeasure>; inputs: Map<string, Sql> } {
  const measures = new Map<string, PlannedMeasure>()
  const inputs = new Map<string, Sql>()
  for (const [at, measure] of [...plain.values()].entries()) {
    const aggregated = asked.subject.measure(measure, at)
    // Looked at even where there is no such measure: a fault of a condition is one for everybody.
    const condition = measure.where && conditionOf(measure.where, `${measure.place}.where`, asked)
    if (!aggregated) continue
    for (const [column, value] of aggregated.inputs) inputs.set(column, value)
    if (condition) inputs.set(`c${at}`, sql`(${condition})`)
    measures.set(measure.as, { aggregated, column: `a${at}`, conditions: condition ? [sql.ref(`c${at}`)] : [] })
  }
  return { measures, inputs }
}

function columnsOf(
  { columns }: Figures,
  measures: ReadonlyMap<string, PlannedMeasure>,
  knows: (formula: Expression) => boolean,
): PlannedColumn[] {
  return columns.flatMap((one, at): PlannedColumn[] => {
    if (typeof one !== 'string') return knows(one.formula) ? [{ as: one.as, kind: 'number', column: `f${at}`, formula: one.formula }] : []
    const measure = measures.get(one)
    return measure ? [{ as: one, kind: measure.aggregated.kind, column: measure.column }] : []
  })
}

function dimensionsOf({ dimensions, document: { topN } }: Figures, around: Stretches & Pick<Asked, 'subject'>): PlannedDimension[] {
  const { subject } = around
  const top = topN && (topN.of ?? dimensions.find(({ bucket }) => bucket === undefined)?.as)
  return dimensions.map(({ as, field, bucket, place }, at) => {
    const found = subject.find(field) ?? refuse(`${place}.field`, 'field', field)
    if (!found.isDimension) refuse(`${place}.field`, 'dimension', field)
    if ((found.kind === 'time') !== (bucket !== undefined)) refuse(`${place}.bucket`, 'bucket', field)
    const stretch = bucket === undefined ? { value: found.value } : stretchOf(found, bucket, `${place}.bucket`, around)
    return { as, found, bucket, column: `d${at}`, isTop: as === top, ...stretch }
  })
}

/** Stretches of time by the clock of the tenant, which is that of the transaction. */
function stretchOf(
  found: Found,
  bucket: DimensionBucket,
  place: string,
  { subject, dayBegins, shifts }: Stretches & Pick<Asked, 'subject'>,
): Stretch {
  const stretch = found.stretchOf?.(bucket)
  if (stretch) return stretch
  if (isOfRuns(bucket)) refuse(place, 'bucket')
  const time = found.value
  if (bucket === 'shift') {
    const site = siteOf(subject)
    const { begins, name } = shifts && site ? shiftOf(shifts, time, site.value) : refuse(place, 'bucket')
    return { value: begins, name }
  }
  const begins = bucket === 'shift-day' ? workingDayOf(time, dayBegins) : stretchBegin(bucket, time)
  return { value: sql`date_part('epoch', ${begins}) * 1000` }
}

function timeOf(subject: Subject, field: string): Sql {
  const found = subject.find(field)
  return found?.kind === 'time' ? found.value : refuse('time.field', 'field', field)
}
