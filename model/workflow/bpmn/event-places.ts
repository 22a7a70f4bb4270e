/**
 * Where which event may stand (BPMN 2.0.2, tables 10.93 and 10.94), as far as an engine can do something with it there: one that nothing brings about
 * would wait for ever, and one that nobody hears of would pass in silence.
 */
import type { NodeKind, ProcessNode, SequenceFlow, Trigger } from '../core/graph.ts'
import type { Element } from './moddle.ts'
import { elementsAt } from './moddle.ts'
import type { ModelFault } from './process-model.ts'

type On = Trigger['on'] | 'none'

/** A start within a process stands in the process itself, in a sub-process that is entered by a flow, or in one that an event begins. */
type Place = Exclude<NodeKind, 'start'> | 'start' | 'start-inside' | 'start-of-event'

const PLACES: Readonly<Partial<Record<Place, readonly On[]>>> = {
  start: ['none', 'message', 'timer', 'signal'],
  'start-inside': ['none'],
  'start-of-event': ['message', 'timer', 'signal', 'condition', 'error', 'escalation'],
  catch: ['message', 'timer', 'signal', 'condition', 'link'],
  throw: ['none', 'message', 'signal', 'escalation', 'link'],
  boundary: ['message', 'timer', 'signal', 'condition', 'error', 'escalation'],
  end: ['none', 'message', 'signal', 'error', 'escalation', 'terminate'],
}

/** What is wrong with where an event stands; nothing where it may. @param around The kind of what it stands in, if that is a sub-process */
export function misplaced(
  element: Element,
  kind: NodeKind,
  trigger: Trigger | undefined,
  around: NodeKind | undefined,
): Pick<ModelFault, 'code' | 'about'> | undefined {
  const place: Place = kind !== 'start' || around === undefined ? kind : around === 'event-sub-process' ? 'start-of-event' : 'start-inside'
  const allowed = PLACES[place]
  if (!allowed || allowed.includes(trigger?.on ?? 'none')) {
    // Whoever begins the process has no variables yet.
    const isUnknown = place === 'start' && trigger?.on === 'timer' && /^\s*([$#]\{|=)/.test(trigger.timer)
    return isUnknown ? { code: 'timer', about: trigger.timer } : undefined
  }
  return { code: 'event-place', about: elementsAt(element, 'eventDefinitions')[0]?.$type ?? element.$type }
}

/** What is wrong with where a flow begins or ends; nothing where it may. */
export function misledFlow({ id, to }: SequenceFlow, begin: ProcessNode, end: ProcessNode): ModelFault | undefined {
  if (begin.kind === 'end' || begin.kind === 'event-sub-process') return { code: 'flow-place', element: id, about: begin.id }
  if (end.kind === 'start' || end.kind === 'boundary' || end.kind === 'event-sub-process')
    return { code: 'flow-place', element: id, about: to }
  if (begin.kind !== 'event-based') return undefined
  const isWaiting = end.kind === 'receive-task' || (end.kind === 'catch' && end.trigger?.on !== 'link')
  return isWaiting ? undefined : { code: 'after-gateway', element: to, about: begin.id }
}
