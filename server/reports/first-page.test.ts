/** A first page with a head and a foot of its own: where each row stands on which page, worked out by hand, and what a Word document has of it. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { unzip } from '../../tests/support/files.ts'
import { A4_UPRIGHT, everyPage, sheetOf } from '../../tests/support/report-sheets.ts'
import { openMeasure } from '../documents/index.ts'
import { writeReportDocx } from './docx.ts'
import { paginate } from './pages.ts'
import { writeReportXlsx } from './xlsx.ts'

/** A cover of 100, a head of 20, a list of 20 a row, a foot of 30 and a last line of 60. */
const sheet = (repeat: object, more: object = {}) =>
  sheetOf(
    {
      page: { ...A4_UPRIGHT, repeat },
      columns: [100, 100],
      rows: [100, 20, 20, 30, 60],
      cells: {
        A1: { text: 'Cover' },
        A2: { text: 'Head' },
        A3: { field: 's.n', expand: 'down', aggregate: 'list' },
        A4: { text: 'Foot {page}' },
        A5: { text: 'Address' },
        ...more,
      },
    },
    ['n'],
    Array.from({ length: 80 }, (_, at) => [at]),
  )
const paged = async (of: ReturnType<typeof sheet>) => {
  const pages = await everyPage(await paginate(of, await openMeasure()))
  return pages.map(({ boxes }) => boxes.map(({ y, lines }) => [lines[0]?.text, y] as const))
}
const isNumber = ([text = '']: readonly [string | undefined, number]) => /^\d+$/.test(text)
const around = (boxes: readonly (readonly [string | undefined, number])[]) => boxes.filter((box) => !isNumber(box))

it('has its own rows at its top and its end, and those behind it have the usual ones', async () => {
  // A4 upright has 769.89 points between margins of 36. First page: 769.89 − 100 − 60 leaves 30 rows of 20; others: 769.89 − 20 − 30 leaves 35.
  const pages = await paged(sheet({ head: [2, 2], firstHead: [1, 1], foot: [4, 4], firstFoot: [5, 5] }))
  expect(pages.map((boxes) => boxes.filter(isNumber).length)).toEqual([30, 35, 15])
  // The first row stands below the cover, the thirtieth at 136 + 29 × 20, and the address ends where the margin begins: 36 + 769.89 − 60.
  expect(around(pages[0] ?? [])).toEqual([['Cover', 36], ['Address', 745.89]]) // prettier-ignore
  expect(pages[0]?.filter(isNumber).at(0)).toEqual(['0', 136])
  expect(pages[0]?.filter(isNumber).at(-1)).toEqual(['29', 716])
  for (const at of [1, 2]) expect(around(pages[at] ?? [])).toEqual([['Head', 36], [`Foot ${at + 1}`, 775.89]]) // prettier-ignore
  expect(pages[1]?.filter(isNumber).at(0)).toEqual(['30', 56])
})

it('may have neither head nor foot: what stands above the head comes first', async () => {
  // 100 of the cover, then 33 rows: 760 of 769.89. The address is the last row of all.
  const pages = await paged(sheet({ head: [2, 2], firstHead: 'none', foot: [4, 4], firstFoot: 'none' }))
  expect(pages.map((boxes) => boxes.filter(isNumber).length)).toEqual([33, 35, 12])
  expect(around(pages[0] ?? [])).toEqual([['Cover', 36]])
  expect(pages[0]?.filter(isNumber).at(0)).toEqual(['0', 136])
  // Twelve rows below the head: the address begins at 36 + 20 + 240.
  expect(around(pages[2] ?? [])).toEqual(expect.arrayContaining([['Head', 36], ['Address', 296], ['Foot 3', 775.89]])) // prettier-ignore
})

it('may have a foot that no other page has', async () => {
  // 769.89 − 60 leaves 580 of 709.89 below a cover of 100 and a head of 20, which stand in the sheet: 29 rows. Then 38 a page.
  const pages = await paged(sheet({ firstFoot: [5, 5] }, { A4: { text: '' } }))
  expect(pages.map((boxes) => boxes.filter(isNumber).length)).toEqual([29, 38, 13])
  expect(around(pages[0] ?? [])).toEqual([['Cover', 36], ['Head', 136], ['Address', 745.89]]) // prettier-ignore
  expect(around(pages[1] ?? [])).toEqual([])
})

