/** The designer's state: what is done to a form is done to exactly that, stays a form, and can be taken back. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDefinition, fieldsPlaced } from '../../../../../model/form/check-definition.ts'
import type { FormDefinition, FormField } from '../../../../../model/form/definition.ts'
import { EMPTY_FORM, FORM_DEFINITION, MAX_FIELDS } from '../../../../../model/form/definition.ts'
import type { FieldKind } from '../../../../../model/form/kinds.ts'
import { FIELD_KINDS } from '../../../../../model/form/kinds.ts'
import { definitionOf, docOf, isField, partsIn } from './doc.ts'
import type { NewId, PaletteName } from './new-parts.ts'
import { copyOf, newColumn, newPage, newPart } from './new-parts.ts'
import type { DesignAction, DesignState } from './reducer.ts'
import { MAX_UNDO, beginWith, reduce } from './reducer.ts'

const texts = { labels: { en: 'New' }, page: { en: 'Page' }, choice: { en: 'Choice' }, column: { en: 'Column' } }
const counting = (): NewId => {
  let count = 0
  return () => `f${(count += 1)}`
}

/** Makes actions by the names of the palette and does them one after the other. */
function designing(definition: FormDefinition = EMPTY_FORM) {
  let state = beginWith(definition)
  const id = counting()
  const act = (action: DesignAction) => {
    state = reduce(state, action)
    return state
  }
  return {
    act,
    get state() {
      return state
    },
    get definition() {
      return definitionOf(state.doc)
    },
    add: (name: PaletteName, parent?: string, at = Infinity) => act({ do: 'insert', part: newPart(name, texts, id), at: { parent, at } }),
    as: (key: string, kind: FieldKind) => act({ do: 'change-kind', key, kind, column: newColumn('text', texts, id) }),
    copy: (key: string) => {
      const part = partsIn(state.doc).get(key)?.part
      if (part) act({ do: 'insert', part: copyOf(part, id), at: { parent: undefined, at: 0 } })
    },
  }
}

const placed = (definition: FormDefinition) => [...fieldsPlaced(definition.layout)]

