/**
 * Templates and figures documents as somebody sends them who means harm: read, or refused with the place, within 200 ms of processor time. Which error it is says that nothing else was thrown, such as a
 * stack that overflows.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DocumentFault } from '../figures/faults.ts'
import { readFigures } from '../figures/read.ts'
import { TemplateFault } from './faults.ts'
import { readTemplate } from './read.ts'

const MAX_CPU_MS = 200

const document = {
  format: 1,
  subject: 'devices',
  measures: [
    { as: 'n', of: 'count' },
    { as: 'share', formula: 'n / 2' },
  ],
  dimensions: [{ field: 'deviceName' }, { field: 'createTime', bucket: 'day' }],
  where: { and: [{ field: 'deviceName', op: 'begins', param: 'word' }] },
  params: [{ name: 'word', kind: 'text', default: 'a' }],
  order: [['n', 'descend']],
}
const template = {
  format: 1,
  page: { size: 'A4', margins: [36, 36, 36, 36], repeat: { head: [1, 1] } },
  columns: [60, 60, 60],
  rows: [18, 15, 15],
  sets: { s: { document } },
  styles: [{ font: ['sc', 9] }],
  cells: {
    A1: { text: '{title}', left: 'none', style: 0 },
    A2: { field: 's.deviceName', expand: 'down' },
    B2: { field: 's.n', aggregate: 'sum', left: 'A2', rules: [{ if: 'B2 > 1', style: 0 }] },
    C2: { formula: 'B2 * 2', left: 'A2' },
    B3: { formula: 'SUM(B2)', left: 'none' },
  },
  merges: ['A1:C1'],
  rowRules: { 2: { breakBefore: 'COUNT(B2) > 3', withNext: 1 }, 3: { hideIf: 'B3 = 0', breakAfter: true } },
}

/** Processor time of this process. It ends with one of the faults, or without. */
function read(of: (value: unknown) => unknown, fault: new (...args: never[]) => Error, value: unknown): boolean {
  const before = process.cpuUsage()
  let isRefused = false
  try {
    of(value)
  } catch (error) {
    if (!(error instanceof fault)) throw error
    isRefused = true
  }
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS)
  return isRefused
}
const templateIsRefused = (value: unknown) => read(readTemplate, TemplateFault, value)
const documentIsRefused = (value: unknown) => read(readFigures, DocumentFault, value)

const parsed = (text: string): unknown => JSON.parse(text)
const nested = (depth: number): unknown => parsed(`${'{"and":['.repeat(depth)}{"field":"deviceName","op":"filled"}${']}'.repeat(depth)}`)
const withCells = (cells: object) => ({ ...template, merges: [], rowRules: {}, cells })
const withRule = (rule: object, row = '2') => ({ ...template, rowRules: { [row]: rule } })
const circle = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`A${at + 1}`, { formula: `A${((at + 1) % length) + 1} + 1` }]))
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

// What is read once is compiled by then.
templateIsRefused(template)
documentIsRefused(document)

