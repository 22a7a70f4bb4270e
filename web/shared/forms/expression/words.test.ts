/** Expressions in words: every operator and every sum reads as a sentence, in every language. */
import { describe, expect, it } from 'vitest'
import { AGGREGATES, OPERATORS } from '../../../../model/expression/expression.ts'
import type { Expression } from '../../../../model/expression/expression.ts'
import { OPERATOR_RULES } from '../../../../model/expression/operators.ts'
import en from '../../../../model/labels/en/index.ts'
import tw from '../../../../model/labels/tw/index.ts'
import zh from '../../../../model/labels/zh/index.ts'
import { translatorOf } from '../../../../model/labels/translate.ts'
import type { Words } from './words.ts'
import { wordsOf } from './words.ts'

const labels = { en, zh, tw }
const wordsIn = (language: keyof typeof labels): Words => ({
  t: translatorOf(labels[language]),
  nameOf: (id) => id.toUpperCase(),
  valueOf: (field, value) => (field === 'sort' && value === 'x' ? 'Express' : undefined),
})
const inEnglish = (node: Expression) => wordsOf(node, wordsIn('en'))

describe('an expression in words', () => {
  it.each(['en', 'zh', 'tw'] as const)('names what it is made of, whatever the operator (%s)', (language) => {
    for (const op of OPERATORS) {
      const [least, most] = OPERATOR_RULES[op].takes
      for (const count of new Set([least, Math.min(most, 3)])) {
        const fields = Array.from({ length: count }, (_, at) => `f${at}`)
        const text = wordsOf({ op, of: fields.map((field) => ({ field })) }, wordsIn(language))
        expect(text, op).not.toMatch(/\{\{|form-say/)
        for (const field of fields) expect(text, op).toContain(field.toUpperCase())
      }
    }
    for (const take of AGGREGATES) {
      const of = take === 'count' ? {} : { of: { field: 'price' } }
      const text = wordsOf({ take, rows: 'items', ...of, where: { field: 'paid' } }, wordsIn(language))
      expect(text, take).toContain('ITEMS')
      expect(text, take).toContain('PAID')
      if (take !== 'count') expect(text, take).toContain('PRICE')
    }
  })

  it('reads as people say it, with brackets where one is in another', () => {
    const both: Expression = {
      op: 'and',
      of: [
        { op: 'equal', of: [{ field: 'sort' }, { value: 'x' }] },
        {
          op: 'or',
          of: [
            { op: 'greater', of: [{ field: 'many' }, { value: 3 }] },
            { op: 'is-empty', of: [{ field: 'why' }] },
          ],
        },
      ],
    }
    expect(inEnglish(both)).toBe('(“SORT” is “Express”) and ((“MANY” is greater than 3) or “WHY” is empty)')
    expect(inEnglish({ op: 'less', of: [{ field: 'day' }, { value: '2026-11-25', as: 'date' }] })).toBe('“DAY” is less than 2026-11-25')
    expect(inEnglish({ op: 'among', of: [{ field: 'sort' }, { value: ['x', 'y'] }] })).toBe('“SORT” is one of “Express”, “y”')
    expect(inEnglish({ op: 'equal', of: [{ field: 'a' }, { value: null }] })).toBe('“A” is …')
  })
})
