/** Rich text of workbooks as that of templates: as openpyxl writes it, in its cell, and as LibreOffice does, among the shared texts. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MAX_RUN, MAX_RUNS, TEMPLATE } from '../../model/reports/template.ts'
import { temporaryFolder } from '../../tests/support/process.ts'
import type { Parts } from '../../tests/support/workbooks.ts'
import { partsOf, worksheet, zipped } from '../../tests/support/workbooks.ts'
import { sheetLayout } from '../documents/index.ts'
import { templateOfLayout } from './workbook-template.ts'

const { path: folder, remove } = temporaryFolder()
afterAll(remove)
const STYLES = {
  'xl/styles.xml':
    '<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/></font></fonts><cellXfs count="1"><xf fontId="0"/></cellXfs></styleSheet>',
}
async function imported(rows: string, more: Parts = {}) {
  const path = join(folder, `${randomUUID()}.xlsx`)
  writeFileSync(path, await zipped(partsOf(worksheet(rows), more)))
  const { content, losses } = templateOfLayout(await sheetLayout(path, { rows: 500, columns: 100 }))
  expect(TEMPLATE.safeParse(content).error).toBeUndefined()
  return { content, cells: content.cells, losses: losses.map(({ what, places }) => [what, ...places].join(' ')) }
}
const shared = (...texts: readonly string[]): Parts => ({
  'xl/sharedStrings.xml': `<?xml version="1.0" encoding="UTF-8"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
})
const inCell = (place: string, runs: string) => `<c r="${place}" t="inlineStr"><is>${runs}</is></c>`
const APPROVED = [
  { text: 'Approved for ' },
  { text: 'dispatch', bold: true, size: 14, colour: '#d4380d' },
  { text: ' by quality', italic: true },
]

it('parts come along with what differs from their cell, as openpyxl writes them', async () => {
  const runs =
    '<r><t xml:space="preserve">Approved for </t></r><r><rPr><b val="1" /><color rgb="FFD4380D" /><sz val="14" /></rPr><t>dispatch</t></r><r><rPr><i val="1" /></rPr><t xml:space="preserve"> by quality</t></r>'
  const allBold = '<r><rPr><b val="1" /></rPr><t xml:space="preserve">all </t></r><r><rPr><b val="1" /></rPr><t>bold</t></r>'
  const { content, cells, losses } = await imported(
    `<row r="1">${inCell('A1', runs)}${inCell('B1', allBold)}${inCell('C1', '<t>plain</t>')}</row>`,
    STYLES,
  )
  expect(cells['A1']?.rich).toEqual(APPROVED)
  // What all parts say is said of the cell.
  expect([cells['B1']?.text, content.styles[cells['B1']?.style ?? -1]?.font?.[2]]).toEqual(['all bold', 'bold'])
  expect(cells['C1']?.text).toBe('plain')
  expect(losses).toEqual([])
})

it('and as LibreOffice writes them, each part with all of its font', async () => {
  const font = (name: string) => `<rFont val="${name}"/><family val="2"/><charset val="1"/>`
  const strings = shared(
    `<r><rPr><sz val="11"/><color rgb="FF000000"/>${font('Calibri')}</rPr><t xml:space="preserve">Approved for </t></r><r><rPr><b val="true"/><sz val="14"/><color rgb="FFD4380D"/>${font('Cambria')}</rPr><t xml:space="preserve">dispatch</t></r><r><rPr><i val="true"/><sz val="11"/>${font('Cambria')}</rPr><t xml:space="preserve"> by quality</t></r>`,
    '<t>plain</t><rPh sb="0" eb="1"><t>aid</t></rPh>',
    `<r><rPr><sz val="11"/></rPr><t>H</t></r><r><rPr><vertAlign val="subscript"/><sz val="11"/><u/></rPr><t>2</t></r>`,
  )
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>`
  const { cells, losses } = await imported(rows, strings)
  // The workbook has no styles: its cells say no size of their own.
  expect(cells['A1']?.rich).toEqual([{ ...APPROVED[0], size: 11 }, APPROVED[1], { ...APPROVED[2], size: 11 }])
  expect(cells['B1']?.text).toBe('plain')
  expect(losses).toEqual(['raised C1', 'underline C1'])
})

it('what a rich text cannot be is told by its place: a column of data, and more parts than a template has', async () => {
  const [plain, bold] = ['<r><t>{{room.</t></r>', '<r><rPr><b/></rPr><t>time}}</t></r>']
  const many = Array.from({ length: MAX_RUNS + 1 }, (_, at) => `<r><rPr>${at % 2 ? '<b/>' : ''}</rPr><t>x</t></r>`).join('')
  const { cells, losses } = await imported(`<row r="1">${inCell('A1', plain + bold)}${inCell('B1', many)}</row>`)
  expect(cells['A1']).toMatchObject({ field: 'room.time' })
  expect(cells['B1']?.text).toBe('x'.repeat(MAX_RUNS + 1))
  expect(losses).toEqual(['rich-text A1 B1'])
})

it('long parts are divided within what one takes, and no character with them', async () => {
  const long = `${'😀'.repeat(MAX_RUN / 2 - 1)}a😀b`
  const { cells } = await imported(`<row r="1">${inCell('A1', `<r><t>${long}</t></r><r><rPr><b/></rPr><t>end</t></r>`)}</row>`)
  const rich = cells['A1']?.rich ?? []
  expect(rich.map(({ text }) => text.length <= MAX_RUN && text.isWellFormed())).toEqual([true, true, true])
  expect(rich.map(({ text }) => text).join('')).toBe(`${long}end`)
})

it('empty parts and neighbours that look alike are none of their own, and a text of very many parts comes along as plain', async () => {
  const part = (look: string, text: string) => `<r><rPr>${look}</rPr><t xml:space="preserve">${text}</t></r>`
  const apart = (many: number) => Array.from({ length: many }, (_, at) => part(at % 2 ? '<b/>' : '<i/>', 'x')).join('')
  const few = Array.from({ length: 300 }, () => part('<b/>', 'b') + part('<i/>', '')).join('') + part('<i/>', 'i')
  const ofShared = (place: string, nth: number) => `<c r="${place}" t="s"><v>${nth}</v></c>`
  const rows = `<row r="1">${inCell('A1', few)}${ofShared('B1', 0)}${ofShared('C1', 0)}${inCell('D1', apart(300))}${ofShared('E1', 1)}${ofShared('F1', 2)}</row>`
  const { cells, losses } = await imported(rows, shared(few, apart(300), part('<b/>', '')))
  const rich = [
    { text: 'b'.repeat(300), bold: true },
    { text: 'i', italic: true },
  ]
  expect([cells['A1']?.rich, cells['B1']?.rich]).toEqual([rich, rich])
  // Thousands of cells may share a text: it is worked out once.
  expect(cells['C1']?.rich).toBe(cells['B1']?.rich)
  expect(['D1', 'E1'].map((place) => [cells[place]?.text, cells[place]?.rich])).toEqual([
    ['x'.repeat(300), undefined],
    ['x'.repeat(300), undefined],
  ])
  expect(losses).toEqual(['rich-text D1 E1'])
})

it('of the texts in their cells, no more parts are kept than of shared ones', async () => {
  const parts = Array.from({ length: 150 }, (_, at) => `<r><rPr>${at % 2 ? '<b/>' : '<i/>'}</rPr><t>x</t></r>`).join('')
  const path = join(folder, `${randomUUID()}.xlsx`)
  const rows = Array.from({ length: 140 }, (_, row) => `<row r="${row + 1}">${inCell(`A${row + 1}`, parts)}</row>`).join('')
  writeFileSync(path, await zipped(partsOf(worksheet(rows), {})))
  const { cells, losses } = await sheetLayout(path, { rows: 500, columns: 100 })
  expect(cells.reduce((sum, { runs = [] }) => sum + runs.length, 0)).toBeLessThanOrEqual(20_000)
  expect(losses.at(-1)).toEqual({ what: 'rich-text', place: 'A140' })
})
