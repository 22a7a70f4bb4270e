/** The outlines of elements, as the notation has them (ISO/IEC 19510, annex on notation): circles, diamonds and boxes with their signs. */
import type { Element } from '../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt } from '../../../model/workflow/bpmn/moddle.ts'
import type { Bounds, Shape } from './shapes.ts'
import { round } from './text.ts'

/** Whether others stand within it. */
export const isContainer = ({ element: { $type }, isExpanded }: Shape): boolean =>
  $type === 'bpmn:Participant' || $type === 'bpmn:Lane' || $type === 'bpmn:Group' || (isExpanded && /SubProcess|Transaction/.test($type))

/** The outline with its signs; colours and lines are those of what it stands in. */
export function outlineOf(shape: Shape): string {
  const { element, bounds } = shape
  const { $type } = element
  if ($type.endsWith('Event')) return eventOutline(element, bounds)
  if ($type.endsWith('Gateway')) return gatewayOutline($type, bounds)
  if ($type === 'bpmn:TextAnnotation') return path(`M${round(bounds.x + 10)} ${round(bounds.y)}h-10v${round(bounds.height)}h10`)
  return box(shape) + signsOf(element, bounds)
}

const path = (d: string, more = 'fill="none"'): string => `<path d="${d}" ${more}/>`

function box({ element, bounds, isExpanded }: Shape): string {
  const { x, y, width, height } = bounds
  const isPlain = /Participant|Lane|Data/.test(element.$type)
  const dashes = element['triggeredByEvent'] === true ? ' stroke-dasharray="3 4"' : ''
  const heavy = element.$type === 'bpmn:CallActivity' ? ' stroke-width="4"' : ''
  const see = isExpanded ? ' fill-opacity="0.4"' : ''
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${isPlain ? 0 : 8}"${dashes}${heavy}${see}/>`
}

function eventOutline(element: Element, { x, y, width, height }: Bounds): string {
  const [middle, centre, radius] = [round(x + width / 2), round(y + height / 2), round(Math.min(width, height) / 2)]
  const isEnd = element.$type === 'bpmn:EndEvent'
  const isDouble = /Intermediate|Boundary/.test(element.$type)
  const dashes = element['cancelActivity'] === false || element['isInterrupting'] === false ? ' stroke-dasharray="4 3"' : ''
  const circle = (size: number, more: string) => `<circle cx="${middle}" cy="${centre}" r="${round(size)}"${more}/>`
  const [sort] = elementsAt(element, 'eventDefinitions')
  const isThrown = isEnd || element.$type === 'bpmn:IntermediateThrowEvent'
  return (
    circle(radius, `${dashes}${isEnd ? ' stroke-width="4"' : ''}`) +
    (isDouble ? circle(radius - 3, dashes) : '') +
    (sort ? signAt(EVENT_SIGNS[sort.$type], middle, centre, radius / 18, isThrown) : '')
  )
}

/** Within 36 by 36, around the middle. */
const EVENT_SIGNS: Readonly<Record<string, string>> = {
  'bpmn:TimerEventDefinition': 'M0-9a9 9 0 1 0 .01 0zM0-5V0L4 3',
  'bpmn:MessageEventDefinition': 'M-9-6H9V6H-9zL0 1L9-6',
  'bpmn:SignalEventDefinition': 'M0-8L9 7H-9z',
  'bpmn:ErrorEventDefinition': 'M-8 8L-3-7L3 3L8-8L3 9L-3-1z',
  'bpmn:EscalationEventDefinition': 'M0-9L7 8L0 1L-7 8z',
  'bpmn:ConditionalEventDefinition': 'M-7-8H7V8H-7zM-4-4H4M-4 0H4M-4 4H4',
  'bpmn:LinkEventDefinition': 'M-9-4H2V-8L9 0L2 8V4H-9z',
  'bpmn:TerminateEventDefinition': 'M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z',
  'bpmn:CompensateEventDefinition': 'M0-7V7L-8 0zM8-7V7L0 0z',
}

const GATEWAY_SIGNS: Readonly<Record<string, string>> = {
  'bpmn:ExclusiveGateway': 'M-7-8L7 8M7-8L-7 8',
  'bpmn:ParallelGateway': 'M0-11V11M-11 0H11',
  'bpmn:InclusiveGateway': 'M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z',
  'bpmn:EventBasedGateway': 'M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0zM0-7L7-2L4 6H-4L-7-2z',
  'bpmn:ComplexGateway': 'M0-11V11M-11 0H11M-8-8L8 8M8-8L-8 8',
}

function gatewayOutline(type: string, { x, y, width, height }: Bounds): string {
  const [middle, centre] = [x + width / 2, y + height / 2]
  const corners = `${round(middle)},${round(y)} ${round(x + width)},${round(centre)} ${round(middle)},${round(y + height)} ${round(x)},${round(centre)}`
  return `<polygon points="${corners}"/>${signAt(GATEWAY_SIGNS[type], middle, centre, Math.min(width, height) / 50, false)}`
}

function signAt(sign: string | undefined, x: number, y: number, scale: number, isFilled: boolean): string {
  if (sign === undefined) return ''
  const fill = isFilled ? 'fill="#3b4351" fill-opacity="0.85"' : 'fill="none"'
  return `<path transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})" d="${sign}" stroke-width="1.5" stroke-dasharray="none" ${fill}/>`
}

/** In the upper left corner: what kind of task. Around the middle, 16 by 16. */
const TASK_SIGNS: Readonly<Record<string, string>> = {
  'bpmn:UserTask': 'M0-6a3 3 0 1 0 .01 0zM-6 6V4Q-6 1 0 1Q6 1 6 4V6z',
  'bpmn:ManualTask': 'M-6 5V-2H4M-6 1H6',
  'bpmn:ServiceTask': 'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM0-6V-3M0 3V6M-6 0H-3M3 0H6',
  'bpmn:SendTask': 'M-7-5H7V5H-7zL0 0L7-5',
  'bpmn:ReceiveTask': 'M-7-5H7V5H-7zL0 0L7-5',
  'bpmn:ScriptTask': 'M-5-6H5V6H-5zM-3-3H3M-3 0H3M-3 3H1',
  'bpmn:BusinessRuleTask': 'M-7-5H7V5H-7zM-7-1H7M-2-1V5',
}

function signsOf(element: Element, { x, y, width, height }: Bounds): string {
  const [middle, bottom] = [x + width / 2, y + height - 9]
  const sort = signAt(TASK_SIGNS[element.$type], x + 13, y + 13, 1, false)
  const loop = elementAt(element, 'loopCharacteristics')
  const repeated =
    loop?.$type === 'bpmn:StandardLoopCharacteristics'
      ? 'M5-2a5 5 0 1 0 0 4M5-6V-2H1'
      : loop?.['isSequential'] === true
        ? 'M-6-4H6M-6 0H6M-6 4H6'
        : loop
          ? 'M-4-5V5M0-5V5M4-5V5'
          : undefined
  return sort + signAt(repeated, middle, bottom, 1, false)
}
