/** Columns on paper: none is lost, none is too narrow for its words, none stands beyond the margin. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutOf } from './pdf-layout.ts'

const PAGES = { upright: 523, wide: 770 }
const room = fc
  .record({ whole: fc.double({ min: 1, max: 900, noNaN: true }), word: fc.double({ min: 1, max: 400, noNaN: true }) })
  .map(({ whole, word }) => ({ whole: Math.max(whole, word), word }))

describe('a table on paper', () => {
  it('shows every column that has something, once, beside the one that names the rows, wide enough for its words and within the margins', () => {
    fc.assert(
      fc.property(fc.array(fc.option(room, { nil: undefined }), { minLength: 1, maxLength: 40 }), fc.nat(39), (rooms, at) => {
        const { isWide, widths, bands } = layoutOf(rooms, at % rooms.length, PAGES, 7)
        const shown = rooms.flatMap((each, index) => (each ? [index] : []))
        const [key] = bands[0] as [number]
        expect([...bands.flatMap((band, index) => (index === 0 ? band : band.slice(1)))].sort((one, other) => one - other)).toEqual(shown)
        for (const band of bands) {
          if (bands.length > 1) expect([band[0], band.length > 1]).toEqual([key, true])
          expect(band.reduce((sum, index) => sum + (widths[index] as number), 0)).toBeLessThanOrEqual(
            (isWide ? PAGES.wide : PAGES.upright) + 0.001,
          )
        }
        for (const [index, each] of rooms.entries()) {
          if (each) expect(widths[index]).toBeGreaterThanOrEqual(Math.min(each.word, 130) + 7 - 0.001)
          else expect(widths[index]).toBe(0)
        }
      }),
    )
  })

  it('stands upright where its texts fit, lies on its side where they do not, and goes on on another page where that is not enough', () => {
    const column = { whole: 100, word: 60 }
    const kinds = [3, 9, 20]
      .map((count) =>
        layoutOf(
          Array.from({ length: count }, () => column),
          0,
          PAGES,
          7,
        ),
      )
      .map(({ isWide, bands }) => [isWide, bands.length > 1])
    expect(kinds).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
  })
})
