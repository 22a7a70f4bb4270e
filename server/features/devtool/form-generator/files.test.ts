/** What the form generator writes: programs that compile, tables that PostgreSQL makes, checks that say what the product says, and labels that stay labels. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import fc from 'fast-check'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { checkEntry } from '../../../../model/form/check-entry.ts'
import { COMPARISONS, FORM_DEFINITION } from '../../../../model/form/definition.ts'
import type { FormColumn, FormDefinition, FormField } from '../../../../model/form/definition.ts'
import type { FieldKind } from '../../../../model/form/kinds.ts'
import { FIELD_KINDS, KINDS } from '../../../../model/form/kinds.ts'
import { PATTERN_NAMES } from '../../../../model/form/patterns.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { amount } from '../../../../tests/support/thorough.ts'
import { filesOf } from './files.ts'
import * as rules from './form-rules.ts'

const ID = '01990000-0000-7000-8000-000000000001'

/** A field with what its kind cannot do without, and with all words that a field can have. */
function aField(id: string, kind: FieldKind, words: string, more: Partial<FormField> = {}): FormField {
  const { rules: of } = KINDS[kind]
  return {
    id,
    name: id,
    kind,
    labels: { zh: words, en: words },
    help: { en: words },
    placeholder: { tw: words },
    ...(of.includes('choices') ? { choices: ['a', 'b', 'c'].map((value) => ({ value, labels: { en: words } })) } : {}),
    ...(of.includes('dictionary') ? { dictionary: 'weather' } : {}),
    ...(of.includes('noun') ? { noun: 'sites' as const } : {}),
    ...(of.includes('columns') ? { columns: [aField(`${id}c`, 'number', words) as FormColumn] } : {}),
    ...more,
  }
}

/** One field of each kind, and a table with a column of each kind that can be one; in every part of a page. */
function everything(words: string): FormDefinition {
  const isPicked = { op: 'equal', of: [{ field: 'pick' }, { value: words }] } as const
  const columns = FIELD_KINDS.filter((kind) => !KINDS[kind].isWide).map(
    (kind, at) => aField(`c${at}`, kind, words, at === 0 ? { visibleWhen: isPicked, requiredWhen: isPicked } : {}) as FormColumn,
  )
  const fields = [
    ...FIELD_KINDS.map((kind, at) => aField(`f${at}`, kind, words, { required: kind !== 'serial' && at % 2 === 0 })),
    aField('big', 'table', words, { columns }),
    aField('own', 'text', words, { pattern: { own: '[A-Z]+', message: { en: words } }, minLength: 1, maxLength: 9, visibleWhen: isPicked }),
    aField('unit', 'number', words, { unit: words.slice(0, 16), least: '0.10', greatest: '+5', decimals: 1, readOnlyWhen: isPicked }),
    aField('more', 'number', words, { compare: [{ is: 'greater', field: 'unit' }], requiredWhen: isPicked }),
    aField('sum', 'number', words, { compute: { op: 'add', of: [{ field: 'unit' }, { value: 1 }] } }),
    aField('pick', 'select', words, {
      choices: [`1 ${words}`, `2 ${words}`].map((value) => ({ value: value.slice(0, 64), labels: { en: words } })),
    }),
  ]
  const [first, second, ...others] = fields.map(({ id }) => ({ part: 'field' as const, field: id }))
  return {
    schema: 1,
    fields,
    layout: [
      { part: 'heading', text: { en: words }, visibleWhen: isPicked },
      { part: 'row', of: [{ ...(first as object), part: 'field', field: first?.field ?? '', span: 6 }, second ?? { part: 'divider' }] },
      { part: 'group', title: { zh: words }, of: [{ part: 'text', text: { en: words } }, { part: 'divider' }] },
      { part: 'tabs', of: [{ title: { zh: words }, of: others.slice(0, 5) }] },
      { part: 'steps', of: [{ title: { tw: words }, of: others.slice(5) }] },
    ],
    print: { header: { en: words }, signatures: [{ en: words }] },
  }
}

