/** What services and calls of a model need around them, and timers and repetitions that cannot be, as findings. */
import { MAX_SHELF_MINUTES } from '../../acquisition/alarm-states.ts'
import { isWritten } from '../../expression/read-text.ts'
import type { ProcessModel } from '../bpmn/process-model.ts'
import { MAX_MEMBERS } from '../core/commands.ts'
import type { ProcessNode } from '../core/graph.ts'
import { servicesIn } from '../listeners.ts'
import type { Service } from '../settings.ts'
import { DONE_SERVICES, secretsOf } from '../settings.ts'
import { comesWithinMinute, dueOf, later, readTimer } from '../timers.ts'
import type { CheckSurroundings, Findings } from './findings.ts'
import { directCircles } from './sure-calls.ts'

/** Finds calls of processes that are not deployed, addresses that are closed, messages without a text, timers that are never due. */
export function checkServices(model: ProcessModel, surroundings: CheckSurroundings, findings: Findings): void {
  const known = surroundings.knownProcesses && new Set([...surroundings.knownProcesses, model.key].map((key) => key.toLowerCase()))
  const call = (node: string, process: string) => {
    if (known && !known.has(process.toLowerCase())) findings.fault('unknown-process', node, process)
    else if (surroundings.mayStart?.(process) === false) findings.fault('not-startable', node, process)
  }
  for (const [node, { process }] of model.called) call(node, process)
  for (const { node, process, isAtOnce } of [...circlesIn(model), ...(surroundings.circles ?? [])])
    if (isAtOnce) findings.fault('calls-itself', node, process)
    else findings.warn('calls-itself-later', node, process)
  for (const { element: node, service, isListener } of servicesIn(model)) {
    // A call is waited for, which nothing is that is done beside.
    if (!(DONE_SERVICES as readonly string[]).includes(service.do) || (isListener && service.do === 'http'))
      findings.fault('unsupported-service', node, service.do)
    if (service.do === 'start') call(node, service.process)
    // An address that an expression gives is known when it is called, and judged then.
    if (service.do === 'http' && !isWritten(service.url) && surroundings.mayCall?.(service.url) === false)
      findings.fault('closed-host', node, service.url)
    if (service.do === 'http') checkCall(node, service, surroundings, findings)
    if (surroundings.mayDo?.(service) === false) findings.fault('not-granted', node, service.do === 'alarm' ? service.act : service.do)
    if (service.do === 'alarm' && service.act === 'shelve' && !isShelfTime(service.for)) findings.fault('shelf-time', node, service.for)
    const isMessage = service.do === 'notify' || service.do === 'mail'
    if (isMessage && [service.title, service.text].some((texts) => Object.values(texts).every((text) => text === undefined)))
      findings.fault('no-text', node)
  }
  for (const node of model.definition.nodes) {
    // What receives has to say what; else nothing could ever come.
    if (node.kind === 'receive-task' && !node.trigger) findings.fault('reference', node.id, 'messageRef')
    checkTimes(node, findings)
    checkTimer(node, surroundings, findings)
  }
}

const DAY_MS = 86_400_000
const MAX_CALLBACK_DAYS = 366

function checkCall(node: string, call: Extract<Service, { do: 'http' }>, { secretFor }: CheckSurroundings, findings: Findings): void {
  const url = isWritten(call.url) ? undefined : call.url
  for (const name of secretsOf(call)) {
    const found = secretFor?.(name, url) ?? 'known'
    if (found !== 'known') findings.fault(found === 'none' ? 'unknown-secret' : 'secret-host', node, name)
  }
  if (call.callback !== undefined && !isTime(call.callback, 1000, MAX_CALLBACK_DAYS * DAY_MS))
    findings.fault('callback-time', node, call.callback)
}

/** Of a model of which something could not be read nothing can be said. */
const circlesIn = (model: ProcessModel) => (model.faults.length > 0 ? [] : directCircles(model))

const MINUTE_MS = 60_000

/** Whether an alarm may be shelved for so long: from a minute to a week. */
const isShelfTime = (duration: string | undefined): boolean => isTime(duration, MINUTE_MS, MAX_SHELF_MINUTES * MINUTE_MS)

/** Whether a duration is between two spans of milliseconds; false where it is none. */
function isTime(duration: string | undefined, least: number, most: number): boolean {
  const timer = duration === undefined ? undefined : readTimer(duration)
  if (timer === undefined || !('kind' in timer) || timer.kind !== 'after') return false
  const span = later(0, timer.period, 1, 'UTC')
  return span >= least && span <= most
}

/** A number that is written into the model has to be one of times. */
function checkTimes({ id, repetition }: ProcessNode, findings: Findings): void {
  const count = repetition?.count
  if (!count || !('value' in count)) return
  const { value } = count
  const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 0
  if (!isNumber || value > MAX_MEMBERS) findings.fault('times', id, String(value))
}

function checkTimer({ id, kind, inside, trigger }: ProcessNode, { clock }: CheckSurroundings, findings: Findings): void {
  if (trigger?.on !== 'timer' || isWritten(trigger.timer)) return
  const timer = readTimer(trigger.timer)
  // Nobody begins these instances, so nobody would notice how many there are.
  if (kind === 'start' && inside === undefined && !('fault' in timer) && comesWithinMinute(timer))
    findings.fault('start-too-often', id, trigger.timer)
  if (!clock) return
  const due = 'fault' in timer ? timer : dueOf(timer, clock.now, clock.zone, clock.cron)
  if (due && 'fault' in due) findings.fault('timer', id, trigger.timer)
}
