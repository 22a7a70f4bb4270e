import { expect, it } from 'vitest'
import { everyBucket } from '../../../shared/acquisition/alarm-rate.ts'
import { durationOf, floodsOf, sharesOf, weekOf } from './statistics.ts'

const TEN = 600_000

it('has ten minutes without an alarm as well', () => {
  expect(everyBucket([{ time: 2 * TEN, raised: 3 }], TEN + 1, 4 * TEN, String)).toEqual({
    categories: ['600000', '1200000', '1800000'],
    values: [0, 3, 0],
  })
})

it('a flood is more than ten in ten minutes, and goes on while it is', () => {
  expect(floodsOf([10, 11, 12, 0, 30])).toEqual([
    [1, 2],
    [4, 4],
  ])
})

it('an hour of the week has its place', () => {
  const week = weekOf([{ weekday: 7, hour: 23, raised: 5 }])
  expect(week).toHaveLength(7)
  expect(week[6]?.[23]).toBe(5)
  expect(week.flat().reduce((sum, value) => sum + value)).toBe(5)
})

it('shares are of all that were raised, and of none none', () => {
  expect(
    sharesOf([
      { priority: 1, raised: 1 },
      { priority: 4, raised: 3 },
    ]).map(({ share }) => share),
  ).toEqual([0.25, 0, 0, 0.75])
  expect(sharesOf([]).every(({ share }) => share === 0)).toBe(true)
})

it('times are said in what people count them by', () => {
  expect([0, 89, 90, 5399, 5400].map(durationOf)).toEqual([
    { unit: 'seconds', count: 0 },
    { unit: 'seconds', count: 89 },
    { unit: 'minutes', count: 2 },
    { unit: 'minutes', count: 90 },
    { unit: 'hours', count: 1.5 },
  ])
})
