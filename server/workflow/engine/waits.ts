/** What is waited for, as rows: timers with the time when they are due, messages with the value by which the right instance is found. */
import { isWritten } from '../../../model/expression/read-text.ts'
import type { Wait } from '../../../model/workflow/core/state.ts'
import type { ProcessNode, Trigger } from '../../../model/workflow/core/graph.ts'
import { dueOf, readTimer } from '../../../model/workflow/timers.ts'
import { cronAfter } from '../cron.ts'
import type { Held } from './held.ts'
import type { WaitRow } from './rows.ts'
import type { Clock } from '../../../model/workflow/variables.ts'
import type { Variables } from './variables.ts'

/** @property fault Why it cannot be said what is waited for. */
export type NewWait = WaitRow & { readonly fault?: string }

/** The row of a wait; nothing where the node waits for nothing that comes from outside. */
export function waitRow(held: Held, wait: Wait, now: Clock): NewWait | undefined {
  const node = held.definition.graph.nodes.get(wait.node)
  const trigger = node?.trigger
  const kind = kindOf(node)
  if (!node || kind === undefined) return undefined
  const row = {
    number: wait.id,
    holder: wait.holder,
    node: wait.node,
    wait_kind: kind,
    wait_name: trigger?.on === 'message' || trigger?.on === 'signal' ? trigger.name : null,
    correlation: null,
    due_time: null,
    times_left: null,
    created_at: new Date(now.now).toISOString(),
  } as const
  try {
    if (trigger?.on === 'timer') return { ...row, ...dueRow(trigger, held.variables, now) }
    const written = kind === 'message' ? held.definition.model.messages.get(wait.node)?.correlation : undefined
    if (written === undefined) return row
    const { value } = held.variables.read(written)
    return { ...row, correlation: value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value) }
  } catch (error) {
    return { ...row, fault: error instanceof Error ? error.message.slice(0, 200) : 'expression' }
  }
}

/** When a timer is due that begins to be waited for now. @throws Error where it is none */
function dueRow({ timer }: Extract<Trigger, { on: 'timer' }>, variables: Variables, now: Clock): Pick<WaitRow, 'due_time' | 'times_left'> {
  const due = nextDue(textOfTimer(timer, variables), now.now, now.zone)
  if (!due) throw new Error('the timer is never due')
  return due
}

/** A timer may be an expression that gives its text. */
export function textOfTimer(timer: string, variables: Variables): string {
  if (!isWritten(timer)) return timer
  const { value } = variables.read(timer)
  if (typeof value !== 'string') throw new Error('the timer is no text')
  return value
}

/** When it is due for the first time, or next after it was due; nothing where it comes no more. @throws Error where it is no timer */
export function nextDue(text: string, began: number, zone: string, last?: number): Pick<WaitRow, 'due_time' | 'times_left'> | undefined {
  const timer = readTimer(text)
  if ('fault' in timer) throw new Error(`the timer cannot be read: ${timer.fault}`)
  const due = dueOf(timer, began, zone, cronAfter, last)
  if (!due) return undefined
  if ('fault' in due) throw new Error(`the timer is not possible: ${due.fault}`)
  return { due_time: new Date(due.due).toISOString(), times_left: due.timesLeft ?? null }
}

function kindOf(node: ProcessNode | undefined): WaitRow['wait_kind'] | undefined {
  const on = node?.trigger?.on
  if (on === 'timer' || on === 'message' || on === 'signal' || on === 'condition') return on
  return node?.kind === 'receive-task' ? 'message' : undefined
}
