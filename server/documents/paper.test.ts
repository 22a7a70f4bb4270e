/** Papers as other programs read them: what stands on which page, in which order, and what becomes of what does not fit or is no picture. */
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { wordsOfPdf } from '../../tests/support/pdf-words.ts'
import { pngChunk, pngOf } from '../../tests/support/pictures.ts'
import { isDrawable } from './drawable.ts'
import type { Block, Paper } from './paper.ts'
import { writePaper } from './paper.ts'

const paperOf = (blocks: readonly Block[], more: Partial<Paper> = {}): Paper => ({
  title: '设备巡检表',
  author: 'Works',
  locale: 'zh-CN',
  isLandscape: false,
  header: '南京分公司',
  note: '编号 7',
  footer: '设备巡检表 · 第 3 版',
  blocks,
  signatures: [],
  ending: '',
  ...more,
})

interface Placed {
  readonly text: string
  readonly x: number
  readonly y: number
}

async function pagesOf(paper: Paper): Promise<{ texts: Placed[]; width: number; height: number; images: number }[]> {
  const reading = getDocument({ data: new Uint8Array(await buffer(writePaper(paper))), verbosity: 0 })
  const document = await reading.promise
  const pages = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const { fnArray } = await page.getOperatorList()
    const texts = items.flatMap((item) =>
      'str' in item && item.str !== '' ? [{ text: item.str, x: item.transform[4] as number, y: item.transform[5] as number }] : [],
    )
    // OPS.paintImageXObject
    pages.push({
      texts,
      width: Math.round(width),
      height: Math.round(height),
      images: fnArray.filter((operation) => operation === 85).length,
    })
  }
  await reading.destroy()
  return pages
}

const boxes = (...values: readonly (readonly [label: string, value: string, span: number])[]): Block => ({
  kind: 'boxes',
  boxes: values.map(([label, value, span]) => ({ label, value, span })),
})

describe('a paper', () => {
  it('has its words where other programs find them, Chinese among them', async () => {
    const paper = paperOf([boxes(['设备名称', '一号水泵', 6], ['巡检人', '王晓明', 6]), { kind: 'text', text: '请如实填写' }], {
      ending: '校验码',
    })
    const found = await wordsOfPdf(await buffer(writePaper(paper)))
    for (const word of ['设备巡检表', '南京分公司', '编号 7', '第 3 版', '设备名称', '一号水泵', '王晓明', '请如实填写', '校验码'])
      expect(found).toContain(word)
  })

  it('has boxes beside each other, and all on the page', async () => {
    const [page] = await pagesOf(paperOf([boxes(['left', 'one', 4], ['right', 'two', 8])]))
    const at = (text: string) => page?.texts.find((one) => one.text === text)
    expect(at('one')?.y).toBe(at('two')?.y)
    expect((at('two')?.x ?? 0) - (at('one')?.x ?? 0)).toBeCloseTo(((595.28 - 80) * 4) / 12, 0)
    for (const { x, y } of page?.texts ?? []) expect(x > 0 && x < 595 && y > 0 && y < 842).toBe(true)
  })

  it('goes on on the next page, losing nothing, with numbers on each', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at}.`)
    const rows = Array.from({ length: 120 }, (_, at) => [`row ${at}.`, 'x'])
    const pages = await pagesOf(
      paperOf([boxes(['long', lines.join('\n'), 12]), { kind: 'table', title: 'rows', columns: ['name', 'value'], rows }], {
        isLandscape: true,
        signatures: ['检查人', '审批人'],
      }),
    )
    expect(pages.length).toBeGreaterThan(8)
    expect(pages[0]).toMatchObject({ width: 842, height: 595 })
    const whole = pages.flatMap(({ texts }) => texts.map(({ text }) => text))
    for (const word of [...lines, ...rows.map(([name = '']) => name), '检查人', '审批人'])
      expect(whole.filter((text) => text === word)).toHaveLength(1)
    for (const [at, { texts }] of pages.entries())
      expect(
        texts
          .map(({ text }) => text)
          .join('')
          .replaceAll(' ', ''),
      ).toContain(`${at + 1}/${pages.length}`)
    // The heading of a table stands on each of its pages.
    const withRows = pages.filter(({ texts }) => texts.some(({ text }) => text.startsWith('row ')))
    expect(withRows.length).toBeGreaterThan(2)
    for (const { texts } of withRows) expect(texts.some(({ text }) => text === 'name')).toBe(true)
    for (const { texts } of pages) for (const { y } of texts) expect(y).toBeGreaterThan(10)
  })

  it('shows pictures, and tells those by name that cannot be drawn', async () => {
    const good = pngOf(8, 8, () => [200, 0, 0])
    const pictures = [
      { name: 'good.png', bytes: good },
      { name: 'bomb.png', bytes: bomb() },
      { name: 'torn.png', bytes: good.subarray(0, 50) },
      { name: 'page.svg', bytes: Buffer.from('<svg/>') },
      { name: 'far.png' },
    ]
    const [page] = await pagesOf(paperOf([{ kind: 'pictures', label: '照片', pictures }]))
    const words = page?.texts.map(({ text }) => text)
    expect(words).toEqual(expect.arrayContaining(['照片', 'bomb.png', 'torn.png', 'page.svg', 'far.png']))
    expect(words).not.toContain('good.png')
    expect(page?.images).toBe(1)
  })
})

/** A picture of four pixels that unpacks to fifty megabytes. */
function bomb(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(2, 0)
  head.writeUInt32BE(2, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(50 * 1024 ** 2))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

it('a picture may be drawn where it unpacks to its size and no more', async () => {
  expect(await isDrawable(pngOf(30, 20))).toBe(true)
  expect(await isDrawable(bomb())).toBe(false)
  expect(await isDrawable(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe(true)
  expect(await isDrawable(Buffer.alloc(0))).toBe(false)
})
