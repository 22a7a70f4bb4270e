import { describe, expect, it } from 'vitest'
import { linesOf, wayTo } from './table-lines.ts'

interface Node {
  readonly id: string
  readonly children?: readonly Node[]
}
const tree: Node[] = [{ id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }] }, { id: 'd' }]
const childrenOf = ({ children }: Node) => children

describe('the rows of a tree', () => {
  it('stand below their parent, without what is folded', () => {
    const ids = (folded: readonly string[]) =>
      linesOf(tree, childrenOf, (id) => folded.includes(id)).map(({ row, depth }) => `${row.id}${depth}`)
    expect(ids([])).toEqual(['a0', 'b1', 'c2', 'd0'])
    expect(ids(['b'])).toEqual(['a0', 'b1', 'd0'])
  })

  it('are reached by what stands above them, the root first', () => {
    expect(wayTo(tree, childrenOf, 'c')).toEqual(['a', 'b'])
    expect(wayTo(tree, childrenOf, 'd')).toEqual([])
    expect(wayTo(tree, childrenOf, 'x')).toBeUndefined()
  })
})
