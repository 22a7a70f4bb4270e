/** Adds to a tree that is still being made, and takes away from it. */

interface Grown<Node> {
  readonly id: string
  readonly children?: readonly Node[]
}

/** Number of the first node that is new and has no id of the server yet (section 9 of the specification). */
export const FIRST_NEW = 1000

/** The tree with `node` as the last one below `id`. */
export function withBelow<Node extends Grown<Node>>(nodes: readonly Node[], id: string, node: Node): Node[] {
  return nodes.map((one) => {
    if (one.id === id) return { ...one, children: [...(one.children ?? []), node] }
    return one.children ? { ...one, children: withBelow(one.children, id, node) } : one
  })
}

/** The tree without that node and all below it. */
export function without<Node extends Grown<Node>>(nodes: readonly Node[], id: string): Node[] {
  return nodes
    .filter((one) => one.id !== id)
    .map((one) => {
      if (!one.children) return one
      const { children, ...alone } = one
      const left = without(children, id)
      // A group that has lost its last node is a leaf again.
      return (left.length > 0 ? { ...alone, children: left } : alone) as Node
    })
}
