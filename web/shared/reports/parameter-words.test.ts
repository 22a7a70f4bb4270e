/** What is confirmed before a report is issued names all that was chosen. */
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import en from '../../../model/labels/en/index.ts'
import { translatorOf } from '../../../model/labels/translate.ts'
import { labelOfChosen, wordsOfParameters } from './parameter-words.ts'

it('rows by their names, lists member by member, ranges in words', () => {
  const queries = new QueryClient()
  queries.setQueryData(['devices', 'options', '', 'noun'], [{ value: 'd1', label: 'pump 1' }])
  queries.setQueryData(['organisations', 'tree'], [{ value: 'o1', title: 'above', children: [{ value: 'o2', title: 'below' }] }])
  const words = wordsOfParameters(
    [
      { name: 'device', kind: 'reference', to: 'devices', many: true, label: { zh: '设备', tw: '設備', en: 'Device' } },
      { name: 'unit', kind: 'reference', to: 'organisations' },
      { name: 'word', kind: 'option', options: [{ value: 1, label: { zh: '甲', tw: '甲', en: 'Alpha' } }] },
      { name: 'limits', kind: 'number', many: true },
      { name: 'named', kind: 'range' },
      { name: 'own', kind: 'range' },
      { name: 'last', kind: 'range' },
      { name: 'unset', kind: 'text' },
    ],
    {
      device: ['d1', 'unknown'],
      unit: 'o2',
      word: 1,
      limits: [1, 2],
      named: 'lastMonth',
      own: { from: '2026-01-01 00:00:00', to: '2026-02-01 00:00:00' },
      last: { last: { count: 3, unit: 'day' } },
    },
    { t: translatorOf(en), language: 'en', labelOf: labelOfChosen(queries) },
  )
  const ranges = `named = ${en['boards.range.lastMonth']}; own = 2026-01-01 00:00:00 – 2026-02-01 00:00:00; last = `
  expect(words).toContain(`Device = pump 1, unknown; unit = below; word = Alpha; limits = 1, 2; ${ranges}`)
  expect(words).toMatch(/last = .*3 days/)
})
