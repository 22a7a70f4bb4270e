/** Sheets as they look: what comes along, what is told to be left out, and files that people make to harm. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Parts } from '../../tests/support/workbooks.ts'
import { pngOf } from '../../tests/support/pictures.ts'
import { partsOf, sheetOf, worksheet, zipped } from '../../tests/support/workbooks.ts'
import { SheetError } from './limits.ts'
import type { SheetExtent, SheetLayout } from './layout-types.ts'
import { sheetLayout } from './sheet-layout.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outstation-layouts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MAX_EXTENT = { rows: 500, columns: 100 }
async function read(bytes: Buffer, most: SheetExtent = MAX_EXTENT): Promise<SheetLayout> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.xlsx`)
  writeFileSync(path, bytes)
  return sheetLayout(path, most)
}
const withSheet = async (sheet: string, more: Parts = {}) => read(await zipped({ ...partsOf(sheet), ...more }))
const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'taken',
    (error: unknown) => (error instanceof SheetError ? error.refusal : expect.fail(String(error))),
  )
const lostOf = ({ losses }: SheetLayout) => losses.map(({ what, place }) => `${what} ${place}`)

describe('pictures that lie in cells', () => {
  const PNG = pngOf(4, 2, () => [0, 0, 0])
  const cell = (place: string, formula: string) => `<c r="${place}" t="str"><f>${formula}</f><v>=${formula}</v></c>`
  const shown = (name: string) => `_xlfn.DISPIMG(&quot;${name}&quot;,1)`
  const image = (name: string, id: string) =>
    `<etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="${name}"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${id}"/></xdr:blipFill></xdr:pic></etc:cellImage>`
  const relations = (inside: string) =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
  const related = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

  it('come along from WPS by the names that formulas have, and what is no such picture is lost with its place', async () => {
    const sheet = worksheet(
      `<row r="2">${cell('B2', shown('ID_A'))}${cell('C2', shown('ID_none'))}${cell('D2', 'SUM(A1:A2)')}${cell('E2', shown('ID_far'))}</row>`,
    )
    const { pictures, losses, cells } = await read(
      await zipped(
        partsOf(sheet, {
          'xl/_rels/workbook.xml.rels': relations(
            `${related('s1', `${OFFICE}/worksheet`, 'worksheets/sheet1.xml')}${related('w1', 'http://www.wps.cn/officeDocument/2020/cellImage', 'cellimages.xml')}`,
          ),
          'xl/cellimages.xml': `<?xml version="1.0"?><etc:cellImages xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData" xmlns:xdr="x" xmlns:a="y" xmlns:r="${OFFICE}">${image('ID_A', 'r1')}${image('ID_far', 'r2')}</etc:cellImages>`,
          'xl/_rels/cellimages.xml.rels': relations(
            `${related('r1', `${OFFICE}/image`, 'media/image1.png')}<Relationship Id="r2" Type="${OFFICE}/image" Target="http://example.com/a.png" TargetMode="External"/>`,
          ),
          'xl/media/image1.png': PNG,
        }),
      ),
      { ...MAX_EXTENT, pictures: { count: 10, bytes: 1_000_000 } },
    )
    expect(pictures.map(({ from, to, bytes }) => [from.row, from.column, to?.row, to?.column, Buffer.from(bytes).equals(PNG)])).toEqual([
      [1, 1, 1, 1, true],
    ])
    expect(losses).toEqual([
      { what: 'formula', place: 'D2' },
      { what: 'picture', place: 'C2' },
      { what: 'picture', place: 'E2' },
    ])
    // What the formula came to is no text.
    expect(cells.every(({ text }) => text === '')).toBe(true)
  })
})

describe('a sheet of a spreadsheet program', () => {
  it('comes with its texts, numbers, sizes, merged cells, looks and page', async () => {
    const book = new excel.Workbook()
    const sheet = book.addWorksheet('Form', {
      pageSetup: {
        paperSize: 8 as never,
        orientation: 'landscape',
        margins: { top: 1, right: 0.5, bottom: 0.25, left: 0.5, header: 0, footer: 0 },
      },
    })
    sheet.pageSetup.printTitlesRow = '1:2'
    sheet.getColumn(2).width = 20
    sheet.getRow(1).height = 30
    sheet.mergeCells('A1:C1')
    const head = sheet.getCell('A1')
    head.value = '养护记录'
    head.font = { size: 14, bold: true, color: { argb: 'FF1D4ED8' } }
    head.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFEF3F2' } }
    head.alignment = { horizontal: 'center', vertical: 'middle', wrapText: true }
    head.border = { top: { style: 'thin' }, bottom: { style: 'medium' } }
    sheet.getCell('B2').value = 20.25
    sheet.getCell('B2').numFmt = '0.00'
    sheet.getCell('C2').value = new Date(Date.UTC(2026, 10, 25))
    sheet.getCell('C2').numFmt = 'yyyy-mm-dd'
    const layout = await read(Buffer.from(await book.xlsx.writeBuffer()))
    expect(layout).toMatchObject({
      sheet: 'Form',
      merges: ['A1:C1'],
      page: { paper: 8, isLandscape: true, margins: [1, 0.5, 0.25, 0.5] },
      titles: [1, 2],
      losses: [],
      hasMacros: false,
      hasLinks: false,
    })
    expect([layout.widths[1], layout.heights[0]]).toEqual([105, 30])
    const at = (row: number, column: number) => layout.cells.find((cell) => cell.row === row && cell.column === column)
    expect(at(0, 0)).toMatchObject({
      text: '养护记录',
      look: {
        size: 14,
        isBold: true,
        colour: '#1d4ed8',
        fill: '#fef3f2',
        align: 'center',
        vertical: 'middle',
        wraps: true,
        border: [0.5, 0, 1, 0],
      },
    })
    expect(at(1, 1)).toMatchObject({ text: '20.25', number: 20.25, format: '0.00' })
    expect(at(1, 2)).toMatchObject({ text: '2026-11-25', number: undefined, format: 'yyyy-mm-dd' })
  })

  it('tells by its place what does not come along', async () => {
    const book = new excel.Workbook()
    const sheet = book.addWorksheet('One')
    sheet.getCell('A1').value = { formula: 'B1+1', result: 7 }
    sheet.getCell('A2').value = { error: '#N/A' }
    sheet.getCell('A3').value = { richText: [{ text: 'one' }, { font: { bold: true }, text: 'two' }] }
    sheet.getCell('A4').value = 'slanted'
    sheet.getCell('A4').font = { italic: true, underline: true }
    sheet.getCell('A5').value = { text: 'away', hyperlink: 'https://example.org' }
    sheet.getCell('A6').value = 'turned'
    sheet.getCell('A6').alignment = { textRotation: 45, indent: 2 }
    sheet.getCell('A7').border = { top: { style: 'double', color: { argb: 'FFFF0000' } }, diagonal: { up: true, style: 'thin' } }
    sheet.getCell('A8').value = 'noted'
    sheet.getCell('A8').note = 'who reads this'
    sheet.getCell('A9').dataValidation = { type: 'list', formulae: ['"a,b"'] }
    sheet.getCell('A10').value = 'unseen'
    sheet.getRow(10).hidden = true
    sheet.addConditionalFormatting({
      ref: 'B1:B9',
      rules: [{ type: 'expression', formulae: ['TRUE'], priority: 1, style: { font: { bold: true } } }],
    })
    book.addWorksheet('Two')
    const layout = await read(Buffer.from(await book.xlsx.writeBuffer()))
    expect(lostOf(layout)).toEqual(
      expect.arrayContaining([
        ...['formula A1', 'error A2', 'italic A4', 'underline A4', 'link A5', 'rotation A6', 'indent A6', 'hidden 10'],
        ...['border-style A7', 'border-colour A7', 'diagonal A7', 'comment ', 'validation A9', 'condition B1:B9', 'sheet Two'],
      ]),
    )
    expect(layout.cells.find(({ row }) => row === 2)?.runs?.map(({ text, look }) => [text, look?.isBold])).toEqual([
      ['one', undefined],
      ['two', true],
    ])
    // Nothing of a formula comes along, nor what somebody computed with it.
    expect(layout.cells.find(({ row }) => row === 0)?.text).toBe('')
  })
})

describe('a sheet that was made to harm', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['a cell in the last row of a million', () => withSheet(worksheet('<row r="1048576"><c r="A1048576"><v>1</v></c></row>')), 'too-long'],
    ['a cell in the last column', () => withSheet(worksheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')), 'too-wide'],
    ['ten million empty cells', () => withSheet(worksheet('<c/>'.repeat(10_000_000))), 'unsafe'],
    ['rows that go back', () => withSheet(worksheet('<row r="5"/><row r="4"/>')), 'unreadable'],
    [
      'more merged cells than a sheet has',
      () =>
        withSheet(
          worksheet('').replace('</worksheet>', `<mergeCells>${'<mergeCell ref="A1:CV500"/>'.repeat(2001)}</mergeCells></worksheet>`),
        ),
      'too-big',
    ],
    ['an entity', () => withSheet(sheetOf([['a']]).replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')), 'unsafe'],
    [
      'styles that claim a gigabyte',
      () =>
        withSheet(sheetOf([['a']]), {
          ...partsOf('', { 'xl/styles.xml': ' '.repeat(3_000_000) }),
          'xl/worksheets/sheet1.xml': sheetOf([['a']]),
        }),
      'too-big',
    ],
  ])('is refused: %s', async (_name, reading, refusal) => {
    expect(await refusalOf(reading())).toBe(refusal)
  })

  it('has a million columns and rows of nothing but looks, which cost nothing', async () => {
    const layout = await withSheet(
      worksheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576" ht="12"><c r="A1048576" s="0"/></row>'),
    )
    expect([layout.cells.length, layout.heights.length]).toEqual([1, 0])
  })

  it('brings macros or values of other files along, which is told', async () => {
    const relation = (type: string) =>
      `<Relationship Id="z" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="away.bin"/></Relationships>`
    const sheet = sheetOf([['a']])
    const parts = partsOf(sheet)
    const relations = 'xl/_rels/workbook.xml.rels'
    const withRelation = (type: string) =>
      withSheet(sheet, { [relations]: String(parts[relations]).replace('</Relationships>', relation(type)) })
    expect(await withRelation('vbaProject')).toMatchObject({ hasMacros: true, hasLinks: false })
    expect(await withRelation('externalLink')).toMatchObject({ hasMacros: false, hasLinks: true })
  })
})
