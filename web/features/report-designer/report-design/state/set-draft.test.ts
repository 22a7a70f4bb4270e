/** What is chosen of data, and the documents that it comes to. */
import { expect, it } from 'vitest'
import type { FigureSubject } from '../../../../../model/contract/report/figure.ts'
import type { Parameter } from '../../../../../model/figures/document.ts'
import { EMPTY_TEMPLATE, readDraft } from '../../../../../model/reports/draft.ts'
import { startingPoint } from '../../../../../model/reports/starting-points.ts'
import type { SetDraft } from './set-draft.ts'
import { columnsOfDraft, documentOf, draftOf, faultIn, newSet, ownersFor, withParameter, withSubject } from './set-draft.ts'
import { cellsOfSet, putSet } from './template-sets.ts'

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

/** A document that says all that can be chosen. */
const whole = {
  format: 1,
  subject: 'readings',
  measures: [
    { as: 'mean', of: 'mean' },
    { as: 'n', of: 'count' },
    { as: 'share', formula: '= mean / n * 100' },
  ],
  dimensions: [{ field: 'time', bucket: 'day' }, { field: 'unit' }],
  where: { and: [{ field: 'unit', op: 'unequal', param: 'other' }] },
  params: [
    { name: 'period', kind: 'range', required: true },
    { name: 'other', kind: 'text', default: 'K' },
    { name: 'since', kind: 'time', default: '2026-01-01 00:00:00', label: { zh: '起', tw: '起', en: 'since' } },
  ],
  time: { param: 'period' },
  having: '= share > 5 and n > 3',
  order: [
    ['share', 'descend'],
    ['unit', 'ascend'],
  ],
  limit: 20,
  topN: { by: 'share', count: 3, of: 'unit', rest: true },
}

it('formulas, the condition over columns, order, the greatest ones with the rest and parameters are chosen, and come to the same document', () => {
  const draft = draftOf('a', whole)
  expect(draft).toMatchObject({ formulas: [{ as: 'share', formula: '= mean / n * 100' }], having: '= share > 5 and n > 3' })
  const document = draft && documentOf(draft, subjects)
  expect(document).toEqual(whole)
  expect(document && faultIn(document)).toBeUndefined()
  // A tree that was put together elsewhere is shown as text.
  const tree = { op: 'divide', of: [{ field: 'mean' }, { field: 'n' }] }
  const written = draftOf('a', { ...whole, measures: whole.measures.with(2, { as: 'share', formula: tree } as never) })
  expect(written?.formulas).toEqual([{ as: 'share', formula: '= mean / n' }])
})

it('what names a column that is not there is told, or left out where nothing hangs on it', () => {
  const draft = draftOf('a', whole) as SetDraft
  const faultOf = (changed: Partial<SetDraft>) => {
    const document = documentOf({ ...draft, ...changed }, subjects)
    return document && faultIn(document)
  }
  expect(faultOf({ formulas: [{ as: 'share', formula: '= gone / n' }] })).toMatchObject({ code: 'measure', values: { name: 'gone' } })
  expect(documentOf({ ...draft, formulas: [{ as: 'share', formula: '' }] }, subjects)).toBeUndefined()
  expect(faultOf({ formulas: [{ as: 'share', formula: '= share * 2' }] })).toMatchObject({ code: 'circle' })
  expect(faultOf({ formulas: [{ as: 'n', formula: '= mean' }] })).toMatchObject({ code: 'twice' })
  expect(faultOf({ having: '= n' })).toMatchObject({ code: 'formula-type', place: 'having' })
  expect(faultOf({ parameters: [] })).toMatchObject({ code: 'parameter' })
  const without = { ...draft, formulas: [], having: '' }
  expect(documentOf(without, subjects)).toMatchObject({ order: [['unit', 'ascend']] })
  expect(documentOf(without, subjects)?.topN).toBeUndefined()
  expect(columnsOfDraft(draft).map(({ name, what }) => [name, what])).toEqual([
    ['time', 'time'],
    ['unit', 'group'],
    ['mean', 'measure'],
    ['n', 'measure'],
    ['share', 'formula'],
  ])
})

