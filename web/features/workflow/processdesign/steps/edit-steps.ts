/** Changes of a list of steps, as changes of the nodes and flows that it stands for. Whoever draws them is asked by a {@link Pen}. */
import type { Graph } from './graph.ts'
import { flowsFrom, flowsInto } from './graph.ts'
import type { BranchStep, Sequence, Step } from './read-steps.ts'
import { nodesIn, nodesOf } from './read-steps.ts'

/** What can be done to a drawing. */
export interface Pen {
  /** Draws a node; gives its id. */
  readonly add: (type: string) => string
  readonly connect: (from: string, to: string) => void
  /** Lets a flow lead into another node: what it says stays. */
  readonly reconnectEnd: (flow: string, to: string) => void
  readonly reconnectStart: (flow: string, from: string) => void
  /** Takes nodes and flows away. */
  readonly remove: (ids: readonly string[]) => void
}

/** Puts a step where a flow is; gives its id. */
export function insertStep(pen: Pen, graph: Graph, place: string, type: string): string {
  const id = pen.add(type)
  putBetween(pen, graph, place, id, id)
  return id
}

/** Puts two branches where a flow is; gives the gateway that divides. */
export function insertBranches(pen: Pen, graph: Graph, place: string, gateway: string): string {
  const [split, join] = [pen.add(gateway), pen.add(gateway)]
  pen.connect(split, join)
  pen.connect(split, join)
  putBetween(pen, graph, place, split, join)
  return split
}

function putBetween(pen: Pen, graph: Graph, place: string, entry: string, exit: string): void {
  const to = graph.flows.get(place)?.to
  if (to === undefined) return
  pen.reconnectEnd(place, entry)
  pen.connect(exit, to)
}

/** Takes a step away, with all that is in it. */
export function removeStep(pen: Pen, graph: Graph, of: Sequence, at: number): void {
  const [step, place] = [of.steps[at], of.places[at]]
  if (!step || place === undefined) return
  const next = of.places[at + 1]
  const to = next === undefined ? firstEnd(step) : graph.flows.get(next)?.to
  if (to === undefined) return
  const nodes = new Set(nodesOf(step).filter((id) => id !== to))
  pen.reconnectEnd(place, to)
  pen.remove([...flowsOf(graph, nodes).filter((id) => id !== place), ...nodes])
}

/** Of branches that all end by themselves, an end that stays. */
function firstEnd(step: Step): string | undefined {
  if (step.kind === 'single') return undefined
  for (const { end, steps } of step.branches) {
    const found = end ?? steps.map(firstEnd).find((id) => id !== undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a step and the one behind it can change places: nothing can stand behind branches that all end. */
export const canSwap = (of: Sequence, at: number): boolean => of.places[at] !== undefined && of.places[at + 2] !== undefined

/** Lets a step and the one behind it change places. */
export function swapSteps(pen: Pen, of: Sequence, at: number): void {
  const [one, two] = [of.steps[at], of.steps[at + 1]]
  const [before, between, behind] = of.places.slice(at, at + 3)
  if (!one || !two || before === undefined || between === undefined || behind === undefined) return
  pen.reconnectEnd(before, entryOf(two))
  pen.reconnectStart(between, exitOf(two))
  pen.reconnectEnd(between, entryOf(one))
  pen.reconnectStart(behind, exitOf(one))
}

const entryOf = (step: Step): string => (step.kind === 'single' ? step.id : step.split)
const exitOf = (step: Step): string => (step.kind === 'single' ? step.id : (step.join ?? step.split))

/** One branch more, with nothing in it yet. */
export function addBranch(pen: Pen, { split, join }: BranchStep): void {
  pen.connect(split, join ?? pen.add('bpmn:EndEvent'))
}

/** Fewer are none. */
export const MIN_BRANCHES = 2

/** Takes a branch away, with all that is in it. */
export function removeBranch(pen: Pen, graph: Graph, { branches }: BranchStep, at: number): void {
  const branch = branches[at]
  if (!branch || branches.length <= MIN_BRANCHES) return
  const nodes = new Set(nodesIn(branch))
  pen.remove([...new Set([...branch.places, ...flowsOf(graph, nodes)]), ...nodes])
}

/** The flows that begin or end at one of the nodes. */
const flowsOf = (graph: Graph, nodes: ReadonlySet<string>): string[] => [
  ...new Set([...nodes].flatMap((id) => [...flowsFrom(graph, id), ...flowsInto(graph, id)]).map(({ id }) => id)),
]
