/** What is done to a sheet keeps what else it says: formulas go on meaning the cells that they meant. */
import { describe, expect, it } from 'vitest'
import { EMPTY_TEMPLATE, faultsOf } from '../../../../../model/reports/draft.ts'
import { startingPoint } from '../../../../../model/reports/starting-points.ts'
import type { Area } from '../../../../../model/reports/places.ts'
import { areaNamed, placeNamed } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, TemplateCell } from '../../../../../model/reports/template.ts'
import type { Translate } from '../../../../../model/labels/index.ts'
import { differencesOf } from '../../../../shared/reports/differences.ts'
import { aggregateChange, copiedOf, diagonalChange, isFixed, richChange, typedOf, withTyped } from './cells.ts'
import { cellsOfText, pasteForeign, pasteOwn, textOf } from './clipboard.ts'
import {
  border,
  changeCell,
  clear,
  contentsIn,
  insert,
  mayInsert,
  mayRemove,
  merge,
  putPicture,
  remove,
  restyle,
  typeInto,
  unmerge,
} from './edits.ts'
import { putField } from './fields.ts'
import { beginWith, choose, chosenIn, redo, step, undo } from './history.ts'
import { changeRow } from './row-rules.ts'
import { ruleStyle } from './rules.ts'

const at = (name: string) => placeNamed(name) as NonNullable<ReturnType<typeof placeNamed>>
const area = (name: string): Area => areaNamed(name) ?? { from: at(name), to: at(name) }
const sheet = (cells: ReportTemplate['cells'], more: Partial<ReportTemplate> = {}): ReportTemplate => ({
  ...EMPTY_TEMPLATE,
  cells,
  ...more,
})

describe('what is typed', () => {
  it.each([
    ['hello', { text: 'hello' }],
    ['=SUM(B4)', { formula: 'SUM(B4)' }],
    ['=room.time', { field: 'room.time' }],
    ['= 1 + 1', { formula: '1 + 1' }],
    ['=', { text: '=' }],
  ])('%s is what it looks like', (typed, cell) => {
    expect(withTyped(undefined, typed)).toEqual(cell)
  })

  it('gives what has to be typed again, and takes what goes with a field along', () => {
    const cell = { field: 'a.b', expand: 'down' as const, fill: 'page' as const, perPage: 20, style: 2, format: '0.0' }
    expect(typedOf(cell)).toBe('=a.b')
    expect(withTyped(cell, 'x')).toEqual({ text: 'x', style: 2, format: '0.0' })
    expect(withTyped(cell, '')).toEqual({ style: 2 })
    expect(withTyped({ text: 'x' }, '')).toBeUndefined()
  })
})

describe('a diagonal head', () => {
  const head = { diagonal: { rows: 'day', columns: 'priority' }, style: 1 }

  it('is not typed over, goes when the cell is cleared, and is given to others as two lines', () => {
    expect(isFixed(head)).toBe(true)
    expect(typeInto(sheet({ A1: head }), at('A1'), 'x').cells['A1']).toEqual(head)
    expect(withTyped(head, '')).toEqual({ style: 1 })
    expect(copiedOf(head)).toBe('priority\nday')
    expect(textOf(sheet({ A1: head }), area('A1'))).toBe('"priority\nday"')
  })

  it('keeps the text that stood in the cell, and gives it back', () => {
    const changed = (name: string, cells: ReportTemplate['cells'], isDiagonal: boolean) =>
      changeCell(sheet(cells), at(name), diagonalChange(cells[name], isDiagonal)).cells[name]
    expect(changed('A1', { A1: { text: 'one\ntwo', code: 'qr', style: 0 } }, true)).toEqual({
      diagonal: { rows: 'one two', columns: '' },
      style: 0,
    })
    expect(changed('B1', {}, true)).toEqual({ diagonal: { rows: '', columns: '' } })
    expect(changed('A1', { A1: head }, false)).toEqual({ text: 'day priority', style: 1 })
    expect(changed('A1', { A1: { diagonal: { rows: '', columns: '' } } }, false)).toBeUndefined()
  })
})

