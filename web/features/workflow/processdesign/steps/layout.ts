/** Where the nodes of a list of steps stand, and the ways of the flows between them: from left to right, branches below each other. */
import type { BranchStep, Sequence, Step, StepList } from './read-steps.ts'

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
export interface Layout {
  /** The middles of the nodes. */
  readonly nodes: ReadonlyMap<string, Point>
  readonly flows: ReadonlyMap<string, readonly Point[]>
}

/** Between two nodes, and between two branches. */
const [GAP, ROW] = [56, 44]
/** Of a branch with nothing in it. */
const EMPTY = 80

/** How much room something takes: to the right, and above and below its line. */
interface Room {
  readonly width: number
  readonly up: number
  readonly down: number
}

/** A node from which a flow comes, or into which it leads. @param bend It leads down from, or up to, the middle of the node */
interface Dock {
  readonly id: string
  readonly bend: boolean
}

/** Places everything. @param at The middle of the start */
export function layOut({ start, sequence }: StepList, sizeOf: (id: string) => Size, at: Point): Layout {
  return new Drawing(sizeOf).draw(start, sequence, at)
}

class Drawing {
  readonly #sizeOf: (id: string) => Size
  readonly #nodes = new Map<string, Point>()
  readonly #flows = new Map<string, readonly Point[]>()

  constructor(sizeOf: (id: string) => Size) {
    this.#sizeOf = sizeOf
  }

  draw(start: string, sequence: Sequence, at: Point): Layout {
    this.#nodes.set(start, at)
    this.#sequence(sequence, { x: at.x + this.#sizeOf(start).width / 2 + GAP, y: at.y }, { id: start, bend: false })
    return { nodes: this.#nodes, flows: this.#flows }
  }

  #roomOf(step: Step): Room {
    if (step.kind === 'single') return this.#roomOfNode(step.id)
    const rows = step.branches.map((branch) => this.#roomOfSequence(branch))
    const gateway = this.#roomOfNode(step.split)
    const offset = offsetsOf(rows)
    const width = Math.max(...rows.map((row) => row.width))
    return {
      width: gateway.width + GAP + width + (step.join === undefined ? 0 : GAP + this.#sizeOf(step.join).width),
      up: Math.max(gateway.up, rows[0]?.up ?? 0),
      down: Math.max(gateway.down, (offset.at(-1) ?? 0) + (rows.at(-1)?.down ?? 0)),
    }
  }

  #roomOfNode(id: string): Room {
    const { width, height } = this.#sizeOf(id)
    return { width, up: height / 2, down: height / 2 }
  }

  #roomOfSequence({ steps, end }: Sequence): Room {
    const rooms = [...steps.map((step) => this.#roomOf(step)), ...(end === undefined ? [] : [this.#roomOfNode(end)])]
    if (rooms.length === 0) return { width: EMPTY, up: 0, down: 0 }
    return {
      width: rooms.reduce((sum, { width }) => sum + width, GAP * (rooms.length - 1)),
      up: Math.max(...rooms.map(({ up }) => up)),
      down: Math.max(...rooms.map(({ down }) => down)),
    }
  }

  /** @returns Where the flow that leads on begins; nothing where none does */
  #sequence({ steps, places, end }: Sequence, from: Point, before: Dock): Dock | undefined {
    let x = from.x
    let dock: Dock | undefined = before
    for (const [at, step] of steps.entries()) {
      const { width } = this.#roomOf(step)
      const entry = step.kind === 'single' ? step.id : step.split
      this.#put(entry, { x: x + this.#sizeOf(entry).width / 2, y: from.y })
      if (dock) this.#flow(places[at], dock, { id: entry, bend: false })
      dock = step.kind === 'single' ? { id: step.id, bend: false } : this.#branches(step, { x, y: from.y }, width)
      x += width + GAP
    }
    if (end === undefined) return dock
    this.#put(end, { x: x + this.#sizeOf(end).width / 2, y: from.y })
    if (dock) this.#flow(places[steps.length], dock, { id: end, bend: false })
    return undefined
  }

  #branches({ split, join, branches }: BranchStep, { x, y }: Point, width: number): Dock | undefined {
    const offsets = offsetsOf(branches.map((branch) => this.#roomOfSequence(branch)))
    if (join !== undefined) this.#put(join, { x: x + width - this.#sizeOf(join).width / 2, y })
    const left = x + this.#sizeOf(split).width + GAP
    for (const [row, branch] of branches.entries()) {
      const line = y + (offsets[row] ?? 0)
      const out = this.#sequence(branch, { x: left, y: line }, { id: split, bend: row > 0 })
      if (out && join !== undefined) this.#flow(branch.places.at(-1), out, { id: join, bend: row > 0 }, line)
    }
    return join === undefined ? undefined : { id: join, bend: false }
  }

  #put(id: string, at: Point): void {
    this.#nodes.set(id, at)
  }

  /** @param line How far down it goes where both of its ends are above */
  #flow(id: string | undefined, from: Dock, to: Dock, line?: number): void {
    const [begin, end] = [this.#nodes.get(from.id), this.#nodes.get(to.id)]
    if (id === undefined || !begin || !end) return
    const [one, two] = [this.#sizeOf(from.id), this.#sizeOf(to.id)]
    const y = line ?? (from.bend ? end.y : begin.y)
    this.#flows.set(id, [
      ...(from.bend
        ? [
            { x: begin.x, y: begin.y + one.height / 2 },
            { x: begin.x, y },
          ]
        : [{ x: begin.x + one.width / 2, y: begin.y }]),
      ...(to.bend
        ? [
            { x: end.x, y },
            { x: end.x, y: end.y + two.height / 2 },
          ]
        : [{ x: end.x - two.width / 2, y: end.y }]),
    ])
  }
}

/** How far below the first each branch has its line. */
function offsetsOf(rows: readonly Room[]): number[] {
  const offsets: number[] = []
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    offsets.push(before ? (offsets[at - 1] ?? 0) + before.down + ROW + row.up : 0)
  }
  return offsets
}
