import { expect, it } from 'vitest'
import { changesFor } from './order.ts'

const row = (id: string, orgSequence: number | null, version = 1) => ({ id, orgSequence, version })

it('writes nothing where the order stands already', () => {
  expect(changesFor([row('a', 1), row('b', 2), row('c', 30)], 'orgSequence')).toEqual([])
})

it('writes the row that was moved and no other, with the version that was read', () => {
  expect(changesFor([row('a', 10), row('d', 40, 3), row('b', 20), row('c', 30)], 'orgSequence')).toEqual([
    { id: 'd', version: 3, orgSequence: 15 },
  ])
  expect(changesFor([row('b', 20), row('c', 30), row('a', 10, 2)], 'orgSequence'), 'to the end').toEqual([
    { id: 'a', version: 2, orgSequence: 40 },
  ])
  expect(changesFor([row('c', 30, 5), row('a', 10), row('b', 20)], 'orgSequence'), 'to the beginning').toEqual([
    { id: 'c', version: 5, orgSequence: 5 },
  ])
})

it('makes room where there is none', () => {
  expect(changesFor([row('c', 3), row('a', 1), row('b', 2)], 'orgSequence')).toEqual([
    { id: 'c', version: 1, orgSequence: 10 },
    { id: 'a', version: 1, orgSequence: 20 },
    { id: 'b', version: 1, orgSequence: 30 },
  ])
})

it('tells apart what had no number, or the same', () => {
  expect(changesFor([row('a', null), row('b', null)], 'orgSequence').map((change) => change['orgSequence'])).toEqual([10, 20])
})
