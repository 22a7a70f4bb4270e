/** What can become of the process that is drawn, as findings. */
import type { Expression } from '../../expression/expression.ts'
import { explore } from '../core/explore.ts'
import type { ProcessDefinition, ProcessGraph } from '../core/graph.ts'
import { compileProcess } from '../core/graph.ts'
import type { Findings } from './findings.ts'

/** Finds joins that wait for ever, circles, nodes that no way leads to, choices without a way and errors that nobody catches. */
export function checkWays(definition: ProcessDefinition, findings: Findings): void {
  const graph = compileProcess(definition)
  const found = explore(graph)
  const unreached = new Set(found.unreached)
  for (const join of found.deadlocks) {
    const following = graph.outgoing(join)
    // Where nothing behind it is ever reached, no choice leads past it.
    const isAlways = found.isWhole && following.length > 0 && following.every(({ to }) => unreached.has(to))
    if (isAlways) findings.fault('deadlock', join)
    else findings.warn('may-deadlock', join)
  }
  for (const node of found.endless) findings.fault('circle', node)
  for (const node of found.withoutWay) if (!isComplete(graph, node)) findings.warn('without-way', node)
  for (const node of found.uncaught) findings.warn('uncaught', node)
  const lost = found.isWhole ? unreached : withoutFlow(graph)
  for (const node of lost) findings.warn('unreached', node)
  if (!found.isWhole) findings.warn('not-walked', '')
}

/** Whether two flows ask for a variable and for its opposite, as most models do: one of them holds as soon as the variable is set. */
function isComplete(graph: ProcessGraph, node: string): boolean {
  const conditions = graph.outgoing(node).flatMap(({ condition }) => condition ?? [])
  const asked = new Set(conditions.flatMap((condition) => ('field' in condition ? [condition.field] : [])))
  return conditions.some((condition) => {
    const denied = deniedBy(condition)
    return denied !== undefined && asked.has(denied)
  })
}

/** The variable that a condition says the opposite of. */
function deniedBy(condition: Expression): string | undefined {
  if (!('op' in condition) || condition.op !== 'not') return undefined
  const [inner] = condition.of
  return inner && 'field' in inner ? inner.field : undefined
}

/** Nodes that nothing leads to, whatever conditions say: all that can be said of a model that is too large to be walked. */
function withoutFlow(graph: ProcessGraph): Set<string> {
  const lost = new Set(graph.nodes.keys())
  const left = [...graph.nodes.values()].filter((node) => isBegin(graph, node.id)).map(({ id }) => id)
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (!lost.delete(id)) continue
    for (const { to } of graph.outgoing(id)) left.push(to)
    for (const boundary of graph.boundariesOf(id)) left.push(boundary.id)
  }
  return lost
}

function isBegin(graph: ProcessGraph, id: string): boolean {
  const node = graph.nodes.get(id)
  return node?.kind === 'start' || node?.kind === 'event-sub-process' || (node?.kind !== 'boundary' && graph.incoming(id).length === 0)
}
