import { describe, expect, it } from 'vitest'
import { countBelow, withoutBranch } from './branches.ts'
import { pathsOf } from './tree-paths.tsx'

const tree = [
  {
    value: 'a',
    title: 'A',
    children: [
      { value: 'b', title: 'B', children: [{ value: 'c', title: 'C' }] },
      { value: 'd', title: 'D' },
    ],
  },
]

describe('a tree to choose from', () => {
  it('leaves out a branch that may not become its own parent', () => {
    expect(withoutBranch(tree, 'b')).toEqual([{ value: 'a', title: 'A', children: [{ value: 'd', title: 'D' }] }])
    expect(withoutBranch(tree, 'c')[0]?.children?.[0]).toEqual({ value: 'b', title: 'B' })
  })

  it('counts each node below once', () => {
    expect(countBelow(['a'], tree)).toBe(3)
    expect(countBelow(['b', 'd'], tree)).toBe(1)
    expect(countBelow(['a', 'b'], tree)).toBe(2)
    expect(countBelow(['c'], tree)).toBe(0)
  })

  it('says what stands above each node, the root first', () => {
    expect([...pathsOf(tree)]).toEqual([
      ['a', []],
      ['b', ['A']],
      ['c', ['A', 'B']],
      ['d', ['A']],
    ])
  })
})
