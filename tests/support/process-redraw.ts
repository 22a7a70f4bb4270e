/** Processes drawn by chance (process-nets.ts) as their next version. */
import type { ProcessDefinition, ProcessNode } from '../../model/workflow/core/graph.ts'
import type { Chance } from './process-nets.ts'
import { pick } from './process-nets.ts'

/** The process as somebody might change it while instances run: a task more on some way, and a node of another id; gives which node is now which. */
export function redraw(
  { nodes, flows }: ProcessDefinition,
  chance: Chance,
): { definition: ProcessDefinition; mapping: ReadonlyMap<string, string> } {
  // What follows a gateway for events is an event, and no task.
  const afterEvents = new Set(nodes.filter(({ kind }) => kind === 'event-based').map(({ id }) => id))
  const into = pick(
    chance,
    flows.filter(({ from }) => !afterEvents.has(from)),
  )
  const added: ProcessNode = { id: `added-${nodes.length}`, kind: 'user-task', inside: nodes.find(({ id }) => id === into.to)?.inside }
  const longer = flows.flatMap((flow) =>
    flow === into
      ? [
          { ...flow, to: added.id },
          { id: `more-${flows.length}`, from: added.id, to: into.to },
        ]
      : [flow],
  )
  const renamed = pick(chance, nodes).id
  const named = (id: string) => (id === renamed ? `${id}-again` : id)
  const maybe = (id: string | undefined) => (id === undefined ? undefined : named(id))
  return {
    definition: {
      nodes: [...nodes, added].map((node) => ({ ...node, id: named(node.id), inside: maybe(node.inside), at: maybe(node.at) })),
      flows: longer.map((flow) => ({ ...flow, from: named(flow.from), to: named(flow.to) })),
    },
    mapping: new Map([[renamed, named(renamed)]]),
  }
}
