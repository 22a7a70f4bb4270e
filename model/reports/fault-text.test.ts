/** What is wrong with data is told in words, never by the code of the fault. */
import { expect, it } from 'vitest'
import type { Translate } from '../labels/index.ts'
import { EMPTY_TEMPLATE, readDraft } from './draft.ts'
import { faultText } from './fault-text.ts'
import { TemplateFault, refuseTemplate } from './faults.ts'

const t: Translate = (key, { place, name, detail } = {}) => `<${key} ${name ?? place}${detail === undefined ? '' : ` ${detail}`}>`

function textOf(document: object): string {
  try {
    readDraft({ ...EMPTY_TEMPLATE, sets: { data1: { document } } })
  } catch (error) {
    if (error instanceof TemplateFault) return faultText(t, error)
    throw error
  }
  return ''
}

it.each([
  ['a member that is missing', { format: 1, subject: 'devices' }, 'figures.fault.missing measures'],
  ['one that nobody knows', { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], sql: '' }, 'figures.fault.key sql'],
])('%s is told with what it is', (_name, document, sentence) => {
  expect(textOf(document)).toBe(`<reports.fault.document sets.data1 <${sentence}>>`)
})

it.each([
  ['20', '<reports.fault.size A21 20>'],
  ['', '<reports.fault-large A21>'],
])('what is too much is told with how much it may be, where that is a number: %j', (most, sentence) => {
  try {
    refuseTemplate('A21', 'size', most)
  } catch (error) {
    expect(faultText(t, error as TemplateFault)).toBe(sentence)
  }
  expect.assertions(1)
})
