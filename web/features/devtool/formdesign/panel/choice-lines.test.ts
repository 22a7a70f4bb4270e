/** Choices that are pasted as lines. */
import { describe, expect, it } from 'vitest'
import { choicesOfLines, linesOfChoices } from './choice-lines.ts'

const before = [
  { value: 'a', labels: { en: 'Annual', zh: '年假' } },
  { value: 's', labels: { en: 'Sick' } },
]

describe('lines of choices', () => {
  it('are the choices again', () => {
    expect(linesOfChoices(before, 'en')).toBe('a = Annual\ns = Sick')
    expect(choicesOfLines(linesOfChoices(before, 'en'), before, 'en')).toEqual(before)
  })

  it('keep what other languages say, and take a label for a value where none is said', () => {
    expect(choicesOfLines(' a = Yearly \r\n\nSick\nOther', before, 'en')).toEqual([
      { value: 'a', labels: { en: 'Yearly', zh: '年假' } },
      { value: 's', labels: { en: 'Sick' } },
      { value: 'Other', labels: { en: 'Other' } },
    ])
  })

  it('say each value once', () => {
    expect(choicesOfLines('x = 1\nx = 2\nx', [], 'zh')).toEqual([{ value: 'x', labels: { zh: '1' } }])
  })
})
