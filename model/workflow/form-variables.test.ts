/** A form's values become variables and come back as they were; what something else set and no field can hold is left out. */
import { expect, it } from 'vitest'
import type { FormDefinition, FormField } from '../form/definition.ts'
import { entryOfVariables, namesOfFields, variablesOfEntry } from './form-variables.ts'
import type { Variable } from './variables.ts'

const labels = { en: 'a field' }
const field = (id: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  id,
  name: `n_${id}`,
  kind,
  labels,
  ...more,
})
const ID = '0190d3b4-5f30-7cc0-8000-000000000001'
const choices = ['a', 'b'].map((value) => ({ value, labels }))
const form: FormDefinition = {
  schema: 1,
  layout: [],
  fields: [
    field('f1', 'text'),
    field('f2', 'integer'),
    field('f3', 'money'),
    field('f4', 'switch'),
    field('f5', 'checkboxes', { choices }),
    field('f6', 'date'),
    field('f7', 'date-range'),
    field('f8', 'files'),
    field('f9', 'location'),
    field('g1', 'reading'),
    field('g2', 'table', {
      columns: [
        { id: 'c1', name: 'item', kind: 'text', labels },
        { id: 'c2', name: 'minutes', kind: 'integer', labels },
      ],
    }),
    field('g3', 'number', { least: '5' }),
    field('g4', 'user'),
  ],
}
const data = {
  f1: '2026-01-01',
  f2: 3,
  f3: '12.50',
  f4: false,
  f5: ['a'],
  f6: '2026-01-01',
  f7: ['2026-01-01', '2026-01-05'],
  f8: [{ id: ID, name: 'a.txt' }],
  f9: { longitude: 1, latitude: 2 },
  g1: { point: ID, value: 4.5, quality: 192, at: '2026-01-01T00:00:00.000Z' },
  g2: [{ c1: 'pump', c2: 5 }, { c1: 'valve' }],
  g3: 1,
  g4: ID,
}

it('values come back as they were', () => {
  const variables = variablesOfEntry(form, data)
  expect(entryOfVariables(form, (name) => variables.get(name))).toEqual(data)
})

it('each variable has the type by which a model was checked', () => {
  const variables = variablesOfEntry(form, data)
  const of = (name: string) => variables.get(name)
  // What looks like a day in a field for texts is a text.
  expect(of('n_f1')).toEqual({ type: 'text', value: '2026-01-01' })
  expect(of('n_f2')).toEqual({ type: 'number', value: '3' })
  expect(of('n_f3')).toEqual({ type: 'number', value: '12.50' })
  expect(of('n_f6')).toEqual({ type: 'date', value: '2026-01-01' })
  expect(of('n_g1')).toEqual({ type: 'number', value: '4.5' })
  expect(of('n_g2')).toEqual({ type: 'list', value: [{ item: 'pump', minutes: 5 }, { item: 'valve' }] })
})

it('a field that says nothing is a variable without a value', () => {
  const variables = variablesOfEntry(form, { f2: 3 })
  expect(variables.get('n_f1')).toEqual({ type: 'text', value: null })
  expect(entryOfVariables(form, (name) => variables.get(name))).toEqual({ f2: 3 })
})

it('what a field cannot hold is left out, and a reading that something else changed is none', () => {
  const set: Record<string, Variable> = {
    n_f2: { type: 'text', value: 'many' },
    n_f5: { type: 'list', value: ['z'] },
    n_g1: { type: 'number', value: '9' },
    _n_g1: { type: 'object', value: { point: ID, value: 4.5, quality: 192, at: '2026-01-01T00:00:00.000Z' } },
    n_f1: { type: 'text', value: 'kept' },
  }
  expect(entryOfVariables(form, (name) => set[name])).toEqual({ f1: 'kept' })
})

it('fields are known by their names', () => {
  expect(namesOfFields(form).get('n_f1')?.id).toBe('f1')
})
