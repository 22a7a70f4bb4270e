import { expect, it } from 'vitest'
import { fillOf, greatest } from './heat-share.ts'

it('a cell is the fuller the more there is; one of nothing is marked, and one without a value is not', () => {
  const values = [null, 0, 5, 10]
  const most = greatest([{ name: 'alarms', values }])
  const [unknown, ...known] = values.map((value) => fillOf(value, most))
  expect(unknown).toBeUndefined()
  expect(known[0]).toBeGreaterThan(0)
  expect(known).toEqual([...known].sort((one, other) => Number(one) - Number(other)))
  expect(new Set(known).size).toBe(known.length)
  // Where nothing is greater than 0, that is known as well.
  expect(fillOf(0, 0)).toBeGreaterThan(0)
})
