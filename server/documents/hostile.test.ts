/** Files that people make to harm, and files of every producer that people work with. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Parts, RawEntry } from '../../tests/support/workbooks.ts'
import { partsOf, rawZip, sheetOf, workbookOf, worksheet, zipped } from '../../tests/support/workbooks.ts'
import { SheetError } from './limits.ts'
import type { SheetRow } from './read-xlsx.ts'
import { sheetRows } from './sheet-rows.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outstation-sheets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(bytes: Buffer): Promise<SheetRow[]> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.xlsx`)
  writeFileSync(path, bytes)
  const rows: SheetRow[] = []
  for await (const batch of sheetRows(path)) rows.push(...batch.rows)
  return rows
}

const entriesOf = (parts: Parts): RawEntry[] => Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) }))
const withSheet = (sheet: string | Buffer, more: Parts = {}) =>
  rawZip(entriesOf({ ...partsOf('', more), 'xl/worksheets/sheet1.xml': sheet }))
const replaced = (name: string, change: (entry: RawEntry) => RawEntry) =>
  rawZip(entriesOf(partsOf(sheetOf([['a']]))).map((entry) => (entry.name === name ? change(entry) : entry)))
const SHEET = 'xl/worksheets/sheet1.xml'
const MEGABYTE = 1024 * 1024
const doctype = (body: string) => worksheet('<row><c t="str"><v>&a;</v></c></row>').replace('?>', `?>${body}`)
/** A text that does not shrink much, so that no ratio gives it away. */
const noise = (bytes: number) =>
  randomBytes(Math.ceil(bytes * 0.75))
    .toString('base64')
    .slice(0, bytes)

