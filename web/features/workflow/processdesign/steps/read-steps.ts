/** A process as an ordered list of steps, for those who do not draw; or why it cannot be one. */
import type { Flow, Graph } from './graph.ts'
import { flowsFrom, flowsInto } from './graph.ts'

/** Steps one after the other. */
export interface Sequence {
  readonly steps: readonly Step[]
  /** The flow before each step, and the one behind the last: where something can be put. None behind a step whose branches all end by themselves. */
  readonly places: readonly string[]
  /** The event that ends it; absent where it goes on behind the branches that it is one of. */
  readonly end: string | undefined
}

export interface SingleStep {
  readonly kind: 'single'
  readonly id: string
}
export interface BranchStep {
  readonly kind: 'branches'
  readonly split: string
  /** Where the branches come together; absent where each has an end of its own. */
  readonly join: string | undefined
  readonly branches: readonly Sequence[]
}
export type Step = SingleStep | BranchStep

export interface StepList {
  readonly start: string
  readonly sequence: Sequence
}

/** Why a process is no list: each is told in words, and the drawing shows it. */
export const NO_LIST = ['empty', 'several-starts', 'loop', 'crossing', 'edge', 'event-sub-process', 'open', 'apart', 'pools'] as const
export type NoList = (typeof NO_LIST)[number]
export type ReadSteps = { readonly list: StepList } | { readonly why: NoList; readonly at?: string | undefined }

const GATEWAYS = new Set(['bpmn:ExclusiveGateway', 'bpmn:ParallelGateway', 'bpmn:InclusiveGateway'])

/** The list that a process is. */
export function readSteps(graph: Graph): ReadSteps {
  const nodes = [...graph.nodes.values()]
  const edge = nodes.find(({ isOnEdge }) => isOnEdge)
  if (edge) return { why: 'edge', at: edge.id }
  const triggered = nodes.find(({ isTriggered }) => isTriggered)
  if (triggered) return { why: 'event-sub-process', at: triggered.id }
  const [start, second] = nodes.filter(({ type }) => type === 'bpmn:StartEvent')
  if (!start) return { why: 'empty' }
  if (second) return { why: 'several-starts', at: second.id }
  const circle = nodeInCircle(graph)
  if (circle !== undefined) return { why: 'loop', at: circle }
  try {
    const reading = new Reading(graph)
    const first = reading.only(start.id)
    const { sequence, joined } = reading.sequence(first)
    if (joined !== undefined) return { why: 'crossing', at: joined }
    const apart = nodes.find(({ id }) => id !== start.id && !reading.seen.has(id))
    return apart ? { why: 'apart', at: apart.id } : { list: { start: start.id, sequence } }
  } catch (error) {
    if (error instanceof Unlisted) return { why: error.why, at: error.at }
    throw error
  }
}

class Unlisted extends Error {
  readonly why: NoList
  readonly at: string

  constructor(why: NoList, at: string) {
    super(why)
    this.why = why
    this.at = at
  }
}

interface Part {
  readonly sequence: Sequence
  /** The gateway that it leads into, where branches come together. */
  readonly joined: string | undefined
}

class Reading {
  readonly #graph: Graph
  readonly seen = new Set<string>()

  constructor(graph: Graph) {
    this.#graph = graph
  }

  /** The one flow that leads out of a node. */
  only(id: string): Flow {
    const [flow, second] = flowsFrom(this.#graph, id)
    if (!flow) throw new Unlisted('open', id)
    if (second) throw new Unlisted('crossing', id)
    return flow
  }

  sequence(first: Flow): Part {
    const steps: Step[] = []
    const places: string[] = []
    for (let flow = first; ;) {
      places.push(flow.id)
      const node = this.#graph.nodes.get(flow.to)
      if (!node) throw new Unlisted('open', flow.id)
      if (flowsInto(this.#graph, node.id).length > 1) return { sequence: { steps, places, end: undefined }, joined: node.id }
      this.seen.add(node.id)
      const out = flowsFrom(this.#graph, node.id)
      if (node.type === 'bpmn:EndEvent' && out.length === 0) return { sequence: { steps, places, end: node.id }, joined: undefined }
      if (out.length > 1) {
        if (!GATEWAYS.has(node.type)) throw new Unlisted('crossing', node.id)
        const step = this.#branches(node.id, out)
        steps.push(step)
        if (step.join === undefined) return { sequence: { steps, places, end: undefined }, joined: undefined }
        flow = this.only(step.join)
      } else {
        steps.push({ kind: 'single', id: node.id })
        flow = this.only(node.id)
      }
    }
  }

  #branches(split: string, out: readonly Flow[]): BranchStep {
    const parts = out.map((flow) => this.sequence(flow))
    const joins = [...new Set(parts.flatMap(({ joined }) => (joined === undefined ? [] : [joined])))]
    const [join, other] = joins
    const branches = parts.map(({ sequence }) => sequence)
    if (join === undefined) return { kind: 'branches', split, join, branches }
    const arriving = parts.filter(({ joined }) => joined !== undefined).length
    const isGateway = GATEWAYS.has(this.#graph.nodes.get(join)?.type ?? '')
    if (other !== undefined || !isGateway || flowsInto(this.#graph, join).length !== arriving) throw new Unlisted('crossing', other ?? join)
    this.seen.add(join)
    return { kind: 'branches', split, join, branches }
  }
}

/** A node from which the flows lead back to itself. */
function nodeInCircle(graph: Graph): string | undefined {
  const left = new Set(graph.nodes.keys())
  const isBeside = (id: string) => left.has(id)
  // Without those that nothing leads into or that lead nowhere, again and again: what stays is in a circle, or between two.
  for (let count = -1; count !== left.size;) {
    count = left.size
    for (const id of left)
      if (!flowsInto(graph, id).some(({ from }) => isBeside(from)) || !flowsFrom(graph, id).some(({ to }) => isBeside(to))) left.delete(id)
  }
  return left.keys().next().value
}

/** The nodes of a step, with all that is between its gateways. */
export function nodesOf(step: Step): string[] {
  if (step.kind === 'single') return [step.id]
  return [step.split, ...step.branches.flatMap(nodesIn), ...(step.join === undefined ? [] : [step.join])]
}

/** The nodes of a sequence, its end included. */
export const nodesIn = ({ steps, end }: Sequence): string[] => [...steps.flatMap(nodesOf), ...(end === undefined ? [] : [end])]
