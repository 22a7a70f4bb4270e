/** Pictures of reports: where they stand, worked out by hand, and that every file has each of them once. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import excel from 'exceljs'
import { expect, it } from 'vitest'
import { readTemplate } from '../../model/reports/read.ts'
import { pathOf } from '../../model/reports/path.ts'
import { unzip } from '../../tests/support/files.ts'
import { JPEG_8, pngAs } from '../../tests/support/pictures.ts'
import { atOnce, fillingOf, templateOf } from '../../tests/support/report-sheets.ts'
import type { PagePicture } from '../documents/index.ts'
import { openMeasure, writeBoxes } from '../documents/index.ts'
import { writeReportDocx } from './docx.ts'
import { expand } from './expand.ts'
import type { FrozenHead } from './frozen.ts'
import { freeze, thaw } from './frozen.ts'
import { paginate } from './pages.ts'
import { addressOf, frozenPictures, picturesOn, thawedPictures } from './pictures.ts'
import { writeReportXlsx } from './xlsx.ts'

const WIDE = '01900000-0000-7000-8000-000000000001'
const TALL = '01900000-0000-7000-8000-000000000002'
const GONE = '01900000-0000-7000-8000-000000000003'
const wide: PagePicture = { type: 'image/png', width: 200, height: 100, bytes: pngAs({ width: 200, height: 100 }) }
// It says that it is 10 by 40: what counts here is where it stands.
const tall: PagePicture = { type: 'image/jpeg', width: 10, height: 40, bytes: JPEG_8 }
const PICTURES = new Map([
  [WIDE, wide],
  [TALL, tall],
])
const filled = (template: object) => atOnce(expand(readTemplate(templateOf(template)), { ...fillingOf(['name'], [['a'], ['b'], ['c']]), pictures: PICTURES })) // prettier-ignore

const TEMPLATE = {
  columns: [110, 56],
  rows: [54, 30, 20],
  styles: [{ align: 'left', vertical: 'top', fill: '#eeeeee' }],
  merges: ['A2:B2'],
  cells: { A1: { picture: WIDE }, B1: { picture: TALL, style: 0 }, A2: { picture: WIDE }, A3: { picture: GONE } },
}

it('stand whole in their cells, as large as these let them be, where the style says', async () => {
  const { boxes } = await (await paginate(filled(TEMPLATE), await openMeasure())).page(0)
  // The page begins at 36, and 3 points stay free at the sides, 2 above and below.
  // A1 has 104 by 50: half of 200 by 100 is 100 by 50, two points to the right of where its room begins.
  // B1 has 50 by 50: 10 by 40 is made a quarter larger, at its upper left corner.
  // A2 and B2 have 160 by 26: 52 by 26, in the middle: 36 + 3 + (160 - 52) / 2.
  expect(boxes.map(({ picture }) => picture)).toEqual([
    { id: WIDE, x: 41, y: 38, width: 100, height: 50 },
    { id: TALL, x: 149, y: 38, width: 12.5, height: 50 },
    { id: WIDE, x: 93, y: 92, width: 52, height: 26 },
  ])
  expect(boxes[1]).toMatchObject({ x: 146, y: 36, width: 56, height: 54, fill: '#eeeeee', lines: [] })
  expect(picturesOn(boxes, PICTURES)).toEqual({ [WIDE]: addressOf(wide), [TALL]: addressOf(tall) })
  expect(picturesOn(boxes, new Map())).toBeUndefined()
})

it('become smaller with their sheet, and stand nowhere where there is no room', async () => {
  // Columns of 1046.56 points are made 0.6 as large for the 523.28 of the page, and the second goes on on another one.
  const sheet = filled({ columns: [212, 834.56], rows: [104, 6], cells: { A1: { picture: WIDE }, A2: { picture: WIDE } } })
  const { boxes } = await (await paginate(sheet, await openMeasure())).page(0)
  // 127.2 by 62.4, of which 121.2 by 58.4 are room: 116.8 by 58.4. The second row has 3.6 points, and 4 stay free.
  expect(boxes.map(({ picture }) => picture)).toEqual([{ id: WIDE, x: 41.2, y: 38, width: 116.8, height: 58.4 }])
})

it('stand in a PDF once, however often they are drawn, transparency included', async () => {
  const measure = await openMeasure()
  const pages = [filled(TEMPLATE), filled(TEMPLATE)].map(async (each) => (await paginate(each, measure)).page(0))
  const bytes = await buffer(
    Readable.from(writeBoxes({ title: 't', author: 'a', locale: 'en', pages: await Promise.all(pages), pictures: PICTURES })),
  )
  const text = bytes.toString('latin1')
  // The JPEG as it is; the PNG with what is seen through it as a second picture.
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(3)
  expect(text.match(/\/Filter \/DCTDecode/g)).toHaveLength(1)
  expect(text.match(/\/SMask \d+ 0 R/g)).toHaveLength(1)
  expect(bytes.includes(JPEG_8)).toBe(true)
})

it('are pictures of a workbook, at their places and once', async () => {
  const bytes = await buffer(Readable.from(writeReportXlsx(filled(TEMPLATE), 'Pictures')))
  const book = new excel.Workbook()
  await book.xlsx.load(bytes as never)
  expect(book.model.media).toHaveLength(2)
  const [sheet] = book.worksheets
  const places = sheet?.getImages().map(({ imageId, range }) => {
    // Types of exceljs know only the other kind of places.
    const { tl, ext } = range as typeof range & { ext: { width: number; height: number } }
    const media = book.getImage(Number(imageId))
    // Pixels of exceljs have 9525 units, points 12700.
    const size = [ext.width, ext.height].map((side) => Math.round(side * 75) / 100)
    return [media.extension, tl.nativeCol, tl.nativeColOff / 12_700, tl.nativeRow, tl.nativeRowOff / 12_700, ...size]
  })
  expect(places).toEqual([
    ['png', 0, 5, 0, 2, 100, 50],
    ['jpeg', 1, 3, 0, 2, 12.5, 50],
    // 57 points from its cell's left, which is 110 wide.
    ['png', 0, 57, 1, 2, 52, 26],
  ])
  expect(Buffer.from(book.getImage(1).buffer as never).equals(JPEG_8)).toBe(true)
})

it('begin in the column that they lie in where a cell has several', async () => {
  const bytes = await buffer(
    Readable.from(
      writeReportXlsx(filled({ columns: [40, 126], rows: [30], merges: ['A1:B1'], cells: { A1: { picture: WIDE } } }), 'Pictures'),
    ),
  )
  // As above, 57 points from the left: 17 in the second column.
  const drawing = (await unzip(bytes)).get('xl/drawings/drawing1.xml')
  expect(drawing).toContain('<xdr:col>1</xdr:col><xdr:colOff>215900</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>25400</xdr:rowOff>')
})

it('are pictures of a Word document, once', async () => {
  const word = await unzip(await buffer(Readable.from(writeReportDocx(filled(TEMPLATE), { locale: 'en', header: 'h' }))))
  expect([...word.keys()].filter((path) => path.includes('media'))).toEqual(['word/media/picture1.png', 'word/media/picture2.jpeg'])
  const document = word.get('word/document.xml') ?? ''
  expect(
    [...document.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"/g)].map(([, cx, cy]) => [Number(cx) / 12_700, Number(cy) / 12_700]),
  ).toEqual([
    [100, 50],
    [12.5, 50],
    [52, 26],
  ])
  expect(word.get('[Content_Types].xml')).toContain('<Default Extension="jpeg" ContentType="image/jpeg"/>')
})

it('repeat with their rows, and their report is held in memory', async () => {
  const template = {
    columns: [60, 60],
    rows: [24],
    cells: { A1: { field: 's.name', expand: 'down' }, B1: { picture: WIDE } },
  }
  const { boxes } = await (await paginate(filled(template), await openMeasure())).page(0)
  // 54 by 20 of room: 40 by 20.
  expect(boxes.flatMap(({ picture }) => (picture ? [picture] : []))).toEqual(
    [0, 1, 2].map((row) => ({ id: WIDE, x: 106, y: 38 + row * 24, width: 40, height: 20 })),
  )
  expect(pathOf(readTemplate(templateOf(template)))).toBe('matrix')
})

it('are kept with the pages of an issued report as they were', async () => {
  const page = await (await paginate(filled(TEMPLATE), await openMeasure())).page(0)
  const head: FrozenHead = { format: 1, title: 't', count: 1, width: 1, height: 1, pictures: frozenPictures(PICTURES) }
  const kept = await thaw(Readable.from(freeze(head, [page])))
  expect(thawedPictures(kept.head.pictures)).toEqual(PICTURES)
  const pages = []
  for await (const each of kept.pages) pages.push(each)
  expect(pages).toEqual([page])
  expect(thawedPictures(undefined).size).toBe(0)
})
