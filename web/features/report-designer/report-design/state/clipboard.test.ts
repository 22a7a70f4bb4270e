/** What comes from other programs onto the sheet: looks, sizes, and no more than a template has room for. */
import { expect, it } from 'vitest'
import { EMPTY_TEMPLATE, faultsOf } from '../../../../../model/reports/draft.ts'
import { placeNamed } from '../../../../../model/reports/places.ts'
import type { Place } from '../../../../../model/reports/places.ts'
import type { ReportTemplate } from '../../../../../model/reports/template.ts'
import { MAX_CELLS, MAX_MERGES, MAX_STYLES } from '../../../../../model/reports/template.ts'
import { pasteForeign } from './clipboard.ts'

const at = (name: string) => placeNamed(name) as Place
const sheet = (cells: ReportTemplate['cells'], rest: Partial<ReportTemplate> = {}): ReportTemplate => ({
  ...EMPTY_TEMPLATE,
  cells,
  ...rest,
})
const large = (rows: number, columns: number) =>
  sheet({}, { rows: Array.from({ length: rows }, () => 18), columns: Array.from({ length: columns }, () => 64) })

it('numbers keep being such, with their format; looks come whole, and without any those of before stay', () => {
  const before = sheet({ A1: { text: 'a', style: 0 }, B1: { text: 'b', style: 0 } }, { styles: [{ border: [1, 1, 1, 1] }] })
  const { template } = pasteForeign(before, at('A1'), {
    cells: [
      { text: '12.50', number: '12.5', format: '0.00', style: { fill: '#ffff00' }, rows: 1, columns: 1, at: at('A1') },
      { text: 'plain', rows: 1, columns: 1, at: at('B1') },
      { text: '', style: { fill: '#ffff00' }, rows: 1, columns: 1, at: at('C1') },
    ],
  })
  const styleAt = (name: string) => template.styles[template.cells[name]?.style ?? -1]
  expect(template.cells['A1']).toMatchObject({ formula: '12.5', format: '0.00' })
  expect(template.cells['B1']).toMatchObject({ text: 'plain' })
  expect(['A1', 'B1', 'C1'].map((name) => styleAt(name))).toEqual([{ fill: '#ffff00' }, { border: [1, 1, 1, 1] }, { fill: '#ffff00' }])
  expect(faultsOf(template)).toEqual([])
})

it('columns and rows in which nothing stood are as large as they were in the other program, others stay', () => {
  const before = sheet({ B1: { text: 'here' } })
  const { template } = pasteForeign(before, at('A2'), {
    cells: [{ text: 'x', rows: 1, columns: 1, at: at('A1') }],
    widths: [100, 200, undefined, 2000],
    heights: [30],
  })
  expect(template.columns.slice(0, 4)).toEqual([100, before.columns[1], before.columns[2], 1000])
  expect(template.rows.slice(0, 2)).toEqual([before.rows[0], 30])
})

it('merged areas that lie over one another, or over one of the sheet, are left apart', () => {
  const merged = sheet({ A1: { text: 'title' } }, { merges: ['A1:C1'] })
  const { template } = pasteForeign(merged, at('A1'), {
    cells: [
      { text: 'a', rows: 2, columns: 2, at: at('B1') },
      { text: 'b', rows: 2, columns: 2, at: at('A2') },
      { text: 'c', rows: 2, columns: 2, at: at('B3') },
    ],
  })
  expect(template.merges).toEqual(['A1:C1', 'A2:B3'])
})

it('a sheet full of cells that all look otherwise comes to what a template may have, and soon', () => {
  const cells = Array.from({ length: 50_000 }, (_, count) => ({
    text: 'x',
    style: { fill: `#${count.toString(16).padStart(6, '0')}` },
    rows: 1,
    columns: 1,
    at: { row: Math.floor(count / 100), column: count % 100 },
  }))
  const before = process.cpuUsage()
  const { template } = pasteForeign(large(500, 100), at('A1'), { cells })
  const { user, system } = process.cpuUsage(before)
  expect(Object.keys(template.cells)).toHaveLength(MAX_CELLS)
  expect(template.styles).toHaveLength(MAX_STYLES)
  // Milliseconds.
  expect((user + system) / 1000).toBeLessThan(2000)

  const pairs = cells.filter((_, count) => count % 2 === 0).map((cell) => ({ ...cell, style: undefined, columns: 2 }))
  const merges = pasteForeign(large(500, 100), at('A1'), { cells: pairs }).template.merges
  expect(merges).toHaveLength(MAX_MERGES)
})
