import { describe, expect, it } from 'vitest'
import type { BoardChart } from '../../../../model/charts/board.ts'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import { askedOf, bucketFor, lengthOf } from './asked.ts'

const field = (name: string) => ({
  field: name,
  label: name,
  kind: 'reference' as const,
  isDimension: true,
  measures: [],
  operators: ['equals' as const, 'empty' as const],
})
const subject = (name: string, fields: string[], joins: FigureSubject['joins'] = []): FigureSubject => ({
  subject: name,
  label: name,
  time: 'createTime',
  measures: ['count'],
  fields: fields.map(field),
  joins,
})
const subjects = [
  subject('alarms', ['siteId']),
  subject('points', ['deviceId'], [{ step: 'device', subject: 'devices' }]),
  subject('devices', ['siteId']),
]
const chart = (document: object, kind: BoardChart['kind'] = 'bar'): BoardChart => ({
  id: 'a',
  title: 'a',
  kind,
  width: 6,
  document: document as BoardChart['document'],
})
const document = {
  format: 1,
  subject: 'alarms',
  measures: [{ as: 'n', of: 'count' }],
  time: { field: 'raisedAt', last: { count: 7, unit: 'day' }, compare: 'previous' },
}
const north = { field: 'siteId', label: 'Site', value: 'north', text: 'North' }
const around = { range: undefined, filters: [], subjects }

describe('what is asked for a chart', () => {
  it('is its own document where the board says nothing, and nothing where it was told without one', () => {
    expect(askedOf(chart(document), around)).toEqual({ document, isUnfiltered: false })
    expect(askedOf({ ...chart(document), document: null }, around)).toBeUndefined()
  })

  it('is in the range of the board, with what it is compared with', () => {
    expect(askedOf(chart(document), { ...around, range: 'today' })?.document.time).toEqual({
      field: 'raisedAt',
      range: 'today',
      compare: 'previous',
    })
    expect(askedOf(chart({ ...document, time: undefined }), { ...around, range: 'today' })?.document.time).toBeUndefined()
  })

  it('is narrowed by the filters that say something about its rows, and by no others', () => {
    const where = { field: 'alarmPriority', op: 'equals', value: 1 }
    expect(askedOf(chart({ ...document, where }), { ...around, filters: [north] })).toMatchObject({
      isUnfiltered: false,
      document: { where: { and: [where, { field: 'siteId', op: 'equals', value: 'north' }] } },
    })
    expect(
      askedOf(chart({ ...document, where: { and: [where] } }), { ...around, filters: [{ ...north, value: null }] })?.document.where,
    ).toEqual({
      and: [where, { field: 'siteId', op: 'empty' }],
    })
    expect(askedOf(chart({ ...document, subject: 'points' }), { ...around, filters: [north] })).toMatchObject({ isUnfiltered: true })
    expect(
      askedOf(chart({ ...document, subject: 'points' }), { ...around, filters: [{ ...north, field: 'device.siteId' }] }),
    ).toMatchObject({ isUnfiltered: false })
  })

  it('has the share of good values beside it where lines of readings are drawn by time', () => {
    const readings = {
      format: 1,
      subject: 'readings',
      measures: [{ as: 't', of: 'sampleMean' }],
      dimensions: [{ field: 'time', bucket: 'hour' }],
    }
    const measuresOf = (kind: BoardChart['kind']) => askedOf(chart(readings, kind), around)?.document.measures.map(({ as }) => as)
    expect(measuresOf('line')).toEqual(['t', 'quality'])
    expect(measuresOf('heat')).toEqual(['t'])
  })
})

it('stretches are neither too many for the range nor too few', () => {
  expect(bucketFor('day', lengthOf({ last: { count: 30, unit: 'day' } }))).toBe('day')
  expect(bucketFor('day', lengthOf('today'))).toBe('hour')
  expect(bucketFor('minute', lengthOf('thisMonth'))).toBe('hour')
  // 4,320 minutes are too many; of two hours there are too few.
  expect(bucketFor('minute', lengthOf({ last: { count: 3, unit: 'day' } }))).toBe('quarter-hour')
  expect(bucketFor('hour', lengthOf({ last: { count: 2, unit: 'hour' } }))).toBe('quarter-hour')
  expect(bucketFor('hour', lengthOf({ from: '2026-01-01 08:00:00', to: '2026-01-01 08:50:00' }))).toBe('minute')
})
