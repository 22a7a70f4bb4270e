/** What is told about a form while it is designed, and where the keyboard moves its parts to. */
import { describe, expect, it } from 'vitest'
import type { FormDefinition, FormField } from '../../../../../model/form/definition.ts'
import { neighbour, placeAfter, placeTowards } from '../placing.ts'
import { seenByRole, writtenByRole } from './as-role.ts'
import { docOf, partsIn } from './doc.ts'
import { missingTexts } from './missing-texts.ts'

const field = (id: string, more: Partial<FormField> = {}): FormField => ({ id, name: id, kind: 'text', labels: { en: id }, ...more })
const placed = (id: string) => ({ part: 'field' as const, field: id })
const form: FormDefinition = {
  schema: 1,
  fields: [
    field('aa', { labels: { zh: '甲', tw: '甲', en: 'A' }, help: { zh: '帮助' } }),
    field('bb', { seenBy: ['boss'], choices: [{ value: 'x', labels: { tw: '選項' } }] }),
    field('cc', { seenBy: ['boss', 'clerk'], writtenBy: ['boss'] }),
    field('tt', { kind: 'table', columns: [field('c1'), field('c2')] }),
  ],
  layout: [placed('aa'), { part: 'group', title: { en: 'G' }, of: [placed('bb'), placed('cc')] }, placed('tt')],
}

describe('texts that lack', () => {
  it('are counted by language', () => {
    // Help, labels of bb, cc, tt and their columns, one choice, one title.
    expect(missingTexts(form)).toEqual({ zh: 7, tw: 7, en: 2 })
  })
})

describe('a form for a role', () => {
  it('lacks what the role does not see, on the page too', () => {
    const seen = seenByRole(form, 'clerk')
    expect(seen.fields.map(({ id }) => id)).toEqual(['aa', 'cc', 'tt'])
    expect(seen.layout[1]).toEqual({ part: 'group', title: { en: 'G' }, of: [placed('cc')] })
    expect(seenByRole(form, undefined)).toBe(form)
  })

  it('is written as far as the role writes', () => {
    expect(form.fields.filter(writtenByRole('clerk')).map(({ id }) => id)).toEqual(['aa', 'bb', 'tt'])
  })
})

describe('the keyboard', () => {
  const doc = docOf(form)
  const [group] = [...partsIn(doc).keys()].filter((key) => key.startsWith('#')) as [string]

  it('moves a part past its neighbour, into what stands before it and out of what it stands in', () => {
    expect(placeTowards(doc, 'aa', 'down')).toEqual({ parent: undefined, at: 2 })
    expect(placeTowards(doc, 'tt', 'up')).toEqual({ parent: undefined, at: 1 })
    expect(placeTowards(doc, 'aa', 'in')).toEqual({ parent: group, at: 0 })
    expect(placeTowards(doc, 'tt', 'in')).toEqual({ parent: group, at: 2 })
    expect(placeTowards(doc, 'cc', 'out')).toEqual({ parent: undefined, at: 2 })
    expect(placeTowards(doc, 'cc', 'down')).toEqual({ parent: undefined, at: 2 })
    expect(placeTowards(doc, 'bb', 'up')).toEqual({ parent: undefined, at: 1 })
    expect(placeTowards(doc, 'aa', 'up')).toBeUndefined()
  })

  it('goes from part to part as they stand', () => {
    expect(neighbour(doc, 'aa', 'ArrowDown')).toBe(group)
    expect(neighbour(doc, group, 'ArrowRight')).toBe('bb')
    expect(neighbour(doc, 'cc', 'ArrowLeft')).toBe(group)
    expect(neighbour(doc, 'tt', 'End')).toBe('c2')
    expect(neighbour(doc, 'aa', 'ArrowUp')).toBeUndefined()
  })

  it('puts what is new behind what is chosen, and into what is empty', () => {
    const part = { key: 'nn', part: 'field' as const, field: field('nn'), of: [] }
    const files = { key: 'ff', part: 'field' as const, field: field('ff', { kind: 'files' }), of: [] }
    expect(placeAfter(doc, 'bb', part)).toEqual({ parent: group, at: 1 })
    expect(placeAfter(doc, 'c1', part)).toEqual({ parent: 'tt', at: 1 })
    expect(placeAfter(doc, 'c1', files)).toEqual({ parent: undefined, at: 3 })
    expect(placeAfter(doc, undefined, part)).toEqual({ parent: undefined, at: 3 })
    const empty = docOf({ schema: 1, fields: [], layout: [{ part: 'group', title: { en: 'G' }, of: [] }] })
    expect(placeAfter(empty, '#1', part)).toEqual({ parent: '#1', at: 0 })
  })
})