const textsOf = (definition: FormDefinition, title: string, version: number | null = 3) =>
  new Map(filesOf({ title, version, definition, language: 'en' }).map(({ name, text }) => [name, text]))
const textOf = (files: ReadonlyMap<string, string>, name: string) => files.get(name) ?? expect.fail(`no ${name}`)

const HOSTILE = [
  '*/ import "fs" /*',
  '${process.exit()}',
  '`;process.exit();`',
  "'; drop table users; --",
  '"}; alert(1); ({"',
  'one\r\ntwo\u2028three\u2029four',
  '\u202e}; evil \u2066 x',
  '</script><script>alert(1)</script>',
  '{t.send}<Input/>',
  "\\'; drop table users; --",
  '\\u0027; \\',
  '$$; drop table users; $$',
  '| a | `b` | [x](javascript:alert(1)) <img onerror=alert(1)>',
]

/** The kinds of the nodes of a program, without what stands in its texts. */
function skeletonOf(file: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  expect((source as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics, file).toEqual([])
  const visit = (node: ts.Node): string => {
    const parts: string[] = []
    ts.forEachChild(node, (child) => void parts.push(visit(child)))
    const name = ts.isIdentifier(node) ? `:${node.text}` : ''
    return `${node.kind}${name}(${parts.join(',')})`
  }
  return visit(source)
}

describe('labels that look like code', () => {
  const harmless = textsOf(FORM_DEFINITION.parse(everything('A label')), 'A form')

  it.each(HOSTILE)('%j is nowhere but in texts', (words) => {
    const definition = FORM_DEFINITION.parse(everything(words))
    const files = textsOf(definition, words)
    for (const name of ['form-page.tsx', 'form-schema.ts', 'form-definition.ts'])
      expect(skeletonOf(name, textOf(files, name)), name).toBe(skeletonOf(name, textOf(harmless, name)))
    // Nothing of it in the text that surrounds literals either: comments, line ends, what turns the direction of letters.
    for (const [name, text] of files) {
      expect(text.replaceAll('\n', ''), name).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u2028-\u202e\u2066-\u2069]/)
      if (!['form-inputs.tsx', 'form-rules.ts', 'table.sql'].includes(name)) expect(text, name).not.toMatch(/<\/?script|<img/)
    }
    expect(JSON.parse(textOf(files, 'form.json'))).toEqual(JSON.parse(JSON.stringify(definition)))
    expect(JSON.parse(textOf(files, 'form.schema.json'))).toMatchObject({ title: words, 'x-layout': definition.layout })
    // A table of README has as many rows as with harmless words, and as many columns.
    const rowsOf = (text: string) => text.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length)
    expect(rowsOf(textOf(files, 'README.md'))).toEqual(rowsOf(textOf(harmless, 'README.md')))
  })
})

