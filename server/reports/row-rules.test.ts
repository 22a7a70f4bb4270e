/** What a template asks of its rows: of any data, the rows that are left out are those that somebody would strike out, and what stands together stands on one page. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TemplateFault } from '../../model/reports/faults.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { A4_UPRIGHT, gridOf, placesOf, sheetOf, templateOf } from '../../tests/support/report-sheets.ts'
import { stripsOf } from './layout.ts'

const list = (field: string, more: object = {}) => ({ field: `s.${field}`, expand: 'down', aggregate: 'list', ...more })
const GROUPED = {
  columns: [40, 40, 40],
  rows: [20, 15, 15, 25],
  cells: {
    A1: { text: 'head' },
    A2: { field: 's.name', expand: 'down' },
    B2: list('n'),
    C2: { formula: 'B2 * 2', left: 'B2' },
    B3: { formula: 'SUM(B2)', left: 'A2' },
    B4: { formula: 'SUM(B3)', left: 'none' },
  },
}
const ROWS = [
  ['a', 1],
  ['a', 5],
  ['b', 7],
] as const

describe('a row that is left out', () => {
  it('takes no room, and formulas count what it says', () => {
    const sheet = sheetOf({ ...GROUPED, rowRules: { 2: { hideIf: 'B2 > 4' } } }, ['name', 'n'], ROWS)
    // The group whose only row is gone keeps its sum; its name stood in that row.
    expect(gridOf(sheet)).toEqual([
      ['head', '', ''],
      ['a', '1', '2'],
      ['', '6', ''],
      ['', '7', ''],
      ['', '13', ''],
    ])
    expect(sheet.rows).toEqual([20, 15, 15, 15, 25])
    expect(placesOf(sheet)).toContain('1,0 1x1 a')
  })

  it('makes the cell lower that goes over it', () => {
    const sheet = sheetOf({ ...GROUPED, rowRules: { 2: { hideIf: 'B2 = 1' } } }, ['name', 'n'], ROWS)
    expect(placesOf(sheet)).toContain('1,0 1x1 a')
  })

  it('may be asked by what its group comes to, and by its number', () => {
    const sheet = sheetOf({ ...GROUPED, rowRules: { 3: { hideIf: 'COUNT(B2) = 1' }, 2: { hideIf: 'ROW() = 2' } } }, ['name', 'n'], ROWS)
    expect(gridOf(sheet).map(([, figure]) => figure)).toEqual(['', '1', '6', '7', '13'])
  })

  it('is in no sum of a page', () => {
    const page = { ...A4_UPRIGHT, repeat: { foot: [2, 2] } }
    const cells = { A1: list('n'), A2: { subtotal: { of: 'A1', take: 'sum' } } }
    const sheet = sheetOf({ page, columns: [40], rows: [15, 15], cells, rowRules: { 1: { hideIf: 'A1 = 5' } } }, ['name', 'n'], ROWS)
    expect(gridOf(sheet)).toEqual([['1'], ['7'], ['8']])
  })

  it('may be a head, of the first page as well', () => {
    const page = { ...A4_UPRIGHT, repeat: { head: [1, 1], firstHead: [2, 2] } }
    const cells = { A1: { text: 'head' }, A2: { text: 'cover' }, A3: list('n') }
    const of = (rowRules: object) => sheetOf({ page, columns: [40], rows: [15, 15, 15], cells, rowRules }, ['name', 'n'], ROWS)
    expect(of({ 1: { hideIf: 'TRUE' } })).toMatchObject({ head: undefined, firstHead: [0, 0] })
    expect(of({ 2: { hideIf: 'COUNT(A3) > 2' } })).toMatchObject({ head: [0, 0], firstHead: 'none' })
  })

  it('may be each of them', () => {
    const sheet = sheetOf({ columns: [40], rows: [15], cells: { A1: list('n') }, rowRules: { 1: { hideIf: 'TRUE' } } }, ['name', 'n'], ROWS)
    expect([sheet.rows, sheet.cells]).toEqual([[], []])
  })

  it('of any list and any condition is what somebody would strike out', () => {
    const value = fc.integer({ min: -9, max: 9 })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('k', 'm'), value), { minLength: 1, maxLength: 20 }), value, (rows, least) => {
        const sheet = sheetOf({ ...GROUPED, rowRules: { 2: { hideIf: `B2 < ${least}` } } }, ['name', 'n'], rows)
        const names = [...new Set(rows.map(([name]) => name))]
        const sum = (of: readonly (readonly [string, number])[]) => String(of.reduce((all, [, n]) => all + n, 0))
        const struck = names.flatMap((name) => {
          const own = rows.filter(([other]) => other === name)
          return [...own.flatMap(([, n]) => (n < least ? [] : [String(n)])), sum(own)]
        })
        expect(gridOf(sheet).map(([, figure]) => figure)).toEqual(['', ...struck, sum(rows)])
      }),
      { numRuns: 100 },
    )
  })
})

describe('pages begin', () => {
  const breaksOf = (rowRules: object, more: object = {}) =>
    [...sheetOf({ ...GROUPED, ...more, rowRules }, ['name', 'n'], ROWS).breaks].toSorted((one, other) => one - other)
  it.each<[string, object, number[]]>([
    ['before each copy of a row', { 2: { breakBefore: true } }, [1, 2, 4]],
    ['before those for which a condition holds', { 2: { breakBefore: 'B2 > 5' } }, [4]],
    ['behind each copy', { 3: { breakAfter: true } }, [4, 6]],
    ['behind those for which a condition holds', { 3: { breakAfter: 'SUM(B2) < 7' } }, [4]],
    ['at no row that is left out', { 2: { hideIf: 'B2 > 5', breakBefore: 'B2 > 5' } }, []],
  ])('%s', (_, rowRules, breaks) => expect(breaksOf(rowRules)).toEqual(breaks))

  it('behind the last row for nothing, and not at the foot of pages', () => {
    const page = { ...A4_UPRIGHT, repeat: { foot: [4, 4] } }
    expect(breaksOf({ 3: { breakAfter: true } }, { page })).toEqual([4])
  })
})

describe('rows that stand together', () => {
  it('are those of a member, and a heading with so many below it', () => {
    const cells = { ...GROUPED.cells, A2: { ...GROUPED.cells.A2, together: true } }
    const sheet = sheetOf({ ...GROUPED, cells, rowRules: { 1: { withNext: 2 }, 4: { withNext: 20 } } }, ['name', 'n'], ROWS)
    expect([...(sheet.keeps ?? [])]).toEqual([
      [0, 2],
      [1, 3],
      [4, 5],
      [6, 6],
    ])
  })

  it('are never divided where a page has room for them, whatever else is said', () => {
    const lines = fc.array(
      fc.record({ length: fc.integer({ min: 1, max: 60 }), keep: fc.option(fc.integer({ min: 1, max: 5 })), isBreak: fc.boolean() }),
      { minLength: 1, maxLength: 60 },
    )
    const ROOM = 100
    fc.assert(
      fc.property(lines, (all) => {
        const lengths = all.map(({ length }) => length)
        const sum = (from: number, to: number) => lengths.slice(from, to + 1).reduce((whole, each) => whole + each, 0)
        const breaks = new Set(all.flatMap(({ isBreak }, at) => (isBreak && at % 7 === 0 ? [at] : [])))
        const keeps = new Map(all.flatMap(({ keep }, at) => (keep === null ? [] : [[at, at + keep] as const])))
        const strips = stripsOf(lengths, () => ROOM, undefined, { breaks, keeps })
        expect(strips.map(({ from }) => from)).toEqual([0, ...strips.slice(0, -1).map(({ to }) => to + 1)])
        expect(strips.at(-1)?.to).toBe(lengths.length - 1)
        for (const { from, to } of strips) if (to > from) expect(sum(from, to)).toBeLessThanOrEqual(ROOM)
        const begins = new Set(strips.map(({ from }) => from))
        for (const at of breaks) expect(begins.has(at)).toBe(true)
        for (const at of keeps.keys()) {
          // With what is taken along by the rows that it takes along, up to where a page begins in any case.
          let last = at
          for (let line = at; line <= last; line += 1) {
            const next = Math.min(keeps.get(line) ?? line, lengths.length - 1)
            for (let step = last + 1; step <= next && !breaks.has(step); step += 1) last = step
          }
          if (sum(at, last) <= ROOM) for (let line = at + 1; line <= last; line += 1) expect(begins.has(line)).toBe(false)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('that are longer than a page are as full as any', () => {
    const keeps = new Map(Array.from({ length: 9 }, (_, at) => [at, 9] as const))
    const strips = stripsOf(Array(10).fill(30), () => 100, undefined, { breaks: new Set(), keeps })
    expect(strips.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [3, 5],
      [6, 6],
      [7, 9],
    ])
  })
})

describe('is refused', () => {
  it.each<[string, object, string]>([
    ['a rule of a row that there is none of', { rowRules: { 9: {} } }, 'outside at rowRules.9'],
    [
      'a page that begins in a head',
      { rowRules: { 1: { breakBefore: true } }, page: { ...A4_UPRIGHT, repeat: { head: [1, 1] } } },
      'rows at rowRules.1: 1',
    ],
    ['a condition that cannot be read', { rowRules: { 2: { hideIf: '1 +' } } }, 'formula at rowRules.2'],
    ['a cell that there is none of', { rowRules: { 2: { breakAfter: 'Z9 > 1' } } }, 'cell at rowRules.2: Z9'],
    ['a position that it does not repeat with', { rowRules: { 4: { breakBefore: 'B2[B2:-1] > 1' } } }, 'direction at rowRules.4: B2'],
    ['a row without a number', { rowRules: { x: {} } }, 'shape at rowRules'],
    ['what is not known', { rowRules: { 2: { height: 3 } } }, 'key at rowRules.2: height'],
    [
      'a member that stands together beside others',
      { cells: { A1: { field: 's.name', expand: 'right', together: true } } },
      'content at A1',
    ],
  ])('%s', (_, more, expected) => {
    expect.assertions(1)
    try {
      readTemplate(templateOf({ ...GROUPED, ...more }))
    } catch (error) {
      expect(error instanceof TemplateFault ? error.message : error).toContain(expected)
    }
  })
})
