/** What is chosen of data, and the documents that it comes to. */
import { expect, it } from 'vitest'
import type { FigureSubject } from '../../../../../model/contract/report/figure.ts'
import { EMPTY_TEMPLATE, readDraft } from '../../../../../model/reports/draft.ts'
import { startingPoint } from '../../../../../model/reports/starting-points.ts'
import { cellsOfSet, documentOf, draftOf, newSet, putSet, withSubject } from './set-draft.ts'

const field = (name: string, more: Partial<FigureSubject['fields'][number]> = {}): FigureSubject['fields'][number] => ({
  field: name,
  label: name,
  kind: 'reference',
  isDimension: true,
  measures: [],
  operators: ['equals', 'among'],
  ...more,
})
const subjects: FigureSubject[] = [
  {
    subject: 'readings',
    label: '',
    time: 'time',
    measures: ['mean', 'count'],
    fields: [field('deviceId'), field('unit')],
    joins: [{ step: 'device', subject: 'devices' }],
  },
  { subject: 'devices', label: '', time: null, measures: ['count'], fields: [field('deviceName'), field('siteId')], joins: [] },
  {
    subject: 'alarm-events',
    label: '',
    time: 'time',
    measures: ['count'],
    fields: [field('deviceId'), field('siteId'), field('transition')],
    joins: [],
  },
]

it('what is chosen asks for the period, the device and the site, and says so in its parameters', () => {
  const draft = {
    ...withSubject(newSet('data1'), 'readings', subjects),
    conditions: [{ field: 'unit', op: 'equals' as const, value: 'K' }],
  }
  const document = documentOf(draft, subjects)
  expect(document).toEqual({
    format: 1,
    subject: 'readings',
    measures: [{ as: 'mean', of: 'mean' }],
    dimensions: [{ field: 'time', bucket: 'day' }],
    where: {
      and: [
        { field: 'unit', op: 'equals', value: 'K' },
        { field: 'deviceId', op: 'equals', param: 'deviceId' },
        { field: 'device.siteId', op: 'equals', param: 'siteId' },
      ],
    },
    params: [
      { name: 'period', kind: 'range', required: true },
      { name: 'deviceId', kind: 'reference', to: 'devices' },
      { name: 'siteId', kind: 'reference', to: 'sites' },
    ],
    time: { param: 'period' },
  })
  expect(() => readDraft({ ...EMPTY_TEMPLATE, sets: { data1: { document } } })).not.toThrow()
  expect(documentOf({ ...draft, isOfPeriod: false, isNarrowed: false, conditions: [] }, subjects)).toEqual({
    format: 1,
    subject: 'readings',
    measures: [{ as: 'mean', of: 'mean' }],
    dimensions: [{ field: 'time', bucket: 'day' }],
    time: { last: { count: 7, unit: 'day' } },
  })
})

it('data of built-in reports comes to the same document when it is opened and kept', () => {
  for (const code of ['curing-room', 'day-sheet', 'alarm-month', 'availability'] as const)
    for (const [name, { document }] of Object.entries(startingPoint((key) => key, code, 'week').sets)) {
      const draft = draftOf(name, document)
      expect(draft && documentOf(draft, subjects), `${code} ${name}`).toEqual(document)
    }
})

it('a document that says more than can be chosen is left as it is', () => {
  const document = { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], topN: { by: 'n', count: 3 } }
  expect(draftOf('a', document)).toBeUndefined()
})

it('cells and charts follow a set to its new name', () => {
  const template = {
    ...EMPTY_TEMPLATE,
    sets: { a: { document: {} }, b: { document: {} } },
    cells: {
      A1: { field: 'a.x', show: 'a.y' },
      A2: { field: 'b.x' },
      A3: { chart: { kind: 'bar' as const, x: 'a.x', by: ['a.z', 'b.z'], series: [{ field: 'a.n', name: 'a.n' }] } },
    },
  }
  expect([cellsOfSet(template, 'a'), cellsOfSet(template, 'b')]).toEqual([2, 2])
  expect(putSet(template, 'a', 'c', { n: 1 })).toMatchObject({
    sets: { c: { document: { n: 1 } }, b: { document: {} } },
    cells: {
      A1: { field: 'c.x', show: 'c.y' },
      A2: { field: 'b.x' },
      A3: { chart: { x: 'c.x', by: ['c.z', 'b.z'], series: [{ field: 'c.n', name: 'a.n' }] } },
    },
  })
})
