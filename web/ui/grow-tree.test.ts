import { expect, it } from 'vitest'
import { without, withBelow } from './grow-tree.ts'

interface Node {
  readonly id: string
  readonly children?: readonly Node[]
}
const tree: readonly Node[] = [{ id: 'a', children: [{ id: 'b' }] }, { id: 'c' }]

it('a new node stands last below the one it was added to, however deep', () => {
  expect(withBelow(tree, 'a', { id: 'x' })).toEqual([{ id: 'a', children: [{ id: 'b' }, { id: 'x' }] }, { id: 'c' }])
  expect(withBelow(tree, 'b', { id: 'x' })).toEqual([{ id: 'a', children: [{ id: 'b', children: [{ id: 'x' }] }] }, { id: 'c' }])
  expect(withBelow(tree, 'nobody', { id: 'x' })).toEqual(tree)
})

it('a node goes with all below it, and a group without nodes is a leaf', () => {
  expect(without(tree, 'a')).toEqual([{ id: 'c' }])
  expect(without(tree, 'b')).toEqual([{ id: 'a' }, { id: 'c' }])
  expect(without(tree, 'nobody')).toEqual(tree)
})