/** What is sent, and what is answered. */
const hostile: readonly [name: string, file: () => Buffer | Promise<Buffer>, refusal: string][] = [
  ['nothing but a name', () => Buffer.from('hello'), 'unreadable'],
  ['an empty zip', () => rawZip([]), 'unreadable'],
  [
    'an old .xls, or one with a password',
    () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(4096)]),
    'protected',
  ],
  ['a zip cut off in the middle', async () => (await workbookOf([['a'], ['b']])).subarray(0, 700), 'unreadable'],
  ['a zip with an encrypted part', () => replaced(SHEET, (entry) => ({ ...entry, flags: 1 })), 'protected'],
  ['an unknown compression', () => replaced(SHEET, (entry) => ({ ...entry, method: 14 })), 'unreadable'],
  [
    'broken deflate data',
    () => replaced(SHEET, (entry) => ({ ...entry, method: 8, content: entry.content, raw: true }) as RawEntry).fill(0xff, 900, 1000),
    'unreadable',
  ],
  ['a gigabyte that says so', () => withSheet(Buffer.alloc(200 * MEGABYTE, 32)), 'too-big'],
  [
    'a bomb that lies about its size',
    () => replaced(SHEET, (entry) => ({ ...entry, content: Buffer.alloc(300 * MEGABYTE, 32), claims: 500 })),
    'unreadable',
  ],
  ['a bomb within the size', () => withSheet(worksheet('<c/>'.repeat(10_000_000))), 'unsafe'],
  [
    'a thousand parts',
    () =>
      rawZip([
        ...entriesOf(partsOf(sheetOf([['a']]))),
        ...Array.from({ length: 1000 }, (_, index) => ({ name: `x/${index}`, content: Buffer.from('x') })),
      ]),
    'unsafe',
  ],
  [
    'one part twice',
    () => rawZip([...entriesOf(partsOf(sheetOf([['a']]))), { name: SHEET.toUpperCase(), content: Buffer.from(sheetOf([['b']])) }]),
    'unsafe',
  ],
  [
    'a name that leaves the folder',
    () => rawZip([...entriesOf(partsOf(sheetOf([['a']]))), { name: '../../etc/passwd', content: Buffer.from('x') }]),
    'unsafe',
  ],
  [
    'an absolute name',
    () => rawZip([...entriesOf(partsOf(sheetOf([['a']]))), { name: '/etc/passwd', content: Buffer.from('x') }]),
    'unsafe',
  ],
  [
    'a name with backslashes',
    () => rawZip([...entriesOf(partsOf(sheetOf([['a']]))), { name: '..\\evil.dll', content: Buffer.from('x') }]),
    'unsafe',
  ],
  ['a billion laughs', () => withSheet(doctype('<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>')), 'unsafe'],
  ['an entity of a file', () => withSheet(doctype('<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]>')), 'unsafe'],
  ['an entity nobody declared', () => withSheet(doctype('')), 'unreadable'],
  ['no XML at all', () => withSheet('<worksheet><sheetData><row><c>'), 'unreadable'],
  [
    'bytes that are no UTF-8',
    () => withSheet(Buffer.concat([Buffer.from('<worksheet>'), Buffer.from([0xff, 0xfe]), Buffer.from('</worksheet>')])),
    'unreadable',
  ],
  ['a sheet that is something else', () => withSheet('<chart/>'), 'unreadable'],
  [
    'a million empty rows',
    () => withSheet(worksheet(Array.from({ length: 1_100_000 }, (_, index) => `<row h="${(index * 7919) % 100_003}"/>`).join(''))),
    'too-big',
  ],
  ['rows beyond the last', () => withSheet(worksheet('<row r="1048577"><c><v>1</v></c></row>')), 'unreadable'],
  ['rows that go back', () => withSheet(worksheet('<row r="5"/><row r="4"/>')), 'unreadable'],
  [
    'more rows than are taken',
    () => withSheet(worksheet(Array.from({ length: 100_002 }, (_, index) => `<row><c><v>${index}</v></c></row>`).join(''))),
    'too-long',
  ],
  ['more columns than are taken', () => withSheet(worksheet('<row><c r="GS1"><v>1</v></c></row>')), 'too-wide'],
  ['columns beyond the last', () => withSheet(worksheet('<row><c r="XFE1"><v>1</v></c></row>')), 'unreadable'],
  [
    'one long text used again and again',
    () =>
      withSheet(
        worksheet(Array.from({ length: 1200 }, (_, index) => `<row ht="${(index * 7919) % 9973}"><c t="s"><v>0</v></c></row>`).join('')),
        { 'xl/sharedStrings.xml': `<sst><si><t>${noise(32_000)}</t></si></sst>` },
      ),
    'too-big',
  ],
  [
    'shared texts without end',
    () =>
      withSheet(sheetOf([['a']]), {
        'xl/sharedStrings.xml': `<sst>${Array.from({ length: 500_000 }, (_, index) => `<si><t>${index}</t></si>`).join('')}</sst>`,
      }),
    'too-big',
  ],
  ['a text without end', () => withSheet(worksheet(`<row><c t="str"><v>${noise(3 * MEGABYTE)}</v></c></row>`)), 'too-big'],
  ['tags without end', () => withSheet(worksheet(Array.from({ length: 5000 }, (_, index) => `<a${index}>`).join(''))), 'unsafe'],
  [
    'attributes without end',
    () => withSheet(worksheet(`<row ${Array.from({ length: 500 }, (_, index) => `a${index}="1"`).join(' ')}/>`)),
    'unsafe',
  ],
  ['a comment without end', () => withSheet(worksheet(`<!--${noise(2 * MEGABYTE)}-->`)), 'too-big'],
  [
    'no sheet that is shown',
    () =>
      rawZip(
        entriesOf(
          partsOf(sheetOf([['a']]), {
            'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="s1" state="veryHidden"/></sheets></workbook>',
          }),
        ),
      ),
    'no-sheet',
  ],
  [
    'a sheet outside of the package',
    () =>
      rawZip(
        entriesOf(
          partsOf(sheetOf([['a']]), {
            'xl/_rels/workbook.xml.rels':
              '<Relationships><Relationship Id="s1" Type="x/worksheet" Target="file:///etc/passwd" TargetMode="External"/></Relationships>',
          }),
        ),
      ),
    'no-sheet',
  ],
]

describe('hostile files', () => {
  it.each(hostile)('%s', async (_name, file, refusal) => {
    const bytes = await file()
    const before = process.memoryUsage().rss
    const start = process.cpuUsage()
    const error = await read(bytes).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    const { user, system } = process.cpuUsage(start)
    expect(error instanceof SheetError ? error.refusal : error).toBe(refusal)
    // Of the processor, all threads together: other tests run at the same time, so a clock would measure them as well.
    // Without its limits a file of this kind takes minutes; a slow machine takes up to three seconds with them.
    expect((user + system) / 1e6).toBeLessThan(8)
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(400)
  })

  it('nothing is written anywhere but where the test put it', () => {
    expect(readdirSync(folder).every((name) => /^[0-9a-f]{12}\.xlsx$/.test(name))).toBe(true)
  })
})