describe('the tables', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await sharedServer()
  })
  afterAll(() => server.stop())

  /** The tables and columns that the draft makes, with their comments; what it does is taken back. */
  const made = (sql: string) =>
    server.database.asOwner(async (client) => {
      await client.query('begin')
      try {
        await client.query('create schema drafted; set local search_path = drafted')
        await client.query(sql.replace(/^begin;$/m, '').replace(/^commit;$/m, ''))
        const { rows } = await client.query<{ name: string; column: string; comment: string | null; others: number }>(`
          select c.relname as name, coalesce(a.attname, '') as column, col_description(c.oid, coalesce(a.attnum, 0)) as comment
          from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
          where n.nspname = 'drafted' and c.relkind = 'r' order by c.relname, a.attnum`)
        const { rows: users } = await client.query<{ there: boolean }>("select to_regclass('public.users') is not null as there")
        return { columns: rows, isWhole: users[0]?.there }
      } finally {
        await client.query('rollback')
      }
    })

  it.each(['A label', ...HOSTILE])('are made whatever fields are called: %j', async (words) => {
    const definition = FORM_DEFINITION.parse(everything(words))
    const { columns, isWhole } = await made(textOf(textsOf(definition, words), 'table.sql'))
    expect(isWhole).toBe(true)
    const tables = definition.fields.filter(({ kind }) => kind === 'table')
    expect(new Set(columns.map(({ name }) => name)).size).toBe(1 + tables.length)
    const label = definition.fields[0]?.labels.en
    const labelled = columns.filter(({ comment }) => comment !== null)
    expect(labelled).toHaveLength(
      definition.fields.length - tables.length + tables.reduce((sum, { columns: own = [] }) => sum + own.length, 0),
    )
    expect(new Set(labelled.map(({ comment }) => comment))).toEqual(new Set([label]))
  })

  it('have columns of names in any script, reserved words and names that are too long, each its own', async () => {
    const names = ['order', 'Order', '备注', '备'.repeat(40), `${'备'.repeat(39)}注`, 'id', 'created_at', 'a'.repeat(64), 'select']
    const definition = FORM_DEFINITION.parse({
      schema: 1,
      fields: names.map((name, at) => ({ id: `f${at}`, name, kind: 'text', labels: { en: `Label ${at}` } })),
      layout: [],
    })
    const { columns } = await made(textOf(textsOf(definition, '设备巡检'), 'table.sql'))
    expect(columns.filter(({ comment }) => comment?.startsWith('Label'))).toHaveLength(names.length)
    expect(new Set(columns.map(({ name }) => name))).toEqual(new Set(['form_entries']))
  })
})

describe('the programs', () => {
  it('compile, of a form with everything and of the smallest one', () => {
    const forms = { everything: everything('A label'), smallest: { schema: 1, fields: [], layout: [] } as FormDefinition }
    const folder = new URL('made/', import.meta.url)
    const virtual = new Map<string, string>()
    for (const [name, definition] of Object.entries(forms))
      for (const [file, text] of textsOf(definition, 'A form'))
        if (/\.tsx?$/.test(file)) virtual.set(new URL(`${name}/${file}`, folder).pathname, text)
    const options: ts.CompilerOptions = {
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      jsx: ts.JsxEmit.ReactJSX,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    }
    const host = ts.createCompilerHost(options)
    const { fileExists, readFile, getSourceFile, directoryExists } = host
    host.fileExists = (name) => virtual.has(name) || fileExists(name)
    host.readFile = (name) => virtual.get(name) ?? readFile(name)
    host.directoryExists = (name) => [...virtual.keys()].some((file) => file.startsWith(`${name}/`)) || directoryExists?.(name) === true
    host.getSourceFile = (name, target, ...rest) => {
      const text = virtual.get(name)
      return text === undefined ? getSourceFile(name, target, ...rest) : ts.createSourceFile(name, text, target)
    }
    const program = ts.createProgram([...virtual.keys()], options, host)
    const problems = ts.getPreEmitDiagnostics(program).map((problem) => {
      const line = problem.file && problem.start !== undefined ? problem.file.getLineAndCharacterOfPosition(problem.start).line + 1 : 0
      return `${problem.file?.fileName.split('/').slice(-2).join('/') ?? ''}:${line} ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`
    })
    expect(problems).toEqual([])
  }, 120_000)

  it('say how they are used, and what they leave out', () => {
    const files = textsOf(everything('A label'), 'Inspection *daily*')
    const readme = textOf(files, 'README.md')
    expect(readme).toContain('# Inspection \\*daily\\*')
    expect(readme).toContain('Calculated and initial values')
    for (const name of files.keys()) if (name !== 'README.md') expect(readme).toContain(`\`${name.replace(/\/.*/, '')}\``)
    expect(textOf(textsOf(everything('x'), 'x', null), 'README.md')).toContain('draft')
    expect(textOf(files, 'form-rules.ts')).toBe(readFileSync(new URL('form-rules.ts', import.meta.url), 'utf8'))
  })
})

