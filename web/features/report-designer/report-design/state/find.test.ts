import { expect, it } from 'vitest'
import { EMPTY_TEMPLATE } from '../../../../../model/reports/draft.ts'
import { nameOfPlace } from '../../../../../model/reports/places.ts'
import type { ReportTemplate } from '../../../../../model/reports/template.ts'
import { nextOf, placesWith, replaced } from './find.ts'

const template: ReportTemplate = {
  ...EMPTY_TEMPLATE,
  cells: {
    B2: { text: 'Room (one)' },
    A10: { text: 'room' },
    A2: { formula: 'SUM(B4)', style: 0 },
    C1: { field: 'room.time', expand: 'down', format: 'HH:mm' },
    D1: { chart: { kind: 'line', x: 'room.time', series: [{ field: 'room.t' }] } },
  },
  styles: [{ wrap: true }],
}
const names = (sought: string) => placesWith(template, sought).map(nameOfPlace)

it('cells are found row by row in what is typed, capitals or not, and a text is no pattern', () => {
  expect(names('ROOM')).toEqual(['C1', 'B2', 'A10'])
  expect(names('sum(')).toEqual(['A2'])
  expect(names('.*')).toEqual([])
  expect(names('')).toEqual([])
})

it('the next one is behind the chosen cell, and around the end', () => {
  const places = placesWith(template, 'room')
  const [first, second, third] = places
  expect(nextOf(places, { row: 0, column: 0 })).toEqual(first)
  expect(nextOf(places, first ?? { row: 9, column: 9 })).toEqual(second)
  expect(nextOf(places, third ?? { row: 0, column: 0 })).toEqual(first)
  expect(nextOf(places, { row: 0, column: 0 }, true)).toEqual(third)
  expect(nextOf([], { row: 0, column: 0 })).toBeUndefined()
})

it('what is replaced is the text as it stands; how cells repeat and look stays, and a chart is left alone', () => {
  const { cells } = replaced(template, placesWith(template, 'room'), 'room', '$& hall')
  expect(cells).toMatchObject({ B2: { text: '$& hall (one)' }, A10: { text: '$& hall' }, D1: template.cells['D1'] as object })
  expect(replaced(template, placesWith(template, 'b4'), 'b4', 'B5').cells['A2']).toEqual({ formula: 'SUM(B5)', style: 0 })
  const renamed = replaced(template, placesWith(template, 'time'), 'time', 'at').cells['C1']
  expect(renamed).toMatchObject({ field: 'room.at', expand: 'down', format: 'HH:mm' })
})

it('a cell that would have more than a cell takes stays', () => {
  expect(replaced(template, placesWith(template, 'o'), 'o', 'x'.repeat(1500)).cells['A10']).toEqual({ text: 'room' })
})

it('the parts of a text are looked through one by one, and keep their looks', () => {
  const rich: ReportTemplate = { ...template, cells: { A1: { rich: [{ text: 'Room ' }, { text: 'one', bold: true }] } } }
  expect(placesWith(rich, 'room')).toHaveLength(1)
  // What begins in one part and ends in another is in neither.
  expect(placesWith(rich, 'room one')).toEqual([])
  expect(replaced(rich, placesWith(rich, 'one'), 'one', '$& two').cells).toEqual({
    A1: { rich: [{ text: 'Room ' }, { text: '$& two', bold: true }] },
  })
  expect(replaced(rich, placesWith(rich, 'o'), 'o', 'x'.repeat(600)).cells).toBe(rich.cells)
})
