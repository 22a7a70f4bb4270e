/** Forms: which definitions can be published, and what becomes of what somebody fills in. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Expression, Operator } from '../expression/expression.ts'
import type { EntryContext } from './check-entry.ts'
import { checkEntry, conditionsOf } from './check-entry.ts'
import type { DefinitionFault } from './check-definition.ts'
import { checkDefinition } from './check-definition.ts'
import type { FormColumn, FormDefinition, FormField } from './definition.ts'
import { FORM_DEFINITION } from './definition.ts'
import { namedRows } from './named-rows.ts'
import type { FieldKind } from './kinds.ts'
import { fromJsonSchema, toJsonSchema } from './json-schema.ts'
import { FIELD_KINDS, KINDS } from './kinds.ts'

const NOW = Date.UTC(2026, 10, 25, 4, 0)
const ID = '01990000-0000-7000-8000-000000000001'

const field = (id: string): Expression => ({ field: id })
const value = (of: string | number | boolean | null): Expression => ({ value: of })
const op = (name: Operator, ...of: Expression[]): Expression => ({ op: name, of })

/** A field with what its kind cannot do without. */
function aField(id: string, kind: FieldKind, more: Partial<FormField> = {}): FormField {
  const { rules } = KINDS[kind]
  return {
    id,
    name: id,
    kind,
    labels: { zh: id },
    ...(rules.includes('choices') ? { choices: ['a', 'b', 'c'].map((one) => ({ value: one, labels: { zh: one } })) } : {}),
    ...(rules.includes('dictionary') ? { dictionary: 'weather' } : {}),
    ...(rules.includes('noun') ? { noun: 'sites' as const } : {}),
    ...(rules.includes('columns') ? { columns: [aColumn(`${id}c`, 'number')] } : {}),
    ...more,
  }
}
const aColumn = (id: string, kind: FieldKind, more: Partial<FormColumn> = {}): FormColumn => aField(id, kind, more) as FormColumn

const aForm = (...fields: FormField[]): FormDefinition => ({
  schema: 1,
  fields,
  layout: fields.map(({ id }) => ({ part: 'field', field: id })),
})
const inContext = (more: Partial<EntryContext> = {}): EntryContext => ({ now: NOW, zone: 'Asia/Shanghai', mayWrite: () => true, ...more })
const check = (form: FormDefinition, given: unknown, more: Partial<EntryContext> = {}) => checkEntry(form, given, inContext(more))
const faultsOf = (form: FormDefinition, given: unknown, more: Partial<EntryContext> = {}) =>
  check(form, given, more).faults.map(({ field: id, code, row, column }) => [id, code, ...(row === undefined ? [] : [row, column])])

