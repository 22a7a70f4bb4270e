/** What a chart of a report shows: its series over the members of its axis, as pages and files draw it. */
import { clockOf, timeShown } from '../../model/reports/formats.ts'
import type { TemplateChart } from '../../model/reports/template.ts'
import { fail } from '../kernel/errors.ts'
import type { DataSet, Rows } from './data.ts'
import { columnNamed, valueIn } from './data.ts'
import { UNKNOWN, textOf } from './texts.ts'

export interface SheetChart extends Pick<TemplateChart, 'kind' | 'limits' | 'bands' | 'unit' | 'least' | 'most'> {
  /** Members of its axis as they are shown, and in milliseconds of the tenant's clock where all of them are times. */
  readonly labels: readonly string[]
  readonly times: readonly number[] | undefined
  /** A value for each member; null where there is none, which nothing is drawn over. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

/** Values of one chart, and its series: more are no picture. */
const MAX_VALUES = 20_000
const MAX_SERIES = 20

/** A sum beyond the numbers there are is none that a file could have. */
const within = (sum: number): number => Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, sum))
/** What is not above nought takes no part in a whole: programs would draw its size. */
const partOfWhole = (value: number | null): number | null => (value !== null && value > 0 ? value : null)

/** The chart of the rows that a cell means. A series that the reader has not keeps its name with a dash. @throws Failure `report.too-much` */
export function chartOf(
  { x, by = [], series, mostSeries, kind, limits, bands, unit, least, most }: TemplateChart,
  format: string | undefined,
  sets: ReadonlyMap<string, DataSet>,
  rowsOf: (set: DataSet) => Rows,
): SheetChart {
  const axis = columnNamed(sets, x)
  const isTime = axis.column?.kind === 'time'
  // What has no time has no place on an axis of times.
  const rows = Array.from(rowsOf(axis.set)).filter((row) => !isTime || valueIn(axis, row).value !== null)
  // An axis of times is that of the clock: what it shows twice has one place.
  const memberOf = (row: number) => (isTime ? clockOf(String(valueIn(axis, row).value)) : textOf(valueIn(axis, row), undefined))
  const members = new Map<string, number>()
  for (const row of rows) {
    const text = memberOf(row)
    if (!members.has(text)) members.set(text, members.size)
  }
  // Times stand in their order, whatever that of the rows is.
  const keys = isTime ? [...members.keys()].sort() : [...members.keys()]
  keys.forEach((key, at) => members.set(key, at))
  const parted = by.map((field) => columnNamed(sets, field))
  const found = new Map<string, (number | null)[]>()
  // Judged with each new series: whoever has too many of them has looked for each value in all before.
  const begin = (name: string, values: (number | null)[]) => {
    found.set(name, values)
    if (found.size > MAX_SERIES) fail('report.too-much', { values: { most: MAX_SERIES } })
    if (found.size * keys.length > MAX_VALUES) fail('report.too-much', { values: { most: MAX_VALUES } })
    return values
  }
  /** What is called alike and has its own value at the same place is a series of its own; a slice of a pie is all that its member has. */
  function put(names: readonly string[], row: number, value: number): void {
    const at = members.get(memberOf(row)) as number
    const plain = names.filter((text) => text !== '').join(' ')
    for (let nth = 1; ; nth += 1) {
      const key = nth === 1 ? plain : `${plain} (${nth})`
      let values = found.get(key)
      if (!values && found.size === mostSeries) return
      values ??= begin(key, Array<number | null>(keys.length).fill(null))
      if (kind !== 'pie' && values[at] !== null) continue
      values[at] = kind === 'pie' ? within((values[at] ?? 0) + value) : value
      return
    }
  }
  for (const { field, name = '' } of series) {
    const column = columnNamed(sets, field)
    if (!column.column) begin(`${name} ${UNKNOWN}`.trim(), [])
    else
      for (const row of rows) {
        const { value } = valueIn(column, row)
        if (typeof value === 'number' && Number.isFinite(value))
          put([name, ...parted.map((each) => textOf(valueIn(each, row), undefined))], row, value)
      }
  }
  return {
    kind,
    limits,
    bands,
    unit,
    least,
    most,
    labels: keys.map((key) => (isTime ? timeShown(key, format) : key)),
    times: isTime ? keys.map((key) => Date.parse(`${key.replace(' ', 'T')}Z`)) : undefined,
    series: [...found].map(([name, values]) => ({ name, values: kind === 'pie' ? values.map(partOfWhole) : values })),
  }
}
