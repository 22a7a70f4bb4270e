/**
 * Which tasks of people a drawing asks about by `approved`, as models of this family do: a gateway after the task has a flow for `${approved}` and one
 * for `${!approved}`. Of such a task a rejection is no end; it takes the flow that is drawn for it.
 */
import type { Expression } from '../../expression/expression.ts'
import { fieldsReadBy } from '../../expression/expression.ts'
import type { ProcessDefinition, ProcessNode } from '../core/graph.ts'

/** What the engine sets once a task is decided. */
export const APPROVED = 'approved'

/** Whether an expression asks what the last decision was. */
export const asksApproved = (expression: Expression | undefined): boolean =>
  expression !== undefined && [...fieldsReadBy(expression)].some((name) => name.split('.')[0] === APPROVED)

/**
 * Returns the ids of the tasks of people from which a way leads, past no other such task, to a flow or a repetition that asks for `approved`. It goes back
 * from these, each node once.
 */
export function tasksAskedAbout({ nodes, flows }: ProcessDefinition): ReadonlySet<string> {
  const found = new Set<string>()
  if (!flows.some(({ condition }) => asksApproved(condition)) && !nodes.some(asksAgain)) return found
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const before = grouped(flows, ({ to }) => to)
  const leading = new Set(flows.map(({ from }) => from))
  /** Where tokens leave a scope: nodes inside from which nothing leads on. */
  const lasts = grouped(
    nodes.filter(({ id, inside, kind }) => inside !== undefined && kind !== 'event-sub-process' && !leading.has(id)),
    ({ inside }) => inside,
  )
  const throwing = grouped(
    nodes.filter(({ kind, trigger }) => kind === 'throw' && trigger?.on === 'link'),
    linkOf,
  )
  // A scope is come to twice: from what follows it, which is behind its last nodes, and from its first nodes, which are behind what leads to it.
  const seen = new Set<string>()
  const left: (readonly [ProcessNode, 'left' | 'entered'])[] = []
  const go = (node: ProcessNode | undefined, way: 'left' | 'entered') => {
    if (!node || seen.has(`${way} ${node.id}`)) return
    seen.add(`${way} ${node.id}`)
    left.push([node, way])
  }
  for (const { from, condition } of flows) if (asksApproved(condition)) go(byId.get(from), 'left')
  for (const node of nodes) if (asksAgain(node)) go(node, 'left')
  for (let next = left.pop(); next; next = left.pop()) {
    const [node, way] = next
    const { id, kind, inside, at } = node
    if (kind === 'user-task' && way === 'left') {
      found.add(id)
      continue
    }
    if (kind === 'sub-process' && way === 'left') {
      for (const last of lasts.get(id) ?? []) go(last, 'left')
      continue
    }
    const leads = before.get(id) ?? []
    for (const { from } of leads) go(byId.get(from), 'left')
    // An event at the edge of an activity comes while that is being done, after whatever led to it.
    if (at !== undefined) go(byId.get(at), 'entered')
    else if (kind === 'catch' && node.trigger?.on === 'link') for (const one of throwing.get(linkOf(node)) ?? []) go(one, 'left')
    else if (leads.length === 0 && inside !== undefined) go(byId.get(inside), 'entered')
  }
  return found
}

const asksAgain = ({ repetition }: ProcessNode): boolean => asksApproved(repetition?.again) || asksApproved(repetition?.until)

/** A link leads from where it is thrown to where it is caught, in one scope. */
const linkOf = ({ inside, trigger }: ProcessNode): string => JSON.stringify([inside, trigger?.on === 'link' && trigger.name])

function grouped<Member, Key>(members: readonly Member[], keyOf: (member: Member) => Key): ReadonlyMap<Key, readonly Member[]> {
  const groups = new Map<Key, Member[]>()
  for (const member of members) {
    const group = groups.get(keyOf(member))
    if (group) group.push(member)
    else groups.set(keyOf(member), [member])
  }
  return groups
}