describe('parts of a form', () => {
  it('are put where they are wanted, and the new one is chosen', () => {
    const design = designing()
    design.add('text')
    design.add('group')
    const group = design.state.selected
    design.add('number', group)
    expect(design.definition.layout).toEqual([
      { part: 'field', field: 'f1' },
      { part: 'group', title: { en: 'New' }, of: [{ part: 'field', field: 'f2' }] },
    ])
    expect(design.state.selected).toBe('f2')
    expect(design.definition.fields.map(({ name }) => name)).toEqual(['text_1', 'number_1'])
  })

  it('move within their parent and out of it, and a row that was emptied is gone', () => {
    const design = designing()
    for (const kind of ['text', 'number', 'date'] as const) design.add(kind)
    design.act({ do: 'move', key: 'f1', to: { parent: undefined, at: 3 } })
    expect(placed(design.definition)).toEqual(['f2', 'f3', 'f1'])
    design.add('row')
    const row = design.state.selected as string
    design.act({ do: 'move', key: 'f3', to: { parent: row, at: 0 } })
    expect(design.definition.layout.at(-1)).toEqual({ part: 'row', of: [{ part: 'field', field: 'f3' }] })
    design.act({ do: 'move', key: 'f3', to: { parent: undefined, at: 0 } })
    expect(design.definition.layout).toEqual(['f3', 'f2', 'f1'].map((field) => ({ part: 'field', field })))
  })

  it('become columns in a table and fields again outside of it, without what a column cannot say', () => {
    const design = designing()
    design.add('table')
    design.add('text')
    const field = design.state.selected as string
    const table = design.definition.fields[0] as FormField
    design.act({ do: 'change', key: field, values: { unique: true, listed: true, required: true } })
    design.act({ do: 'move', key: field, to: { parent: table.id, at: 0 } })
    const [column] = design.definition.fields[0]?.columns ?? []
    expect(column).toEqual({ id: field, name: 'text_2', kind: 'text', labels: { en: 'New' }, required: true })
    design.act({ do: 'move', key: field, to: { parent: undefined, at: 0 } })
    expect(placed(design.definition)).toEqual([field, table.id])
  })

  it('do not stand in themselves, where they do not fit, or as nothing where something has to be', () => {
    const design = designing()
    design.add('group')
    const group = design.state.selected as string
    design.add('group', group)
    const inner = design.state.selected as string
    const refusedBy = (action: DesignAction) => design.act(action).refused?.why
    expect(refusedBy({ do: 'move', key: group, to: { parent: inner, at: 0 } })).toBe('unfit')
    design.add('table')
    const table = design.state.selected as string
    expect(refusedBy({ do: 'move', key: group, to: { parent: table, at: 0 } })).toBe('unfit')
    design.add('files')
    expect(refusedBy({ do: 'move', key: design.state.selected as string, to: { parent: table, at: 0 } })).toBe('unfit')
    const column = design.definition.fields[0]?.columns?.[0]?.id as string
    expect(refusedBy({ do: 'remove', key: column })).toBe('last')
    design.add('tabs')
    const [one, two] = partsIn(design.state.doc).get(design.state.selected as string)?.part.of ?? []
    design.act({ do: 'remove', key: one?.key as string })
    expect(refusedBy({ do: 'remove', key: two?.key as string })).toBe('last')
  })

  it('are no more than a form may have, and no deeper in each other', () => {
    const design = designing()
    for (let count = 0; count < MAX_FIELDS; count += 1) design.add('text')
    expect(design.add('text').refused?.why).toBe('full')
    expect(design.definition.fields).toHaveLength(MAX_FIELDS)
    const deep = designing()
    for (let depth = 0; depth < 6; depth += 1) deep.add('group', deep.state.selected)
    expect(deep.add('group', deep.state.selected).refused?.why).toBe('deep')
  })

  it('that are taken out leave their neighbour chosen', () => {
    const design = designing()
    for (const kind of ['text', 'number', 'date'] as const) design.add(kind)
    expect(design.act({ do: 'remove', key: 'f2' }).selected).toBe('f3')
    expect(design.act({ do: 'remove', key: 'f3' }).selected).toBe('f1')
    expect(design.act({ do: 'remove', key: 'f1' }).selected).toBeUndefined()
  })

  it('are copied with ids and names of their own', () => {
    const design = designing()
    design.add('table')
    design.copy(design.state.selected as string)
    const all = design.definition.fields.flatMap((field) => [field, ...(field.columns ?? [])])
    expect(new Set(all.map(({ id }) => id)).size).toBe(4)
    expect(checkDefinition(design.definition)).toEqual([])
  })
})

describe('what a part says', () => {
  it('is changed, and said no longer where it becomes undefined', () => {
    const design = designing()
    design.add('text')
    design.act({ do: 'change', key: 'f1', values: { required: true, maxLength: 20, span: 6 } })
    design.act({ do: 'change', key: 'f1', values: { maxLength: undefined } })
    expect(design.definition.fields[0]).toEqual({ id: 'f1', name: 'text_1', kind: 'text', labels: { en: 'New' }, required: true })
    expect(design.definition.layout).toEqual([{ part: 'field', field: 'f1', span: 6 }])
  })

  it('cannot be what no form says, nor another id', () => {
    const design = designing()
    design.add('text')
    for (const values of [{ labels: {} }, { name: '1 2' }, { maxLength: -1 }, { unheardOf: 1 }])
      expect(design.act({ do: 'change', key: 'f1', values }).refused?.why).toBe('shape')
    design.act({ do: 'change', key: 'f1', values: { id: 'other', kind: 'files', required: true } })
    expect(design.definition.fields[0]).toMatchObject({ id: 'f1', kind: 'text', required: true })
  })

  it('is kept by another kind as far as that can say it', () => {
    const design = designing()
    design.add('number')
    const compute = { op: 'add', of: [{ value: 1 }, { value: 2 }] }
    design.act({ do: 'change', key: 'f1', values: { required: true, least: '1', unit: 'm', decimals: 1, compute, help: { en: 'Help' } } })
    expect(design.as('f1', 'integer').doc.of[0]).toMatchObject({ field: { least: '1', unit: 'm', compute, required: true } })
    expect(design.definition.fields[0]).not.toHaveProperty('decimals')
    design.as('f1', 'select')
    const [field] = design.definition.fields
    expect(Object.keys(field ?? {}).sort()).toEqual(['choices', 'help', 'id', 'kind', 'labels', 'name', 'required'])
    design.as('f1', 'checkboxes')
    expect(design.definition.fields[0]?.choices).toEqual(field?.choices)
    design.as('f1', 'serial')
    expect(design.definition.fields[0]).not.toHaveProperty('required')
    design.as('f1', 'table')
    expect(design.definition.fields[0]?.columns).toHaveLength(1)
    expect(checkDefinition(design.definition)).toEqual([])
  })
})