describe('files of every producer', () => {
  const texts = async (bytes: Buffer) => (await read(bytes)).map(({ cells }) => cells)

  it('shared texts, runs of formats, reading aids, escapes', async () => {
    const strings =
      '<sst><si><t>plain</t></si><si><r><t>two </t></r><r><rPr><b/></rPr><t>runs</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si></sst>'
    const cells = [0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`).join('')
    expect(await texts(await zipped(partsOf(worksheet(`<row>${cells}</row>`), { 'xl/sharedStrings.xml': strings })))).toEqual([
      ['plain', 'two runs', '東京', 'a\rb_x0041_'],
    ])
  })

  it('numbers, codes with zeros, days, times, truth, gaps, errors and formulas', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="000000"/><numFmt numFmtId="166" formatCode="#,##0.00;[Red]\\-#,##0.00"/><numFmt numFmtId="167" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="21"/></cellXfs></styleSheet>'
    const sheet =
      worksheet(`<row r="1"><c r="A1"><v>13912345678</v></c><c r="B1"><v>1.3912345678E10</v></c><c r="C1"><v>0.1</v></c><c r="D1" s="3"><v>123</v></c><c r="E1" s="4"><v>-5</v></c></row>
      <row r="3"><c r="A3" s="1"><v>45292</v></c><c r="B3" s="2"><v>45292.5</v></c><c r="D3" s="5"><v>45292</v></c><c r="E3" s="6"><v>0.25</v></c><c r="F3" s="1"><v>1</v></c></row>
      <row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" t="e"><v>#REF!</v></c><c r="C4" t="str"><f>A1&amp;"x"</f><v>13912345678x</v></c><c r="D4" t="d"><v>2024-01-01T08:00:00</v></c></row>`)
    expect(await read(await zipped(partsOf(sheet, { 'xl/styles.xml': styles })))).toEqual([
      { row: 1, cells: ['13912345678', '13912345678', '0.1', '000123', '-5'] },
      { row: 3, cells: ['2024-01-01', '2024-01-01 12:00:00', '', '2024-01-01', '06:00:00', '1900-01-01'] },
      { row: 4, cells: ['true', '#REF!', '13912345678x', '2024-01-01 08:00:00'], formulas: [1, 2] },
    ])
  })

  it('prefixes on every tag, absolute targets, the strict dialect, a hidden first sheet', async () => {
    const sheet = sheetOf([['a', 'b']])
      .replace(/<(\/?)(\w+)/g, '<$1x:$2')
      .replace('xmlns=', 'xmlns:x=')
    const parts = partsOf(sheet, {
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m" xmlns:rel="r"><x:sheets><x:sheet name="lists" rel:id="s0" state="hidden"/><x:sheet name="data" rel:id="s1"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="s0" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="nowhere.xml"/><Relationship Id="s1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    })
    expect(await texts(await zipped(parts))).toEqual([['a', 'b']])
  })

  it('what exceljs writes', async () => {
    const book = new excel.Workbook()
    const sheet = book.addWorksheet('数据')
    sheet.addRows([
      ['名称', '数量', '日期'],
      ['阀门', 3, new Date(Date.UTC(2026, 0, 31, 8, 30))],
      [{ richText: [{ text: 'a' }, { text: 'b', font: { bold: true } }] }, { formula: 'B2*2', result: 6 }, true],
    ])
    expect(await texts(Buffer.from((await book.xlsx.writeBuffer()) as ArrayBuffer))).toEqual([
      ['名称', '数量', '日期'],
      ['阀门', '3', '2026-01-31 08:30:00'],
      ['ab', '6', 'true'],
    ])
  })

  it('the ratio of a large honest sheet is far from that of a bomb', () => {
    const rows = sheetOf(Array.from({ length: 5000 }, (_, index) => [`user${index}`, '正常', 'ROLE_OPERATOR', `${index}@example.com`]))
    expect(Buffer.byteLength(rows) / deflateRawSync(rows).length).toBeLessThan(50)
  })
})
