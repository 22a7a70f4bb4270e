/**
 * What other vocabularies say in a model that nothing here reads. It is told by its name, all but what is known to change nothing: what was left out
 * without a word would be missed by whoever relies on it.
 */
import type { Element } from './moddle.ts'
import { elementAt, elementsAt, extensionsOf, localName } from './moddle.ts'
import { isSettings } from './read-settings.ts'

/** By what other tools say what a service does: programs of theirs, of which there are none here. */
export const PROGRAMS = ['delegateExpression', 'class', 'expression', 'type', 'topic', 'decisionRef', 'operationRef', 'resource']

const OF_TASKS = [
  ...['assignee', 'candidateUsers', 'candidateGroups', 'owner', 'priority'],
  // What of these has no counterpart is told by who reads the task.
  ...['dueDate', 'formKey', 'formRef', 'skipExpression'],
]
const OF_SERVICES = [...PROGRAMS, 'connector', 'taskDefinition', 'calledDecision']
/** Attributes and elements of other vocabularies that are read, or refused, at an element of BPMN. */
const READ: Readonly<Record<string, readonly string[]>> = {
  'bpmn:StartEvent': ['initiator'],
  'bpmn:UserTask': OF_TASKS,
  'bpmn:ManualTask': OF_TASKS,
  'bpmn:ServiceTask': OF_SERVICES,
  'bpmn:SendTask': OF_SERVICES,
  'bpmn:BusinessRuleTask': OF_SERVICES,
  'bpmn:ScriptTask': OF_SERVICES,
  'bpmn:CallActivity': [
    ...['in', 'out', 'calledElementBinding', 'calledElementVersion', 'calledElementType', 'inheritVariables', 'sameDeployment'],
  ],
  'bpmn:MultiInstanceLoopCharacteristics': ['collection', 'elementVariable'],
  'bpmn:Signal': ['scope'],
}

/** How other engines carry out what is drawn, how long they keep it, and how it looks: each step here is one transaction, and is kept by parameters. */
const HARMLESS = new Set([
  ...[
    'async',
    'asyncBefore',
    'asyncAfter',
    'asyncLeave',
    'exclusive',
    'jobPriority',
    'failedJobRetryTimeCycle',
    'isEagerExecution',
    'formFieldValidation',
  ],
  ...['historyTimeToLive', 'versionTag', 'userTask', 'properties', 'metaData', 'packageName', 'version', 'adHoc'],
  ...['modelerTemplate', 'modelerTemplateVersion', 'modelerTemplateIcon', 'executionPlatform', 'executionPlatformVersion'],
  ...['color', 'colour', 'bgcolor', 'fill', 'stroke', 'background-color', 'border-color'],
])
/** Vocabularies that say how something looks, and what their editor remembers. */
const DRAWING = /^(?:modeler|design|signavio|bioc|color|bizagi|triso\w*|yaoqiang|di|dc|bpmndi|xsi|xml|xmlns)$/i

/** By which members BPMN itself says what nothing here reads: values brought in and out, the look of a form, what a conversation is found by. */
const MEMBERS = ['ioSpecification', 'dataInputAssociations', 'dataOutputAssociations', 'renderings', 'correlationSubscriptions'] as const

/** Names that are told of one element. */
const MAX_LEFT = 20

/** Returns the names of what an element says that nothing here reads, with what its events and its repetition say, each once. */
export function leftOf(element: Element): string[] {
  const events = [...elementsAt(element, 'eventDefinitions'), ...elementsAt(element, 'eventDefinitionRef')]
  const referred = [element, ...events].flatMap((one) => [elementAt(one, 'messageRef'), elementAt(one, 'signalRef')])
  const parts = [element, ...events, ...referred, elementAt(element, 'loopCharacteristics')].filter((part) => part !== undefined)
  const members = MEMBERS.filter((member) => elementAt(element, member) !== undefined || elementsAt(element, member).length > 0)
  return [...new Set([...parts.flatMap(unreadIn), ...members])].slice(0, MAX_LEFT)
}

/** What of other vocabularies stands in one element: elements first, then attributes. */
function unreadIn(element: Element): string[] {
  const read = READ[element.$type] ?? []
  const isLeft = (prefix: string, name: string) => !DRAWING.test(prefix) && !HARMLESS.has(name) && !read.includes(name)
  const elements = extensionsOf(element)
    .filter((extension) => !isSettings(extension) && isLeft(prefixOf(extension.$type), localName(extension)))
    .map(localName)
  const attributes = Object.entries(element.$attrs ?? {})
    .filter(([name, value]) => name.includes(':') && value.trim() !== '')
    .map(([name]) => [prefixOf(name), name.slice(name.indexOf(':') + 1)] as const)
    .filter(([prefix, name]) => isLeft(prefix, name))
    .map(([, name]) => name)
  return [...elements, ...attributes]
}

const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')))
