/** What a model calculates with: texts that are no expressions, types that do not fit, and variables that nothing sets, as findings. */
import { ALARM_NAMES } from '../../acquisition/alarm-variables.ts'
import type { Expression } from '../../expression/expression.ts'
import { fieldsReadBy } from '../../expression/expression.ts'
import type { Type } from '../../expression/operators.ts'
import type { ReadText } from '../../expression/read-text.ts'
import { isWritten, readText } from '../../expression/read-text.ts'
import { typeOf } from '../../expression/typing.ts'
import type { ProcessModel } from '../bpmn/process-model.ts'
import { APPROVED, asksApproved } from '../bpmn/read-approved.ts'
import type { ProcessNode } from '../core/graph.ts'
import { servicesIn } from '../listeners.ts'
import type { PersonRule, Service } from '../settings.ts'
import type { CheckSurroundings, Findings } from './findings.ts'

/** What the engine itself sets, and what somebody says who starts a process. */
export const STANDARD_VARIABLES = ['approved', 'starter', 'initiator', 'candidate', 'startTime', 'endTime', 'description'] as const

/** Characters of all written expressions of one model: reading them takes time, and a model that is drawn has some thousand. */
const MAX_WRITTEN = 262_144

/** An expression of the model: as a tree or as it is written, and whether it has to be true or false. */
interface Place {
  readonly element: string
  readonly is: Expression | string
  readonly isCondition?: boolean
}

/** Finds what cannot be read, what does not fit the types of the form's fields, and names of variables that nothing sets. */
export function checkExpressions(model: ProcessModel, surroundings: CheckSurroundings, findings: Findings): void {
  const set = variablesSetBy(model)
  const known = new Set([
    ...STANDARD_VARIABLES,
    ...ALARM_NAMES,
    ...(surroundings.variables ?? []),
    ...(surroundings.fields?.keys() ?? []),
    ...set,
  ])
  // What comes with a message may be called anything.
  const isOpen = [...model.messages.values()].some(({ keep }) => keep === true)
  const read = (element: string, name: string) => {
    if (!isOpen && !known.has(name.split('.')[0] ?? '')) findings.warn('unset', element, name)
  }
  const texts = new Map<string, ReadText>()
  let characters = 0
  for (const place of placesIn(model)) {
    const { element, is } = place
    if (typeof is === 'string' && !texts.has(is)) {
      characters += is.length
      if (characters > MAX_WRITTEN) return findings.fault('too-large', element)
      texts.set(is, readText(is))
    }
    const found = typeof is === 'string' ? (texts.get(is) ?? readText(is)) : { expression: is }
    if ('fault' in found) {
      findings.fault('expression', element, typeof is === 'string' ? is : '')
      continue
    }
    for (const name of fieldsReadBy(found.expression)) read(element, name)
    const about = typeFaultOf(found.expression, place.isCondition === true, (name) =>
      set.has(name) ? undefined : surroundings.fields?.get(name),
    )
    if (about !== undefined) findings.fault('types', element, about)
  }
  for (const [element, rule] of rulesIn(model)) if (rule.kind === 'variable') read(element, rule.variable)
  const title = model.process.title === undefined ? undefined : texts.get(model.process.title)
  if (!title || 'fault' in title) return
  // What an instance is called stands in every list, notification and paper.
  for (const name of fieldsReadBy(title.expression)) {
    const [field = ''] = name.split('.')
    if (surroundings.hiddenFields?.has(field)) findings.fault('told-by-title', '', field)
  }
}

/** What does not fit in an expression, as far as types are known; nothing where it may be right. */
function typeFaultOf(expression: Expression, isCondition: boolean, typeOfName: (name: string) => Type | undefined): string | undefined {
  const field = (name: string): Type => typeOfName(name) ?? 'nothing'
  const typing = typeOf(expression, { field, columns: () => field })
  if ('fault' in typing) return typing.fault.about
  return isCondition && typing.type !== 'truth' && typing.type !== 'nothing' ? typing.type : undefined
}

