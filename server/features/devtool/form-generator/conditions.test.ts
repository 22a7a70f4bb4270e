/** The generated page of a form with conditions: loaded as another program would load it, it shows, asks for and sends what the product would. */
import { createRequire } from 'node:module'
import { posix } from 'node:path'
import { compileFunction } from 'node:vm'
import fc from 'fast-check'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { checkEntry } from '../../../../model/form/check-entry.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { FORM_DEFINITION } from '../../../../model/form/definition.ts'
import { aField } from '../../../../tests/support/forms.ts'
import { amount } from '../../../../tests/support/thorough.ts'
import { filesOf } from './files.ts'
import type { entryConditions } from './form-conditions.ts'

const is = (field: string, value: string | number | boolean) => ({ op: 'equal' as const, of: [{ field }, { value }] })
const above = (field: string, value: number) => ({ op: 'greater' as const, of: [{ field }, { value }] })

/** A repair: what is asked for hangs on the kind, on each other, on what is calculated and on the row. */
const REPAIR: FormDefinition = FORM_DEFINITION.parse({
  schema: 1,
  fields: [
    aField('kind', 'select', { required: true, choices: ['pump', 'other'].map((value) => ({ value, labels: { en: value } })) }),
    aField('pump', 'text', { required: true, visibleWhen: is('kind', 'pump') }),
    aField('urgent', 'switch'),
    aField('reason', 'text', { requiredWhen: is('urgent', true), maxLength: 5 }),
    aField('hours', 'number'),
    aField('price', 'number', { readOnlyWhen: is('urgent', true) }),
    aField('cost', 'number', { compute: { op: 'multiply', of: [{ field: 'hours' }, { value: 100 }] } }),
    aField('approval', 'text', { required: true, visibleWhen: above('cost', 1000) }),
    // Shown by what is itself not there while the kind is another one.
    aField('seal', 'text', { visibleWhen: is('pump', 'P1') }),
    aField('parts', 'table', {
      columns: [
        aField('name', 'text'),
        aField('count', 'number', { requiredWhen: is('name', 'bolt') }),
        aField('note', 'text', { required: true, visibleWhen: above('count', 10) }),
      ],
    }),
  ],
  layout: [
    ...['kind', 'urgent', 'hours', 'reason', 'price', 'approval', 'parts'].map((field) => ({ part: 'field', field })),
    {
      part: 'group',
      title: { en: 'About the pump' },
      of: [{ part: 'row', of: ['pump', 'seal'].map((field) => ({ part: 'field', field })) }],
    },
    { part: 'heading', text: { en: 'Dear repair' }, visibleWhen: above('cost', 1000) },
    { part: 'tabs', of: [{ title: { en: 'Always' }, of: [] }] },
  ],
})

const require = createRequire(import.meta.url)
// Without their types, which have no place in a server: they bring elements of a browser along.
const { createElement } = require('react') as { createElement: (component: unknown, props: object) => unknown }
const { renderToStaticMarkup } = require('react-dom/server') as { renderToStaticMarkup: (element: unknown) => string }

/** The modules of the generated files, by their names without endings. */
function programOf(definition: FormDefinition): (name: string) => Record<string, unknown> {
  const sources = new Map(filesOf({ title: 'A form', version: 1, definition, language: 'en' }).map(({ name, text }) => [name, text]))
  const loaded = new Map<string, Record<string, unknown>>()
  const load = (name: string): Record<string, unknown> => {
    const known = loaded.get(name)
    if (known) return known
    const fileName = [`${name}.ts`, `${name}.tsx`].find((file) => sources.has(file)) ?? expect.fail(`no ${name}`)
    const { outputText } = ts.transpileModule(sources.get(fileName) ?? '', {
      fileName,
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX, esModuleInterop: true },
    })
    const exports: Record<string, unknown> = {}
    loaded.set(name, exports)
    const from = (other: string): unknown => (other.startsWith('.') ? load(posix.join(posix.dirname(name), other)) : require(other))
    compileFunction(outputText, ['require', 'exports'])(from, exports)
    return exports
  }
  return load
}

let load: ReturnType<typeof programOf>
let conditions: typeof entryConditions
let form: FormDefinition
beforeAll(() => {
  load = programOf(REPAIR)
  conditions = load('form-conditions')['entryConditions'] as typeof entryConditions
  form = load('form-definition')['FORM'] as FormDefinition
})

