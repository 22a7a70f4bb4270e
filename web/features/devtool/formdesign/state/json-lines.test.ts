/** What is wrong with a text of JSON is said by its line. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonLineError, readJson } from './json-lines.ts'

const lineOfFault = (text: string): number | undefined => {
  try {
    readJson(text)
    return undefined
  } catch (error) {
    if (!(error instanceof JsonLineError)) throw error
    return error.line
  }
}

describe('a text of JSON', () => {
  it('tells the line of each part, and of the nearest one around what is not there', () => {
    const { value, lineOf } = readJson('{\n  "a": [\n    1,\n    { "b": true }\n  ],\n  "c": "x"\n}\n')
    expect(value).toEqual({ a: [1, { b: true }], c: 'x' })
    expect([lineOf([]), lineOf(['a']), lineOf(['a', 0]), lineOf(['a', 1, 'b']), lineOf(['a', 1, 'none']), lineOf(['c'])]).toEqual([
      1, 2, 3, 4, 4, 6,
    ])
  })

  it.each([
    ['', 1],
    ['{\n"a": 1,\n}', 3],
    ['[1,\n2\n3]', 3],
    ['{\n"a" 1}', 2],
    ['"a\nb"', 1],
    ['{}\n{}', 2],
    ['[01]', 1],
    ['\n\n[tru]', 3],
  ])('says where %j ends to be any', (text, line) => {
    expect(lineOfFault(text)).toBe(line)
  })

  it('is refused where it is too deep to be a form, and does not fill the stack', () => {
    expect(lineOfFault('['.repeat(100_000))).toBe(1)
  })

  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(readJson(text).value).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is refused where JSON.parse refuses it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', '}', ',', '"', ':', '[', '0', ' '), (value, place, sign) => {
        const text = JSON.stringify(value, null, 1)
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + sign + text.slice(at + 1)
        let isJson = true
        try {
          JSON.parse(broken)
        } catch {
          isJson = false
        }
        expect(lineOfFault(broken) === undefined).toBe(isJson)
      }),
    )
  })
})
