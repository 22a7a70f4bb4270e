/** A PDF shows what a name says: no character becomes an empty box. */
import { buffer } from 'node:stream/consumers'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { readPdf } from '../../tests/support/files.ts'
import { writePdf } from './pdf.ts'
import type { Cell } from './sheet.ts'

const pdfOf = (cells: readonly Cell[]) =>
  buffer(
    writePdf({
      title: 'Names 😀',
      tenant: '王𠮷',
      note: '',
      locale: 'en',
      columns: [{ heading: 'Name', kind: 'text', width: 20 }],
      rows: (async function* () {
        yield cells.map((cell) => [cell])
      })(),
    }),
  )

/** The texts of the first page, as another program reads them. */
async function readByPdfJs(bytes: Buffer): Promise<string> {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const { items } = await (await (await reading.promise).getPage(1)).getTextContent()
  await reading.destroy()
  return items.map((item) => ('str' in item ? item.str : '')).join('\n')
}

const SHOWN = ['𠮷野家', '王𬱖', 'Café', 'Ho\u0323 Chi\u0301', '⚙ ok 👍', 'مضخة التغذية', 'Ω ≤ 5 Pa ①', '王小明']

it('emoji, rare characters, Arabic and marks come through, beside what the main font has', async () => {
  const bytes = await pdfOf(SHOWN)
  const text = await readByPdfJs(bytes)
  for (const shown of SHOWN.filter((each) => !each.includes('مضخة')))
    expect(text.replace(/\s/g, '')).toContain(shown.normalize('NFC').replace(/\s/g, ''))
  // Joined letters run from the right, and programs tell them in either order.
  const letters = (words: string) => (words.normalize('NFKC').match(/\p{Script=Arabic}/gu) ?? []).sort().join('')
  expect(letters(text)).toBe(letters(SHOWN.join('')))
  // A glyph that stands for no character is the box of its font.
  expect(readPdf(bytes).flat().join('')).not.toContain('\u{fffd}')
  for (const shown of ['Names😀', '王𠮷']) expect(text.replace(/\s/g, '')).toContain(shown)
})

it('what no font has is told by its number, and what only joins its neighbours by nothing', async () => {
  const text = await readByPdfJs(await pdfOf(['עב', '한', 'a\u200bb', '👍🏽', '👩\u200d🔧', '☃\ufe0f']))
  for (const shown of ['U+05E2U+05D1', 'U+D55C', 'ab', '👍', '👩🔧', '☃']) expect(text.replace(/\s/g, '')).toContain(shown)
  expect(text).not.toMatch(/\u200d|\ufe0f|U\+200/)
})
