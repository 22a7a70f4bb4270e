/** What an event of BPMN waits for or brings about. */
import { readText } from '../../expression/read-text.ts'
import type { Trigger } from '../core/graph.ts'
import { readTimer as readWritten } from '../timers.ts'
import type { Element } from './moddle.ts'
import { attributeOf, bodyAt, elementAt, elementsAt, textAt, writtenAt } from './moddle.ts'
import type { ModelFault } from './process-model.ts'

/** What is known once the variables are. */
const VARIABLE = /^\s*(?:[$#]\{[^]*\}|=[^]*)\s*$/

type Read = { readonly trigger: Trigger | undefined } | { readonly fault: Pick<ModelFault, 'code' | 'about'> }

/** The trigger of an event; none for one that stands for itself. */
export function readTrigger(event: Element): Read {
  const [definition, second] = [...elementsAt(event, 'eventDefinitions'), ...elementsAt(event, 'eventDefinitionRef')]
  if (!definition) return { trigger: undefined }
  if (second) return { fault: { code: 'unsupported', about: 'several event definitions' } }
  switch (definition.$type) {
    case 'bpmn:TimerEventDefinition':
      return readTimer(definition)
    case 'bpmn:MessageEventDefinition':
      return named('message', elementAt(definition, 'messageRef'))
    case 'bpmn:SignalEventDefinition':
      // A signal is heard in the whole tenant, and one that is meant for its instance alone would be as well.
      return (attributeOf(elementAt(definition, 'signalRef'), 'scope') ?? 'global') === 'global'
        ? named('signal', elementAt(definition, 'signalRef'))
        : { fault: { code: 'unsupported', about: 'scope' } }
    case 'bpmn:LinkEventDefinition':
      return { trigger: { on: 'link', name: textAt(definition, 'name') ?? textAt(event, 'name') ?? '' } }
    case 'bpmn:ErrorEventDefinition':
      return { trigger: { on: 'error', code: codeOf(elementAt(definition, 'errorRef'), 'errorCode') } }
    case 'bpmn:EscalationEventDefinition':
      return { trigger: { on: 'escalation', code: codeOf(elementAt(definition, 'escalationRef'), 'escalationCode') } }
    case 'bpmn:ConditionalEventDefinition': {
      const written = writtenAt(definition, 'condition') ?? { unread: '' }
      const text = 'text' in written ? written.text : written.unread
      const read = 'text' in written ? readText(text) : undefined
      return !read || 'fault' in read
        ? { fault: { code: 'expression', about: text } }
        : { trigger: { on: 'condition', condition: read.expression } }
    }
    case 'bpmn:TerminateEventDefinition':
      return { trigger: { on: 'terminate' } }
    default:
      return { fault: { code: 'unsupported', about: definition.$type } }
  }
}

function readTimer(definition: Element): Read {
  const timer = ['timeDuration', 'timeDate', 'timeCycle'].map((member) => bodyAt(definition, member)).find((body) => body !== undefined)
  const isKnown = timer !== undefined && (VARIABLE.test(timer) ? 'expression' in readText(timer) : !('fault' in readWritten(timer)))
  return isKnown ? { trigger: { on: 'timer', timer } } : { fault: { code: 'timer', about: timer ?? '' } }
}

/** A message or signal by its name, which is what both sides agree on; by its id where it has none. */
function named(on: 'message' | 'signal', element: Element | undefined): Read {
  const name = textAt(element, 'name') ?? element?.id
  return name === undefined ? { fault: { code: 'reference', about: `${on}Ref` } } : { trigger: { on, name } }
}

/** Of an error without a code its id: what throws it and what catches it name the same one. */
const codeOf = (element: Element | undefined, member: string): string | undefined => textAt(element, member) ?? element?.id
