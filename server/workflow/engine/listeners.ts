/**
 * What is done at moments of a task and of the process, in the step that brings them about. Variables are set at once, so that conditions which come next see
 * them; everything else when the step settles. What cannot be done is an incident that keeps nothing from going on.
 */
import { listenerKey, listenersAt } from '../../../model/workflow/listeners.ts'
import type { Moment } from '../../../model/workflow/settings.ts'
import { ExpressionError } from '../../../model/workflow/variables.ts'
import type { ListenerService } from './listener-service.ts'
import type { Held } from './held.ts'
import type { Work } from './parts.ts'
import { ServiceError } from './parts.ts'
import type { Unit } from './unit.ts'
import { VariableError } from './variables.ts'

/** Notes a moment of a task, or (of the node with no name) of the process. @param activity The passage; nothing for the process */
export function notifyListeners(unit: Unit, held: Held, node: string, on: Moment, activity: number | null): void {
  for (const [at, listener] of listenersAt(held.definition.model, node).entries()) {
    if (listener.on !== on) continue
    const { service } = listener
    if (service.do !== 'set') unit.dueListeners.push({ held, node, activity, key: listenerKey(node, at), service })
    else
      attempt(unit, held, node, () => {
        for (const { name, value } of service.assignments) held.variables.keep(name, held.variables.read(value))
      })
  }
}

/** Whether anything had been noted, all of which was carried out. */
export async function runListeners(work: Work, perform: (work: Work, one: ListenerService) => Promise<void>): Promise<boolean> {
  const { unit } = work
  for (const { held, task } of unit.assigned.splice(0)) notifyListeners(unit, held, task.node, 'assign', task.activity)
  for (const held of unit.over.splice(0)) notifyListeners(unit, held, '', 'end', null)
  const due = unit.dueListeners.splice(0)
  for (const one of due) {
    try {
      await perform(work, one)
    } catch (error) {
      note(unit, one.held, one.node, error)
    }
  }
  return due.length > 0
}

function attempt(unit: Unit, held: Held, node: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    note(unit, held, node, error)
  }
}

/** It belongs to no passage, so that it stays until somebody has seen to it. Errors of the database are not for the model to hear of. */
function note(unit: Unit, held: Held, node: string, error: unknown): void {
  const about = error instanceof Error ? error.message.slice(0, 200) : ''
  if (error instanceof ServiceError)
    return unit.incident(held, 'failed', null, node, { ...(error.fault === undefined ? {} : { fault: error.fault }), about })
  if (error instanceof ExpressionError || error instanceof VariableError) return unit.incident(held, 'expression', null, node, { about })
  throw error
}
