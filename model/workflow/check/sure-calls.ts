/** Which other processes a process calls whatever its conditions say: processes that call one another so would never end. */
import type { ProcessModel } from '../bpmn/process-model.ts'
import type { NodeKind, ProcessGraph, ProcessNode } from '../core/graph.ts'
import { compileProcess } from '../core/graph.ts'

export interface SureCall {
  readonly node: string
  readonly process: string
  readonly version: 'latest' | number
  /** Whether nothing is waited for before: no people, no event, no other process. */
  readonly isAtOnce: boolean
}

/** A call by which a process comes back to itself. */
export type CallCircle = Pick<SureCall, 'node' | 'process' | 'isAtOnce'>

/** Whether two keys are of one process: there are no two that differ in capitals alone. */
export const isSameKey = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** At these something is waited for. */
const WAITING: ReadonlySet<NodeKind> = new Set<NodeKind>(['user-task', 'receive-task', 'catch', 'call-activity'])

/** Returns the calls that every instance makes. What a choice, a repetition or an event at an edge can lead past is none of them. */
export function sureCalls(model: ProcessModel): readonly SureCall[] {
  const graph = compileProcess(model.definition)
  const calls: SureCall[] = []
  const seen = new Set<string>()
  /** What is reached at once comes before what is reached after something was waited for. */
  const begin = graph.startsOf(undefined).map(({ id }) => id)
  const later: string[] = []
  const walk = (waiting: string[], isAtOnce: boolean) => {
    // It grows while it is walked.
    for (const id of waiting) {
      const node = graph.nodes.get(id)
      if (!node || seen.has(id)) continue
      seen.add(id)
      const call = node.repetition ? undefined : callOf(model, id)
      if (call) calls.push({ node: id, ...call, isAtOnce })
      const on = sureWays(graph, node)
      if (WAITING.has(node.kind)) later.push(...on)
      else waiting.push(...on)
    }
  }
  walk(begin, true)
  walk(later, false)
  return calls
}

function callOf({ called, services }: ProcessModel, id: string): Pick<SureCall, 'process' | 'version'> | undefined {
  const call = called.get(id)
  if (call) return call
  const service = services.get(id)
  return service?.do === 'start' ? { process: service.process, version: 'latest' } : undefined
}

/** Where every token goes that comes to a node. */
function sureWays(graph: ProcessGraph, node: ProcessNode): readonly string[] {
  if (node.kind === 'sub-process') return node.repetition ? [] : graph.startsOf(node.id).map(({ id }) => id)
  if (graph.boundariesOf(node.id).some(({ interruptsNot }) => interruptsNot !== true)) return []
  const flows = graph.outgoing(node.id)
  if (flows.length > 1 && (node.kind === 'exclusive' || node.kind === 'inclusive' || node.kind === 'event-based')) return []
  return flows.filter(({ id, condition }) => condition === undefined && id !== node.otherwise).map(({ to }) => to)
}

/** Returns the calls by which a process calls itself directly. */
export const directCircles = (model: ProcessModel): readonly CallCircle[] =>
  sureCalls(model).filter(({ process, version }) => isSameKey(process, model.key) && version === 'latest')