describe('a template', () => {
  it('is read as it should be', () => expect(templateIsRefused(template)).toBe(false))
  it.each<[string, unknown]>([
    ['with a prototype', parsed(`${JSON.stringify(template).slice(0, -1)},"__proto__":{"cells":{}}}`)],
    ['with a cell that is a prototype', withCells(parsed('{"__proto__":{"text":"x"},"constructor":{"text":"x"}}') as object)],
    ['with a set of a prototype', withCells({ A1: { field: 'constructor.name' } })],
    ['with a formula of a megabyte', withCells({ A1: { formula: '1+'.repeat(500_000) } })],
    ['with a formula of brackets', withCells({ A1: { formula: '('.repeat(1000) } })],
    ['with five hundred formulas in a circle', { ...withCells(circle(500)), rows: Array(500).fill(10) }],
    [
      'with parents in a circle',
      withCells({ A1: { field: 's.n', expand: 'down', left: 'B1' }, B1: { field: 's.n', expand: 'down', left: 'A1' } }),
    ],
    ['with conditions a hundred thousand deep', { ...template, sets: { s: { document: { ...document, where: nested(5000) } } } }],
    ['of a million rows', { ...template, rows: Array(1_000_000).fill(10) }],
    [
      'with ten thousand cells and one more',
      { ...template, cells: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`A${at + 1}`, {}])) },
    ],
    ['with a drawing of scripts as a picture', withCells({ A1: { picture: { svg: SVG } } })],
    ['with an address as a picture', withCells({ A1: { image: 'https://example.com/x.png' } })],
    ['with a path as a picture', withCells({ A1: { picture: '../../../etc/passwd' } })],
    ['with a rule of a row of a prototype', withRule({ hideIf: 'B2 > 1' }, 'constructor')],
    ['with a rule that has a prototype', withRule(parsed('{"__proto__":{"hideIf":"1 = 1"}}') as object)],
    ['with a rule of a row that there is not', withRule({ hideIf: 'B2 > 1' }, '999')],
    ['with a rule of no row', withRule({ hideIf: 'B2 > 1' }, '0')],
    ['with a condition of a row of a megabyte', withRule({ hideIf: '1+'.repeat(500_000) })],
    ['with a condition of a row of brackets', withRule({ breakBefore: '('.repeat(1000) })],
    ['with a script as the condition of a row', withRule({ breakAfter: 'process.exit()' })],
    ['with a condition of a row on a cell beyond', withRule({ hideIf: 'ZZ999 > 1' })],
    ['with a row that takes a thousand along', withRule({ withNext: 1000 })],
    [
      'with ten thousand rules of rows',
      { ...template, rowRules: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [String(at + 1), { hideIf: 'B2 > 1' }])) },
    ],
    ['with a script', withCells({ A1: { script: 'process.exit()' } })],
    ['that is a list', [template]],
    ['that is nothing', null],
  ])('%s is refused', (_, value) => {
    expect(templateIsRefused(value)).toBe(true)
  })

  it('with a rule of rows that is a prototype has no rule', () => {
    const rowRules = parsed('{"__proto__":{"hideIf":"1 = 1"}}')
    expect(readTemplate({ ...template, rowRules }).ruled).toEqual([])
  })

  it('with a drawing of scripts as its text has a text', () => expect(templateIsRefused(withCells({ A1: { text: SVG } }))).toBe(false))
})

describe('a figures document', () => {
  it('is read as it should be', () => expect(documentIsRefused(document)).toBe(false))
  it.each<[string, unknown]>([
    ['with a prototype', parsed(`${JSON.stringify(document).slice(0, -1)},"__proto__":{"subject":"users"}}`)],
    [
      'with measures in a circle',
      {
        ...document,
        measures: [
          { as: 'a', formula: 'b + 1' },
          { as: 'b', formula: 'a + 1' },
        ],
      },
    ],
    [
      'with a formula of a megabyte',
      {
        ...document,
        measures: [
          { as: 'n', of: 'count' },
          { as: 'f', formula: '1+'.repeat(500_000) },
        ],
      },
    ],
    ['with conditions five thousand deep', { ...document, where: nested(5000) }],
    [
      'with measures that double thirty times',
      {
        ...document,
        measures: [
          { as: 'm0', of: 'count' },
          ...Array.from({ length: 29 }, (_, at) => ({ as: `m${at + 1}`, formula: `m${at} * m${at} + m${at} * m${at}` })),
        ],
      },
    ],
    ['of a megabyte', { ...document, subject: 'x'.repeat(1_000_000) }],
    ['that is a text', 'select 1'],
  ])('%s is refused', (_, value) => {
    expect(documentIsRefused(value)).toBe(true)
  })
})

/** Something else in the place of something. */
const wild = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '__proto__',
    'constructor',
    -1,
    1e308,
    NaN,
    [],
    {},
    true,
    'A1:ZZ999',
    '=1+1',
    '\u0000',
    's.n',
    'none',
    '{'.repeat(50),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const changes = fc.array(fc.tuple(fc.nat(), wild), { minLength: 1, maxLength: 4 })

/** Places of a value: each member of each object and list in it. */
function placesIn(value: unknown): { readonly of: Record<string, unknown>; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((key) => [
    { of: value as Record<string, unknown>, key },
    ...placesIn((value as Record<string, unknown>)[key]),
  ])
}

function changed(value: object, by: readonly (readonly [number, unknown])[]): unknown {
  const copy = structuredClone(value)
  for (const [at, other] of by) {
    const places = placesIn(copy)
    const place = places[at % Math.max(1, places.length)]
    // A copy, since what is put into itself cannot be sent.
    if (place) place.of[place.key] = structuredClone(other)
  }
  return copy
}

it('whatever is changed in them, they are read or refused', () => {
  fc.assert(
    fc.property(changes, (by) => {
      templateIsRefused(changed(template, by))
      documentIsRefused(changed(document, by))
    }),
    { numRuns: 400 },
  )
})
