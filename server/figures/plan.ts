/**
 * The statement of a figures document for one caller. Its names are looked up in what the caller sees, everything else is bound:
 *
 * with facts as (select … of each row that meets the conditions), top as (the greatest of a dimension),
 *   figures as (the measures of each group), calculated as (formulas and names) select … where (having) order by … limit …
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Expression } from '../../model/expression/expression.ts'
import { fieldsReadBy } from '../../model/expression/expression.ts'
import type { Bucket } from '../../model/figures/document.ts'
import { MAX_FIGURE_ROWS } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import type { Figures } from '../../model/figures/read.ts'
import type { Range } from '../../model/figures/ranges.ts'
import type { View } from '../kernel/authorization/view.ts'
import { shownText, tableOf } from '../kernel/resources/row-text.ts'
import type { Surroundings } from './conditions.ts'
import { conditionOf } from './conditions.ts'
import { formulaOf } from './formulas.ts'
import type { Aggregated, Found, Subject } from './subject.ts'

type Sql = RawBuilder<unknown>

export interface PlannedDimension {
  readonly as: string
  readonly found: Found
  readonly bucket: Bucket | undefined
  /** Its column in the statement; `<column>_name` is what a reference names. */
  readonly column: string
  /** The greatest of it are shown, and all others as one. */
  readonly isTop: boolean
}

export interface PlannedColumn {
  readonly as: string
  readonly kind: Aggregated['kind']
  readonly column: string
}

export interface Plan {
  readonly dimensions: readonly PlannedDimension[]
  readonly columns: readonly PlannedColumn[]
  /** Measures that the caller has not. */
  readonly omitted: readonly string[]
  /** Whether others are shown as one row. */
  readonly hasRest: boolean
  /** The statement for a range, or for all time; with the keys that another one has found, in no order and without `having`. */
  statement(range: Range | undefined, keys?: readonly string[]): Sql
}

interface Asked extends Surroundings {
  readonly figures: Figures
  readonly subject: Subject
  readonly view: Pick<View, 'language'>
  /** Field by which the range goes. */
  readonly timeField: string | undefined
}

/**
 * The plan, with every name found.
 * @throws DocumentFault `field`, `dimension` or `measure` for what the caller has not, each as if there were none
 */
export function planOf({ figures, ...asked }: Asked): Plan {
  const { subject } = asked
  const { document } = figures
  const dimensions = dimensionsOf(figures, subject)
  const measures = new Map<string, { readonly aggregated: Aggregated; readonly column: string; readonly conditions: readonly Sql[] }>()
  const inputs = new Map<string, Sql>()
  for (const [at, plain] of [...figures.plain.values()].entries()) {
    const aggregated = subject.measure(plain, at)
    const condition = plain.where && conditionOf(plain.where, `${plain.place}.where`, asked)
    if (!aggregated) continue
    for (const [column, value] of aggregated.inputs) inputs.set(column, value)
    if (condition) inputs.set(`c${at}`, sql`(${condition})`)
    measures.set(plain.as, { aggregated, column: `a${at}`, conditions: condition ? [sql.ref(`c${at}`)] : [] })
  }
  const knows = (formula: Expression) => [...fieldsReadBy(formula)].every((name) => measures.get(name)?.aggregated.kind === 'number')
  const shown = figures.columns.map((column) => (typeof column === 'string' ? { as: column } : column))
  const has = (one: (typeof shown)[number]) => ('formula' in one ? knows(one.formula) : measures.has(one.as))
  const columns = shown
    .filter(has)
    .map((one, at): PlannedColumn & { readonly formula?: Expression } =>
      'formula' in one
        ? { as: one.as, kind: 'number', column: `f${at}`, formula: one.formula }
        : { as: one.as, kind: measures.get(one.as)?.aggregated.kind ?? 'number', column: measures.get(one.as)?.column ?? '' },
    )
  const { having } = figures
  if (having && !knows(having)) refuse('having', 'measure')
  const columnNamed = (name: string, place: string) => columns.find(({ as }) => as === name) ?? refuse(place, 'measure', name)
  const valueOf = (name: string): Sql => sql.ref(measures.get(name)?.column ?? '')
  const sorted = (document.order ?? []).map(([name, direction], at): Sql => {
    const dimension = dimensions.find(({ as }) => as === name)
    const by = dimension ? orderOf(dimension) : sql.ref(columnNamed(name, `order[${at}]`).column)
    return sql`${by} ${direction === 'ascend' ? sql`asc` : sql`desc`} nulls last`
  })
  const by = document.topN && columnNamed(document.topN.by, 'topN.by')
  const top = dimensions.find(({ isTop }) => isTop)
  const where = document.where && conditionOf(document.where, 'where', asked)
  const time = asked.timeField === undefined ? undefined : timeOf(subject, asked.timeField)

  const aggregates = [...measures.values()].map(
    ({ aggregated, column, conditions }) => sql`${aggregated.of(conditions)} as ${sql.ref(column)}`,
  )
  const factsOf = (range: Range | undefined): Sql => {
    const selected = [
      sql`true as present`,
      ...dimensions.map(({ found, bucket, column }) => sql`${valueOfDimension(found, bucket)} as ${sql.ref(column)}`),
      ...[...inputs].map(([column, value]) => sql`${value} as ${sql.ref(column)}`),
    ]
    const conditions = [
      ...subject.always,
      ...(where ? [where] : []),
      ...(range && time
        ? [sql`${time} >= to_timestamp(${range.from / 1000}::float8) and ${time} < to_timestamp(${range.to / 1000}::float8)`]
        : []),
    ]
    return sql`select ${sql.join(selected)} from ${subject.from(range)}${conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``}`
  }
  const topOf = (dimension: PlannedDimension, most: number): Sql => sql`
    select ${keyOf(dimension)} as key from (select ${sql.ref(dimension.column)}, ${sql.join([sql`true as present`, ...aggregates])} from facts group by 1) as each
    order by ${by && 'formula' in by && by.formula ? formulaOf(by.formula, valueOf) : sql.ref(by?.column ?? '')} desc nulls last, ${sql.ref(dimension.column)} limit ${most}`

  return {
    dimensions,
    columns,
    omitted: shown.filter((one) => !has(one)).map(({ as }) => as),
    hasRest: document.topN?.rest === true,
    statement(range, keys) {
      const groups = dimensions.map(({ column, isTop }) =>
        isTop ? sql`case when top.key is not null then ${sql.ref(column)} end as ${sql.ref(column)}` : sql.ref(column),
      )
      const grouped = [
        ...dimensions.map(({ column, isTop }) =>
          isTop ? sql`case when top.key is not null then ${sql.ref(column)} end` : sql.ref(column),
        ),
        ...(top ? [sql`(top.key is null)`] : []),
      ]
      const from = top ? sql`facts ${document.topN?.rest ? sql`left join` : sql`join`} top on top.key = ${keyOf(top)}` : sql`facts`
      const tops = top
        ? [sql`top as (${keys ? sql`select unnest(${[...keys]}::text[]) as key` : topOf(top, document.topN?.count ?? 0)})`]
        : []
      const figuresOf = sql`select ${sql.join([...groups, ...(top ? [sql`(top.key is null)::int as rest`, sql`min(top.key) as key`] : []), sql`true as present`, ...aggregates])}
        from ${from}${grouped.length > 0 ? sql` group by ${sql.join(grouped)}` : sql``}`
      const calculated = [
        ...columns.flatMap(({ column, formula }) => (formula ? [sql`${formulaOf(formula, valueOf)} as ${sql.ref(column)}`] : [])),
        ...dimensions.flatMap((dimension) => nameOf(dimension, asked.view as View)),
      ]
      const order = keys
        ? []
        : [
            ...(top && sorted.length === 0 ? [sql`rest`] : []),
            ...sorted,
            ...(top && by && sorted.length === 0 ? [sql`${sql.ref(by.column)} desc nulls last`] : []),
            ...natural(dimensions),
          ]
      return sql`with ${sql.join([sql`facts as (${factsOf(range)})`, ...tops, sql`figures as (${figuresOf})`, sql`calculated as (select ${sql.join([sql`figures.*`, ...calculated])} from figures)`])}
        select * from calculated${having && !keys ? sql` where ${formulaOf(having, valueOf)}` : sql``}${order.length > 0 ? sql` order by ${sql.join(order)}` : sql``}
        limit ${keys ? MAX_FIGURE_ROWS + 1 : (document.limit ?? MAX_FIGURE_ROWS + 1)}`
    },
  }
}

