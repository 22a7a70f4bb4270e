import { describe, expect, it } from 'vitest'
import { countBelow, organisationTree } from './options.ts'

const tree = [{
  id: 'a', orgName: 'A', orgType: 'group',
  children: [{ id: 'b', orgName: 'B', orgType: 'company', children: [{ id: 'c', orgName: 'C', orgType: 'team' }] }, { id: 'd', orgName: 'D', orgType: 'team' }],
}]

describe('organisations to choose from', () => {
  it('leave out a branch that may not become its own parent', () => {
    expect(organisationTree(tree, 'b')).toEqual([{ value: 'a', title: 'A', children: [{ value: 'd', title: 'D' }] }])
  })

  it('count each one below once', () => {
    expect(countBelow(['a'], tree)).toBe(3)
    expect(countBelow(['b', 'd'], tree)).toBe(1)
    expect(countBelow(['a', 'b'], tree)).toBe(2)
    expect(countBelow(['c'], tree)).toBe(0)
  })
})