/** Names that services, calls and messages of the model give a value. */
function variablesSetBy(model: ProcessModel): Set<string> {
  const names = new Set<string>()
  for (const { service } of servicesIn(model)) {
    if (service.do === 'set') for (const { name } of service.assignments) names.add(name)
    // An order that is closed has a number already.
    const isClosing = service.do === 'maintenance-order' && service.act === 'close'
    if ('into' in service && service.into !== undefined && !isClosing) names.add(service.into)
  }
  for (const { back } of model.called.values()) for (const { name } of back) names.add(name)
  return names
}

/** Whether something in the model asks what the last decision of a task of people was; of expressions as they are written, those that name it are read. */
export const readsApproved = (model: ProcessModel): boolean =>
  [...placesIn(model)].some(({ is }) => {
    if (typeof is !== 'string') return asksApproved(is)
    if (!is.includes(APPROVED)) return false
    const read = readText(is)
    return 'expression' in read && asksApproved(read.expression)
  })

function* placesIn(model: ProcessModel): Generator<Place> {
  for (const { id, condition } of model.definition.flows) if (condition) yield { element: id, is: condition, isCondition: true }
  for (const node of model.definition.nodes) yield* placesInNode(node)
  for (const [element, rule] of rulesIn(model)) if (rule.kind === 'expression') yield { element, is: rule.expression }
  for (const { element, service } of servicesIn(model)) for (const is of textsIn(service)) yield { element, is }
  for (const [element, { hand, back }] of model.called) {
    for (const { value } of hand) yield { element, is: value }
    // What comes back is calculated from the variables of the other process: it has to be readable, and no more can be said.
    for (const { value } of back) if ('fault' in readText(value)) yield { element, is: value }
  }
  for (const [element, { correlation }] of model.messages) if (correlation !== undefined) yield { element, is: correlation }
  if (model.process.title !== undefined) yield { element: '', is: model.process.title }
}

function* placesInNode({ id: element, trigger, repetition }: ProcessNode): Generator<Place> {
  if (trigger?.on === 'condition') yield { element, is: trigger.condition, isCondition: true }
  if (trigger?.on === 'timer' && isWritten(trigger.timer)) yield { element, is: trigger.timer }
  if (repetition?.count) yield { element, is: repetition.count }
  for (const is of [repetition?.until, repetition?.again]) if (is) yield { element, is, isCondition: true }
}

/** The expressions that a service has. */
function textsIn(service: Service): string[] {
  if (service.do === 'set') return service.assignments.map(({ value }) => value)
  if (service.do === 'start') return service.hand.map(({ value }) => value)
  if (service.do === 'http') {
    const perhaps = [service.url, ...(service.headers ?? []).map(({ value = '' }) => value)].filter((each) => isWritten(each))
    return [...perhaps, ...(service.body === undefined ? [] : [service.body])]
  }
  if (service.do === 'add-note')
    return [service.point, service.equipment, isWritten(service.note) ? service.note : undefined].filter((text) => text !== undefined)
  if (service.do === 'alarm') return [service.alarm]
  if (service.do === 'maintenance-order') return textsOfOrder(service)
  if (service.do === 'record-reading') return [service.point, service.value]
  return service.do === 'read-latest' || service.do === 'read-aggregate' ? [service.point] : []
}

function textsOfOrder({ act, title, equipment, device, order }: Extract<Service, { do: 'maintenance-order' }>): string[] {
  const texts = act === 'close' ? [order] : [title !== undefined && isWritten(title) ? title : undefined, equipment, device]
  return texts.filter((text) => text !== undefined)
}

/** All rules about people, with where they stand. */
function* rulesIn(model: ProcessModel): Generator<readonly [string, PersonRule]> {
  for (const rule of model.process.managers) yield ['', rule]
  for (const [node, { people, nobodyPeople = [], copies = [], late = [] }] of model.tasks)
    for (const rule of [...people, ...nobodyPeople, ...copies, ...late.flatMap(({ to = [] }) => to)]) yield [node, rule]
  for (const { element, service } of servicesIn(model)) if ('to' in service) for (const rule of service.to) yield [element, rule]
}
