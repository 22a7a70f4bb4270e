/** When a join goes on, and which tokens it takes. */
import type { Draft } from './draft.ts'
import type { ProcessGraph, ProcessNode } from './graph.ts'
import type { TakenToken, Token } from './state.ts'

/** Takes the oldest token of each incoming flow, if there is one of each (BPMN 2.0.2, section 13.4.1); else nothing. */
export function takeForParallel(graph: ProcessGraph, draft: Draft, node: ProcessNode, scope: number): TakenToken[] | undefined {
  const first = oldestByFlow(graph, draft, node, scope)
  return first.size === graph.incoming(node.id).length ? take(draft, first) : undefined
}

/**
 * Takes the oldest token of each incoming flow that has one, in the first scope in which no other token can come any more (BPMN 2.0.2,
 * section 13.4.3): none from which an empty flow can be reached, unless a flow with a token can be reached from there as well. It is asked
 * when everything waits, so that a branch that has died counts as soon as it has; a sub-process counts until it has ended.
 */
export function takeForInclusive(
  graph: ProcessGraph,
  draft: Draft,
  node: ProcessNode,
): { readonly scope: number; readonly taken: TakenToken[] } | undefined {
  const flows = graph.incoming(node.id)
  const scopes = new Set([...draft.tokens.values()].filter(({ flow }) => flows.some(({ id }) => id === flow)).map(({ scope }) => scope))
  for (const scope of scopes) {
    const first = oldestByFlow(graph, draft, node, scope)
    const empty = flows.filter(({ id }) => !first.has(id))
    const canBeBrought = (place: string) =>
      empty.some(({ id }) => graph.reaches(place, id)) && ![...first.keys()].some((flow) => graph.reaches(place, flow))
    const places = [
      // Who is asked again stands for the task that waits for the answer.
      ...draft.openIn(scope).map(({ node: at, straightTo }) => straightTo?.at(-1) ?? at),
      ...draft.parkedIn(scope).map(({ flow }) => graph.flows.get(flow)?.to as string),
    ]
    if (!places.some((place) => place !== node.id && canBeBrought(place))) return { scope, taken: take(draft, first) }
  }
  return undefined
}

function oldestByFlow(graph: ProcessGraph, draft: Draft, node: ProcessNode, scope: number): Map<string, Token> {
  const first = new Map<string, Token>()
  const flows = new Set(graph.incoming(node.id).map(({ id }) => id))
  for (const token of draft.parkedIn(scope)) if (flows.has(token.flow) && !first.has(token.flow)) first.set(token.flow, token)
  return first
}

function take(draft: Draft, tokens: ReadonlyMap<string, Token>): TakenToken[] {
  for (const { id } of tokens.values()) draft.tokens.delete(id)
  return [...tokens.values()].map(({ flow, cause }) => ({ flow, cause }))
}