describe('a text of several looks', () => {
  const rich = { rich: [{ text: 'up to ' }, { text: '75 °C', bold: true as const }], style: 1 }
  const changed = (cell: TemplateCell, isRich: boolean) => changeCell(sheet({ A1: cell }), at('A1'), richChange(cell, isRich)).cells['A1']

  it('is not typed over, goes when the cell is cleared, and is given to others as one text', () => {
    expect(isFixed(rich)).toBe(true)
    expect(withTyped(rich, '')).toEqual({ style: 1 })
    expect(textOf(sheet({ A1: rich }), area('A1'))).toBe('up to 75 °C')
  })

  it('keeps the text that stood in the cell in parts as long as they may be, and gives it back', () => {
    expect(changed({ text: 'one\ntwo', check: {}, style: 0 }, true)).toEqual({ rich: [{ text: 'one\ntwo' }], style: 0 })
    expect(changed(rich, false)).toEqual({ text: 'up to 75 °C', style: 1 })
    // A character of two halves begins the next part: 499 letters, and 501.
    const long = changed({ text: `${'x'.repeat(499)}😀${'y'.repeat(600)}` }, true)
    expect(long?.rich?.map(({ text }) => text.length)).toEqual([499, 500, 102])
    expect(changed({ style: 0 }, true)).toEqual({ rich: [{ text: '' }], style: 0 })
  })
})

describe('what a cell comes to', () => {
  const cell: TemplateCell = { field: 's.n', expand: 'down', sort: 'ascend', show: 's.m' }
  const taken = (next: string) => changeCell(sheet({ A1: cell }), at('A1'), aggregateChange(next)).cells['A1']

  it('neighbours stand as the data has them, and segments are called by their ends', () => {
    expect(taken('neighbours')).toEqual({ field: 's.n', expand: 'down', show: 's.m', aggregate: 'neighbours' })
    expect(taken('segments')).toEqual({ field: 's.n', expand: 'down', sort: 'ascend', aggregate: 'segments', segments: [{ below: 0 }, {}] })
    expect(taken('group')).toEqual({ ...cell, aggregate: 'group' })
  })
})

describe('a picture', () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const made = sheet({ A1: { field: 's.a', expand: 'down', style: 0, left: 'none', format: '0' } }, { styles: [{ align: 'left' }] })

  it('stands in place of what was there, is not typed over, and is cleared, copied and taken back', () => {
    const put = putPicture(made, at('A1'), id)
    expect(put.cells).toEqual({ A1: { picture: id, style: 0, left: 'none' } })
    expect(typeInto(put, at('A1'), 'x')).toBe(put)
    expect(contentsIn(put, area('A1'))).toBe(1)
    expect(clear(put, area('A1')).cells).toEqual({ A1: { style: 0 } })
    expect(pasteOwn(put, at('B2'), { text: textOf(put, area('A1')), template: put, area: area('A1') }).template.cells['B2']).toMatchObject({
      picture: id,
    })
    expect(undo(step(beginWith(made), put)).template).toBe(made)
    expect(putPicture(EMPTY_TEMPLATE, at('C3'), id).cells).toEqual({ C3: { picture: id } })
  })
})

describe('a chart and a subtotal', () => {
  const chart = { kind: 'line' as const, x: 's.time', series: [{ field: 's.mean' }] }
  const made = sheet(
    { A1: { chart, style: 0 }, B1: { subtotal: { of: 'B2', take: 'sum', over: 'page' } } },
    { styles: [{ align: 'left' }], sets: { s: { document: { format: 1, subject: 'x', measures: [], dimensions: [{ field: 'a' }] } } } },
  )

  it('are not typed over, nor hidden by a field, but cleared and pasted over', () => {
    for (const name of ['A1', 'B1']) {
      expect(typeInto(made, at(name), 'x')).toBe(made)
      expect(putField(made, at(name), 's.a')).toBe(made)
    }
    expect(clear(made, area('A1:B1')).cells).toEqual({ A1: { style: 0 } })
    expect(pasteForeign(made, at('A1'), cellsOfText('x\ty')).template.cells).toEqual({ A1: { text: 'x', style: 0 }, B1: { text: 'y' } })
  })
})

