/**
 * Moving on by hand: what goes on at one node of a scope is put at another one, without what lies between. Joins are what a jump can strand: one that waits for a
 * branch which was left, or is given a token twice. So a jump keeps for each join by which of its flows the token can come to it; only a whole block of
 * branches can be passed over, or begun anew, and while nothing else is on its way through it (docs/decisions/0135-ways-on-and-bounds-between-instances.md).
 */
import type { ProcessGraph, ProcessNode } from './graph.ts'
import type { Activity, ProcessState } from './state.ts'
import { isOpen } from './state.ts'

type Part = Pick<ProcessState, 'activities' | 'tokens'>

/** Nodes at which nothing is begun by a token that is put there. */
const NO_TARGETS: ReadonlySet<ProcessNode['kind']> = new Set(['start', 'boundary', 'event-sub-process'])

/** Returns the nodes at which what goes on in a passage can be put, in the order of the model; none where it cannot be moved at all. */
export function jumpTargets(graph: ProcessGraph, state: Part, from: number): ProcessNode[] {
  const activity = state.activities.get(from)
  if (!activity || !canBeMoved(activity)) return []
  const inside = graph.nodes.get(activity.node)?.inside
  const joins = [...graph.nodes.values()].filter((node) => node.inside === inside && isJoin(graph, node))
  return [...graph.nodes.values()].filter(
    (node) =>
      node.inside === inside &&
      node.id !== activity.node &&
      !NO_TARGETS.has(node.kind) &&
      joins.every((join) => keepsJoin(graph, state, activity, node, join)),
  )
}

/** One of several times, and who was only asked again, have a place that nothing else can take. */
const canBeMoved = (activity: Activity): boolean => isOpen(activity) && activity.member === undefined && !activity.straightTo

const isJoin = (graph: ProcessGraph, { id, kind }: ProcessNode): boolean =>
  (kind === 'parallel' || kind === 'inclusive') && graph.incoming(id).length > 1

function keepsJoin(graph: ProcessGraph, state: Part, from: Activity, to: ProcessNode, join: ProcessNode): boolean {
  const flows = graph.incoming(join.id).map(({ id }) => id)
  const waysFrom = (node: string) => flows.map((flow) => graph.reaches(node, flow))
  const [before, after] = [waysFrom(from.node), waysFrom(to.id)]
  const isSame = before.every((way, at) => way === after[at])
  const isAll = (ways: readonly boolean[]) => ways.every(Boolean)
  const isNone = (ways: readonly boolean[]) => !ways.some(Boolean)
  // Along one branch, or where no way leads to the join at all.
  if (isSame && !isAll(before)) return true
  return (isAll(before) || isNone(before)) && (isAll(after) || isNone(after)) && !isOnItsWay(graph, state, from, flows)
}

/** Whether anything else of the scope can come to the join, or waits there. */
function isOnItsWay(graph: ProcessGraph, { activities, tokens }: Part, from: Activity, flows: readonly string[]): boolean {
  const others = [...activities.values()].filter((one) => one.id !== from.id && one.scope === from.scope && isOpen(one))
  const waiting = [...tokens.values()].filter(({ scope }) => scope === from.scope)
  return (
    waiting.some(({ flow }) => flows.includes(flow) || flows.some((into) => graph.reaches(graph.flows.get(flow)?.to ?? '', into))) ||
    others.some(({ node }) => flows.some((into) => graph.reaches(node, into)))
  )
}
