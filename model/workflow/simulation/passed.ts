/** Which nodes and flows a step has passed. */
import type { ProcessGraph } from '../core/graph.ts'
import type { ProcessState } from '../core/state.ts'
import type { Scene } from './scene.ts'

/** What is new in a state, in the order in which it was passed. */
export function passedBetween(graph: ProcessGraph, before: ProcessState, after: ProcessState): Scene['path'] {
  const nodes: string[] = []
  const flows: string[] = []
  const came = [...after.activities.values()].filter(({ id }) => id >= before.next).sort((one, other) => one.id - other.id)
  for (const { node, causes, took, member } of came) {
    if (member === undefined) nodes.push(node)
    if (took) {
      flows.push(...took.map(({ flow }) => flow))
      continue
    }
    for (const cause of causes) {
      const from = after.activities.get(cause)?.node
      const flow = from === undefined ? undefined : graph.outgoing(from).find(({ to }) => to === node)
      if (flow && member === undefined) flows.push(flow.id)
    }
  }
  for (const { id, flow } of after.tokens.values()) if (id >= before.next) flows.push(flow)
  return { nodes, flows }
}
