/** What is wrong with entries and forms has a sentence in each language, and each sentence says all that it has a place for. */
import { describe, expect, it } from 'vitest'
import { AGGREGATES, OPERATORS } from '../expression/expression.ts'
import en from '../labels/en/index.ts'
import type { Labels } from '../labels/index.ts'
import { translatorOf } from '../labels/translate.ts'
import tw from '../labels/tw/index.ts'
import zh from '../labels/zh/index.ts'
import { checkDefinition } from './check-definition.ts'
import type { EntryContext } from './check-entry.ts'
import { checkEntry } from './check-entry.ts'
import type { FormDefinition, FormField } from './definition.ts'
import { COMPARISONS } from './definition.ts'
import { FAULT_CODES } from './field-values.ts'
import { FIELD_KINDS, KINDS } from './kinds.ts'
import { PATTERN_NAMES } from './patterns.ts'
import { sentenceOfDefinitionFault, sentenceOfFault } from './texts.ts'

const LANGUAGES = { en, zh, tw } as const satisfies Record<string, Labels>
type Name = keyof typeof LANGUAGES
const names = Object.keys(LANGUAGES) as Name[]
const context: EntryContext = { now: Date.UTC(2026, 10, 25), zone: 'Asia/Shanghai', mayWrite: ({ id }) => id !== 'locked' }

