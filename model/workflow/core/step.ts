/**
 * What becomes of an instance by a command: the token semantics of BPMN 2.0.2 (section 13), as a pure function. A step goes on until everything
 * waits for somebody; it changes nothing and asks no clock, so that it can be tried on a copy, in the browser and in the server.
 */
import type { Command, Step, Surroundings } from './commands.ts'
import { CommandError } from './commands.ts'
import { failActivity, occur } from './events.ts'
import type { ProcessGraph } from './graph.ts'
import { jumpTargets } from './jump.ts'
import { askAgain, undoFrom, undoOne } from './return.ts'
import { reviveAt } from './revive.ts'
import type { Activity, ProcessState } from './state.ts'
import { isOpen } from './state.ts'
import { Walk } from './walk.ts'

/** The instance after the command. @throws CommandError where the command does not fit it */
export function step(graph: ProcessGraph, state: ProcessState, command: Command, surroundings: Surroundings): Step {
  const walk = new Walk(graph, state, surroundings)
  if (command.do === 'revive') revive(walk, state, command.at)
  else obey(walk, command)
  walk.settle()
  const { activities } = walk.draft
  return {
    state: walk.draft.state(),
    difference: walk.draft.difference(),
    begun: walk.begun.map((id) => activities.get(id) as Activity).filter(({ state: now }) => now === 'active'),
    thrown: walk.thrown,
    incidents: walk.incidents.filter(({ activity }) => activities.get(activity)?.state === 'failed'),
  }
}

function revive(walk: Walk, state: ProcessState, at: string): void {
  const { scope, causes } = reviveAt(walk.graph, walk.draft, state, at)
  walk.draft.outcome = 'running'
  walk.waitInside(undefined, 0)
  walk.beginAgain(walk.node(at), scope, causes)
}

function obey(walk: Walk, command: Exclude<Command, { do: 'revive' }>): void {
  const { draft } = walk
  if (command.do === 'start') {
    if (draft.outcome !== 'new') throw new CommandError('started', 'the instance has begun already')
    draft.outcome = 'running'
    walk.openScope(undefined, 0, [], command.at)
    return
  }
  if (draft.outcome !== 'running') throw new CommandError('ended', 'the instance has ended, or has not begun')
  if (command.do === 'terminate') {
    walk.clear(0)
    draft.stopWaiting(0)
    draft.outcome = 'terminated'
  } else if (command.do === 'signal') {
    for (const wait of [...draft.waits.values()]) {
      const trigger = walk.node(wait.node).trigger
      // One that another one has ended meanwhile is gone.
      if (trigger?.on === 'signal' && trigger.name === command.name && draft.waits.has(wait.id)) occur(walk, wait)
    }
  } else if (command.do === 'occur') {
    const wait = draft.waits.get(command.wait)
    if (!wait) throw new CommandError('not-there', 'nothing waits for this any more')
    occur(walk, wait, command.again)
  } else if (command.do === 'return') {
    const { from, to, straight } = command
    const { scope, causes, straightTo } = straight === true ? askAgain(draft, from, to) : undoFrom(draft, from, to)
    walk.beginAgain(walk.node(to), scope, causes, straightTo)
  } else if (command.do === 'withdraw') {
    const { node, scope, causes, straightTo } = undoOne(draft, command.activity)
    walk.beginAgain(walk.node(node), scope, causes, straightTo)
  } else if (command.do === 'jump') {
    const from = draft.activities.get(command.from)
    if (!from || !isOpen(from)) throw new CommandError('not-there', 'this has ended already')
    const to = jumpTargets(walk.graph, draft, command.from).find(({ id }) => id === command.to)
    if (!to) throw new CommandError('no-jump', 'a join would wait for ever, or it is no place for a token')
    draft.end(from.id, 'cancelled')
    walk.arrive(to, from.scope, [from.id])
  } else {
    const activity = draft.activities.get(command.activity)
    if (!activity || !isOpen(activity)) throw new CommandError('not-there', 'this has ended already')
    if (command.do === 'complete') walk.complete(activity)
    else if (command.do === 'fail') failActivity(walk, activity, command.code)
    else walk.retry(activity)
  }
}
