import { describe, expect, it } from 'vitest'
import type { EntryContext } from '../../../model/form/check-entry.ts'
import { checkEntry } from '../../../model/form/check-entry.ts'
import type { FormDefinition, FormField } from '../../../model/form/definition.ts'
import { readyToSend } from './form-entry.ts'

const field = (id: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  id,
  name: id,
  kind,
  labels: { en: id },
  ...more,
})
const form = (...fields: FormField[]): FormDefinition => ({
  schema: 1,
  fields,
  layout: fields.map(({ id }) => ({ part: 'field', field: id })),
})
const context = (more: Partial<EntryContext> = {}): EntryContext => ({ now: 0, zone: 'UTC', mayWrite: () => true, ...more })

describe('what is sent of a form', () => {
  const shown: FormField = field('why', 'text', { visibleWhen: { op: 'equal', of: [{ field: 'ok' }, { value: true }] } })

  it('is what is shown: a switch that nobody touched is off', () => {
    expect(readyToSend(form(field('ok', 'switch', { required: true })), {}, context())).toEqual({ data: { ok: false }, faults: [] })
    const table = field('rows', 'table', { columns: [field('done', 'switch', { required: true })] })
    expect(readyToSend(form(table), { rows: [{}] }, context())).toEqual({ data: { rows: [{ done: false }] }, faults: [] })
  })

  it('leaves out what was filled in and is hidden since', () => {
    expect(readyToSend(form(field('ok', 'switch'), shown), { ok: false, why: 'late' }, context())).toEqual({
      data: { ok: false },
      faults: [],
    })
  })

  it('leaves what is calculated to the server, whose clock goes otherwise', () => {
    const now = field('at', 'moment', { compute: { op: 'now', of: [] } })
    const definition = form(field('name', 'text'), now)
    const { data } = readyToSend(definition, { name: 'A' }, context({ now: 1000 }))
    expect(data).toEqual({ name: 'A' })
    expect(checkEntry(definition, data, context({ now: 2000 })).faults).toEqual([])
  })

  it('empties what a new entry begins with', () => {
    const definition = form(field('name', 'text', { initial: { value: 'nobody' } }))
    expect(readyToSend(definition, {}, context()).data).toEqual({ name: 'nobody' })
    const { data } = readyToSend(definition, { name: '' }, context())
    expect(data).toEqual({ name: null })
    expect(checkEntry(definition, data, context()).data).toEqual({})
  })

  it('says what keeps it from being sent', () => {
    const definition = form(field('name', 'text', { required: true }), field('count', 'integer'))
    expect(readyToSend(definition, { count: '1.5' }, context()).faults.map(({ field: id, code }) => [id, code])).toEqual([
      ['name', 'required'],
      ['count', 'integer'],
    ])
  })
})
