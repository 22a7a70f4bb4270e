/** What elements of a model are called. */
import type { Element } from '../../../../model/workflow/bpmn/moddle.ts'
import { elementsAt } from '../../../../model/workflow/bpmn/moddle.ts'
import type { LabelKey, Translate } from '../../../kernel/i18n/i18n.ts'
import type { Drawing } from './modeler/drawing.ts'

const PLAIN: Readonly<Record<string, LabelKey>> = {
  'bpmn:Process': 'process-elements.process',
  'bpmn:Collaboration': 'process-elements.process',
  'bpmn:Task': 'process-elements.task',
  'bpmn:UserTask': 'process-elements.user-task',
  'bpmn:ManualTask': 'process-elements.manual-task',
  'bpmn:ServiceTask': 'process-elements.service-task',
  'bpmn:SendTask': 'process-elements.send-task',
  'bpmn:ReceiveTask': 'process-elements.receive-task',
  'bpmn:ScriptTask': 'process-elements.script-task',
  'bpmn:BusinessRuleTask': 'process-elements.rule-task',
  'bpmn:CallActivity': 'process-elements.call-activity',
  'bpmn:ExclusiveGateway': 'process-elements.exclusive',
  'bpmn:ParallelGateway': 'process-elements.parallel',
  'bpmn:InclusiveGateway': 'process-elements.inclusive',
  'bpmn:EventBasedGateway': 'process-elements.event-based',
  'bpmn:SequenceFlow': 'process-elements.flow',
  'bpmn:TextAnnotation': 'process-elements.note',
  'bpmn:Group': 'process-elements.group',
  'bpmn:DataObjectReference': 'process-elements.data',
  'bpmn:Association': 'process-elements.connect-note',
}
const EVENTS: Readonly<Record<string, Readonly<Record<string, LabelKey>>>> = {
  'bpmn:StartEvent': {
    none: 'process-elements.start',
    Message: 'process-elements.start-message',
    Timer: 'process-elements.start-timer',
    Conditional: 'process-elements.start-condition',
    Signal: 'process-elements.start-signal',
    Error: 'process-elements.start-error',
    Escalation: 'process-elements.start-escalation',
  },
  'bpmn:EndEvent': {
    none: 'process-elements.end',
    Message: 'process-elements.end-message',
    Escalation: 'process-elements.end-escalation',
    Error: 'process-elements.end-error',
    Signal: 'process-elements.end-signal',
    Terminate: 'process-elements.end-terminate',
  },
  'bpmn:IntermediateCatchEvent': {
    Message: 'process-elements.catch-message',
    Timer: 'process-elements.catch-timer',
    Conditional: 'process-elements.catch-condition',
    Link: 'process-elements.catch-link',
    Signal: 'process-elements.catch-signal',
  },
  'bpmn:IntermediateThrowEvent': {
    none: 'process-elements.throw',
    Message: 'process-elements.throw-message',
    Escalation: 'process-elements.throw-escalation',
    Link: 'process-elements.throw-link',
    Signal: 'process-elements.throw-signal',
  },
  'bpmn:BoundaryEvent': {
    Message: 'process-elements.edge-message',
    Timer: 'process-elements.edge-timer',
    Escalation: 'process-elements.edge-escalation',
    Conditional: 'process-elements.edge-condition',
    Error: 'process-elements.edge-error',
    Signal: 'process-elements.edge-signal',
  },
}

/** The kind of an element in words; the type of BPMN where there is none of ours. */
export function sortOf(element: Element, t: Translate): string {
  const [trigger] = elementsAt(element, 'eventDefinitions')
  const kind = trigger ? trigger.$type.slice('bpmn:'.length, -'EventDefinition'.length) : 'none'
  const triggered = element['triggeredByEvent'] === true ? 'process-elements.event-sub-process' : 'process-elements.sub-process'
  const key = element.$type === 'bpmn:SubProcess' ? triggered : (PLAIN[element.$type] ?? EVENTS[element.$type]?.[kind])
  return key === undefined ? element.$type.slice('bpmn:'.length) : t(key)
}

/** What somebody named it; of what has no name its kind. */
export const nameOf = (element: Element, t: Translate): string => element.name ?? sortOf(element, t)

/** The name of an element of the drawing. */
export function nameOfElement(drawing: Drawing, id: string, t: Translate): string {
  const element = drawing.elements.get(id)?.businessObject
  return element ? nameOf(element, t) : id
}

/** The kind of an element of the drawing. */
export function sortOfElement(drawing: Drawing, id: string, t: Translate): string {
  const element = drawing.elements.get(id)?.businessObject
  return element ? sortOf(element, t) : ''
}