describe('rows and columns', () => {
  const made = sheet(
    {
      A1: { formula: 'SUM(B4:C5) & "B4"' },
      B4: { text: 'x', left: 'A4' },
      A4: { field: 's.a', expand: 'down' },
      D9: { formula: 'B4+1', rules: [{ if: 'A4 > 1', style: 0 }] },
    },
    { merges: ['B4:C5'], page: { ...EMPTY_TEMPLATE.page, repeat: { head: [2, 4] } }, styles: [{}] },
  )

  it('that come between shift what stands below, in formulas, parents, merged cells and repeated rows, and no text', () => {
    const next = insert(made, 'row', 2, 2)
    expect(next.cells).toEqual({
      A1: { formula: 'SUM(B6:C7) & "B4"' },
      B6: { text: 'x', left: 'A6' },
      A6: { field: 's.a', expand: 'down' },
      D11: { formula: 'B6+1', rules: [{ if: 'A6 > 1', style: 0 }] },
    })
    expect(next).toMatchObject({ merges: ['B6:C7'], page: { repeat: { head: [2, 6] } } })
    expect(next.rows).toHaveLength(22)
    expect(remove(next, 'row', 2, 3)).toEqual(made)
  })

  it('that go take their cells along; a merged area whose first row goes keeps its content', () => {
    const next = remove(made, 'row', 3, 3)
    expect(next.cells['B4']).toEqual({ text: 'x', left: 'A4' })
    expect(next.cells['A4']).toBeUndefined()
    expect(next.merges).toEqual(['B4:C4'])
    expect(remove(made, 'row', 0, 19)).toBe(made)
  })

  it('take the rows of heads and feet along, and the first page is without a head as long as there is one', () => {
    const paged = (repeat: ReportTemplate['page']['repeat']) => sheet({}, { page: { ...EMPTY_TEMPLATE.page, repeat } })
    const repeat = { head: [2, 2], firstHead: [1, 1], foot: [9, 9], firstFoot: 'none' } as NonNullable<ReportTemplate['page']['repeat']>
    expect(insert(paged(repeat), 'row', 1, 3).page.repeat).toEqual({ head: [5, 5], firstHead: [1, 1], foot: [12, 12], firstFoot: 'none' })
    expect(remove(paged(repeat), 'row', 8, 8).page.repeat).toEqual({ head: [2, 2], firstHead: [1, 1] })
  })

  it('are never more than a template has', () => {
    expect(insert(made, 'column', 0, 93)).toBe(made)
    expect([mayInsert(made, 'column', 92), mayInsert(made, 'column', 93)]).toEqual([true, false])
    expect([mayRemove(made, 'row', 19), mayRemove(made, 'row', 20)]).toEqual([true, false])
  })
})

describe('looks', () => {
  it('are kept once each, go when nothing has them, and stay with rules', () => {
    const bold = restyle(sheet({ A1: { text: 'x' } }), area('A1:B2'), (style) => ({ ...style, font: ['sc', 9, 'bold'] }))
    expect(bold.styles).toEqual([{ font: ['sc', 9, 'bold'] }])
    expect(Object.keys(bold.cells)).toEqual(expect.arrayContaining(['A1', 'B1', 'A2', 'B2']))
    const marked = ruleStyle(
      { ...bold, cells: { ...bold.cells, A1: { text: 'x', style: 0, rules: [{ if: 'A1 > 1', style: 0 }] } } },
      at('A1'),
      0,
      { colour: '#ff0000', fill: '#ffffff' },
    )
    const plain = restyle(marked, area('A1:B2'), () => ({}))
    expect(plain.styles).toEqual([{ font: ['sc', 9, 'bold'], colour: '#ff0000', fill: '#ffffff' }])
    expect(plain.cells).toEqual({ A1: { text: 'x', rules: [{ if: 'A1 > 1', style: 0 }] } })
  })

  it('of lines around an area stand at its edge alone', () => {
    const framed = border(sheet({}), area('A1:B2'), 'outer')
    const sides = Object.fromEntries(Object.entries(framed.cells).map(([name, { style = 0 }]) => [name, framed.styles[style]?.border]))
    expect(sides).toEqual({ A1: [0.5, 0, 0, 0.5], B1: [0.5, 0.5, 0, 0], A2: [0, 0, 0.5, 0.5], B2: [0, 0.5, 0.5, 0] })
  })

  it('of merged cells are one: the first content is kept, and the check finds nothing', () => {
    const merged = merge(sheet({ B1: { text: 'kept' }, B2: { text: 'gone' } }), area('A1:B2'))
    expect(merged).toMatchObject({ merges: ['A1:B2'], cells: { A1: { text: 'kept' } } })
    expect(faultsOf(merged)).toEqual([])
    expect(unmerge(merged, area('A1:B2')).merges).toEqual([])
    const framed = sheet({ A1: { style: 0 }, B1: { formula: '1' }, A2: { text: 'gone' } }, { styles: [{ align: 'left' }] })
    expect(contentsIn(framed, area('A1:B2'))).toBe(2)
    expect(merge(framed, area('A1:B2')).cells).toEqual({ A1: { formula: '1' } })
  })
})