describe('a definition', () => {
  it('of one field of each kind can be published, as it stands and as JSON', () => {
    const form = aForm(...FIELD_KINDS.map((kind, at) => aField(`f${at}`, kind)))
    expect(checkDefinition(form)).toEqual([])
    expect(FORM_DEFINITION.parse(JSON.parse(JSON.stringify(form)))).toEqual(form)
  })

  it.each<[string, FormDefinition, DefinitionFault]>([
    ['nothing', aForm(), { code: 'empty' }],
    [
      'two fields of one id',
      { ...aForm(aField('a1', 'text')), fields: [aField('a1', 'text'), { ...aField('a1', 'text'), name: 'b' }] },
      { field: 'a1', code: 'id-twice', about: 'a1' },
    ],
    [
      'a column with the id of a field',
      aForm(aField('a1', 'text'), aField('t1', 'table', { columns: [aColumn('a1', 'text')] })),
      { field: 'a1', code: 'id-twice', about: 'a1' },
    ],
    [
      'two fields of one name',
      aForm(aField('a1', 'text', { name: 'x' }), aField('a2', 'text', { name: 'x' })),
      { field: 'a1', code: 'name-twice', about: 'x' },
    ],
    ['a rule of another kind', aForm(aField('a1', 'switch', { maxLength: 3 })), { field: 'a1', code: 'rule', about: 'maxLength' }],
    ['a choice without choices', aForm({ ...aField('a1', 'text'), kind: 'select' }), { field: 'a1', code: 'missing', about: 'choices' }],
    [
      'bounds that nothing fits',
      aForm(aField('a1', 'number', { least: '10', greatest: '9.99' })),
      { field: 'a1', code: 'bounds', about: 'least' },
    ],
    [
      'two choices of one value',
      aForm(aField('a1', 'select', { choices: [1, 2].map(() => ({ value: 'x', labels: { zh: 'x' } })) })),
      { field: 'a1', code: 'choice-twice', about: 'choices' },
    ],
    [
      'files in a row',
      aForm(aField('t1', 'table', { columns: [aColumn('c1', 'files')] })),
      { field: 'c1', code: 'wide-column', about: 'files' },
    ],
    [
      'a column that is read-only at times',
      aForm(aField('t1', 'table', { columns: [aColumn('c1', 'text', { readOnlyWhen: value(true) })] })),
      { field: 'c1', code: 'column-read-only' },
    ],
    [
      'a comparison of kinds that have no order',
      aForm(aField('a1', 'number', { compare: [{ is: 'less', field: 'a2' }] }), aField('a2', 'text')),
      { field: 'a1', code: 'compare', about: 'a2' },
    ],
    [
      'a condition about a field that there is not',
      aForm(aField('a1', 'text', { visibleWhen: op('is-empty', field('gone')) })),
      { field: 'a1', code: 'expression', about: 'visibleWhen', typing: { path: [0], code: 'field', about: 'gone' } },
    ],
    [
      'a condition that is no condition',
      aForm(aField('a1', 'text', { visibleWhen: value(1) })),
      { field: 'a1', code: 'expression', about: 'visibleWhen' },
    ],
    [
      'a value of another type',
      aForm(aField('a1', 'number', { compute: value('x') })),
      { field: 'a1', code: 'expression', about: 'compute' },
    ],
    [
      'an initial value that asks for a field',
      aForm(aField('a1', 'text', { initial: field('a2') }), aField('a2', 'text')),
      { field: 'a1', code: 'expression', about: 'initial', typing: { path: [], code: 'field', about: 'a2' } },
    ],
    [
      'a circle',
      aForm(aField('a1', 'number', { compute: field('a2') }), aField('a2', 'number', { compute: field('a1') })),
      { field: 'a1', code: 'circle' },
    ],
    ['a field that shows itself', aForm(aField('a1', 'switch', { visibleWhen: field('a1') })), { field: 'a1', code: 'circle' }],
    ['a serial number that is asked for', aForm(aField('a1', 'serial', { required: true })), { field: 'a1', code: 'given' }],
    ['a field that stands nowhere', { ...aForm(aField('a1', 'text')), layout: [] }, { field: 'a1', code: 'not-placed' }],
    [
      'a place for a field that there is not',
      { ...aForm(), layout: [{ part: 'field', field: 'gone' }] },
      { code: 'placed-unknown', about: 'gone' },
    ],
  ])('is refused for %s', (_words, form, fault) => {
    expect(checkDefinition(form)).toContainEqual(fault)
  })

  it.each([
    ['a hundred thousand brackets', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['no language at all', JSON.stringify(aForm({ ...aField('a1', 'text'), labels: {} }))],
    ['a pattern that nobody can wait for', JSON.stringify(aForm(aField('a1', 'text', { pattern: { own: '(a+)+' } })))],
    ['a name of the prototype', JSON.stringify(aForm(aField('a1', 'text'))).replace('"a1"', '"__proto__"')],
    ['something nobody knows', JSON.stringify({ ...aForm(aField('a1', 'text')), script: 'x' })],
  ])('is no definition with %s', (_words, json) => {
    expect(FORM_DEFINITION.safeParse(JSON.parse(json)).success).toBe(false)
  })
})

describe('a value', () => {
  it.each<[FieldKind, Partial<FormField>, unknown, unknown]>([
    ['text', {}, '  a  ', 'a'],
    ['number', { decimals: 1 }, '1.50', 1.5],
    ['number', {}, '+3.', 3],
    ['money', {}, '1234567890123456789.1', '1234567890123456789.10'],
    ['checkboxes', {}, ['b', 'b', 'a'], ['b', 'a']],
    ['moment', {}, '2026-11-25T08:00+08:00', '2026-11-25T00:00:00.000Z'],
    ['switch', {}, false, false],
    ['date-range', {}, ['2026-01-01', '2026-01-01'], ['2026-01-01', '2026-01-01']],
    ['files', { fileTypes: ['pdf'] }, [{ id: ID, name: 'A.PDF' }], [{ id: ID, name: 'A.PDF' }]],
    ['table', {}, [{ a1c: '7' }, {}], [{ a1c: 7 }, {}]],
  ])('of the kind %s (%o) is kept as it is meant', (kind, more, given, kept) => {
    const { data, faults } = check(aForm(aField('a1', kind, more)), { a1: given })
    expect(faults).toEqual([])
    expect(data).toEqual({ a1: kept })
  })

  it.each<[FieldKind, Partial<FormField>, unknown, string]>([
    ['text', {}, 7, 'text'],
    ['text', {}, 'a\u0000', 'text'],
    ['text', { minLength: 3 }, 'ab', 'min-length'],
    ['text', { maxLength: 3 }, 'abcd', 'max-length'],
    ['text', { pattern: { name: 'mobile' } }, '123', 'pattern'],
    ['text', { pattern: { own: '[A-Z]+' } }, 'a', 'pattern'],
    ['number', {}, 'NaN', 'number'],
    ['number', { decimals: 1 }, 1.25, 'decimals'],
    ['number', { least: '0.1' }, 0.05, 'least'],
    ['money', { greatest: '10' }, '10.01', 'greatest'],
    ['integer', {}, 1.5, 'integer'],
    ['integer', {}, '9007199254740993', 'number'],
    ['rating', {}, 6, 'greatest'],
    ['switch', {}, 1, 'truth'],
    ['select', {}, 'z', 'choice'],
    ['multi-select', { minCount: 2 }, ['a'], 'min-count'],
    ['checkboxes', { maxCount: 1 }, ['a', 'b'], 'max-count'],
    ['date', {}, '2026-02-29', 'date'],
    ['moment', {}, 'yesterday', 'moment'],
    ['time', {}, '24:00', 'time'],
    ['date-range', {}, ['2026-01-02', '2026-01-01'], 'date-range'],
    ['user', {}, 'admin', 'row'],
    ['reading', {}, { point: ID, value: 'x', quality: 192, at: '2026-11-25T08:00Z' }, 'reading'],
    ['files', { fileTypes: ['pdf'] }, [{ id: ID, name: 'a.exe' }], 'files'],
    ['location', {}, { longitude: 181, latitude: 0 }, 'location'],
    ['table', {}, [[]], 'table'],
    ['table', { maxCount: 1 }, [{}, {}], 'max-count'],
    ['serial', {}, '7', 'read-only'],
  ])('of the kind %s (%o) is not %o', (kind, more, given, code) => {
    const { data, faults } = check(aForm(aField('a1', kind, more)), { a1: given })
    expect(faults.map((fault) => fault.code)).toEqual([code])
    expect(data).not.toHaveProperty('a1')
  })

  it('is asked for where it is required, and not of a draft', () => {
    const form = aForm(
      aField('a1', 'text', { required: true }),
      aField('a2', 'switch'),
      aField('a3', 'text', { requiredWhen: field('a2') }),
    )
    expect(faultsOf(form, {})).toEqual([['a1', 'required']])
    expect(faultsOf(form, { a1: ' ', a2: true })).toEqual([
      ['a1', 'required'],
      ['a3', 'required'],
    ])
    expect(faultsOf(form, { a2: true }, { isDraft: true })).toEqual([])
  })
})

describe('what is shown, calculated and locked', () => {
  const order = aForm(
    aField('total', 'money', { compute: { take: 'sum', rows: 'items', of: field('sum') } }),
    aField('items', 'table', {
      columns: [
        aColumn('sum', 'money', { compute: op('multiply', field('price'), field('count')) }),
        aColumn('price', 'money', { required: true }),
        aColumn('count', 'integer', { compare: [{ is: 'less-or-equal', field: 'most' }] }),
      ],
    }),
    aField('most', 'integer', { initial: value(100) }),
    aField('reason', 'lines', { visibleWhen: op('greater', field('total'), value(1000)), required: true }),
  )

  it('is calculated in the order in which it hangs together, exactly', () => {
    const { data, faults } = check(order, {
      items: [
        { price: '0.1', count: 3 },
        { price: '0.2', count: 1 },
      ],
    })
    expect(faults).toEqual([])
    expect(data).toEqual({
      items: [
        { sum: '0.30', price: '0.10', count: 3 },
        { sum: '0.20', price: '0.20', count: 1 },
      ],
      most: 100,
      total: '0.50',
    })
  })

  it('asks for what is shown, and takes nothing that is not', () => {
    expect(faultsOf(order, { items: [{ price: '2000', count: 1 }] })).toEqual([['reason', 'required']])
    expect(faultsOf(order, { reason: 'x' })).toEqual([['reason', 'hidden']])
    expect(check(order, { reason: 'x' }).data).not.toHaveProperty('reason')
  })

  it('names row and column, and compares with a field of the form', () => {
    expect(faultsOf(order, { most: 5, items: [{ price: '1', count: 5 }, { count: 6 }] })).toEqual([
      ['items', 'required', 1, 'price'],
      ['items', 'compare', 1, 'count'],
    ])
  })

  it('calculates whatever was sent for it', () => {
    expect(check(order, { total: '999999', items: [] }).data).toMatchObject({ total: '0.00' })
  })

  it('leaves what somebody may not write as it was, and says so where they try', () => {
    const form = aForm(aField('a1', 'text'), aField('a2', 'text'))
    const more = { before: { a1: 'kept', a2: 'old' }, mayWrite: ({ id }: FormField) => id === 'a2' }
    expect(check(form, { a1: 'kept', a2: 'new' }, more)).toMatchObject({ data: { a1: 'kept', a2: 'new' }, faults: [] })
    expect(check(form, { a1: 'mine', a2: 'new' }, more)).toMatchObject({
      data: { a1: 'kept', a2: 'new' },
      faults: [{ field: 'a1', code: 'read-only' }],
    })
  })

  it('knows no field of the prototype, and none that the form does not have', () => {
    expect(faultsOf(aForm(aField('a1', 'text')), JSON.parse('{"__proto__":{"a1":"x"},"constructor":1,"b1":2}'))).toEqual([
      ['__proto__', 'unknown'],
      ['constructor', 'unknown'],
      ['b1', 'unknown'],
    ])
  })

  it('ends, and says so, where a form asks for more than anybody may', () => {
    const deep = (depth: number): Expression => (depth === 0 ? field('c1') : op('add', deep(depth - 1), deep(depth - 1)))
    const form = aForm(
      aField('rows', 'table', { columns: [aColumn('c1', 'number')] }),
      ...Array.from({ length: 20 }, (_, at) => aField(`s${at}`, 'number', { compute: { take: 'sum', rows: 'rows', of: deep(6) } })),
    )
    expect(checkDefinition(form)).toEqual([])
    expect(faultsOf(form, { rows: Array.from({ length: 500 }, () => ({ c1: 1 })) })).toEqual([['', 'too-much']])
  })

  it('answers whether a condition of the page holds, and of a column in its row', () => {
    const form = aForm(aField('kind', 'text'), aField('rows', 'table', { columns: [aColumn('c1', 'number'), aColumn('c2', 'text')] }))
    const holds = conditionsOf(form, { kind: 'pump', rows: [{ c1: 1 }, { c1: 9 }] }, inContext())
    expect(holds(op('equal', field('kind'), value('pump')))).toBe(true)
    expect(holds(op('equal', field('c2'), value('pump')))).toBe(false)
    const isLarge = op('and', op('greater', field('c1'), value(5)), op('equal', field('kind'), value('pump')))
    expect([0, 1, 2].map((row) => holds(isLarge, { table: 'rows', row }))).toEqual([false, true, false])
  })

  it('names the rows of the product that an entry names', () => {
    const form = aForm(
      aField('a1', 'user'),
      aField('a2', 'reference'),
      aField('t1', 'table', { columns: [aColumn('c1', 'device')] }),
      aField('a3', 'text'),
    )
    expect(namedRows(form, { a1: ID, a2: ID, a3: ID, t1: [{ c1: ID }, {}] })).toEqual([
      { noun: 'users', id: ID, field: 'a1' },
      { noun: 'sites', id: ID, field: 'a2' },
      { noun: 'devices', id: ID, field: 't1' },
    ])
  })
})

describe('whatever is sent', () => {
  /** Fields each of which may hang on those before it: every such form can be published. */
  const forms = fc
    .array(
      fc.record({
        kind: fc.constantFrom(...FIELD_KINDS),
        required: fc.boolean(),
        on: fc.option(fc.nat({ max: 20 })),
        isReadOnly: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) =>
      aForm(
        ...parts.map(({ kind, required, on, isReadOnly }, at) => {
          const condition = on !== null && at > 0 ? op('is-empty', field(`f${on % at}`)) : undefined
          const before = at > 0 && on !== null ? parts[on % at] : undefined
          const isCalculable = before && KINDS[before.kind].type !== undefined
          return aField(`f${at}`, kind, {
            ...(required && kind !== 'serial' ? { required } : {}),
            ...(condition && isCalculable ? { [isReadOnly ? 'readOnlyWhen' : 'visibleWhen']: condition } : {}),
          })
        }),
      ),
    )
  /** Something that a field of the kind takes. */
  const fitting = (id: string, kind: FieldKind): unknown => {
    if (kind === 'table') return [{ [`${id}c`]: 3 }, {}]
    if (kind === 'time') return '08:30'
    if (kind === 'reading') return { point: ID, value: 1.5, quality: 192, at: '2026-11-25T08:00:00Z' }
    if (kind === 'signature') return { id: ID }
    if (kind === 'location') return { longitude: 1, latitude: 2 }
    if (kind === 'files' || kind === 'pictures') return [{ id: ID, name: 'a.pdf' }]
    if (kind === 'date-range') return ['2026-01-01', '2026-01-02']
    if (kind === 'serial') return ''
    if (KINDS[kind].of || kind === 'reference') return ID
    const byType = { text: 'a', number: 3, truth: true, date: '2026-11-25', moment: '2026-11-25T08:00:00Z', texts: ['a', 'c'] }
    return byType[(KINDS[kind].type ?? 'text') as keyof typeof byType]
  }
  const formsAndEntries = forms.chain((form) =>
    fc
      .tuple(
        ...form.fields.map(({ id, kind }) =>
          fc.oneof({ weight: 12, arbitrary: fc.constant(fitting(id, kind)) }, { weight: 2, arbitrary: fc.constant('') }, fc.jsonValue()),
        ),
      )
      .map((values) => [form, Object.fromEntries(form.fields.map(({ id }, at) => [id, values[at]]))] as const),
  )

  it('gives an entry that, sent again, is as it was, and that is valid by the JSON Schema of its form', () => {
    let whole = 0
    const schemas = new Ajv2020({ strict: false, validateFormats: false })
    fc.assert(
      fc.property(formsAndEntries, ([form, sent]) => {
        expect(checkDefinition(form)).toEqual([])
        const first = check(form, sent)
        const known = new Set(form.fields.map(({ id }) => id))
        for (const id of Object.keys(first.data)) expect(known.has(id) && first.fields.has(id)).toBe(true)
        if (first.faults.length > 0) return
        whole += 1
        const again = check(form, first.data, { before: first.data })
        expect(again).toEqual({ ...first, faults: [] })
        const isValid = schemas.compile(toJsonSchema(form, 'A form', 'en'))
        expect(isValid(first.data), JSON.stringify(isValid.errors)).toBe(true)
      }),
      { numRuns: 500 },
    )
    expect(whole).toBeGreaterThan(100)
  })
})

describe('JSON Schema', () => {
  it('gives a form back as it was', () => {
    const form: FormDefinition = {
      ...aForm(
        ...FIELD_KINDS.map((kind, at) => aField(`f${at}`, kind)),
        aField('last', 'number', {
          compute: op('add', field('f3'), value(1)),
          listed: true,
          visibleWhen: op('not', op('is-empty', field('f0'))),
        }),
      ),
      print: { isLandscape: true, signatures: [{ zh: '审批' }] },
    }
    expect(fromJsonSchema(JSON.parse(JSON.stringify(toJsonSchema(form, 'A form', 'zh'))))).toEqual({ definition: form, left: [] })
  })

  it('of another program becomes a form, and says what it left out', () => {
    const read = fromJsonSchema({
      type: 'object',
      required: ['name', 'items'],
      properties: {
        name: { type: 'string', title: 'Name', maxLength: 50, description: 'As on the plate' },
        'serial no.': { type: 'string', maxLength: 2000 },
        due: { type: 'string', format: 'date' },
        level: { enum: ['low', 'high'] },
        flags: { type: 'array', items: { oneOf: [{ const: 'a', title: 'First' }] }, minItems: 1 },
        weight: { type: 'number', minimum: 0.5, maximum: 10 },
        items: {
          type: 'array',
          items: { type: 'object', required: ['n'], properties: { n: { type: 'integer' }, deep: { type: 'object' } } },
        },
        address: { type: 'object', properties: { street: { type: 'string' } } },
        odd: { enum: [1, 'x'] },
      },
    })
    expect(read?.left).toEqual(['items.deep', 'address', 'odd'])
    expect(read && checkDefinition(read.definition)).toEqual([])
    expect(read?.definition.fields.map(({ name, kind, required }) => [name, kind, required ?? false])).toEqual([
      ['name', 'text', true],
      ['serial_no_', 'lines', false],
      ['due', 'date', false],
      ['level', 'select', false],
      ['flags', 'multi-select', false],
      ['weight', 'number', false],
      ['items', 'table', true],
    ])
    expect(read?.definition.fields[0]).toMatchObject({ maxLength: 50, help: { en: 'As on the plate' }, labels: { en: 'Name' } })
    expect(read?.definition.fields[4]?.choices).toEqual([{ value: 'a', labels: { zh: 'First', tw: 'First', en: 'First' } }])
    expect(read?.definition.fields[5]).toMatchObject({ least: '0.5', greatest: '10' })
    expect(read?.definition.fields[6]?.columns).toMatchObject([{ name: 'n', kind: 'integer', required: true }])
  })

  it.each([null, 'text', [], { type: 'string' }, JSON.parse('{"properties":null}') as unknown])(
    'that is none of an object (%o) is no form',
    (schema) => {
      expect(fromJsonSchema(schema)).toBeUndefined()
    },
  )
})
