/** What is no template is refused at once, with the cell and what is wrong there. */
import { expect, it } from 'vitest'
import { columnName } from '../workbook.ts'
import { faultsOf } from './draft.ts'
import { TemplateFault } from './faults.ts'
import { readCellFormula } from './formula.ts'
import { readTemplate } from './read.ts'

const template = (cells: object, more: object = {}) => ({
  format: 1,
  page: { size: 'A4', margins: [0, 0, 0, 0] },
  columns: [50, 50, 50, 50],
  rows: [20, 20, 20, 20],
  sets: { s: { document: {} } },
  styles: [],
  cells,
  ...more,
})
const pictureId = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`
const pictures = (count: number, which: (at: number) => number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`A${at + 1}`, { picture: pictureId(which(at)) }]))
const group = { field: 's.a', expand: 'down' }

const paged = (repeat: object, cells: object = {}) => template(cells, { page: { size: 'A4', margins: [0, 0, 0, 0], repeat } })

const segments = (list: readonly object[], more: object = {}) =>
  template({ A1: { ...group, aggregate: 'segments', segments: list, ...more } })

const dictionaries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`A${at + 1}`, { formula: `DICT("d${at}", B1)` }]))

const manyAreas = () =>
  Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`${columnName(at)}1`, { formula: `SUM(A2:CV${500 - at})` }]))

function faultOf(value: unknown): string {
  const started = performance.now()
  try {
    readTemplate(value)
  } catch (error) {
    expect(performance.now() - started).toBeLessThan(1000)
    if (error instanceof TemplateFault) return `${error.place} ${error.code} ${error.detail}`.trim()
    throw error
  }
  return ''
}

it.each<[string, unknown, string]>([
  ['a sound one', template({ A1: group, B1: { field: 's.b' } }), ''],
  ['parents in a circle', template({ A3: { ...group, left: 'B4' }, B4: { text: 'x', left: 'A3' } }), 'A3 circle A3 → B4 → A3'],
  ['formulas in a circle', template({ A1: { formula: 'B1+1' }, B1: { formula: 'RANK(A1)' } }), 'A1 circle A1 → B1 → A1'],
  ['two that repeat the same row', template({ A1: group, C1: { ...group, left: 'none' } }), 'C1 nesting A1'],
  ['a parent that is not there', template({ A1: group, B1: { text: '', left: 'C9' } }), 'B1 cell C9'],
  ['a cell outside', template({ E1: { text: '' } }), 'E1 outside'],
  ['cells above each other', template({ A1: { text: '' }, B1: { text: '' } }, { merges: ['A1:B1'] }), 'B1 overlap A1'],
  ['an unknown set', template({ A1: { field: 't.a' } }), 'A1 set t'],
  ['a key of a prototype', JSON.parse(JSON.stringify(template({})).replace('"cells":{}', '"cells":{"__proto__":{"text":"x"}}')), ''],
  ['an unknown key', template({ A1: { text: 'x', script: 'alert(1)' } }), 'cells.A1 key script'],
  ['a path in place of a picture', template({ A1: { picture: '../../etc/passwd' } }), 'cells.A1.picture shape'],
  ['an address of a picture', template({ A1: { picture: 'https://example.com/a.svg' } }), 'cells.A1.picture shape'],
  ['a picture', template({ A1: { picture: pictureId(0), style: 0, left: 'none' } }, { styles: [{ align: 'left' }] }), ''],
  ['a picture beside a text', template({ A1: { picture: pictureId(0), text: 'x' } }), 'A1 content'],
  ['a picture as a code', template({ A1: { picture: pictureId(0), code: 'qr' } }), 'A1 content'],
  ['a picture that expands', template({ A1: { picture: pictureId(0), expand: 'down' } }), 'A1 content'],
  [
    'the same picture everywhere',
    template(
      pictures(20, () => 0),
      { rows: Array(20).fill(20) },
    ),
    '',
  ],
  [
    'too many pictures',
    template(
      pictures(11, (at) => at),
      { rows: Array(20).fill(20) },
    ),
    'A11 pictures 10',
  ],
  ['a sub-total of a prototype', template({ A1: { subtotal: { of: '__proto__', take: 'sum' } } }), 'cells.A1.subtotal.of shape'],
  ['a code of another kind', template({ A1: { text: 'x', code: 'svg' } }), 'cells.A1.code shape'],
  ['a diagonal head', template({ A1: { diagonal: { rows: 'day {title}', columns: '' } } }), ''],
  ['a diagonal head beside a text', template({ A1: { text: '', diagonal: { rows: 'a', columns: 'b' } } }), 'A1 content'],
  ['a diagonal head as a code', template({ A1: { diagonal: { rows: 'a', columns: 'b' }, code: 'qr' } }), 'A1 content'],
  ['a diagonal head that repeats', template({ A1: { diagonal: { rows: 'a', columns: 'b' }, expand: 'down' } }), 'A1 content'],
  ['a diagonal head of one text', template({ A1: { diagonal: { rows: 'a' } } }), 'cells.A1.diagonal.columns missing'],
  ['a diagonal head of three', template({ A1: { diagonal: { rows: 'a', columns: 'b', values: 'c' } } }), 'cells.A1.diagonal key values'],
  ['two lines in a diagonal head', template({ A1: { diagonal: { rows: 'a\nb', columns: '' } } }), 'cells.A1.diagonal.rows shape'],
  ['another first page', paged({ head: [2, 2], firstHead: [1, 1], foot: [4, 4], firstFoot: 'none' }), ''],
  ['a first page with a foot of its own alone', paged({ firstFoot: [4, 4] }), ''],
  ['a head that goes back', paged({ head: [2, 1] }), 'page.repeat.head outside 2–1'],
  ['a first head beyond the sheet', paged({ firstHead: [3, 5] }), 'page.repeat.firstHead outside 3–5'],
  ['a first foot among the rows that repeat', paged({ firstFoot: [2, 3] }, { A3: group }), 'page.repeat.firstFoot repeat A3'],
  ['a row in two bands', paged({ head: [1, 2], firstHead: [2, 3] }), 'page.repeat.firstHead rows 2'],
  ['a head in the foot', paged({ head: [3, 4], foot: [4, 4] }), 'page.repeat.foot rows 4'],
  ['no head on the first page, nor on any other', paged({ firstHead: 'none' }), 'page.repeat.head missing'],
  ['a first head that nobody knows', paged({ head: [1, 1], firstHead: 'other' }), 'page.repeat.firstHead shape'],
  ['a second page', paged({ head: [1, 1], secondHead: [2, 2] }), 'page.repeat key secondHead'],
  ['a subtotal at the foot of the first page', paged({ foot: [4, 4], firstFoot: [3, 3] }, { A1: group, A3: { subtotal: { of: 'A1', take: 'sum' } } }), ''], // prettier-ignore
  ['a chart of two sets', template({ A1: { chart: { kind: 'line', x: 's.t', series: [{ field: 'r.v' }] } } }), 'A1 set'],
  ['a chart with a script', template({ A1: { chart: { kind: 'line', x: 's.t', series: [{ field: 's.v' }], formatter: 'x' } } }), 'cells.A1.chart key formatter'], // prettier-ignore
  [
    'totals that are not asked for',
    template({}, { page: { size: 'A4', margins: [0, 0, 0, 0], liveTotals: false } }),
    'page.liveTotals shape',
  ],
  ['own paper', template({}, { page: { size: [241, 93.1], margins: [0, 0, 0, 0] } }), ''],
  [
    'own paper that is turned',
    template({}, { page: { size: [241, 93], landscape: true, margins: [0, 0, 0, 0] } }),
    'page.landscape content',
  ],
  ['paper of one side', template({}, { page: { size: [241], margins: [0, 0, 0, 0] } }), 'page.size shape'],
  ['paper of no width', template({}, { page: { size: [0, 93], margins: [0, 0, 0, 0] } }), 'page.size[0] shape'],
  ['paper beyond any printer', template({}, { page: { size: [241, 1e9], margins: [0, 0, 0, 0] } }), 'page.size[1] shape'],
  ['paper that is not a number', template({}, { page: { size: ['241', 93], margins: [0, 0, 0, 0] } }), 'page.size[0] shape'],
  // 40 mm are 113.4 points.
  ['margins that leave no room', template({}, { page: { size: [40, 40], margins: [0, 60, 0, 50] } }), 'page.margins room'],
  ['columns that leave no room', template({}, { page: { size: 'A4', margins: [0, 0, 0, 0], columns: { count: 5, gap: 144 } } }), 'page.margins room'], // prettier-ignore
  ['a check box', template({ A1: { formula: '1 > 0', check: { label: 'yes' } }, B1: { text: '', check: {} } }), ''],
  ['a check box of nothing', template({ A1: { check: {} } }), 'A1 content'],
  ['a check box that is a code', template({ A1: { text: 'x', code: 'qr', check: {} } }), 'A1 content'],
  ['a check box with two lines', template({ A1: { text: 'x', check: { label: 'a\nb' } } }), 'cells.A1.check.label shape'],
  ['a check box with a script', template({ A1: { text: 'x', check: { onClick: 'x' } } }), 'cells.A1.check key onClick'],
  ['neighbours', template({ A1: { ...group, aggregate: 'neighbours' } }), ''],
  ['neighbours in another order', template({ A1: { ...group, aggregate: 'neighbours', sort: 'ascend' } }), 'A1 content'],
  ['neighbours that do not expand', template({ A1: { field: 's.a', aggregate: 'neighbours' } }), 'A1 content'],
  ['segments', segments([{ below: -1 }, { below: 1e6, name: '多' }, { name: '' }]), ''],
  ['segments of nothing', template({ A1: { ...group, aggregate: 'segments' } }), 'A1 content'],
  ['segments of a group', template({ A1: { ...group, segments: [{ below: 1 }, {}] } }), 'A1 content'],
  ['segments that go back', segments([{ below: 2 }, { below: 1 }, {}]), 'A1 segments'],
  ['segments alike', segments([{ below: 1 }, { below: 1 }, {}]), 'A1 segments'],
  ['segments with an end', segments([{ below: 1 }, { below: 2 }]), 'A1 segments'],
  ['segments without an end', segments([{}, {}]), 'A1 segments'],
  ['too many segments', segments([...Array.from({ length: 50 }, (_, at) => ({ below: at })), {}]), 'cells.A1.segments shape'],
  ['segments shown by another column', segments([{ below: 1 }, {}], { show: 's.b' }), 'A1 content'],
  ['a text of several looks', template({ A1: { rich: [{ text: 'a', bold: true }, { text: '', size: 18, colour: '#ff0000', italic: true }] } }), ''], // prettier-ignore
  ['a text of several looks beside a text', template({ A1: { text: 'x', rich: [{ text: 'a' }] } }), 'A1 content'],
  ['a text of no looks', template({ A1: { rich: [] } }), 'cells.A1.rich shape'],
  ['markup in its looks', template({ A1: { rich: [{ text: 'a', html: '<b>' }] } }), 'cells.A1.rich[0] key html'],
  ['a colour that is an address', template({ A1: { rich: [{ text: 'a', colour: 'url(http://x)' }] } }), 'cells.A1.rich[0].colour shape'],
  ['more text than a cell has', template({ A1: { rich: Array(5).fill({ text: 'x'.repeat(500) }) } }), 'A1 size 2000'],
  [
    'a pie of two series',
    template({ A1: { chart: { kind: 'pie', x: 's.t', series: [{ field: 's.v' }, { field: 's.w' }] } } }),
    'A1 content',
  ],
  ['a pie with a limit', template({ A1: { chart: { kind: 'pie', x: 's.t', series: [{ field: 's.v' }], limits: [{ value: 1 }] } } }), 'A1 content'], // prettier-ignore
  ['a pie', template({ A1: { chart: { kind: 'pie', x: 's.t', series: [{ field: 's.v' }], unit: 'kN' } } }), ''],
  ['a word for a cell that is not there', template({ A1: { formula: 'DICT("unit", B2)' } }), 'A1 cell B2'],
  ['words in a circle', template({ A1: { formula: 'DICT("unit", B1)' }, B1: { formula: 'VERDICT(A1)' } }), 'A1 circle A1 → B1 → A1'],
  ['many dictionaries', template({ ...dictionaries(21), B1: { text: '' } }, { rows: Array(21).fill(20) }), 'A21 size 20'],
  ['an area beyond it', template({ A1: { formula: 'SUM(B1:ZZ999)' } }), 'A1 outside B1:ZZ999'],
  // Rows 2 to 500 of a hundred columns, and one row less each time: twenty of them are 979,000 places.
  ['areas of the whole, again and again', template(manyAreas(), { columns: Array(100).fill(50), rows: Array(500).fill(20) }), 'U1 size 1000000'], // prettier-ignore
  ['half a character', template({ A1: { text: '\ud83d' } }), 'cells.A1.text shape'],
  ['half a character in a formula', template({ A1: { formula: '"\udca1"' } }), 'cells.A1.formula shape'],
  ['half a character in a document', template({}, { sets: { s: { document: { a: ['\\\ud83d'] } } } }), 'sets.s.document shape'],
  ['U+0000 as a name in a document', template({}, { sets: { s: { document: { '\u0000': 1 } } } }), 'sets.s.document shape'],
  ['what only looks like it', template({}, { sets: { s: { document: { a: '\\u0000', b: '💡' } } } }), ''],
  ['a limit beyond all units', template({ A1: { chart: { kind: 'line', x: 's.t', series: [{ field: 's.v' }], limits: [{ value: 1e16 }] } } }), 'cells.A1.chart.limits[0].value shape'], // prettier-ignore
  ['brackets in brackets', template({ A1: JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`) as object }), 'template size'],
  ['positions without end', template({ A1: group, B1: { formula: `A1[${'A1:1,'.repeat(190)}A1:1]` } }), `B1 formula 1: A1[${'A1:1,'.repeat(10).slice(0, 37)}`], // prettier-ignore
  ['a formula of a megabyte', template({ A1: { formula: '('.repeat(1_000_000) } }), 'template size'],
])('%s', (_name, value, fault) => {
  expect(faultOf(value)).toBe(fault)
})

