import { expect, it } from 'vitest'
import { changesFor } from './order.ts'

const row = (id: string, orgSequence: number | null, version = 1) => ({ id, orgSequence, version })

it('writes nothing where the order stands already', () => {
  expect(changesFor([row('a', 1), row('b', 2), row('c', 30)], 'orgSequence')).toEqual([])
})

it('writes those whose number changes, with the version that was read', () => {
  expect(changesFor([row('b', 20, 3), row('a', 10), row('c', 30)], 'orgSequence')).toEqual([{ id: 'b', version: 3, orgSequence: 10 }, { id: 'a', version: 1, orgSequence: 20 }])
})

it('tells apart what had no number, or the same', () => {
  expect(changesFor([row('a', null), row('b', null)], 'orgSequence').map((change) => change['orgSequence'])).toEqual([10, 20])
})
