import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import en from '../../../../model/labels/en/index.ts'
import { SYMBOLS, SYMBOL_GROUPS, symbolNamed } from './index.ts'
import { around, boxIn, placed, spanOf, stepsOf } from './shapes.ts'

const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, C: 6, Q: 4, Z: 0, O: 3 }

describe('the symbols', () => {
  it('are about forty, each with a name in every language, in groups that all have some', () => {
    expect(SYMBOLS.length).toBeGreaterThanOrEqual(40)
    expect(new Set(SYMBOLS.map(({ name }) => name)).size).toBe(SYMBOLS.length)
    expect(SYMBOLS.filter(({ name }) => !(`symbol.${name}` in en))).toEqual([])
    for (const group of SYMBOL_GROUPS) expect(SYMBOLS.some((symbol) => symbol.group === group)).toBe(true)
    // The schema of documents (model/screens/widgets.ts).
    for (const { name } of SYMBOLS) expect(name).toMatch(/^[a-z][a-z-]{1,40}$/)
    expect([symbolNamed('pump')?.name, symbolNamed('nothing')]).toEqual(['pump', undefined])
  })

  it('are made of commands with as many numbers as they need, and begin with a place', () => {
    for (const { name, parts, level } of SYMBOLS)
      for (const d of [...parts.map((part) => part.d), ...(level === undefined ? [] : [level])]) {
        const steps = stepsOf(d)
        expect(
          steps.map(({ command, numbers }) => numbers.length - (COUNTS[command] ?? -1)).every((more) => more === 0),
          `${name}: ${d}`,
        ).toBe(true)
        expect(['M', 'O']).toContain(steps[0]?.command)
      }
  })

  it('are of a level where they use one, and show their state by more than a colour', () => {
    for (const { name, uses, level } of SYMBOLS) expect([name, uses.includes('level')]).toEqual([name, level !== undefined])
    for (const { name, uses, parts } of SYMBOLS)
      if (!uses.includes('state')) expect([name, parts.filter(({ as }) => as === 'state' || as === 'state-line')]).toEqual([name, []])
  })

  it('have finite numbers in whatever box they are drawn, and stay within it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SYMBOLS),
        fc.double({ min: 1, max: 4000, noNaN: true }),
        fc.double({ min: 1, max: 4000, noNaN: true }),
        fc.boolean(),
        (symbol, width, height, isMirrored) => {
          const box = boxIn(symbol, width, height, isMirrored)
          for (const { d } of symbol.parts) {
            const path = placed(d, box)
            expect(path).toMatch(/^M[-\d.e ]+([LCQaZM][-\d.e ]*)*$/)
            expect(path).not.toMatch(/NaN|Infinity|undefined/)
          }
          if (symbol.level !== undefined) {
            const span = spanOf(symbol.level, box)
            expect(span.top).toBeGreaterThanOrEqual(-0.01)
            expect(span.top + span.height).toBeLessThanOrEqual(height + 0.01)
            expect(span.height).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('that keep their proportions stand in the middle', () => {
    expect(boxIn({ size: [100, 50], keeps: true }, 400, 400)).toEqual({ left: 0, top: 100, width: 400, height: 200, isMirrored: false })
    expect(boxIn({ size: [100, 50] }, 400, 400)).toMatchObject({ left: 0, top: 0, width: 400, height: 400 })
  })
})

describe('a path of a symbol', () => {
  it('is set to its box, mirrored where it is wanted, and a circle stays round', () => {
    const box = { left: 10, top: 20, width: 200, height: 100, isMirrored: false }
    expect(placed('M0 0L100 100Z', box)).toBe('M10 20L210 120Z')
    expect(placed('M0 0L100 100', { ...box, isMirrored: true })).toBe('M210 20L10 120')
    expect(placed('O50 50 10', box)).toBe('M100 70a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z')
  })

  it('goes around a point', () => {
    expect(around('M50 0L50 10', 4)).toBe('M50 0L50 10M100 50L90 50M50 100L50 90M0 50L10 50')
  })
})
