/** Numbers of pages stand where a template names them, and nowhere else: what data says is no name of theirs. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readTemplate } from '../../model/reports/read.ts'
import { readXlsx, unzip } from '../../tests/support/files.ts'
import { everyPage, fillingOf, sheetOf, templateOf } from '../../tests/support/report-sheets.ts'
import { openMeasure } from '../documents/index.ts'
import { writeReportDocx } from './docx.ts'
import { paginate, paginateRows } from './pages.ts'
import { openRows } from './stream.ts'
import { writeReportXlsx } from './xlsx.ts'

const NAMES = ['name']
const ROWS = [['{page}'], ['room {pages}']]
const TEMPLATE = {
  columns: [200, 100],
  rows: [20, 20, 30],
  cells: {
    A1: { text: '{page} of {pages}' },
    A2: { field: 's.name', expand: 'down', aggregate: 'list' },
    A3: { diagonal: { rows: 'page {page}', columns: 'all' } },
    B1: { rich: [{ text: 'sheet ' }, { text: '{page}', bold: true }] },
  },
}
const inMemory = () => sheetOf(TEMPLATE, NAMES, ROWS)
const rowByRow = async () =>
  (await openRows(readTemplate(templateOf(TEMPLATE)), fillingOf(NAMES, ROWS))) ?? expect.fail('it is written row by row')

it('on pages, however they are made', async () => {
  const measure = await openMeasure()
  const wanted = ['1 of 1', 'sheet ', '1', '{page}', 'room {pages}', 'all', 'page 1']
  const paged = await paginate(inMemory(), measure)
  expect((await paged.page(0)).boxes.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(wanted)
  const [page] = await everyPage(await paginateRows(await rowByRow(), measure))
  expect(page?.boxes.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(wanted)
})

it('and a workbook and a Word document, of which others count the pages, have what data says', async () => {
  for (const sheet of [inMemory(), await rowByRow()])
    expect((await readXlsx(await buffer(Readable.from(writeReportXlsx(sheet, 'x'))))).flat().filter(Boolean)).toEqual(ROWS.flat())
  const word = await unzip(await buffer(Readable.from(writeReportDocx(inMemory(), { locale: 'en', header: 'h' }))))
  const texts = [...(word.get('word/document.xml') ?? '').matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text)
  expect(texts).toEqual([...ROWS.flat(), 'all'])
})