describe('what was done', () => {
  it('is taken back and done again', () => {
    const design = designing()
    design.add('text')
    const one = design.definition
    design.add('number')
    const two = design.definition
    design.act({ do: 'undo' })
    expect(design.definition).toEqual(one)
    expect(design.state.selected).toBeUndefined()
    design.act({ do: 'redo' })
    expect(design.definition).toEqual(two)
    design.act({ do: 'undo' })
    design.add('date')
    expect(design.act({ do: 'redo' }).doc).toBe(design.state.doc)
  })

  it('is one step while it is written without a pause', () => {
    const design = designing()
    design.add('text')
    const before = design.definition
    for (const en of ['A', 'Ab', 'Abc']) design.act({ do: 'change', key: 'f1', values: { labels: { en } }, run: 'labels en' })
    expect(design.definition.fields[0]?.labels).toEqual({ en: 'Abc' })
    design.act({ do: 'undo' })
    expect(design.definition).toEqual(before)
    design.act({ do: 'redo' })
    design.act({ do: 'select', key: undefined })
    design.act({ do: 'change', key: 'f1', values: { labels: { en: 'Abcd' } }, run: 'labels en' })
    expect(design.state.past).toHaveLength(3)
  })

  it(`is kept for ${MAX_UNDO} steps`, () => {
    const design = designing()
    for (let count = 0; count < MAX_UNDO + 5; count += 1) design.add('divider')
    expect(design.state.past).toHaveLength(MAX_UNDO)
    for (let count = 0; count < MAX_UNDO + 5; count += 1) design.act({ do: 'undo' })
    expect(design.definition.layout).toHaveLength(5)
  })
})

describe('a definition that is opened', () => {
  const field = (id: string): FormField => ({ id, name: id, kind: 'text', labels: { en: id } })

  it('is the same again', () => {
    const definition: FormDefinition = {
      schema: 1,
      fields: [field('aa'), { ...field('tt'), kind: 'table', columns: [field('c1'), field('c2')] }, field('bb')],
      layout: [
        { part: 'heading', text: { en: 'Head' }, visibleWhen: { value: true } },
        { part: 'steps', of: [{ title: { en: 'One' }, of: [{ part: 'row', of: [{ part: 'field', field: 'aa', span: 4 }] }] }] },
        { part: 'group', title: { en: 'G' }, isFolded: true, of: [{ part: 'field', field: 'tt' }, { part: 'divider' }] },
        { part: 'field', field: 'bb' },
      ],
      print: { isLandscape: true, signatures: [{ en: 'Boss' }] },
    }
    expect(definitionOf(docOf(definition))).toEqual(definition)
  })

  it('has each field on the page once, whatever it said', () => {
    const definition: FormDefinition = {
      schema: 1,
      fields: [field('aa'), field('bb'), field('aa')],
      layout: ['bb', 'bb', 'none'].map((id) => ({ part: 'field', field: id })),
    }
    const read = definitionOf(docOf(definition))
    expect(placed(read)).toEqual(read.fields.map(({ id }) => id))
    expect(read.fields).toHaveLength(3)
    expect(new Set(placed(read)).size).toBe(3)
    expect(FORM_DEFINITION.safeParse(read).success).toBe(true)
  })
})

