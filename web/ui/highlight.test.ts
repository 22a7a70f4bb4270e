import { expect, it } from 'vitest'
import { tokensOf } from './highlight.ts'

it('gives every character back', () => {
  const source = "const a = 'it\\'s' // a \"comment\"\n/* return */ return `${a}`"
  expect(
    tokensOf(source)
      .map(({ text }) => text)
      .join(''),
  ).toBe(source)
})

it('tells comments, texts and words apart', () => {
  expect(tokensOf("return 'const' // if").filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'word', text: 'return' },
    { kind: 'text', text: "'const'" },
    { kind: 'comment', text: '// if' },
  ])
  expect(tokensOf('constant')).toEqual([{ kind: 'plain', text: 'constant' }])
})