describe('what is exchanged', () => {
  it('with spreadsheets is tabulated text, with quotes where a value has lines of its own', () => {
    const made = sheet({ A1: { text: 'a "b"\nc' }, B1: { formula: 'A1' }, B2: { text: 'x' } })
    const text = textOf(made, area('A1:B2'))
    expect(text).toBe('"a ""b""\nc"\t=A1\r\n\tx')
    expect(pasteForeign(sheet({}), at('C3'), cellsOfText(text)).template.cells).toEqual({
      C3: { text: 'a "b"\nc' },
      D3: { formula: 'A1' },
      D4: { text: 'x' },
    })
  })

  it('beyond the edge of the sheet is left out', () => {
    const pasted = pasteForeign(sheet({}), at('H20'), cellsOfText('a\tb\nc'))
    expect(pasted.template.cells).toEqual({ H20: { text: 'a' } })
  })

  it('within the sheet keeps looks and merged cells, and formulas mean the cells beside them', () => {
    const source = sheet({ A1: { text: 'x', style: 0 }, C1: { formula: 'A1+1' } }, { styles: [{ align: 'center' }], merges: ['A1:B1'] })
    const { template, area: chosen } = pasteOwn(source, at('A3'), { text: '', template: source, area: area('A1:C1') })
    expect(template.cells).toMatchObject({ A3: { text: 'x', style: 0 }, C3: { formula: 'A3+1' } })
    expect(template.merges).toEqual(['A1:B1', 'A3:B3'])
    expect(chosen).toEqual(area('A3:C3'))
  })
})

describe('steps', () => {
  it('are taken back and done again, two hundred of them, and what is written without a pause is one', () => {
    let state = beginWith(sheet({}))
    for (let count = 0; count < 250; count += 1) state = step(state, typeInto(state.template, at('A1'), String(count)))
    expect(state.past).toHaveLength(200)
    const last = state.template
    expect(redo(undo(state)).template).toBe(last)
    state = step(step(state, typeInto(last, at('A1'), 'a'), 'run'), typeInto(last, at('A1'), 'ab'), 'run')
    expect(undo(state).template).toBe(last)
  })

  it('choose merged cells whole', () => {
    expect(chosenIn(choose(beginWith(sheet({}, { merges: ['B2:C3'] })), at('C3')))).toEqual(area('B2:C3'))
  })
})

it('built-in reports are sound as templates, and differ from an empty one in cells that are named', () => {
  const t: Translate = (key) => key
  for (const code of ['curing-room', 'day-sheet', 'alarm-month', 'availability'] as const) {
    const template = startingPoint(t, code, 'week')
    expect(faultsOf(template)).toEqual([])
    expect(JSON.stringify(template)).not.toContain('00000000-')
    expect(differencesOf(template, template)).toEqual([])
    const [last] = differencesOf(template, { ...template, cells: { ...template.cells, H40: { text: 'x' } } })
    expect(last).toEqual({ what: 'added', place: 'H40' })
  }
})

describe('rules of rows', () => {
  const ruled: ReportTemplate = {
    ...EMPTY_TEMPLATE,
    cells: { A3: { field: 's.n', expand: 'down' }, B3: { text: 'x' } },
    rowRules: { 3: { hideIf: 'A3 > 1', breakBefore: true, breakAfter: 'SUM(A3:B3) = 2', withNext: 2 }, 5: { withNext: 1 } },
  }

  it('go along with their rows, and their conditions with the cells', () => {
    expect(insert(ruled, 'row', 1, 2).rowRules).toEqual({
      5: { hideIf: 'A5 > 1', breakBefore: true, breakAfter: 'SUM(A5:B5) = 2', withNext: 2 },
      7: { withNext: 1 },
    })
    expect(remove(ruled, 'row', 0, 0).rowRules).toMatchObject({ 2: { hideIf: 'A2 > 1' }, 4: { withNext: 1 } })
    expect(remove(ruled, 'row', 2, 2).rowRules).toEqual({ 4: { withNext: 1 } })
    expect(remove(ruled, 'row', 2, 4).rowRules).toBeUndefined()
    expect(insert(ruled, 'column', 0, 1).rowRules).toMatchObject({
      3: { hideIf: 'B3 > 1', breakAfter: 'SUM(B3:C3) = 2' },
      5: { withNext: 1 },
    })
  })

  it('are said, said otherwise and taken back', () => {
    const withRule = changeRow(EMPTY_TEMPLATE, 3, { withNext: 2 })
    expect(withRule.rowRules).toEqual({ 4: { withNext: 2 } })
    expect(changeRow(withRule, 3, { withNext: undefined, breakBefore: true }).rowRules).toEqual({ 4: { breakBefore: true } })
    expect(changeRow(withRule, 3, { withNext: undefined })).toEqual(EMPTY_TEMPLATE)
    expect(differencesOf(EMPTY_TEMPLATE, withRule)).toEqual([{ what: 'rows' }])
  })

  it('are found where they cannot be read, each of them', () => {
    const wrong = {
      ...ruled,
      sets: {},
      cells: { A3: { text: '1' } },
      rowRules: { 3: { hideIf: 'A3 >' }, 4: { breakBefore: 'Z9 = 1' }, 90: {} },
    }
    expect(faultsOf(wrong).map(({ place, code }) => `${place} ${code}`)).toEqual([
      'rowRules.3 formula',
      'rowRules.90 outside',
      'rowRules.4 cell',
    ])
  })
})
