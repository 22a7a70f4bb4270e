/** Overlay printing: where the form behind a page lies and where what is printed on it, worked out by hand, and which files have it. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import excel from 'exceljs'
import { expect, it } from 'vitest'
import { pathOf } from '../../model/reports/path.ts'
import { picturesOf, withPictures } from '../../model/reports/pictures.ts'
import { readTemplate } from '../../model/reports/read.ts'
import type { ReportTemplate } from '../../model/reports/template.ts'
import { unzip } from '../../tests/support/files.ts'
import { pngAs } from '../../tests/support/pictures.ts'
import { atOnce, everyPage, fillingOf, templateOf } from '../../tests/support/report-sheets.ts'
import type { PagePicture } from '../documents/index.ts'
import { openMeasure, writeBoxes } from '../documents/index.ts'
import { printedPictures } from './background.ts'
import { writeReportDocx } from './docx.ts'
import { expand } from './expand.ts'
import { paginate, paginateRows } from './pages.ts'
import { openRows } from './stream.ts'
import { writeReportXlsx } from './xlsx.ts'

const FORM = '01900000-0000-7000-8000-000000000001'
const OTHER = '01900000-0000-7000-8000-000000000002'
const form: PagePicture = { type: 'image/png', width: 100, height: 200, bytes: pngAs({ width: 100, height: 200 }) }
const PICTURES = new Map([[FORM, form]])
const MARGINS = [36, 36, 36, 36]
const on = (background: object | undefined, more: object = {}) =>
  readTemplate(
    templateOf({
      page: { size: 'letter', margins: MARGINS, ...(background ? { background: { picture: FORM, ...background } } : {}) },
      columns: [100],
      rows: [20],
      styles: [{ fill: '#eeeeee' }],
      cells: { A1: { field: 's.name', expand: 'down', style: 0 } },
      ...more,
    }),
  )
const FILLING = { ...fillingOf(['name'], [['a'], ['b']]), pictures: PICTURES }
const sheetOn = (background: object | undefined, more: object = {}) => atOnce(expand(on(background, more), FILLING))
const boxesOn = async (background: object | undefined, medium: 'screen' | 'paper') =>
  (await (await paginate(sheetOn(background), await openMeasure(), medium)).page(0)).boxes

// Letter is 612 by 792: 100 by 200 is made 3.96 times as large, 396 by 792, and lies in the middle: (612 - 396) / 2.
const BEHIND = { x: 108, y: 0, width: 396, height: 792, size: 1, lines: [], picture: { id: FORM, x: 108, y: 0, width: 396, height: 792 } }

it('a form lies whole behind each page, before all that is drawn on it: on a screen always, on paper where it is printed', async () => {
  const [first, ...others] = await boxesOn({}, 'screen')
  expect(first).toEqual(BEHIND)
  expect(others).toEqual(await boxesOn({}, 'paper'))
  expect(others.map(({ x, y, fill }) => [x, y, fill])).toEqual([
    [36, 36, '#eeeeee'],
    [36, 56, '#eeeeee'],
  ])
  expect(await boxesOn({ isPrinted: true }, 'paper')).toEqual([BEHIND, ...others])
  expect(await boxesOn(undefined, 'screen')).toEqual(others)
  // A picture that there is no more is not drawn.
  const lost = { ...sheetOn({ isPrinted: true }), pictures: new Map() }
  expect((await (await paginate(lost, await openMeasure())).page(0)).boxes).toEqual(others)
})

it('lies behind every page, those that are written row by row as well', async () => {
  const report = on({ isPrinted: true }, { rows: [400], styles: [], cells: { A1: { field: 's.name', expand: 'down' } } })
  expect(pathOf(report)).toBe('stream')
  const rows = await openRows(report, FILLING)
  if (!rows) return expect.fail('held in memory')
  const pages = await everyPage(await paginateRows(rows, await openMeasure()))
  // The room is 720 high: one row of 400 on each page.
  expect(pages.map(({ boxes }) => boxes[0])).toEqual([BEHIND, BEHIND])
})

it('what stands on the form is moved by millimetres, as far as the margins let it, and the form stays', async () => {
  // 25.4 mm are 72 points.
  const placed = async (shift: readonly number[]) => (await boxesOn({ shift }, 'screen')).slice(0, 2).map(({ x, y }) => [x, y])
  expect(await placed([2.54, -5.08])).toEqual([[108, 0], [43.2, 21.6]]) // prettier-ignore
  expect(await placed([20, -20])).toEqual([[108, 0], [72, 0]]) // prettier-ignore
  expect(() => on({ shift: [21, 0] })).toThrow()
})

it('stands in the PDF and in the Word document where it is printed, and in a workbook never', async () => {
  const measure = await openMeasure()
  const images = async (background: object) => {
    const sheet = sheetOn(background)
    const { page } = await paginate(sheet, measure)
    const [pdf, word, book] = await Promise.all(
      [
        writeBoxes({ title: 't', author: 'a', locale: 'en', pages: [await page(0)], pictures: sheet.pictures }),
        writeReportDocx(sheet, { locale: 'en', header: 'h' }),
        writeReportXlsx(sheet, 'Form'),
      ].map((bytes) => buffer(Readable.from(bytes))),
    )
    const parts = await unzip(word as Buffer)
    const workbook = new excel.Workbook()
    await workbook.xlsx.load(book as never)
    return {
      // The pixels and what is seen through them.
      pdf: pdf?.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0,
      word: [...parts.keys()].filter((path) => path.includes('media')),
      header: parts.get('word/header1.xml') ?? '',
      relations: parts.get('word/_rels/header1.xml.rels') ?? '',
      book: workbook.model.media.length,
    }
  }
  const [printed, not] = [await images({ isPrinted: true }), await images({})]
  expect([printed.pdf > 0, printed.word, printed.book]).toEqual([true, ['word/media/background.png'], 0])
  // In English metric units, 12,700 a point: 396 by 792, 108 from the left.
  expect(printed.header).toContain('behindDoc="1"')
  expect(printed.header).toContain('<wp:positionH relativeFrom="page"><wp:posOffset>1371600</wp:posOffset></wp:positionH>')
  expect(printed.header).toContain('<wp:extent cx="5029200" cy="10058400"/>')
  expect(printed.relations).toContain('Target="media/background.png"')
  expect([not.pdf, not.word, not.header.includes('wp:anchor'), not.book]).toEqual([0, [], false, 0])
})

it('is kept with what is issued where it is printed, or stands in a cell as well', () => {
  expect([...printedPictures(sheetOn({ isPrinted: true })).keys()]).toEqual([FORM])
  expect([...printedPictures(sheetOn({})).keys()]).toEqual([])
  expect([...printedPictures(sheetOn({}, { cells: { A1: { picture: FORM } } })).keys()]).toEqual([FORM])
})

it('is a picture of its template as those of cells are, and gets another id with them', () => {
  const { template } = on({ isPrinted: true })
  expect([...picturesOf(template)]).toEqual([[FORM, 'page.background']])
  expect(withPictures(template, new Map([[FORM, OTHER]])).page.background).toEqual({ picture: OTHER, isPrinted: true })
  const full: ReportTemplate = {
    ...template,
    rows: Array<number>(10).fill(20),
    cells: Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        `A${at + 1}`,
        { picture: `01900000-0000-7000-8000-0000000001${String(at).padStart(2, '0')}` },
      ]),
    ),
  }
  // Eleven different ones with it.
  expect(() => readTemplate(full)).toThrow('pictures at page.background: 10')
})
