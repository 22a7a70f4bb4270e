/** Figures are put together by clicks, come back as they were chosen, and are asked for by variables. */
import { describe, expect, it } from 'vitest'
import type { FigureSubject } from '../../../../../model/contract/report/figure.ts'
import type { ScreenVariable } from '../../../../../model/screens/document.ts'
import { columnNames, draftOf, faultIn, figureOf, newFigure, withSubject } from './figure-draft.ts'

const subjects = [
  {
    subject: 'alarms',
    label: 'Alarms',
    time: 'raisedAt',
    measures: ['count'],
    fields: [
      { field: 'raisedAt', label: 'Raised', kind: 'time', isDimension: true, measures: [], operators: ['less'] },
      { field: 'siteId', label: 'Site', kind: 'reference', isDimension: true, measures: [], operators: ['equals'] },
    ],
    joins: [],
  },
] as unknown as FigureSubject[]
const variables: ScreenVariable[] = [
  { name: 'site', kind: 'reference', label: 'Site', to: 'sites' },
  { name: 'span', kind: 'range', label: 'Span', default: 'lastMonth' },
  { name: 'other', kind: 'text', label: 'Other' },
]
const draft = {
  ...withSubject(newFigure('data1'), 'alarms', subjects),
  dimensions: [{ field: 'raisedAt', bucket: 'day' as const }],
  conditions: [{ field: 'siteId', op: 'equals' as const, param: 'site' }],
  timeBy: 'span',
  order: ['count', 'descend'] as const,
  limit: 10,
}

describe('figures of a screen', () => {
  it('ask by the variables that they name, and by no others', () => {
    const figure = figureOf(draft, subjects, variables)
    expect(figure?.params).toEqual({ site: { variable: 'site' }, span: { variable: 'span' } })
    expect(figure?.document).toMatchObject({
      format: 1,
      subject: 'alarms',
      measures: [{ as: 'count', of: 'count' }],
      where: { and: [{ field: 'siteId', op: 'equals', param: 'site' }] },
      params: [
        { name: 'site', kind: 'reference', to: 'sites' },
        { name: 'span', kind: 'range', default: 'lastMonth' },
      ],
      time: { param: 'span' },
      order: [['count', 'descend']],
      limit: 10,
    })
    expect(figure && faultIn(figure)).toBeUndefined()
    expect(columnNames(draft)).toEqual(['raisedAt', 'count'])
  })

  it('come back as they were chosen', () => {
    const figure = figureOf(draft, subjects, variables)
    const again = figure && draftOf(figure)
    expect(again && figureOf(again, subjects, variables)).toEqual(figure)
  })

  it('that say more than can be chosen stay as they are', () => {
    const figure = figureOf(draft, subjects, variables)
    expect(draftOf({ name: 'x', document: null })).toBeUndefined()
    expect(draftOf({ name: 'x', document: { ...figure?.document, having: 'count > 1' } })).toBeUndefined()
    // Asked for by something else than the variable of its name.
    expect(figure && draftOf({ ...figure, params: { site: { value: 'x' }, span: { variable: 'span' } } })).toBeUndefined()
    expect(figureOf(newFigure('x'), subjects, variables)).toBeUndefined()
  })
})
