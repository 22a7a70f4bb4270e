/** Sees to what a command has begun, and to what that begins in turn, until everything waits for somebody. */
import { deadlocksOf } from '../../../model/workflow/core/queries.ts'
import { callProcess, goOnInCaller } from './calls.ts'
import type { Held } from './held.ts'
import type { Work } from './parts.ts'
import { runListeners } from './listeners.ts'
import { doListener, doService } from './services.ts'
import { throwOutside } from './set-going.ts'
import type { Begun, Unit } from './unit.ts'
import { openTasks } from './user-tasks.ts'

/** Passages of one transaction: what is left goes on in the next one. */
export const MAX_PASSED_AT_ONCE = 200
/** Passages without anybody who is waited for. */
export const MAX_PASSED_ON = 10_000

/** Ends when everything waits for somebody, or goes on in another transaction. @param passedBefore Passages of the transactions before, since somebody was waited for. */
export async function settle(work: Work, passedBefore = 0): Promise<void> {
  const { unit } = work
  const met = new Set<string>()
  for (let round = 0; ; round += 1) {
    const ended = unit.ended.splice(0)
    for (const child of ended) goOnInCaller(unit, child)
    const begun = unit.begun.splice(0).filter(({ held, activity }) => held.isActive(activity))
    if (begun.length > 0) {
      if (round > 0 && unit.passed > MAX_PASSED_AT_ONCE) goOnLater(unit, begun, passedBefore)
      else await seeTo(work, begun)
    } else if (!(await runListeners(work, doListener)) && ended.length === 0 && !meetConditions(unit, met)) break
  }
  for (const { held, thrown } of unit.thrown.splice(0)) throwOutside(unit, held, thrown.node.id, thrown.activity)
  for (const held of unit.held.values()) if (held.isTouched) noteDeadlocks(unit, held)
}

async function seeTo(work: Work, begun: readonly Begun[]): Promise<void> {
  const kindOf = ({ held, activity }: Begun) => held.definition.graph.nodes.get(held.activity(activity)?.node ?? '')?.kind
  await openTasks(
    work,
    begun.filter((one) => kindOf(one) === 'user-task'),
  )
  for (const one of begun) {
    // One that another one has ended meanwhile is gone.
    if (!one.held.isActive(one.activity)) continue
    if (kindOf(one) === 'service-task') await doService(work, one)
    else if (kindOf(one) === 'call-activity') await callProcess(work, one)
  }
}

function goOnLater(unit: Unit, begun: readonly Begun[], passedBefore: number): void {
  const passed = passedBefore + unit.passed
  for (const { held, activity } of begun) {
    if (passed > MAX_PASSED_ON) unit.fail(held, activity, 'too-many', { passed })
    else
      unit.changes.schedule({
        kind: 'process-continue',
        key: `${held.id}:${activity}`,
        due_at: null,
        payload: { instance: held.id, activity, passed, chain: { ...unit.chain } },
      })
  }
}

/** Goes on where a condition holds by now that is waited for; each once a step, or one that goes on beside would never end. */
function meetConditions(unit: Unit, met: Set<string>): boolean {
  for (const held of unit.held.values()) {
    if (!held.isTouched || !held.isOpen) continue
    for (const wait of held.state.waits.values()) {
      const node = held.definition.graph.nodes.get(wait.node)
      const key = `${held.id} ${wait.holder} ${wait.node}`
      if (node?.trigger?.on !== 'condition' || met.has(key)) continue
      const at = held.activity(wait.holder)
      let holds = false
      try {
        // At the process itself there is no passage to ask from; a condition there asks variables alone.
        holds = at
          ? held.variables.surroundings.holds(node.trigger.condition, at)
          : held.variables.evaluate(node.trigger.condition).value === true
      } catch {
        // What cannot be said does not hold yet: it is asked again when something has changed.
      }
      if (!holds) continue
      met.add(key)
      unit.obey(held, { do: 'occur', wait: wait.id })
      return true
    }
  }
  return false
}

/** A join that waits for ever waits, and says so. */
function noteDeadlocks(unit: Unit, held: Held): void {
  const found = new Set(deadlocksOf(held.definition.graph, held.state).map(({ node }) => node))
  for (const { id, node, incident_kind } of [...held.incidents.values()])
    if (incident_kind === 'deadlock' && !found.delete(node)) unit.resolve(held, id, null)
  for (const node of found) unit.incident(held, 'deadlock', null, node)
}
