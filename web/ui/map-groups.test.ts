import { expect, it } from 'vitest'
import { groupsOf } from './map-groups.ts'

it('points that lie upon each other are one mark, the others their own', () => {
  const at = (x: number, y: number) => ({ x, y })
  const [one, beside, far] = [at(0, 0), at(20, 10), at(0, 60)]
  expect(groupsOf([one, far, beside], (point) => point)).toEqual([[one, beside], [far]])
  expect(groupsOf([], (point) => point as never)).toEqual([])
})
