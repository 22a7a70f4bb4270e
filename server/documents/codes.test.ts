/** Codes beside what the standards have in print, read back bar by bar. */
import { expect, it } from 'vitest'
import { code128Modules, code128Values, pngOfModules, qrModules } from './codes.ts'
import { isDrawable } from './drawable.ts'

it.each<[string, readonly number[]]>([
  // Code set B throughout: the value of a character is its ASCII code less 32; 104 begins, 106 ends.
  ['PJJ123C', [104, 48, 42, 42, 17, 18, 19, 35, 55, 106]],
  // Digits by twos in set C; (105 + 12 + 2·34 + 3·56) mod 103 = 353 mod 103 = 44.
  ['123456', [105, 12, 34, 56, 44, 106]],
  // The first of five digits stays in set B: (104 + 33 + 2·17 + 3·99 + 4·23 + 5·45) mod 103 = 785 mod 103 = 64.
  ['A12345', [104, 33, 17, 99, 23, 45, 64, 106]],
  // And back to set B behind them: (105 + 20 + 2·26 + 3·100 + 4·13) mod 103 = 529 mod 103 = 14.
  ['2026-', [105, 20, 26, 100, 13, 14, 106]],
])('%s is these symbols of Code 128', (text, values) => {
  expect(code128Values(text)).toEqual(values)
})

it('bars and spaces are those of the standard: eleven modules a symbol, an even number of them dark, thirteen to stop', () => {
  const bars = (text: string) => (code128Modules(text)?.[0] ?? []).map((dark) => (dark ? '1' : '0')).join('')
  // Start B, P, its check character (104 + 48 − 103 = 49), stop, as ISO/IEC 15417 draws them.
  expect(bars('P')).toBe(`11010010000${'11101110110'}${'11010001110'}1100011101011`)
  const all = Array.from({ length: 95 }, (_, at) => bars(String.fromCharCode(32 + at)).slice(11, 22))
  const pairs = Array.from({ length: 100 }, (_, at) => bars(`00${String(at).padStart(2, '0')}`).slice(22, 33))
  expect(new Set(all).size).toBe(95)
  expect(new Set(pairs).size).toBe(100)
  for (const symbol of [...all, ...pairs]) {
    expect(symbol).toMatch(/^1[01]{9}0$/)
    expect(symbol.replaceAll('0', '').length % 2, symbol).toBe(0)
  }
})

it('what a code cannot hold is none, and a code as PNG is a picture of its modules', async () => {
  for (const text of ['', '标签', 'x'.repeat(81), 'a\nb']) expect(code128Modules(text)).toBeUndefined()
  for (const text of ['', 'x'.repeat(501)]) expect(qrModules(text)).toBeUndefined()
  const modules = qrModules('https://example.org/e#token') ?? []
  expect(modules[0]).toHaveLength(modules.length)
  // Finder pattern: seven dark ones at the corner, then a light one.
  expect(modules[0]?.slice(0, 8)).toEqual([true, true, true, true, true, true, true, false])
  const png = pngOfModules(modules, { quiet: 4, scale: 3 })
  expect(png.readUInt32BE(16)).toBe((modules.length + 8) * 3)
  expect(png.readUInt32BE(20)).toBe((modules.length + 8) * 3)
  expect(await isDrawable(png)).toBe(true)
})
