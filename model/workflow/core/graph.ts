/**
 * A process as the engine walks it: nodes and sequence flows with what is looked up at each step made ready once. Elements are those of
 * BPMN 2.0.2 (ISO/IEC 19510); where they come from, a drawn model or a list of steps, is no matter here. Pure data, for browser and server.
 */
import type { Expression } from '../../expression/expression.ts'

export const NODE_KINDS = [
  'start',
  'end',
  'task',
  'user-task',
  'service-task',
  'receive-task',
  'sub-process',
  'event-sub-process',
  'call-activity',
  'exclusive',
  'parallel',
  'inclusive',
  'event-based',
  'catch',
  'throw',
  'boundary',
] as const
export type NodeKind = (typeof NODE_KINDS)[number]

/** What an event waits for or brings about. */
export type Trigger =
  | { readonly on: 'timer'; readonly timer: string }
  | { readonly on: 'message' | 'signal' | 'link'; readonly name: string }
  /** Without a code: whichever. */
  | { readonly on: 'error' | 'escalation'; readonly code?: string | undefined }
  | { readonly on: 'condition'; readonly condition: Expression }
  | { readonly on: 'terminate' }

/** An activity that is done several times. People who sign together are no such thing: they are one task with a rule (groups.ts). */
export interface Repetition {
  readonly order: 'parallel' | 'sequential'
  /** Once for each member of a list, or as often as a number says; asked of the surroundings when the activity is entered. */
  readonly count?: Expression | undefined
  /** It ends early once this holds after a member. */
  readonly until?: Expression | undefined
  /** A loop instead: again while this holds. */
  readonly again?: Expression | undefined
  /** Of a loop, how often at the most. */
  readonly most?: number | undefined
  /** Whether a loop asks before its first time. */
  readonly asksBefore?: boolean | undefined
}

export interface ProcessNode {
  readonly id: string
  readonly name?: string | undefined
  readonly kind: NodeKind
  /** The sub-process in which it lies; absent in the process itself. */
  readonly inside?: string | undefined
  readonly trigger?: Trigger | undefined
  /** Of a boundary event: the activity at whose edge it is. */
  readonly at?: string | undefined
  /** Of a boundary event, and of the start of an event sub-process: what it interrupts goes on beside it. */
  readonly interruptsNot?: boolean | undefined
  readonly repetition?: Repetition | undefined
  /** The outgoing flow that is taken when no other one is. */
  readonly otherwise?: string | undefined
}

export interface SequenceFlow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly condition?: Expression | undefined
}

export interface ProcessDefinition {
  readonly nodes: readonly ProcessNode[]
  readonly flows: readonly SequenceFlow[]
}

export interface ProcessGraph {
  readonly nodes: ReadonlyMap<string, ProcessNode>
  readonly flows: ReadonlyMap<string, SequenceFlow>
  incoming(node: string): readonly SequenceFlow[]
  outgoing(node: string): readonly SequenceFlow[]
  /** Where a scope begins: its start event without a trigger, else what no flow leads to. */
  startsOf(scope: string | undefined): readonly ProcessNode[]
  boundariesOf(node: string): readonly ProcessNode[]
  eventSubProcessesOf(scope: string | undefined): readonly ProcessNode[]
  /** The start event of an event sub-process. */
  triggerOf(eventSubProcess: string): ProcessNode | undefined
  /** Whether a token at a node can come to the flow without passing the node that the flow leads to. */
  reaches(from: string, flow: string): boolean
}

/** The graph, ready for its steps. @throws Error where a flow leads to or from a node that is not there, or an id stands twice */
export function compileProcess({ nodes: nodeList, flows: flowList }: ProcessDefinition): ProcessGraph {
  const nodes = byId(nodeList)
  const flows = byId(flowList)
  const [incoming, outgoing, boundaries] = [new Groups<SequenceFlow>(), new Groups<SequenceFlow>(), new Groups<ProcessNode>()]
  for (const flow of flowList) {
    for (const end of [flow.from, flow.to]) if (!nodes.has(end)) throw new Error(`the flow ${flow.id} leads to ${end}, which is not there`)
    incoming.add(flow.to, flow)
    outgoing.add(flow.from, flow)
  }
  for (const node of nodeList) if (node.at !== undefined) boundaries.add(node.at, node)
  const inScope = (scope: string | undefined) => nodeList.filter(({ inside }) => inside === scope)
  const reached = new Map<string, Uint8Array>()
  const numbers = new Map(nodeList.map(({ id }, at) => [id, at]))
  let before: readonly (readonly number[])[] | undefined

  return {
    nodes,
    flows,
    incoming: (node) => incoming.of(node),
    outgoing: (node) => outgoing.of(node),
    startsOf(scope) {
      const begins = inScope(scope).filter(
        ({ id, kind }) => incoming.of(id).length === 0 && kind !== 'boundary' && kind !== 'event-sub-process',
      )
      const starts = begins.filter(({ kind }) => kind === 'start')
      if (starts.length > 0) return starts.filter(({ trigger }) => trigger === undefined).slice(0, 1)
      return begins.filter(({ kind, trigger }) => !(kind === 'catch' && trigger?.on === 'link'))
    },
    boundariesOf: (node) => boundaries.of(node),
    eventSubProcessesOf: (scope) => inScope(scope).filter(({ kind }) => kind === 'event-sub-process'),
    triggerOf: (eventSubProcess) => inScope(eventSubProcess).find(({ kind, trigger }) => kind === 'start' && trigger !== undefined),
    reaches(from, flow) {
      let sources = reached.get(flow)
      if (!sources) reached.set(flow, (sources = sourcesOf(flows.get(flow) as SequenceFlow)))
      return sources[numbers.get(from) ?? -1] === 1
    },
  }

  /** The nodes from which a token can come to the flow, marked by their numbers: a large model has many joins, and each of them asks. */
  function sourcesOf(flow: SequenceFlow): Uint8Array {
    before ??= nodeList.map(nodesBefore)
    const sources = new Uint8Array(nodeList.length)
    const target = numbers.get(flow.to)
    const left = [numbers.get(flow.from) as number]
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (node === target || sources[node] === 1) continue
      sources[node] = 1
      left.push(...(before[node] ?? []))
    }
    return sources
  }

  /** From where a token comes to a node. Where an activity can be left by an event at its edge, whoever comes to the activity comes there. */
  function nodesBefore({ id, at, kind, trigger, inside }: ProcessNode): number[] {
    const ids = incoming.of(id).map(({ from }) => from)
    if (at !== undefined) ids.push(at)
    // A link leads from where it is thrown to where it is caught.
    if (kind === 'catch' && trigger?.on === 'link')
      for (const other of inScope(inside))
        if (other.kind === 'throw' && other.trigger?.on === 'link' && other.trigger.name === trigger.name) ids.push(other.id)
    return ids.flatMap((one) => numbers.get(one) ?? [])
  }
}

function byId<Part extends { readonly id: string }>(parts: readonly Part[]): ReadonlyMap<string, Part> {
  const found = new Map<string, Part>()
  for (const part of parts) {
    if (found.has(part.id)) throw new Error(`the id ${part.id} stands twice`)
    found.set(part.id, part)
  }
  return found
}

class Groups<Member> {
  readonly #groups = new Map<string, Member[]>()

  add(name: string, member: Member): void {
    const group = this.#groups.get(name)
    if (group) group.push(member)
    else this.#groups.set(name, [member])
  }

  of(name: string): readonly Member[] {
    return this.#groups.get(name) ?? []
  }
}
