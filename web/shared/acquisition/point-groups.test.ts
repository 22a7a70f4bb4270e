import { expect, it } from 'vitest'
import { groupedPoints, groupHeadings } from './point-groups.ts'

const named = (...points: [name: string, group?: string | null][]) => points.map(([name, pointGroup]) => ({ name, pointGroup }))
const t = (key: string) => key

it('points of a group stand together, where the first of them stood', () => {
  const points = named(['a', 'Motor'], ['b'], ['c', 'Inlet'], ['d', ' Motor '], ['e', null])
  expect(groupedPoints(points).map(({ name }) => name)).toEqual(['a', 'd', 'b', 'e', 'c'])
  expect(groupedPoints(points).map((point) => groupHeadings(points, t)?.(point))).toEqual([
    'Motor',
    'Motor',
    'points.no-group',
    'points.no-group',
    'Inlet',
  ])
})

it('where nothing is in a group nothing has a heading', () => {
  expect(groupHeadings(named(['a'], ['b', ''], ['c', ' ']), t)).toBeUndefined()
})
