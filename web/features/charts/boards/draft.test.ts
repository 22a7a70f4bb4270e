import { describe, expect, it } from 'vitest'
import type { BoardChart } from '../../../../model/charts/board.ts'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import { readFigures } from '../../../../model/figures/read.ts'
import { documentOf, draftOf, newDraft } from './draft.ts'

const subjects: FigureSubject[] = [
  { subject: 'devices', label: 'Devices', time: 'createTime', measures: ['count'], fields: [], joins: [] },
  { subject: 'readings', label: 'Readings', time: 'time', measures: [], fields: [], joins: [] },
]
const draft = { ...newDraft('a'), title: 'A', subject: 'devices', measures: [{ of: 'count' as const }] }

describe('what was chosen', () => {
  it('comes to a document that the figures take, and is chosen again from it', () => {
    const chosen = {
      ...draft,
      kind: 'bar' as const,
      measures: [{ of: 'count' as const }, { of: 'avg' as const, field: 'pollSeconds' }, { of: 'avg' as const, field: 'pollSeconds' }],
      first: { field: 'siteId' },
      second: { field: 'deviceStatus' },
      conditions: [
        { field: 'deviceName', op: 'contains' as const, value: 'pump' },
        { field: 'siteId', op: 'filled' as const },
        { field: 'deviceCode', op: 'equals' as const, value: '' },
      ],
      compare: 'previous' as const,
      top: 5,
    }
    const document = documentOf(chosen, subjects)
    expect(() => readFigures(document)).not.toThrow()
    expect(document).toMatchObject({
      measures: [{ as: 'count' }, { as: 'avg_pollSeconds' }, { as: 'avg_pollSeconds_2' }],
      order: [['count', 'descend']],
      topN: { by: 'count', count: 5, of: 'siteId', rest: true },
    })
    const again = draftOf({ id: 'a', title: 'A', kind: 'bar', width: 6, document: document as unknown as BoardChart['document'] })
    expect(again && documentOf(again, subjects)).toEqual(document)
    expect(again?.conditions).toHaveLength(2)
  })

  it('is nothing until there is a subject and a measure, and readings are always of a range', () => {
    expect(documentOf({ ...draft, subject: undefined }, subjects)).toBeUndefined()
    expect(documentOf({ ...draft, measures: [] }, subjects)).toBeUndefined()
    expect(
      documentOf({ ...draft, subject: 'readings', measures: [{ of: 'max', key: 'temp.core' }], range: undefined }, subjects),
    ).toMatchObject({
      measures: [{ as: 'max_temp_core', of: 'max', key: 'temp.core' }],
      time: { last: { count: 7, unit: 'day' } },
    })
    expect(documentOf({ ...draft, range: undefined }, subjects)?.time).toBeUndefined()
  })

  it('is not chosen from a document that says more', () => {
    const chart = (more: object): BoardChart => ({
      id: 'a',
      title: 'A',
      kind: 'bar',
      width: 6,
      document: { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], ...more },
    })
    expect(draftOf(chart({}))).toBeDefined()
    for (const more of [
      {
        measures: [
          { as: 'n', of: 'count' },
          { as: 'f', formula: 'n * 2' },
        ],
      },
      { having: 'n > 1' },
      { where: { not: { field: 'a', op: 'filled' } } },
    ])
      expect(draftOf(chart(more)), JSON.stringify(more)).toBeUndefined()
    expect(draftOf({ ...chart({}), document: null })).toBeUndefined()
  })
})
