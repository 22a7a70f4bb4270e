/**
 * The process that a model of BPMN 2.0 draws, and all that keeps it from being deployed. What is not supported is named and never left out in
 * silence: a model is taken as it means, or refused.
 */
import { readText } from '../../expression/read-text.ts'
import type { NodeKind, ProcessNode, SequenceFlow } from '../core/graph.ts'
import { misledFlow, misplaced } from './event-places.ts'
import type { Element } from './moddle.ts'
import { elementAt, elementsAt, textAt, writtenAt } from './moddle.ts'
import { NodeSettings, remarkOn } from './node-settings.ts'
import type { ModelFault, ProcessModel } from './process-model.ts'
import { readTrigger } from './read-events.ts'
import { readRepetition } from './read-repetition.ts'

/** Nodes and flows of one model. */
export const MAX_ELEMENTS = 2000

const KINDS: Readonly<Record<string, NodeKind>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:EndEvent': 'end',
  'bpmn:IntermediateCatchEvent': 'catch',
  'bpmn:IntermediateThrowEvent': 'throw',
  'bpmn:BoundaryEvent': 'boundary',
  'bpmn:Task': 'task',
  'bpmn:ManualTask': 'user-task',
  'bpmn:UserTask': 'user-task',
  'bpmn:ServiceTask': 'service-task',
  'bpmn:SendTask': 'service-task',
  'bpmn:BusinessRuleTask': 'service-task',
  'bpmn:ScriptTask': 'service-task',
  'bpmn:ReceiveTask': 'receive-task',
  'bpmn:CallActivity': 'call-activity',
  'bpmn:SubProcess': 'sub-process',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:EventBasedGateway': 'event-based',
}
/** They say nothing about the way of a token. */
const PASSIVE = new Set([
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
  'bpmn:TextAnnotation',
  'bpmn:Association',
  'bpmn:Group',
])

/** What events can stand at the edge of. */
const EDGED: ReadonlySet<NodeKind | undefined> = new Set<NodeKind>([
  'task',
  'user-task',
  'service-task',
  'receive-task',
  'sub-process',
  'call-activity',
])

