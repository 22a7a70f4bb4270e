/** Labels as another program reads them: on which page which words stand, and the QR code as it is drawn. */
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import type { LabelsPerPage } from './labels.ts'
import { writeLabels } from './labels.ts'

const labelsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `水泵 ${at} 号，出厂编号很长很长很长很长很长很长很长很长很长很长很长很长`,
    lines: [`Code: P-${at}`, 'Site: 北区', 'Serial number: 7'],
    code: `https://console.example/acquisition/device?id=${at}`,
  }))
const pdfOf = (count: number, perPage: LabelsPerPage) =>
  buffer(writeLabels({ title: 'Labels', author: 'Works', locale: 'zh-CN', perPage, labels: labelsOf(count) }))

it.each([
  [24, 25, 2, [595, 842]],
  [12, 12, 1, [595, 842]],
  [1, 2, 2, [198, 105]],
] as const)('%i stand on a page: %i take %i', async (perPage, count, pages, size) => {
  const reading = getDocument({ data: new Uint8Array(await pdfOf(count, perPage)), verbosity: 0 })
  const document = await reading.promise
  expect(document.numPages).toBe(pages)
  const last = await document.getPage(pages)
  const { width, height } = last.getViewport({ scale: 1 })
  expect([Math.round(width), Math.round(height)]).toEqual(size)
  const { items } = await last.getTextContent()
  const texts = items.flatMap((item) =>
    'str' in item && item.str !== '' ? [{ text: item.str, x: item.transform[4] as number, y: item.transform[5] as number }] : [],
  )
  expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining([`Code: P-${count - 1}`, 'Site: 北区', 'Serial number: 7']))
  expect(
    texts.some(({ text }) => text.endsWith('…')),
    'what is too long ends in an ellipsis',
  ).toBe(true)
  for (const { x, y } of texts) expect(x > 0 && x < width && y > 0 && y < height, `${x} ${y}`).toBe(true)
  await reading.destroy()
})

it('the QR code is drawn module by module, and says where the thing is', async () => {
  const bytes = await pdfOf(1, 1)
  const from = bytes.indexOf('stream\n') + 7
  const content = inflateSync(bytes.subarray(from, bytes.indexOf('endstream', from))).toString('latin1')
  const drawn = [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map((found) => found.slice(1).map(Number))
  const one = drawn[0]?.[3] as number
  const left = Math.min(...drawn.map(([x = 0]) => x))
  const top = Math.max(...drawn.map(([, y = 0]) => y))
  const { data: code } = encode('https://console.example/acquisition/device?id=0', { ecc: 'M', border: 0 })
  const modules = code.map((row) => row.map(() => false))
  for (const [x = 0, y = 0, width = 0] of drawn)
    for (let at = 0; at < Math.round(width / one); at += 1) {
      const row = modules[Math.round((top - y) / one)]
      if (row) row[Math.round((x - left) / one) + at] = true
    }
  expect(modules).toEqual(code)
})
