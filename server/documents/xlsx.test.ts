/** What cells of an exported workbook are: numbers and times as such, everything else texts. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import excel from 'exceljs'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { readWorksheet, unzip } from '../../tests/support/files.ts'
import { temporaryFolder } from '../../tests/support/process.ts'
import type { Cell, Column } from './sheet.ts'
import { sheetRows } from './sheet-rows.ts'
import { writeXlsx } from './xlsx.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const columns: Column[] = (['text', 'number', 'time'] as const).map((kind) => ({ heading: kind, kind, width: 20 }))
const bookOf = (rows: Cell[][]) =>
  buffer(
    writeXlsx({
      title: 'x',
      tenant: '',
      note: '',
      locale: 'en',
      columns,
      rows: (async function* () {
        yield rows
      })(),
    }),
  )
const cellsOf = async (rows: Cell[][]) =>
  readWorksheet((await unzip(await bookOf(rows))).get('xl/worksheets/sheet1.xml') as string).rows.slice(1)

const TIME = '2026-01-31 08:30:00'

it('a time is a number with the format of a time, and no text becomes one, nor a formula', async () => {
  const cells = await cellsOf([
    [TIME, 1.5, TIME],
    ['=1+1', 2, `${TIME}.250`],
    ['3', '=1+1', '=NOW()'],
  ])
  expect(cells.map((row) => row.map(({ type }) => type))).toEqual([
    ['inlineStr', 'n', 'n'],
    ['inlineStr', 'n', 'n'],
    ['inlineStr', 'inlineStr', 'inlineStr'],
  ])
  expect(cells[0]?.[0]?.value).toBe(TIME)
})

it('another program sees dates, and shows them as we do', async () => {
  const book = new excel.Workbook()
  await book.xlsx.load(
    (await bookOf([
      ['a', 1, TIME],
      ['b', 2, `${TIME}.250`],
      ['c', 3, '1899-12-31 00:00:00'],
    ])) as never,
  )
  const cells = [2, 3, 4].map((row) => book.worksheets[0]?.getCell(row, 3))
  expect(cells.map((cell) => cell?.value)).toEqual([
    new Date('2026-01-31T08:30:00Z'),
    new Date('2026-01-31T08:30:00.250Z'),
    // Programs disagree about days before March 1900.
    '1899-12-31 00:00:00',
  ])
  expect(cells.map((cell) => cell?.numFmt)).toEqual(['yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd hh:mm:ss.000', '@'])
})

it('every time is read back as it was written', async () => {
  const moments = fc.sample(
    fc.date({ min: new Date('1900-03-01T00:00:00Z'), max: new Date('9999-12-30T23:59:59Z'), noInvalidDate: true }),
    200,
  )
  const texts = ['2026-03-29 00:00:00', TIME, ...moments.map((moment) => moment.toISOString().replace('T', ' ').slice(0, -1))].map(
    (text, at) => (at % 2 ? text.slice(0, 19) : text.padEnd(20, '.').padEnd(23, '0')),
  )
  const path = join(folder.path, 'times.xlsx')
  await writeFile(path, await bookOf(texts.map((text) => [null, null, text])))
  const read: (string | undefined)[] = []
  for await (const { rows } of sheetRows(path)) read.push(...rows.map(({ cells }) => cells[2]))
  expect(read.slice(1)).toEqual(texts)
})

it('says which program wrote it; every part that is named is there, and every part has its type', async () => {
  const bytes = await bookOf([['a', 1, TIME]])
  const book = new excel.Workbook()
  await book.xlsx.load(bytes as unknown as ArrayBuffer)
  expect(book.creator).toBe('Outstation')
  const parts = await unzip(bytes)
  const [types, root] = [parts.get('[Content_Types].xml') ?? '', parts.get('_rels/.rels') ?? '']
  expect(parts.get('docProps/app.xml')).toContain('<Application>Outstation</Application>')
  const targets = [...root.matchAll(/Target="([^"]+)"/g)].map(([, target = '']) => target)
  expect(targets.toSorted()).toEqual(['docProps/app.xml', 'docProps/core.xml', 'xl/workbook.xml'])
  const typed = [...types.matchAll(/PartName="\/([^"]+)"/g)].map(([, name = '']) => name)
  const named = [...parts.keys()].filter((path) => !path.endsWith('.rels') && path !== '[Content_Types].xml')
  expect(typed.toSorted()).toEqual(named.toSorted())
  expect(named).toEqual(expect.arrayContaining(targets))
})