/** The process of the definitions that bpmn-moddle has read. */
export function fromBpmn(definitions: Element): ProcessModel {
  const processes = elementsAt(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process')
  const executable = processes.filter((process) => process['isExecutable'] === true)
  const drawn = processes.filter((process) => elementsAt(process, 'flowElements').length > 0)
  const [chosen] = executable.length > 0 ? executable : drawn
  const reading = new Reading()
  if (!chosen) reading.blame('no-process', definitions)
  else {
    if ((executable.length > 0 ? executable : drawn).length > 1) reading.blame('several-processes', chosen)
    reading.settings.process(chosen)
    reading.scope(chosen, undefined)
    reading.settle()
  }
  const definition = { nodes: [...reading.nodes.values()], flows: [...reading.flows.values()] }
  return {
    key: chosen?.id ?? '',
    name: chosen && textAt(chosen, 'name'),
    definition,
    ...reading.settings.settingsIn(definition),
    faults: [...reading.faults, ...reading.settings.faults],
  }
}

class Reading {
  readonly nodes = new Map<string, ProcessNode>()
  readonly flows = new Map<string, SequenceFlow>()
  readonly settings = new NodeSettings()
  readonly faults: ModelFault[] = []
  /** Start events of the process itself, of whatever kind: of one that cannot be it is said why. */
  #starts = 0

  blame(code: ModelFault['code'], element: Element, about?: string): void {
    this.faults.push(remarkOn(element, code, about))
  }

  scope(around: Element, inside: string | undefined): void {
    const isTriggered = around['triggeredByEvent'] === true
    let starts = 0
    for (const element of elementsAt(around, 'flowElements')) {
      if (PASSIVE.has(element.$type)) {
        // Values that data begin with, for example.
        if (element.id !== undefined) this.settings.beside(element)
        continue
      }
      if (this.nodes.size + this.flows.size >= MAX_ELEMENTS) return this.blame('too-large', around)
      if (element.id === undefined) this.blame('no-id', element, element.$type)
      else if (this.nodes.has(element.id) || this.flows.has(element.id)) this.blame('duplicate-id', element)
      else if (element.$type === 'bpmn:SequenceFlow') this.#flow(element, element.id)
      else {
        this.#node(element, element.id, inside)
        if (element.$type === 'bpmn:StartEvent' && (isTriggered || elementsAt(element, 'eventDefinitions').length === 0)) starts += 1
      }
    }
    if (starts > 1) this.blame('several-starts', around)
    if (isTriggered && starts === 0) this.blame('no-start', around)
  }

  #node(element: Element, id: string, inside: string | undefined): void {
    const isEventSub = element.$type === 'bpmn:SubProcess' && element['triggeredByEvent'] === true
    const kind = isEventSub ? 'event-sub-process' : KINDS[element.$type]
    const unsupported =
      kind === undefined || element['isForCompensation'] === true
        ? element.$type
        : ((['startQuantity', 'completionQuantity'] as const).find((member) => Number(element[member] ?? 1) !== 1) ??
          // All of its events would have to come, and not the first.
          (element['eventGatewayType'] === 'Parallel' ? 'eventGatewayType' : undefined))
    if (kind === undefined || unsupported !== undefined) return this.blame('unsupported', element, unsupported)
    if (kind === 'start' && inside === undefined) this.#starts += 1
    const trigger = readTrigger(element)
    if ('fault' in trigger) return this.blame(trigger.fault.code, element, trigger.fault.about)
    const wrong = misplaced(element, kind, trigger.trigger, this.nodes.get(inside ?? '')?.kind)
    if (wrong) return this.blame(wrong.code, element, wrong.about)
    // Several people who decide together are one task with a rule.
    const isOfPeople = kind === 'user-task' && elementAt(element, 'loopCharacteristics')?.$type === 'bpmn:MultiInstanceLoopCharacteristics'
    const repeated = isOfPeople ? {} : readRepetition(element)
    if ('fault' in repeated) return this.blame(repeated.fault.code, element, repeated.fault.about)
    const at = elementAt(element, 'attachedToRef')?.id
    if (kind === 'boundary' && at === undefined) return this.blame('no-edge', element)
    const interruptsNot =
      kind === 'boundary' ? element['cancelActivity'] === false : kind === 'start' && element['isInterrupting'] === false
    // An error always interrupts.
    const isError = trigger.trigger?.on === 'error'
    this.nodes.set(id, {
      id,
      kind,
      ...optional('name', textAt(element, 'name')),
      ...optional('inside', inside),
      ...optional('trigger', trigger.trigger ?? this.#messageOf(element)),
      ...optional('at', at),
      ...(interruptsNot && !isError ? { interruptsNot } : {}),
      ...optional('repetition', repeated.repetition),
      ...optional('otherwise', elementAt(element, 'default')?.id),
    })
    if (kind === 'receive-task' && this.nodes.get(id)?.trigger === undefined) this.blame('reference', element, 'messageRef')
    this.settings.node(element, id, kind, kind === 'receive-task' || this.nodes.get(id)?.trigger?.on === 'message')
    if (kind === 'sub-process' || kind === 'event-sub-process') this.scope(element, id)
  }

  /** What a task that receives waits for. */
  #messageOf(element: Element): ProcessNode['trigger'] {
    const message = element.$type === 'bpmn:ReceiveTask' ? elementAt(element, 'messageRef') : undefined
    const name = textAt(message, 'name') ?? message?.id
    return name === undefined ? undefined : { on: 'message', name }
  }

  #flow(element: Element, id: string): void {
    const [from, to] = [elementAt(element, 'sourceRef')?.id, elementAt(element, 'targetRef')?.id]
    if (from === undefined || to === undefined) return this.blame('reference', element, from === undefined ? 'sourceRef' : 'targetRef')
    const written = writtenAt(element, 'conditionExpression')
    // A condition that cannot be read is not none: its flow would always be taken.
    if (written && 'unread' in written) return this.blame('expression', element, written.unread)
    const read = written && readText(written.text)
    if (read && 'fault' in read) return this.blame('expression', element, written?.text)
    this.settings.beside(element)
    this.flows.set(id, { id, from, to, ...optional('condition', read?.expression) })
  }

  /** What can only be said once everything is there: ends of flows, edges, defaults. */
  settle(): void {
    const isBlamed = new Set(this.faults.map(({ element }) => element))
    for (const { id, from, to } of this.flows.values()) {
      const [begin, end] = [this.nodes.get(from), this.nodes.get(to)]
      const missing = begin ? (end ? undefined : to) : from
      if (begin && end && begin.inside !== end.inside) this.faults.push({ code: 'flow-across', element: id, about: to })
      else if (begin && end) this.faults.push(...[misledFlow({ id, from, to }, begin, end)].filter((fault) => fault !== undefined))
      if (missing !== undefined) {
        // One that leads to what was refused says nothing more.
        if (!isBlamed.has(missing)) this.faults.push({ code: 'reference', element: id, about: missing })
        this.flows.delete(id)
      }
    }
    for (const { id, at, otherwise, inside } of this.nodes.values()) {
      const host = at === undefined ? undefined : this.nodes.get(at)
      if (at !== undefined && !isBlamed.has(at) && (host?.inside !== inside || !EDGED.has(host?.kind)))
        this.faults.push({ code: 'no-edge', element: id, about: at })
      if (otherwise !== undefined && this.flows.get(otherwise)?.from !== id && !isBlamed.has(otherwise))
        this.faults.push({ code: 'reference', element: id, about: otherwise })
    }
    this.#links()
    if (this.#starts === 0) this.faults.push({ code: 'no-start', element: '' })
  }

  /** What is thrown by a link has to arrive somewhere. */
  #links(): void {
    const links = [...this.nodes.values()].filter(({ trigger }) => trigger?.on === 'link')
    const placeOf = ({ inside, trigger }: ProcessNode) => JSON.stringify([inside, trigger?.on === 'link' && trigger.name])
    const targets = new Set(links.filter(({ kind }) => kind === 'catch').map(placeOf))
    for (const node of links)
      if (node.kind === 'throw' && !targets.has(placeOf(node)))
        this.faults.push({ code: 'reference', element: node.id, about: node.trigger?.on === 'link' ? node.trigger.name : '' })
  }
}

/** A member that is there only where it says something. */
function optional<Name extends string, Value>(name: Name, value: Value | undefined): Readonly<Partial<Record<Name, Value>>> {
  return (value === undefined ? {} : { [name]: value }) as Readonly<Partial<Record<Name, Value>>>
}
