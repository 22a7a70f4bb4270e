/** Charts and page sub-totals begin with what the data has, and nothing of another set stays in them. */
import { expect, it } from 'vitest'
import { EMPTY_TEMPLATE, faultsOf } from '../../../../../model/reports/draft.ts'
import type { Place } from '../../../../../model/reports/places.ts'
import { placeNamed } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, TemplateChart } from '../../../../../model/reports/template.ts'
import { columnsOfSets, isOnEachPage, newChart, newSubtotal, summable, withAxis, withKind } from './drawn.ts'
import { insert, putContent } from './edits.ts'

const at = (name: string) => placeNamed(name) as Place
const set = (dimensions: readonly object[], measures: readonly string[]) => ({
  document: {
    format: 1,
    subject: 'readings',
    dimensions,
    measures: measures.map((as) => ({ as, of: 'count' })),
    time: { last: { count: 1, unit: 'day' } },
  },
})
const DAYS = set([{ field: 'deviceId' }, { field: 'time', bucket: 'day' }], ['n', 'm'])
const DEVICES = set([{ field: 'deviceId' }], ['count'])
const sheet = (sets: ReportTemplate['sets'], cells: ReportTemplate['cells'] = {}, more: Partial<ReportTemplate> = {}): ReportTemplate => ({
  ...EMPTY_TEMPLATE,
  sets,
  cells,
  ...more,
})

it('a first chart is of the first set that has something to draw: lines over its times, or else bars over what it is grouped by', () => {
  expect(newChart(sheet({ total: set([], ['n']), days: DAYS }))).toEqual({ kind: 'line', x: 'days.time', series: [{ field: 'days.n' }] })
  // A device is shown by its name.
  expect(newChart(sheet({ devices: DEVICES }))).toEqual({ kind: 'bar', x: 'devices.deviceIdCn', series: [{ field: 'devices.count' }] })
  expect(newChart(sheet({ total: set([], ['n']), hidden: { document: {} } }))).toBeUndefined()
})

it('a chart along a column of another set takes a measure of that set, and one along what parted it is parted by that no more', () => {
  const columns = columnsOfSets(sheet({ days: DAYS, devices: DEVICES }))
  const chart: TemplateChart = { kind: 'line', x: 'days.time', series: [{ field: 'days.n', name: 'N' }], by: ['days.deviceId'], unit: 'h' }
  expect(withAxis(chart, 'days.deviceId', columns)).toEqual({ kind: 'line', x: 'days.deviceId', series: [{ field: 'days.n', name: 'N' }], unit: 'h' }) // prettier-ignore
  expect(withAxis(chart, 'devices.deviceId', columns)).toEqual({ kind: 'line', x: 'devices.deviceId', series: [{ field: 'devices.count' }], unit: 'h' }) // prettier-ignore
  expect(withAxis(chart, 'none.a', columns)).toBe(chart)
})

it('a chart that becomes a pie keeps its first series alone, and one that is none again keeps what it has', () => {
  const chart: TemplateChart = { kind: 'line', x: 's.t', series: [{ field: 's.n' }, { field: 's.m' }], by: ['s.d'], unit: 'kN', limits: [{ value: 1 }], least: 0 } // prettier-ignore
  const pie = { kind: 'pie', x: 's.t', series: [{ field: 's.n' }], unit: 'kN' }
  expect(withKind(chart, 'pie')).toEqual(pie)
  expect(withKind(withKind(chart, 'pie'), 'stacked')).toEqual({ ...pie, kind: 'stacked' })
  expect(withKind(chart, 'area')).toEqual({ ...chart, kind: 'area' })
})

const LEDGER = sheet(
  { days: DAYS },
  {
    A1: { text: 'Report' },
    A2: { field: 'days.time', expand: 'down' },
    B2: { field: 'days.n', format: '0.0' },
    C2: { formula: 'B2*2' },
    A3: { text: 'Page' },
    B3: { field: 'days.m', style: 0, format: '0.00' },
  },
  { page: { ...EMPTY_TEMPLATE.page, repeat: { foot: [3, 4] } }, merges: ['A4:A5'], styles: [{ align: 'right' }] },
)

it('a page sub-total stands at the head or foot of pages, and is of what stands between them', () => {
  expect(['A2', 'B3', 'C4', 'A5'].map((name) => isOnEachPage(LEDGER, at(name)))).toEqual([false, true, true, false])
  // What repeats by itself is hardly ever summed.
  expect(summable(LEDGER)).toEqual(['B2', 'C2', 'A2'])
  expect(newSubtotal(LEDGER, at('C3'))).toEqual({ of: 'C2', take: 'sum', over: 'page' })
  expect(newSubtotal(LEDGER, at('H3'))).toEqual({ of: 'B2', take: 'sum', over: 'page' })
  expect(newSubtotal(sheet({}, { A1: { text: 'x' } }), at('A2'))).toBeUndefined()
})

it('what is put into a cell replaces its content and keeps its looks and format, and goes on meaning the cell that it meant', () => {
  const made = putContent(LEDGER, at('B3'), { subtotal: { of: 'B2', take: 'sum', over: 'page' } })
  expect(made.cells['B3']).toEqual({ style: 0, format: '0.00', subtotal: { of: 'B2', take: 'sum', over: 'page' } })
  expect(faultsOf(made)).toEqual([])
  const later = insert(made, 'row', 0, 2)
  expect(later.cells['B5']?.subtotal?.of).toBe('B4')
  expect(faultsOf(later)).toEqual([])
})

it('a chart of a column that the data has not is told at its cell, once', () => {
  const chart: TemplateChart = { kind: 'line', x: 'days.time', series: [{ field: 'days.gone' }, { field: 'days.gone', name: 'again' }] }
  expect(faultsOf(sheet({ days: DAYS }, { A1: { chart } }))).toEqual([{ place: 'A1', code: 'field', detail: 'days.gone' }])
})
