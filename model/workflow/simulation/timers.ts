/** The timers of a simulated instance, on its own clock. */
import type { ProcessGraph } from '../core/graph.ts'
import type { ProcessState, Wait } from '../core/state.ts'
import type { TaskSettings } from '../settings.ts'
import type { Cron } from '../timers.ts'
import { dueOf, later, readTimer } from '../timers.ts'
import type { WorkingTime } from '../working-time.ts'
import { workingLater } from '../working-time.ts'

interface Running {
  readonly began: number
  readonly last: number | undefined
  readonly due: number
}

/** When what is waited for is due. A repeated timer is the same one each time it comes. */
export class Timers {
  readonly #running = new Map<string, Running>()
  readonly #zone: string
  readonly #cron: Cron

  constructor(zone: string, cron: Cron) {
    this.#zone = zone
    this.#cron = cron
  }

  /** Begins what is new and forgets what is over; gives the nodes whose timer cannot be read. @param textOf The text of a timer, which an expression may say */
  follow(graph: ProcessGraph, state: ProcessState, now: number, textOf: (timer: string) => string | undefined): string[] {
    const broken: string[] = []
    const kept = new Set<string>()
    for (const wait of state.waits.values()) {
      const trigger = graph.nodes.get(wait.node)?.trigger
      if (trigger?.on !== 'timer') continue
      kept.add(keyOf(wait))
      if (this.#running.has(keyOf(wait))) continue
      const text = textOf(trigger.timer)
      if (text === undefined || !this.#begin(wait, text, now, undefined)) broken.push(wait.node)
    }
    for (const key of this.#running.keys()) if (!kept.has(key)) this.#running.delete(key)
    return broken
  }

  /** Goes on after a timer has come; gives whether it comes again. */
  comeAgain(wait: Wait, text: string): boolean {
    const running = this.#running.get(keyOf(wait))
    this.#running.delete(keyOf(wait))
    return running !== undefined && this.#begin(wait, text, running.began, running.due)
  }

  dueOf(wait: Wait): number | undefined {
    return this.#running.get(keyOf(wait))?.due
  }

  #begin(wait: Wait, text: string, began: number, last: number | undefined): boolean {
    const timer = readTimer(text)
    const found = 'fault' in timer ? undefined : dueOf(timer, began, this.#zone, this.#cron, last)
    if (!found || 'fault' in found) return false
    this.#running.set(keyOf(wait), { began, last, due: found.due })
    return true
  }
}

const keyOf = ({ holder, node }: Wait): string => `${holder} ${node}`

/** The moment that is so much later, by the clock; nothing where it is no duration. */
export function durationAfter(duration: string, from: number, zone: string): number | undefined {
  const timer = readTimer(duration)
  return 'kind' in timer && timer.kind === 'after' ? later(from, timer.period, 1, zone) : undefined
}

/**
 * When a task that is given to somebody at a moment is due, as the engine counts it: in working time where it says so, and by the clock where nobody ever
 * works. Milliseconds since 1970; nothing where it is never due.
 */
export function taskDue({ due }: TaskSettings, from: number, zone: string, time: WorkingTime): number | undefined {
  if (due === undefined) return undefined
  return (due.working ? workingLater(due.after, from, zone, time) : undefined) ?? durationAfter(due.after, from, zone)
}
