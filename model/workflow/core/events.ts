/** Events: what comes from outside, what a process throws itself, and who on the way outwards catches it (BPMN 2.0.2, section 13.5). */
import type { ProcessNode } from './graph.ts'
import type { Activity, Wait } from './state.ts'
import type { Walking } from './walking.ts'

/** Goes on where an event was waited for. @param again Whether a timer repeats: others may come as often as they like */
export function occur(walk: Walking, wait: Wait, again = false): void {
  const draft = walk.draft
  const node = walk.node(wait.node)
  draft.waits.delete(wait.id)
  if (node.kind === 'start') return beginEventSubProcess(walk, node, wait.holder, again)
  const holder = draft.activities.get(wait.holder) as Activity
  if (node.kind === 'boundary') return goOnAtEdge(walk, holder, node, again)
  if (holder.node === node.id) return walk.leave(holder)
  // One of several events after a gateway: the first one wins.
  draft.stopWaiting(holder.id)
  draft.change(holder.id, { state: 'done' })
  const came = draft.addActivity({ node: node.id, scope: holder.scope, causes: [holder.id] })
  walk.leave(came)
}

function goOnAtEdge(walk: Walking, host: Activity, boundary: ProcessNode, again = false): void {
  if (boundary.interruptsNot !== true) walk.draft.end(host.id, 'cancelled')
  else if (boundary.trigger?.on !== 'timer' || again) walk.draft.wait({ holder: host.id, node: boundary.id })
  walk.arrive(boundary, host.scope, [host.id])
}

function beginEventSubProcess(walk: Walking, start: ProcessNode, scope: number, again = false): void {
  const eventSubProcess = walk.node(start.inside as string)
  if (start.interruptsNot !== true) {
    walk.clear(scope)
    walk.draft.stopWaiting(scope)
  } else if (start.trigger?.on !== 'timer' || again) walk.draft.wait({ holder: scope, node: start.id })
  walk.arrive(eventSubProcess, scope, scope === 0 ? [] : [scope])
}

/** What an event brings about that ends a way or stands on it. */
export function throwEvent(walk: Walking, activity: Activity, node: ProcessNode): void {
  const { trigger } = node
  if (trigger?.on === 'error') {
    if (raise(walk, 'error', trigger.code, activity)) return
    return walk.stop(activity, 'uncaught-error')
  }
  if (trigger?.on === 'terminate') {
    const { scope } = activity
    walk.draft.change(activity.id, { state: 'done' })
    return walk.clear(scope)
  }
  if (trigger?.on === 'link') {
    walk.draft.change(activity.id, { state: 'done' })
    const target = [...walk.graph.nodes.values()].find(
      (other) =>
        other.kind === 'catch' && other.inside === node.inside && other.trigger?.on === 'link' && other.trigger.name === trigger.name,
    )
    if (target) walk.arrive(target, activity.scope, [activity.id])
    else walk.stop(activity, 'no-flow')
    return
  }
  if (trigger) walk.thrown.push({ node, activity: activity.id })
  walk.leave(activity)
  if (trigger?.on === 'escalation') raise(walk, 'escalation', trigger.code, activity)
}

/** Whether somebody on the way outwards catches it: event sub-processes before edges, a code before none, the innermost first. */
function raise(walk: Walking, on: 'error' | 'escalation', code: string | undefined, from: Activity): boolean {
  const catches = (node: ProcessNode | undefined, isExact: boolean) =>
    node?.trigger?.on === on && (isExact ? node.trigger.code !== undefined && node.trigger.code === code : node.trigger.code === undefined)
  const find = (nodes: readonly (ProcessNode | undefined)[]) =>
    nodes.find((node) => catches(node, true)) ?? nodes.find((node) => catches(node, false))
  if (on === 'error') {
    const edge = find(walk.graph.boundariesOf(from.node))
    if (edge && from.member === undefined && !from.straightTo && walk.node(from.node).kind !== 'end') {
      goOnAtEdge(walk, from, edge)
      return true
    }
  }
  for (let { scope } = from; ;) {
    const around = scope === 0 ? undefined : (walk.draft.activities.get(scope) as Activity)
    const inside = around && walk.node(around.node)
    const start = find(walk.graph.eventSubProcessesOf(inside?.id).map(({ id }) => walk.graph.triggerOf(id)))
    const isWhole = around !== undefined && inside?.repetition !== undefined && around.member === undefined
    // The event sub-process that is at work does not catch what it throws itself.
    if (start && !isWhole && !isWithin(walk, from, start.inside as string, scope)) {
      endAtCatch(walk, from)
      beginEventSubProcess(walk, { ...start, interruptsNot: on === 'error' ? false : start.interruptsNot }, scope)
      return true
    }
    if (!around || !inside) return false
    const edge = around.member === undefined ? find(walk.graph.boundariesOf(inside.id)) : undefined
    if (edge) {
      endAtCatch(walk, from)
      goOnAtEdge(walk, around, on === 'error' ? { ...edge, interruptsNot: false } : edge)
      return true
    }
    ;({ scope } = around)
  }
}

/** An event that ends a way is done once it is caught; an activity that has failed ends with what is interrupted. */
function endAtCatch(walk: Walking, { id, node }: Activity): void {
  const isOver = walk.node(node).kind === 'end' && walk.draft.activities.get(id)?.state === 'active'
  if (isOver) walk.draft.change(id, { state: 'done' })
}

function isWithin(walk: Walking, activity: Activity, node: string, until: number): boolean {
  for (let at: Activity | undefined = activity; at && at.scope !== until; at = walk.draft.activities.get(at.scope))
    if (walk.draft.activities.get(at.scope)?.node === node) return true
  return false
}

/** An activity that cannot be done: whoever catches its code goes on, else it is an incident. */
export function failActivity(walk: Walking, activity: Activity, code: string | undefined): void {
  if (code !== undefined && raise(walk, 'error', code, activity)) return
  walk.stop(activity, code === undefined ? 'failed' : 'uncaught-error')
}

/** Whether an event comes from outside: errors and escalations come from within, and nobody waits for them. */
export function isWaitedFor(node: ProcessNode | undefined): node is ProcessNode {
  const on = node?.trigger?.on
  return on === 'timer' || on === 'message' || on === 'signal' || on === 'condition'
}