const require = createRequire(import.meta.url)

/** The schema that a form's files have in them, as another program would load it. */
function schemaOf(definition: FormDefinition): z.ZodType {
  const text = textOf(textsOf(definition, 'A form'), 'form-schema.ts')
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } })
  const exported: { entrySchema?: z.ZodType } = {}
  const load = (name: string): unknown => (name === './form-rules' ? rules : require(name))
  compileFunction(outputText, ['require', 'exports'])(load, exported)
  return exported.entrySchema ?? expect.fail('no schema')
}

describe('the checks', () => {
  const bound = fc.integer({ min: -50, max: 50 }).map((number) => String(number / 10))
  const count = fc.integer({ min: 0, max: 3 })
  /** Rules of a kind, each said or not. */
  const rulesOf = (kind: FieldKind) => {
    const of = new Set<string>(KINDS[kind].rules)
    const maybe = <Value>(name: string, arbitrary: fc.Arbitrary<Value>) =>
      of.has(name) ? { [name]: fc.option(arbitrary, { nil: undefined }) } : {}
    return fc.record({
      required: kind === 'serial' ? fc.constant(undefined) : fc.option(fc.boolean(), { nil: undefined }),
      ...maybe('minLength', count),
      ...maybe('maxLength', fc.integer({ min: 3, max: 20 })),
      ...maybe(
        'pattern',
        fc.oneof(
          fc.constantFrom(...PATTERN_NAMES).map((name) => ({ name })),
          fc.constantFrom('[A-Z]+', 'a|b', '\\d{2,3}', '[\\u{4e00}-\\u{9fff}]+').map((own) => ({ own })),
        ),
      ),
      ...maybe('least', bound),
      ...maybe('greatest', kind === 'rating' ? fc.constantFrom('3', '10') : bound),
      ...maybe('decimals', fc.integer({ min: 0, max: 3 })),
      ...maybe('minCount', count),
      ...maybe('maxCount', fc.integer({ min: 1, max: 4 })),
      ...maybe('fileTypes', fc.constant(['pdf', 'png'])),
    })
  }
  const without = (record: object) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
  const fieldOf = (id: string, kind: FieldKind): fc.Arbitrary<FormField> => {
    const field = rulesOf(kind).map((more) => aField(id, kind, 'A label', without(more)))
    if (kind !== 'table') return field
    const plain = FIELD_KINDS.filter((one) => !KINDS[one].isWide)
    const columns = fc
      .array(fc.constantFrom(...plain), { minLength: 1, maxLength: 3 })
      .chain((kinds) => fc.tuple(...kinds.map((one, at) => fieldOf(`${id}c${at}`, one))))
    return fc.tuple(field, columns).map(([one, own]) => ({ ...one, columns: own as FormColumn[] }))
  }
  /** Values around what a kind takes. */
  const valueOf = (part: FormColumn): fc.Arbitrary<unknown> => {
    const date = fc.constantFrom('2026-01-01', '2026-02-29', '2026-12-31', '0000-01-01', '2026-1-1', '0999-06-30')
    const moment = fc.constantFrom('2026-01-01T08:00Z', '2026-01-01T08:00:00.5+08:00', '2026-13-01T00:00Z', '2026-01-01', 'x')
    const id = fc.constantFrom(ID, ID.toUpperCase(), 'x')
    const byKind: Partial<Record<FieldKind, fc.Arbitrary<unknown>>> = {
      switch: fc.boolean(),
      radio: fc.constantFrom('a', 'b', 'z'),
      select: fc.constantFrom('a', 'b', 'z'),
      checkboxes: fc.array(fc.constantFrom('a', 'b', 'c', 'a', 'b', 'z'), { maxLength: 5 }),
      'multi-select': fc.array(fc.constantFrom('a', 'b', 'c', 'a'), { maxLength: 5 }),
      date,
      moment,
      time: fc.constantFrom('08:30', '8:30', '23:59:59', '24:00'),
      'date-range': fc.oneof(fc.tuple(date, date), fc.array(date, { maxLength: 3 })),
      reading: fc.record(
        { point: id, value: fc.constantFrom(null, 1.5, 'x'), quality: fc.constantFrom(192, 1.5), at: moment, more: fc.constant(1) },
        { requiredKeys: ['point', 'value', 'quality', 'at'] },
      ),
      signature: fc.record({ id }),
      location: fc.record(
        {
          longitude: fc.integer({ min: -200, max: 200 }),
          latitude: fc.integer({ min: -90, max: 100 }),
          name: fc.constantFrom('x', 'a\u0000', 1),
        },
        { requiredKeys: ['longitude', 'latitude'] },
      ),
      serial: fc.constant(''),
    }
    const text = fc.oneof(
      fc.string({ maxLength: 25 }),
      fc.constantFrom(
        ' ',
        '  ab ',
        'AB',
        '42',
        '13800138000',
        'a@b.cn',
        '11010519491231002X',
        '110105194912310021',
        'https://a.b',
        '210000',
        '中文',
        'a\nb',
      ),
    )
    const number = fc.oneof(
      fc.integer({ min: -60, max: 60 }).map((one) => one / 10),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -0, 2 ** 53, 1e21, 5e-324),
    )
    const { kind } = part
    const fitting =
      byKind[kind] ??
      (kind === 'table'
        ? fc.array(
            fc.record(Object.fromEntries(((part as FormField).columns ?? []).map((column) => [column.id, valueOf(column)])), {
              requiredKeys: [],
            }),
            { maxLength: 5 },
          )
        : kind === 'files' || kind === 'pictures'
          ? fc.array(fc.record({ id, name: fc.constantFrom('a.pdf', 'b.PNG', 'c.exe', 'pdf', '') }), { maxLength: 5 })
          : kind === 'money'
            ? fc.oneof(number, number.map(String), fc.constantFrom('1.50', ' 2 ', '+3', '.5', '1e2', '1,5', '12345678901234567890.12'))
            : KINDS[kind].type === 'number'
              ? number
              : KINDS[kind].of || kind === 'reference'
                ? id
                : text)
    return fc.oneof({ weight: 10, arbitrary: fitting }, { weight: 1, arbitrary: fc.constantFrom('', null, [], {}, 7, true, 'x') })
  }
  const context = { now: Date.UTC(2026, 10, 25), zone: 'Asia/Shanghai', mayWrite: () => true }
  /** Texts of numbers are taken by the product for fields of numbers as well; the schema takes numbers of JSON. */
  const isText = (field: FormColumn, value: unknown): boolean =>
    typeof value === 'string' && value !== '' && KINDS[field.kind].type === 'number' && field.kind !== 'money'

  const verdicts = (definition: FormDefinition, entry: Record<string, unknown>) => {
    const found = schemaOf(definition).safeParse(entry)
    const { faults } = checkEntry(definition, entry, context)
    return {
      ours: faults.map(({ field, row, column }) => [field, ...(row === undefined ? [] : [row, column])].join('.')).sort(),
      theirs: [...new Set((found.error?.issues ?? []).map(({ path }) => path.map(String).join('.')))].sort(),
      isTaken: found.success,
    }
  }

  it('take what the product takes and refuse what it refuses, field by field', () => {
    let [taken, refused] = [0, 0]
    const formsAndEntries = fc
      .array(fc.constantFrom(...FIELD_KINDS), { minLength: 1, maxLength: 4 })
      .chain((kinds) => fc.tuple(...kinds.map((kind, at) => fieldOf(`f${at}`, kind))))
      .chain((fields) =>
        fc
          .record(Object.fromEntries(fields.map((field) => [field.id, valueOf(field)])), { requiredKeys: [] })
          .map((entry) => [fields, entry] as const),
      )
      .filter(([fields, entry]) =>
        fields.every(
          (field) =>
            !isText(field, entry[field.id]) &&
            (!Array.isArray(entry[field.id]) ||
              (entry[field.id] as unknown[]).every((row) =>
                (field.columns ?? []).every((column) => !isText(column, Object(row)[column.id as keyof object])),
              )),
        ),
      )
    fc.assert(
      fc.property(formsAndEntries, ([fields, entry]) => {
        const definition: FormDefinition = { schema: 1, fields, layout: [] }
        const { ours, theirs, isTaken } = verdicts(definition, entry)
        expect(isTaken, `${JSON.stringify(entry)} ${ours.join(' ')} ${theirs.join(' ')}`).toBe(ours.length === 0)
        // Inside of a value the schema names the member; the product names the field.
        for (const place of ours)
          expect(
            theirs.some((one) => one === place || one.startsWith(`${place}.`)),
            `${place}: ${theirs.join(' ')}`,
          ).toBe(true)
        if (isTaken) taken += 1
        else refused += 1
      }),
      { numRuns: amount({ quick: 200, ci: 200, touched: 500, thorough: 5000 }) },
    )
    expect(taken).toBeGreaterThan(20)
    expect(refused).toBeGreaterThan(20)
  }, 120_000)

  it.each(COMPARISONS)('compare two fields as the product does: %s', (is) => {
    const pairs: readonly (readonly [FieldKind, unknown, unknown])[] = [
      ['number', 1, 2],
      ['money', '10', '9.00'],
      ['money', '9', '9.00'],
      ['text', '10', '9'],
      ['text', 'a', 'a'],
      ['date', '2026-01-01', '2026-01-02'],
      ['moment', '2026-01-01T08:00+08:00', '2026-01-01T00:00Z'],
      ['checkboxes', ['a', 'b'], ['b', 'a']],
      ['switch', true, false],
      ['number', 1, ''],
    ]
    for (const [kind, one, other] of pairs) {
      const definition: FormDefinition = {
        schema: 1,
        fields: [
          aField('one', kind, 'x', { compare: [{ is, field: 'other' }] }),
          aField('other', kind, 'x'),
          aField('rows', 'table', 'x', {
            columns: [
              aField('mine', kind, 'x', {
                compare: [
                  { is, field: 'other' },
                  { is, field: 'its' },
                ],
              }) as FormColumn,
              aField('its', kind, 'x') as FormColumn,
            ],
          }),
        ],
        layout: [],
      }
      for (const entry of [
        { one, other },
        { one: other, other: one },
        { one, other, rows: [{ mine: one, its: other }, { mine: other }] },
      ]) {
        const { ours, theirs } = verdicts(definition, entry)
        expect(theirs, `${kind} ${JSON.stringify(entry)}`).toEqual([...new Set(ours)])
      }
    }
  })

  it('say what is wrong with the code that the page has a sentence for', () => {
    const definition: FormDefinition = {
      schema: 1,
      fields: [
        aField('f1', 'text', 'Name', { required: true, maxLength: 3 }),
        aField('f2', 'rating', 'Stars'),
        aField('f3', 'table', 'Rows', { columns: [aField('c1', 'date', 'Day', { required: true }) as FormColumn] }),
      ],
      layout: [],
    }
    const { error } = schemaOf(definition).safeParse({ f1: 'abcd', f2: 6, f3: [{}], f9: 1 })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual(
      expect.arrayContaining([
        ['f1', 'max-length'],
        ['f2', 'greatest'],
        ['f3.0.c1', 'required'],
        ['', 'unknown'],
      ]),
    )
    const page = textOf(textsOf(definition, 'x'), 'form-page.tsx')
    for (const sentence of ['Name can have 3 characters at most', 'Stars cannot be greater than 5', 'Day cannot be empty'])
      expect(page).toContain(sentence)
  })
})