it('a formula alone is data, and conditions follow a parameter to another name', () => {
  const draft = draftOf('a', whole) as SetDraft
  expect(withParameter(draft, 0, { name: 'unit', kind: 'text', default: 'K' }).conditions).toEqual([
    { field: 'unit', op: 'unequal', param: 'unit' },
  ])
  expect(withParameter(draft, 0, undefined)).toMatchObject({ parameters: [{ name: 'since' }] })
  const readings = { ...withSubject(newSet('a'), 'readings', subjects), measures: [], formulas: [{ as: 'mid', formula: '= core.mean' }] }
  expect(documentOf(readings, subjects)?.measures).toEqual([{ as: 'mid', formula: '= core.mean' }])
})

it('parameters of times and ranges are chosen: conditions and the time of the set compare with them', () => {
  const parameters: Parameter[] = [
    { name: 'since', kind: 'time' },
    { name: 'span', kind: 'range', default: 'lastMonth' },
    { name: 'yard', kind: 'reference', to: 'sites' },
    { name: 'pump', kind: 'reference', to: 'devices', dependsOn: 'yard' },
    { name: 'probe', kind: 'reference', to: 'points', dependsOn: 'deviceId' },
  ]
  const draft = {
    ...withSubject(newSet('a'), 'readings', subjects),
    isOfPeriod: false,
    isNarrowed: false,
    timeParam: 'span',
    parameters,
    conditions: [{ field: 'device.createTime', op: 'greaterOrEqual' as const, param: 'since' }],
  }
  const document = documentOf(draft, subjects)
  // The device of the report is declared for what depends on it.
  expect(document).toMatchObject({ time: { param: 'span' }, params: [{ name: 'deviceId' }, ...parameters] })
  expect(document && faultIn(document)).toBeUndefined()
  expect(draftOf('a', document ?? {})).toMatchObject({ isOfPeriod: false, timeParam: 'span', parameters, conditions: draft.conditions })
  expect(draftOf('a', { ...document, time: { param: 'other' } })).toBeUndefined()
  // What depends on a parameter follows it to another name, and is narrowed no more without it or by other rows.
  const renamed = withParameter(draft, 2, { name: 'place', kind: 'reference', to: 'sites' })
  expect(renamed.parameters[3]).toMatchObject({ name: 'pump', dependsOn: 'place' })
  expect(withParameter(draft, 2, undefined).parameters[2]).toEqual({ name: 'pump', kind: 'reference', to: 'devices' })
  expect(withParameter(draft, 3, { name: 'pump', kind: 'reference', to: 'roles', dependsOn: 'yard' }).parameters[3]).toEqual({
    ...{ name: 'pump', kind: 'reference', to: 'roles' },
  })
  expect(withParameter(draft, 1, { name: 'when', kind: 'range', default: 'today' }).timeParam).toBe('when')
  expect(documentOf(withParameter(draft, 1, { name: 'span', kind: 'number', default: 0 }), subjects)?.time).toEqual({
    last: { count: 7, unit: 'day' },
  })
  expect(ownersFor(parameters, 3).map(({ name }) => name)).toEqual(['deviceId', 'siteId', 'yard'])
  expect(ownersFor(parameters, 0)).toEqual([])
})

it('a document that says more than can be chosen is left as it is', () => {
  const document = { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }] }
  expect(draftOf('a', document)).toBeDefined()
  const either = [
    { field: 'a', op: 'filled' },
    { field: 'b', op: 'filled' },
  ]
  expect(draftOf('a', { ...document, where: { or: either } })).toBeUndefined()
  expect(draftOf('a', { ...document, time: { range: 'today', compare: 'previous' } })).toBeUndefined()
  // No text says which of two is there first.
  expect(
    draftOf('a', { ...document, having: { op: 'equal', of: [{ op: 'first-of', of: [{ field: 'n' }, { value: 0 }] }, { value: 1 }] } }),
  ).toBeUndefined()
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