function dimensionsOf({ dimensions, document }: Figures, subject: Subject): PlannedDimension[] {
  const { topN } = document
  const top = topN && (topN.of ?? dimensions.find(({ bucket }) => bucket === undefined)?.as)
  return dimensions.map(({ as, field, bucket, place }, at) => {
    const found = subject.find(field) ?? refuse(`${place}.field`, 'field', field)
    if (!found.isDimension) refuse(`${place}.field`, 'dimension', field)
    if ((found.kind === 'time') !== (bucket !== undefined)) refuse(`${place}.bucket`, 'bucket', field)
    return { as, found, bucket, column: `d${at}`, isTop: as === top }
  })
}

function timeOf(subject: Subject, field: string): Sql {
  const found = subject.find(field)
  return found?.kind === 'time' ? found.value : refuse('time.field', 'field', field)
}

/** Stretches of time by the clock of the tenant, which is that of the transaction, as milliseconds since 1970. */
const valueOfDimension = ({ value }: Found, bucket: Bucket | undefined): Sql =>
  bucket === undefined ? value : sql`extract(epoch from date_trunc(${sql.lit(bucket)}, ${value}))::float8 * 1000`

/** A value as a text that is never null, to be compared by. */
const keyOf = ({ column }: PlannedDimension): Sql => sql`coalesce('v' || ${sql.ref(column)}::text, 'n')`

/** Names of references, of groups alone and not of each row. Row security decides which names there are. */
function nameOf({ found: { link, showsName }, column }: PlannedDimension, view: View): Sql[] {
  if (!link || !showsName) return []
  return [
    sql`(select ${shownText(link, view)} from ${sql.table(tableOf(link.to))} as target where target.id = ${sql.ref(column)}) as ${sql.ref(`${column}_name`)}`,
  ]
}

/** What people see is what it is sorted by. */
const orderOf = ({ found, column }: PlannedDimension): Sql => sql.ref(found.link && found.showsName ? `${column}_name` : column)

/** Time first, then the others: whatever has no order of its own has the same one each time. */
const natural = (dimensions: readonly PlannedDimension[]): Sql[] =>
  [...dimensions.filter(({ bucket }) => bucket), ...dimensions.filter(({ bucket }) => !bucket)].flatMap((dimension) => [
    sql`${orderOf(dimension)} nulls last`,
    ...(dimension.found.link ? [sql.ref(dimension.column)] : []),
  ])