describe('the page', () => {
  /** What stands on it, as whoever opens it with these values sees it. */
  const pageWith = (initialValues: object) => {
    const page = load('form-page')['default']
    return renderToStaticMarkup(createElement(page, { language: 'en', zone: 'UTC', initialValues, onSubmit: () => undefined }))
  }
  const labelsOf = (page: string) => [...page.matchAll(/<label[^>]*title="Field (\w+)"/g)].map(([, field]) => field)
  const requiredOf = (page: string) =>
    (page.match(/<label[^>]*>/g) ?? []).filter((tag) => tag.includes('item-required')).map((tag) => /title="Field (\w+)"/.exec(tag)?.[1])

  it('has the fields, headings and groups that its conditions show, and no others', () => {
    const plain = pageWith({ kind: 'other' })
    expect(labelsOf(plain)).toEqual(['kind', 'urgent', 'hours', 'reason', 'price'])
    expect(plain).not.toContain('About the pump')
    expect(plain).not.toContain('Dear repair')
    expect(plain).toContain('Always')
    const pump = pageWith({ kind: 'pump', pump: 'P1', hours: 20 })
    expect(labelsOf(pump)).toEqual(['kind', 'urgent', 'hours', 'reason', 'price', 'approval', 'pump', 'seal'])
    expect(pump).toContain('About the pump')
    expect(pump).toContain('Dear repair')
    // What is not there decides nothing: the pump was filled in before the kind became another one.
    expect(labelsOf(pageWith({ kind: 'other', pump: 'P1' }))).not.toContain('seal')
  })

  it('asks for and locks what they say', () => {
    expect(requiredOf(pageWith({ kind: 'pump' }))).toEqual(['kind', 'pump'])
    const urgent = pageWith({ kind: 'other', urgent: true, price: 7 })
    expect(requiredOf(urgent)).toEqual(['kind', 'reason'])
    expect(urgent).toMatch(/<input(?=[^>]*id="price")(?=[^>]* disabled)/)
    expect(pageWith({ kind: 'other', price: 7 })).not.toMatch(/<input(?=[^>]*id="price")(?=[^>]* disabled)/)
  })

  it('has the columns that a row shows', () => {
    const rows = pageWith({ kind: 'other', parts: [{ name: 'bolt', count: 20 }, { name: 'nut' }] })
    expect(labelsOf(rows).filter((field) => field === 'note')).toHaveLength(1)
    expect(requiredOf(rows)).toEqual(['kind', 'count', 'note'])
  })
})

it('what is sent is what is there, and is refused where the product refuses it', () => {
  const text = (...words: string[]) => fc.option(fc.constantFrom(...words), { nil: undefined })
  const number = fc.option(fc.constantFrom(0, 5, 11, 20), { nil: undefined })
  const values = fc.record(
    {
      kind: text('pump', 'other', 'none'),
      pump: text('P1', 'P2'),
      urgent: fc.boolean(),
      reason: text('late', 'too long'),
      hours: number,
      price: number,
      approval: text('yes'),
      seal: text('S1'),
      parts: fc.array(fc.record({ name: text('bolt', 'nut'), count: number, note: text('few') }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  )
  const { withoutEmpty } = load('form-inputs') as { withoutEmpty: (of: unknown) => Record<string, unknown> }
  const schema = load('form-schema')['entrySchema'] as z.ZodType
  const context = { now: Date.now(), zone: 'UTC', mayWrite: () => true }
  let [taken, refused] = [0, 0]
  fc.assert(
    fc.property(values, (filledIn) => {
      const { sent, missing } = conditions(form, withoutEmpty(filledIn), 'UTC')
      const found = schema.safeParse(sent)
      const theirs = [...(found.error?.issues ?? []), ...missing].map(({ path }) => path.map(String).join('.'))
      const { faults } = checkEntry(REPAIR, sent, context)
      const ours = faults.map(({ field, row, column }) => [field, ...(row === undefined ? [] : [row, column])].join('.'))
      expect([...new Set(theirs)].sort(), JSON.stringify(filledIn)).toEqual([...new Set(ours)].sort())
      if (theirs.length === 0) taken += 1
      else refused += 1
    }),
    { numRuns: amount({ quick: 300, ci: 300, touched: 1000, thorough: 10_000 }) },
  )
  expect(taken).toBeGreaterThan(10)
  expect(refused).toBeGreaterThan(10)
})

it('a form without conditions has no more files than it needs', () => {
  const plain = { ...REPAIR, fields: REPAIR.fields.slice(0, 1), layout: REPAIR.layout.slice(0, 1) }
  const names = filesOf({ title: 'x', version: 1, definition: plain, language: 'en' }).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('product/') || name.startsWith('form-'))).toEqual([
    'form-page.tsx',
    'form-schema.ts',
    'form-rules.ts',
    'form-inputs.tsx',
  ])
})
