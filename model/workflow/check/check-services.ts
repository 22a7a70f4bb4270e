/** What services and calls of a model need around them, and timers and repetitions that cannot be, as findings. */
import { MAX_SHELF_MINUTES } from '../../acquisition/alarm-states.ts'
import { isWritten } from '../../expression/read-text.ts'
import type { ProcessModel } from '../bpmn/process-model.ts'
import { MAX_MEMBERS } from '../core/commands.ts'
import type { ProcessNode } from '../core/graph.ts'
import { DONE_SERVICES } from '../settings.ts'
import { dueOf, later, readTimer } from '../timers.ts'
import type { CheckSurroundings, Findings } from './findings.ts'
import { directCircles } from './sure-calls.ts'

/** Finds calls of processes that are not deployed, addresses that are closed, messages without a text, timers that are never due. */
export function checkServices(model: ProcessModel, surroundings: CheckSurroundings, findings: Findings): void {
  const known = surroundings.knownProcesses && new Set([...surroundings.knownProcesses, model.key].map((key) => key.toLowerCase()))
  const call = (node: string, process: string) => {
    if (known && !known.has(process.toLowerCase())) findings.fault('unknown-process', node, process)
  }
  for (const [node, { process }] of model.called) call(node, process)
  for (const { node, process, isAtOnce } of [...circlesIn(model), ...(surroundings.circles ?? [])])
    if (isAtOnce) findings.fault('calls-itself', node, process)
    else findings.warn('calls-itself-later', node, process)
  for (const [node, service] of model.services) {
    if (!(DONE_SERVICES as readonly string[]).includes(service.do)) findings.fault('unsupported-service', node, service.do)
    if (service.do === 'start') call(node, service.process)
    // An address that an expression gives is known when it is called, and judged then.
    if (service.do === 'http' && !isWritten(service.url) && surroundings.mayCall?.(service.url) === false)
      findings.fault('closed-host', node, service.url)
    if (surroundings.mayDo?.(service) === false) findings.fault('not-granted', node, service.do === 'alarm' ? service.act : service.do)
    if (service.do === 'alarm' && service.act === 'shelve' && !isShelfTime(service.for)) findings.fault('shelf-time', node, service.for)
    const isSaying = service.do === 'notify' || service.do === 'mail'
    if (isSaying && [service.title, service.text].some((texts) => Object.values(texts).every((text) => text === undefined)))
      findings.fault('no-text', node)
  }
  for (const node of model.definition.nodes) {
    // What receives has to say what; else nothing could ever come.
    if (node.kind === 'receive-task' && !node.trigger) findings.fault('reference', node.id, 'messageRef')
    checkTimes(node, findings)
    checkTimer(node, surroundings, findings)
  }
}

/** Of a model of which something could not be read nothing can be said. */
const circlesIn = (model: ProcessModel) => (model.faults.length > 0 ? [] : directCircles(model))

const MINUTE_MS = 60_000

/** Whether an alarm may be shelved for so long: from a minute to a week. */
function isShelfTime(duration: string | undefined): boolean {
  const timer = duration === undefined ? undefined : readTimer(duration)
  if (timer === undefined || !('kind' in timer) || timer.kind !== 'after') return false
  const minutes = later(0, timer.period, 1, 'UTC') / MINUTE_MS
  return minutes >= 1 && minutes <= MAX_SHELF_MINUTES
}

/** A number that is written into the model has to be one of times. */
function checkTimes({ id, repetition }: ProcessNode, findings: Findings): void {
  const count = repetition?.count
  if (!count || !('value' in count)) return
  const { value } = count
  const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 0
  if (!isNumber || value > MAX_MEMBERS) findings.fault('times', id, String(value))
}

function checkTimer({ id, trigger }: ProcessNode, { clock }: CheckSurroundings, findings: Findings): void {
  if (trigger?.on !== 'timer' || !clock || isWritten(trigger.timer)) return
  const timer = readTimer(trigger.timer)
  const due = 'fault' in timer ? timer : dueOf(timer, clock.now, clock.zone, clock.cron)
  if (due && 'fault' in due) findings.fault('timer', id, trigger.timer)
}
