/** Which tasks of people come first in a model, by its flows alone: what conditions say is not known ahead. */
import type { ProcessGraph } from './core/graph.ts'

/**
 * The nearest tasks of people in the order in which they are reached. @param from A node, which itself does not count; absent: the beginning
 * @param isPast Whether the walk goes on behind a task that it has found
 */
export function tasksAhead(graph: ProcessGraph, from: string | undefined, isPast = false): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  const waiting = from === undefined ? graph.startsOf(undefined).map(({ id }) => id) : waysOn(graph, from)
  // It grows while it is walked.
  for (const id of waiting) {
    if (seen.has(id)) continue
    seen.add(id)
    const node = graph.nodes.get(id)
    if (!node) continue
    if (node.kind === 'user-task') found.push(id)
    if (node.kind === 'user-task' && !isPast) continue
    if (node.kind === 'sub-process') waiting.push(...graph.startsOf(id).map((start) => start.id))
    else waiting.push(...waysOn(graph, id))
  }
  return found
}

/** Where a token goes that leaves a node; at the end of a sub-process, where it goes on. */
function waysOn(graph: ProcessGraph, id: string): string[] {
  const on = graph.outgoing(id).map(({ to }) => to)
  const inside = graph.nodes.get(id)?.inside
  return on.length > 0 || inside === undefined ? on : waysOn(graph, inside)
}
