/** The entries of bpmn-js that are offered, by its names for them: what the engine runs (model/workflow/bpmn/from-bpmn.ts). */

const EVENTS = {
  start: ['none', 'message', 'timer', 'conditional', 'signal', 'error', 'escalation'],
  beside: ['message', 'timer', 'conditional', 'signal', 'escalation'],
  edge: ['message', 'timer', 'escalation', 'conditional', 'error', 'signal'],
  end: ['none', 'message', 'escalation', 'error', 'signal', 'terminate'],
  catch: ['message', 'timer', 'conditional', 'link', 'signal'],
  throw: ['none', 'message', 'escalation', 'link', 'signal'],
}

/** Of the menu that changes an element. */
export const REPLACEMENTS: ReadonlySet<string> = new Set(
  [
    ...EVENTS.start.map((kind) => `${kind}-start`),
    ...EVENTS.beside.flatMap((kind) => [`non-interrupting-${kind}-start`, `non-interrupting-${kind}-boundary`]),
    ...EVENTS.edge.map((kind) => `${kind}-boundary`),
    ...EVENTS.end.map((kind) => `${kind}-end`),
    ...EVENTS.catch.map((kind) => `${kind}-intermediate-catch`),
    ...EVENTS.throw.map((kind) => `${kind}-intermediate-throw`),
    ...['exclusive', 'parallel', 'inclusive', 'event-based'].map((kind) => `${kind}-gateway`),
    ...['user', 'service', 'send', 'receive', 'manual', 'rule', 'script'].map((kind) => `${kind}-task`),
    ...['task', 'call-activity', 'subprocess', 'expanded-subprocess', 'collapsed-subprocess', 'event-subprocess'],
    ...['sequence', 'default', 'conditional'].map((kind) => `${kind}-flow`),
  ].map((action) => `replace-with-${action}`),
)

/** Of the pad beside an element. */
export const PAD: ReadonlySet<string> = new Set([
  'append.receive-task',
  'append.message-intermediate-event',
  'append.timer-intermediate-event',
  'append.condition-intermediate-event',
  'append.signal-intermediate-event',
  'append.end-event',
  'append.gateway',
  'append.append-task',
  'append.intermediate-event',
  'append.text-annotation',
  'replace',
  'connect',
  'delete',
  'align-elements',
])
