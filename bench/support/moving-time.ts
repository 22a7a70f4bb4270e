/**
 * Time that a measurement moves on, for a whole server in this process: what `Date` says in every thread, that of the embedded engine among
 * them, whose `now()` comes from there, and the timers of {@link movingClock}. Whoever imports this has it; threads that are started later load it by NODE_OPTIONS.
 */
import { fileURLToPath } from 'node:url'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'
import { millis } from '../../model/brands.ts'
import type { Clock, Timer } from '../../server/kernel/runtime/clock.ts'

const KEY = 'outstation.bench.moved'
if (isMainThread) {
  setEnvironmentData(KEY, new SharedArrayBuffer(8) as never)
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${fileURLToPath(import.meta.url)}`.trim()
}
/** Milliseconds ahead of the machine, for all threads. */
const ahead = new Float64Array(getEnvironmentData(KEY) as unknown as SharedArrayBuffer)

const Machine = Date
const now = () => millis(Math.floor(Machine.now() + (ahead[0] as number)))
globalThis.Date = new Proxy(Machine, {
  construct: (of, given, newTarget) => Reflect.construct(of, given.length === 0 ? [now()] : given, newTarget) as object,
  get: (of, name, receiver) => (name === 'now' ? now : Reflect.get(of, name, receiver)),
})

export interface MovingClock extends Clock {
  /** Moves all time on; what came due on the way is called, once each. */
  advance(ms: number): void
}

/** A clock whose timers come when their time has passed or has been moved past. */
export function movingClock(): MovingClock {
  const timers = new Set<{ at: number; fire: () => void; real: NodeJS.Timeout }>()

  function add(ms: number, call: () => void, isRepeated: boolean): Timer {
    let isCancelled = false
    let timer: { at: number; fire: () => void; real: NodeJS.Timeout }
    const wait = () => {
      const fire = () => {
        clearTimeout(timer.real)
        timers.delete(timer)
        if (isCancelled) return
        if (isRepeated) wait()
        call()
      }
      timer = { at: now() + ms, fire, real: setTimeout(fire, Math.min(ms, 2 ** 31 - 1)).unref() }
      timers.add(timer)
    }
    wait()
    return {
      cancel() {
        isCancelled = true
        clearTimeout(timer.real)
        timers.delete(timer)
      },
    }
  }

  return {
    now,
    timeout: (ms, call) => add(ms, call, false),
    interval: (ms, call) => add(ms, call, true),
    advance(ms) {
      ahead[0] = (ahead[0] as number) + ms
      for (const { at, fire } of [...timers].sort((one, other) => one.at - other.at)) if (at <= now()) fire()
    },
  }
}
