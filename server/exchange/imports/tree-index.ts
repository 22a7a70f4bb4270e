/** The nodes of a tree by name, by code and by path: `Headquarters/Branch`, or `/Headquarters` for one at the top. */
/** What a text means: the id, or why there is none. */
export type Found = { id: string } | 'none' | 'several' | 'parent-differs'

export interface Node {
  readonly id: string
  readonly title: string
  readonly codes: readonly string[]
  /** Id of the parent; `undefined` at the top. */
  readonly parent: string | undefined
  /** A node of the file: its parent is known by what is written, and looked for when it is asked for. */
  readonly written?: string
}

/** Deepest path that is followed. */
const MAX_DEPTH = 100

export class TreeIndex {
  readonly #nodes = new Map<string, Node>()
  readonly #byName = new Map<string, Node[]>()
  readonly #parents = new Map<string, Found | undefined>()

  constructor(nodes: readonly Node[]) {
    for (const node of nodes) this.add(node)
  }

  add(node: Node): void {
    this.#nodes.set(node.id, node)
    for (const name of new Set([node.title, ...node.codes, node.id].map((text) => text.trim().toLowerCase()))) {
      const named = this.#byName.get(name)
      if (named) named.push(node)
      else this.#byName.set(name, [node])
    }
  }

  /** @param except A node that cannot be meant, because it asks for its own parent. */
  find(text: string, except?: string, depth = 0): Found {
    const name = text.trim().toLowerCase()
    const whole = this.#named(name, except)
    if (whole.length === 1) return { id: (whole[0] as Node).id }
    if (whole.length > 1) return 'several'
    const steps = name
      .split('/')
      .map((step) => step.trim())
      .filter(Boolean)
    if (!name.includes('/') || steps.length === 0 || steps.length > MAX_DEPTH || depth > MAX_DEPTH) return 'none'
    const ends = this.#named(steps.at(-1) as string, except).filter((node) => this.#isBelow(node, steps.slice(0, -1), depth))
    if (ends.length <= 1) return ends[0] ? { id: ends[0].id } : 'none'
    // Of several, the one whose whole path is written.
    const tops = ends.filter((node) => this.#depthOf(node, depth) === steps.length)
    return tops.length === 1 ? { id: (tops[0] as Node).id } : 'several'
  }

  /** Whether the text is a name, a code or a path of the node. */
  isCalled(id: string, text: string): boolean {
    const found = this.find(text)
    return typeof found === 'object' ? found.id === id : this.#named(text.trim().toLowerCase(), undefined).some((node) => node.id === id)
  }

  /** Id of the node above, of one that is there. */
  parentIdOf(id: string): string | undefined {
    return this.#nodes.get(id)?.parent
  }

  /** The whole path of each node, as {@link find} takes it; a name that is its own only one stays short. */
  paths(most: number): string[] {
    return [...this.#nodes.values()]
      .map((node) => this.pathOf(node.id))
      .sort((a, b) => a.localeCompare(b))
      .slice(0, most)
  }

  pathOf(id: string): string {
    const steps: string[] = []
    for (let node = this.#nodes.get(id); node && steps.length < MAX_DEPTH; node = this.#above(node, 0)) steps.unshift(node.title)
    // A name with a slash in it cannot be a step of a path.
    return steps.length === 1 && this.#named((steps[0] as string).toLowerCase(), undefined).length > 1 ? `/${steps[0]}` : steps.join('/')
  }

  parentOf(node: Node, depth = 0): Found | undefined {
    if (node.written === undefined) return node.parent === undefined ? undefined : { id: node.parent }
    if (this.#parents.has(node.id)) return this.#parents.get(node.id)
    // Whoever asks again on the way to the answer goes in a circle.
    this.#parents.set(node.id, 'none')
    const found = this.find(node.written, node.id, depth + 1)
    this.#parents.set(node.id, found)
    return found
  }

  #named(name: string, except: string | undefined): Node[] {
    return (this.#byName.get(name) ?? []).filter((node) => node.id !== except)
  }

  #above(node: Node, depth: number): Node | undefined {
    const parent = this.parentOf(node, depth)
    return parent !== undefined && typeof parent === 'object' ? this.#nodes.get(parent.id) : undefined
  }

  #isBelow(node: Node, steps: readonly string[], depth: number): boolean {
    let current = this.#above(node, depth)
    for (const step of steps.toReversed()) {
      if (!current || ![current.title, ...current.codes].some((text) => text.trim().toLowerCase() === step)) return false
      current = this.#above(current, depth)
    }
    return true
  }

  #depthOf(node: Node, depth: number): number {
    let steps = 1
    for (let above = this.#above(node, depth); above && steps <= MAX_DEPTH; above = this.#above(above, depth)) steps += 1
    return steps
  }
}