it.each([
  'constructor.constructor("return 1")()',
  'A1.value',
  'FETCH("http://x")',
  'this',
  '((((((((((((((((((((((((((((((((((((((((((((((((1',
  'A1[__proto__]',
  'A1[A1:0]',
  'A1[A1:1',
  'AVG(A1, B1)',
  'DICT(A1, B1)',
  'DICT("unit")',
  'DICT("unit", "a")',
  `DICT("${'x'.repeat(33)}", A1)`,
  'VERDICT("pass")',
  '',
])('%s is no formula', (text) => {
  expect(readCellFormula(text)).toHaveProperty('fault')
})

it('the documents of a draft are read as often for many cells as for few, and the whole of it a few times', () => {
  const draft = (cells: object, document = {}) =>
    template(cells, { rows: Array(500).fill(20), sets: { s: { document } } }) as unknown as Parameters<typeof faultsOf>[0]
  const looks = (count: number) => {
    let asked = 0
    const document = new Proxy({ subject: 1 }, { ownKeys: (of) => ((asked += 1), Reflect.ownKeys(of)) })
    const cells = Object.fromEntries(Array.from({ length: count }, (_, at) => [`A${at + 1}`, { field: 's.a' }]))
    expect(faultsOf(draft(cells, document))).toEqual([])
    return asked
  }
  expect(looks(500)).toBe(looks(2))
  const lost = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`A${at + 1}`, { text: '', left: 'B9' }]))
  expect(faultsOf(draft(lost)).map(({ place }) => place)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
})