describe('whatever is done', () => {
  const palette: readonly PaletteName[] = [...FIELD_KINDS, 'row', 'group', 'tabs', 'steps', 'heading', 'text-block', 'divider']
  const number = fc.nat(1000)
  const steps = fc.array(
    fc.oneof(
      fc.record({ what: fc.constant('insert' as const), name: fc.constantFrom(...palette), into: number, at: number }),
      fc.record({ what: fc.constant('move' as const), part: number, into: number, at: number }),
      fc.record({ what: fc.constant('remove' as const), part: number }),
      fc.record({ what: fc.constant('kind' as const), part: number, kind: fc.constantFrom(...FIELD_KINDS) }),
      fc.record({
        what: fc.constant('say' as const),
        part: number,
        values: fc.constantFrom<Record<string, unknown>>(
          { required: true },
          { labels: { zh: '名称' } },
          { labels: {} },
          { title: { en: 'T' } },
          { maxLength: 3 },
          { span: 13 },
          { span: 4 },
          { listed: true },
          { name: 'same' },
        ),
      }),
      fc.record({ what: fc.constantFrom('undo' as const, 'redo' as const) }),
      fc.record({ what: fc.constant('copy' as const), part: number }),
      fc.record({ what: fc.constant('page' as const), into: number }),
    ),
    { maxLength: 40 },
  )

  /** Some part of the form, or the page itself. */
  const some = (state: DesignState, at: number): string | undefined => {
    const keys = [undefined, ...partsIn(state.doc).keys()]
    return keys[at % keys.length]
  }

  it('a form stays a form in which each field stands once, and each step can be taken back exactly', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const design = designing()
        const history = [design.definition]
        for (const one of given) {
          const before = design.state
          const key = 'part' in one ? (some(before, one.part) ?? '') : ''
          if (one.what === 'insert') design.add(one.name, some(before, one.into), one.at % 4)
          else if (one.what === 'move') design.act({ do: 'move', key, to: { parent: some(before, one.into), at: one.at % 4 } })
          else if (one.what === 'remove') design.act({ do: 'remove', key })
          else if (one.what === 'kind') design.as(key, one.kind)
          else if (one.what === 'say') design.act({ do: 'change', key, values: one.values })
          else if (one.what === 'copy') design.copy(key)
          else if (one.what === 'page') design.act({ do: 'insert', part: newPage(texts, 3), at: { parent: some(before, one.into), at: 0 } })
          else design.act({ do: one.what })
          const { definition, state } = design
          expect(FORM_DEFINITION.safeParse(definition).success).toBe(true)
          expect(placed(definition)).toEqual(definition.fields.map((field) => field.id))
          const ids = definition.fields.flatMap((field) => [field.id, ...(field.columns ?? []).map((column) => column.id)])
          expect(new Set(ids).size).toBe(ids.length)
          for (const { part } of partsIn(state.doc).values())
            if (isField(part) && part.field.kind === 'table') expect(part.of.length).toBeGreaterThan(0)
          if (state.past.length > before.past.length && one.what !== 'redo') {
            history.length = before.past.length + 1
            history.push(definition)
          }
        }
        while (design.state.past.length > 0) {
          expect(design.definition).toEqual(history[design.state.past.length])
          design.act({ do: 'undo' })
        }
        expect(design.definition).toEqual(EMPTY_FORM)
        for (let count = 1; design.state.future.length > 0; count += 1) {
          design.act({ do: 'redo' })
          expect(design.definition).toEqual(history[count])
        }
      }),
      { numRuns: 200 },
    )
  })
})
