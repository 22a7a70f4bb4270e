/** What a tree to choose from leaves out, and how much stands below a node. */
import type { TreeOption } from '../../ui/options.ts'

/** A tree without the branch of `except`, which must not become its own parent. */
export function withoutBranch(tree: readonly TreeOption[], except: string | undefined): TreeOption[] {
  return tree
    .filter(({ value }) => value !== except)
    .map(({ children, ...node }) => {
      const left = children && withoutBranch(children, except)
      return { ...node, ...(left?.length ? { children: left } : {}) }
    })
}

/** How many nodes lie below these, each counted once; those given are not counted. */
export function countBelow(ids: readonly string[], tree: readonly TreeOption[]): number {
  const chosen = new Set(ids)
  const count = (list: readonly TreeOption[], inside: boolean): number =>
    list.reduce((sum, { value, children = [] }) => {
      const here = inside && !chosen.has(value) ? 1 : 0
      return sum + here + count(children, inside || chosen.has(value))
    }, 0)
  return count(tree, false)
}