/** A sentence that leaves a place open, or whose key has no text, is not said. */
const isComplete = (sentence: string) => sentence !== '' && !/forms\.|\{\{|undefined/.test(sentence)
/** A translator that takes no text whose places are not all filled in. */
const strictly =
  (labels: Labels): ReturnType<typeof translatorOf> =>
  (key, values) => {
    for (const [, place = ''] of (labels[key] ?? '').matchAll(/\{\{(\w+)\}\}/g)) expect(values?.[place], `${key}: ${place}`).toBeDefined()
    return translatorOf(labels)(key, values)
  }

const aField = (id: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  id,
  name: id,
  kind,
  labels: { zh: `${id}名`, en: `${id} label` },
  ...more,
})
const aForm = (...fields: FormField[]): FormDefinition => ({
  schema: 1,
  fields,
  layout: fields.map(({ id }) => ({ part: 'field', field: id })),
})
const choices = [{ value: 'x', labels: { en: 'x' } }]
const over = (kind: FormField['kind'], value: unknown, more: Partial<FormField> = {}): [FormField, unknown] => [
  aField('a1', kind, more),
  value,
]

/** One field for each code and variant, and what is wrong with it. */
const wrong: readonly [FormField, unknown][] = [
  over('text', '', { required: true }),
  over('text', 1),
  over('number', 'x'),
  over('integer', 1.5),
  over('switch', 'x'),
  over('date', 'x'),
  over('moment', 'x'),
  over('time', 'x'),
  over('date-range', 'x'),
  over('select', 'y', { choices }),
  over('user', 'x'),
  over('reading', 'x'),
  over('files', 'x'),
  over('files', 'x', { fileTypes: ['pdf', 'png'] }),
  over('location', 'x'),
  over('table', 'x', { columns: [aField('c1', 'text')] }),
  over('text', 'a', { minLength: 2 }),
  over('text', 'abc', { maxLength: 2 }),
  over('text', 'a', { pattern: { own: 'b' } }),
  ...PATTERN_NAMES.map((name) => over('text', '?', { pattern: { name } })),
  over('number', 1, { least: '2' }),
  over('number', 3, { greatest: '2' }),
  over('number', 1.55, { decimals: 1 }),
  over('checkboxes', ['x'], { choices, minCount: 2 }),
  over('table', [{}, {}], { columns: [aField('c1', 'text')], maxCount: 1 }),
  over('text', 'x', { visibleWhen: { value: false } }),
  over('text', 'x', { readOnlyWhen: { value: true } }),
]

describe.each(names)('%s', (language) => {
  const t = strictly(LANGUAGES[language])

  it('has a sentence for whatever is wrong with a value', () => {
    const codes = new Set<string>()
    for (const [field, value] of wrong) {
      const form = aForm(field)
      const { faults } = checkEntry(form, { a1: value }, context)
      expect(faults, JSON.stringify([field, value])).toHaveLength(1)
      for (const fault of faults) {
        codes.add(fault.code)
        const sentence = sentenceOfFault(fault, form, language, t)
        expect(isComplete(sentence), sentence).toBe(true)
        expect(sentence).toContain(language === 'en' ? 'a1 label' : 'a1名')
      }
    }
    for (const is of COMPARISONS)
      for (const [kind, value] of [
        ['number', 1],
        ['date', '2026-01-01'],
        ['time', '08:00'],
      ] as const) {
        const other = is === 'unequal' ? value : kind === 'number' ? 2 : kind === 'date' ? '2026-01-02' : '09:00'
        const [one, two] = is.startsWith('less') ? [other, value] : [value, other]
        const form = aForm(aField('a1', kind, { compare: [{ is, field: 'b1' }] }), aField('b1', kind))
        const { faults } = checkEntry(form, { a1: one, b1: two }, context)
        expect(
          faults.map(({ code }) => code),
          is,
        ).toEqual(['compare'])
        for (const fault of faults) {
          codes.add(fault.code)
          const sentence = sentenceOfFault(fault, form, language, t)
          expect(isComplete(sentence), sentence).toBe(true)
          expect(sentence).toContain(language === 'en' ? 'b1 label' : 'b1名')
        }
      }
    for (const code of ['unknown', 'taken', 'too-much'] as const) {
      codes.add(code)
      expect(isComplete(sentenceOfFault({ field: 'gone', code }, aForm(), language, t))).toBe(true)
    }
    expect([...codes].sort()).toEqual([...FAULT_CODES].sort())
  })

  it('names the table, its row as people count and its column', () => {
    const form = aForm(aField('items', 'table', { columns: [aField('price', 'money', { required: true })] }))
    const [fault] = checkEntry(form, { items: [{ price: '1' }, {}] }, context).faults
    expect(fault && sentenceOfFault(fault, form, language, t)).toBe(
      {
        en: 'items label, row 2: price label cannot be empty',
        zh: 'items名第 2 行：price名不能为空',
        tw: 'items名第 2 列：price名不能為空',
      }[language],
    )
  })

  it('lets a form word its own pattern', () => {
    const form = aForm(aField('a1', 'text', { pattern: { own: 'x', message: { zh: '要写 x', tw: '要寫 x', en: 'Write x' } } }))
    const [fault] = checkEntry(form, { a1: 'y' }, context).faults
    expect(fault && sentenceOfFault(fault, form, language, t)).toBe({ en: 'Write x', zh: '要写 x', tw: '要寫 x' }[language])
  })

  it('has a sentence for whatever keeps a form from being published', () => {
    const a1 = aField('a1', 'number')
    const forms: FormDefinition[] = [
      aForm(),
      aForm(a1, { ...a1, name: 'b' }),
      aForm(a1, { ...a1, id: 'b1' }),
      aForm({ ...a1, maxLength: 1 }),
      ...(['select', 'dictionary', 'reference', 'table'] as const).map((kind) => aForm(aField('a1', kind))),
      aForm({ ...a1, least: '2', greatest: '1' }),
      aForm(aField('a1', 'select', { choices: [...choices, ...choices] })),
      aForm(aField('t1', 'table', { columns: [aField('c1', 'files')] })),
      aForm(aField('t1', 'table', { columns: [aField('c1', 'text', { readOnlyWhen: { value: true } })] })),
      aForm({ ...a1, compare: [{ is: 'less', field: 'b1' }] }, aField('b1', 'text')),
      aForm({ ...a1, compute: { value: 'x' } }),
      aForm({ ...a1, visibleWhen: { op: 'is-empty', of: [{ field: 'gone' }] } }),
      aForm({ ...a1, compute: { take: 'count', rows: 'gone' } }),
      aForm({ ...a1, compute: { op: 'round', of: [] } }),
      aForm({ ...a1, compute: { op: 'add', of: [{ value: 'x' }, { value: 1 }] } }),
      aForm({ ...a1, compute: { value: 'x', as: 'date' } }),
      aForm({ ...a1, compute: { take: 'sum', rows: 't1' } }, aField('t1', 'table', { columns: [aField('c1', 'text')] })),
      aForm({ ...a1, compute: { field: 'a1' } }),
      aForm(aField('a1', 'serial', { required: true })),
      { ...aForm(a1), layout: [] },
      { ...aForm(a1), layout: [...aForm(a1).layout, ...aForm(a1).layout] },
      { ...aForm(), layout: [{ part: 'field', field: 'gone' }] },
    ]
    const covered = new Set<string>()
    for (const form of forms) {
      const faults = checkDefinition(form)
      expect(faults.length, JSON.stringify(form)).toBeGreaterThan(0)
      for (const fault of faults) {
        const sentence = sentenceOfDefinitionFault(fault, form, language, t)
        expect(isComplete(sentence), sentence).toBe(true)
        covered.add(fault.typing ? `typing-${fault.typing.code}` : fault.code)
      }
    }
    const keys = Object.keys(LANGUAGES[language]).flatMap((key) => /^forms\.definition\.(.*)$/.exec(key)?.[1] ?? [])
    expect([...covered, 'typing-value'].sort()).toEqual(keys.sort())
  })

  it('has a word for each kind, rule, operator and pattern', () => {
    const keys = [
      ...FIELD_KINDS.map((kind) => `forms.kind.${kind}`),
      ...new Set(FIELD_KINDS.flatMap((kind) => KINDS[kind].rules.map((rule) => `forms.rule.${rule}`))),
      ...OPERATORS.map((operator) => `forms.operator.${operator}`),
      ...AGGREGATES.map((take) => `forms.take.${take}`),
      ...COMPARISONS.map((is) => `forms.compare.${is}`),
      ...PATTERN_NAMES.map((name) => `forms.pattern.${name}`),
    ]
    expect(keys.filter((key) => !(key in LANGUAGES[language]))).toEqual([])
  })
})
