/** What is kept of an issued report comes back as it was; what fails on the way fails where it is read, and nowhere else. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { BoxPage } from '../documents/index.ts'
import { openMeasure } from '../documents/index.ts'
import { certificatePage } from './certificate.ts'
import { freeze, thaw } from './frozen.ts'

const HEAD = { format: 1, title: 'Report 试件', count: 40, width: 100, height: 100 } as const
/** Texts that do not become short when they are compressed. */
const page = (nth: number): BoxPage => ({
  width: 100,
  height: 100,
  boxes: Array.from({ length: 200 }, (_, at) => ({
    x: Math.sin(nth + at),
    y: Math.cos(nth * at),
    width: 1,
    height: 1,
    size: 9,
    lines: [],
  })),
})
const PAGES = Array.from({ length: HEAD.count }, (_, nth) => page(nth))
const frozen = () => buffer(Readable.from(freeze(HEAD, PAGES)))
const readAll = async (stream: Readable) => {
  const { head, pages } = await thaw(stream)
  const read: BoxPage[] = []
  for await (const each of pages) read.push(each)
  return { head, pages: read }
}

it('comes back as it was', async () => {
  expect(await readAll(Readable.from([await frozen()]))).toEqual({ head: HEAD, pages: PAGES })
})

it('that what is kept is cut short or cannot be read is told to its reader', async () => {
  const bytes = await frozen()
  await expect(readAll(Readable.from([bytes.subarray(0, bytes.length >> 1)]))).rejects.toThrow('unexpected end of file')
  await expect(readAll(Readable.from([]))).rejects.toThrow()
  async function* broken() {
    yield await Promise.resolve(bytes.subarray(0, bytes.length >> 1))
    throw new Error('the disk is gone')
  }
  await expect(readAll(Readable.from(broken()))).rejects.toThrow('the disk is gone')
  function* unmade() {
    yield page(0)
    throw new Error('no such page')
  }
  await expect(buffer(Readable.from(freeze(HEAD, unmade())))).rejects.toThrow('no such page')
})

it('pages that nobody reads are given up with what they come from', async () => {
  // More of it may come.
  const stream = new Readable({ read: () => undefined })
  stream.push(await frozen())
  const { close } = await thaw(stream)
  const closed = new Promise((resolve) => stream.once('close', resolve))
  close()
  await closed
  expect(stream.destroyed).toBe(true)
})

const facts = ['Number', 'Report', 'Period', 'Tenant', 'Issued by', 'Issued at'].map((label) => [label, `of ${label}`] as const)
const signatures = ['', 'Prepared', 'Checked', 'Approved'].map((slot) => [slot, '', '', ''])
const WORDS = 'a value of some length that stands in lines of its own. '
it.each<[string, [width: number, height: number], (readonly [string, string])[], shown: number]>([
  ['A5 lying on its side', [595.28, 419.53], Array.from({ length: 20 }, (_, at) => [`parameter ${at}`, `${at}`]), 2],
  ['A4', [595.28, 841.89], Array.from({ length: 20 }, (_, at) => [`parameter ${at}`, `${at}`]), 20],
  [
    'A4, one of which is longer than a page',
    [595.28, 841.89],
    [
      ['short', '1'],
      ['long', WORDS.repeat(200)],
      ['next', '2'],
    ],
    1,
  ],
])('the last page shows as many parameters as it has room for above its signatures: %s', async (_, [width, height], all, shown) => {
  const more = all.map((__, at) => `and ${all.length - at} more`)
  const certificate = {
    title: 'Signatures',
    facts,
    parameters: { all, more },
    code: 'https://x.example/verify/x',
    about: WORDS,
    signatures,
    note: WORDS,
  }
  const { boxes } = certificatePage({ width, height, margin: 40 }, certificate, await openMeasure())
  const texts = boxes.map(({ lines = [] }) => lines.map(({ text }) => text).join(''))
  expect(all.filter(([label]) => texts.includes(label))).toHaveLength(shown)
  expect(texts.filter((text) => /^and \d+ more$/.test(text))).toEqual(shown === all.length ? [] : [`and ${all.length - shown} more`])
  expect(texts.filter((text) => text.includes('…'))).toEqual([])
  // The foot of the page stands 20 above its lower edge.
  for (const box of boxes) expect(box.y + box.height).toBeLessThanOrEqual(height - 28)
  expect(texts).toContain('Approved')
})
