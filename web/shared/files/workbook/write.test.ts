import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { partsOf, safeName, writeArchive, writeWorkbook } from './write.ts'

const bytesOf = async (blob: Blob) => unzipSync(new Uint8Array(await blob.arrayBuffer()))

describe('a workbook of the browser', () => {
  it('has no formula, whatever a text begins with', () => {
    const sheet = partsOf({ title: 'x', headings: ['=1+1'], rows: [["=cmd|'/c calc'!A1", '+1', '-1', '@SUM(A1)', 7]] })[
      'xl/worksheets/sheet1.xml'
    ] as string
    expect(sheet).not.toContain('<f')
    expect(sheet.match(/t="inlineStr"/g)).toHaveLength(5)
    expect(sheet).toContain('<c r="E2"><v>7</v></c>')
  })

  it('escapes marks, leaves out what XML cannot hold, and names columns beyond Z', () => {
    const cells = Array.from({ length: 27 }, () => 'a<b>&"\u0000')
    const sheet = partsOf({ title: 'x', headings: [], rows: [cells] })['xl/worksheets/sheet1.xml'] as string
    expect(sheet).toMatch(/<c r="AA2"[^>]* t="inlineStr"><is><t>a&lt;b&gt;&amp;&quot;<\/t><\/is><\/c>/)
  })

  it('is an archive of parts', async () => {
    expect(Object.keys(await bytesOf(writeWorkbook({ title: 'a/b', headings: ['h'], rows: [] })))).toContain('xl/workbook.xml')
  })
})

describe('an archive', () => {
  it('tells files of one name apart and keeps every name inside', async () => {
    const content = strToU8('x')
    const files = await bytesOf(
      writeArchive([
        { name: '../a.txt', content },
        { name: '../a.txt', content },
        { name: 'C:\\b.txt', content },
      ]),
    )
    expect(Object.keys(files)).toEqual(['__a.txt', '__a (2).txt', 'C__b.txt'])
  })

  it('knows no name that cannot be written', () => {
    expect([safeName(''), safeName('...'), safeName('a\u202egpj.exe')]).toEqual(['file', '_', 'a_gpj.exe'])
    expect(zipSync({}).length).toBeGreaterThan(0)
  })
})