it('is the first sheet of paper where a page has several columns', async () => {
  const labels = sheetOf(
    {
      page: { ...A4_UPRIGHT, columns: { count: 2, gap: 10 }, repeat: { firstHead: [1, 1] } },
      columns: [100],
      rows: [100, 20],
      cells: { A1: { text: 'Cover' }, A2: { field: 's.n', expand: 'down', aggregate: 'list' } },
    },
    ['n'],
    Array.from({ length: 80 }, (_, at) => [at]),
  )
  // 33 rows below the cover in each of two columns, then 14 without.
  const pages = await paged(labels)
  expect(pages.map((boxes) => boxes.filter(isNumber).length)).toEqual([66, 14])
  expect(around(pages[0] ?? [])).toEqual([['Cover', 36], ['Cover', 36]]) // prettier-ignore
  expect(pages[1]?.[0]).toEqual(['66', 36])
})

it('puts together what stands on it', async () => {
  const pages = await paged(
    sheet(
      { foot: [4, 4], firstFoot: [5, 5], firstHead: [1, 1] },
      { A2: { text: '' }, A4: { subtotal: { of: 'A3', take: 'sum', over: 'so-far' } }, A5: { subtotal: { of: 'A3', take: 'sum' } } },
    ),
  )
  // The head of no page is a row of 20: 29 numbers on the first page come to 28 × 29 ÷ 2.
  expect(pages[0]?.at(-1)).toEqual(['406', 745.89])
  // 36 more: all up to 64 come to 64 × 65 ÷ 2.
  expect(pages[1]?.at(-1)).toEqual(['2080', 775.89])
})

it('is a first page of its own in a Word document, and stands in the sheet of a workbook', async () => {
  const own = sheet({ head: [2, 2], firstHead: [1, 1], foot: [4, 4], firstFoot: 'none' }, { B1: { text: 'No. 1', code: 'qr' } })
  const word = await unzip(await buffer(Readable.from(writeReportDocx(own, { locale: 'en', header: 'Tenant' }))))
  const part = (name: string) => word.get(`word/${name}.xml`) ?? ''
  const has = (name: string) => ['Tenant', 'Cover', 'Head', '>79<', 'Address', 'NUMPAGES'].filter((text) => part(name).includes(text))
  expect(has('document')).toEqual(['>79<', 'Address'])
  expect(has('header1')).toEqual(['Tenant', 'Head'])
  expect(has('header2')).toEqual(['Tenant', 'Cover'])
  expect(has('footer1')).toEqual(['NUMPAGES'])
  expect(has('footer2')).toEqual(['NUMPAGES'])
  expect(part('footer1')).toContain('<w:tbl>')
  expect(part('footer2')).not.toContain('<w:tbl>')
  expect(part('document')).toMatch(/<w:headerReference w:type="first" r:id="rId4"\/>.*<w:titlePg\/><\/w:sectPr>/)
  expect(word.get('word/_rels/document.xml.rels')).toMatch(/Id="rId4" [^>]*Target="header2.xml"/)
  expect(word.get('[Content_Types].xml')).toContain('/word/footer2.xml')
  // What is drawn in a header is found by its own relations.
  expect(part('header2')).toContain('r:embed="drawing1"')
  expect(word.get('word/_rels/header2.xml.rels')).toContain('Target="media/image1.png"')
  expect(word.has('word/_rels/header1.xml.rels')).toBe(false)

  const book = await unzip(await buffer(Readable.from(writeReportXlsx(own, 'x'))))
  const rows = [...(book.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<row r="(\d+)".*?<\/row>/g)].map(([row]) => row)
  expect(['Cover', 'Head'].map((text) => rows.findIndex((row) => row.includes(text)))).toEqual([0, 1])
  expect(book.get('xl/workbook.xml')).toContain('$2:$2')
})

it('is like all others in a Word document of a template without one', async () => {
  const word = await unzip(await buffer(Readable.from(writeReportDocx(sheet({ head: [2, 2] }), { locale: 'en', header: 'Tenant' }))))
  expect(word.get('word/document.xml')).not.toContain('titlePg')
  // What stands above the head is no part of what each page begins with.
  expect(word.get('word/document.xml')?.match(/<w:tblHeader\/>/g)).toHaveLength(1)
  expect(word.has('word/header2.xml')).toBe(false)
})
