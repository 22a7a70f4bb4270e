/** What two states of a form differ in. */
import { describe, expect, it } from 'vitest'
import type { FormDefinition, FormField } from '../../../model/form/definition.ts'
import { differencesOf } from './differences.ts'

const labels = (en: string) => ({ en })
const field = (id: string, more: Partial<FormField> = {}): FormField => ({ id, name: id, kind: 'text', labels: labels(id), ...more })
const form = (...fields: FormField[]): FormDefinition => ({
  schema: 1,
  fields,
  layout: fields.map(({ id }) => ({ part: 'field', field: id })),
})

describe('two states of a form', () => {
  it('are told apart by field and by what is said of it', () => {
    const before = form(field('aa'), field('bb'), field('cc', { required: true }))
    const after = form(field('aa'), field('cc', { maxLength: 5 }), field('dd'))
    expect(differencesOf(before, after)).toEqual([
      { what: 'changed', labels: labels('cc'), members: ['required', 'maxLength'] },
      { what: 'added', labels: labels('dd') },
      { what: 'removed', labels: labels('bb') },
      { what: 'layout' },
    ])
  })

  it('name the table of a column', () => {
    const table = (...ids: string[]) => field('tt', { kind: 'table', columns: ids.map((id) => field(id)) })
    expect(differencesOf(form(table('c1')), form(table('c1', 'c2')))).toEqual([
      { what: 'added', labels: labels('c2'), table: labels('tt') },
      { what: 'layout' },
    ])
  })

  it('are the same where only the order of members differs, and differ in their print', () => {
    const one = form(field('aa', { required: true, unit: 'm' }))
    const other: FormDefinition = {
      schema: 1,
      layout: one.layout,
      fields: [{ unit: 'm', required: true, labels: { en: 'aa' }, kind: 'text', name: 'aa', id: 'aa' }],
    }
    expect(differencesOf(one, other)).toEqual([])
    expect(differencesOf(one, { ...other, print: { isLandscape: true } })).toEqual([{ what: 'print' }])
  })
})
