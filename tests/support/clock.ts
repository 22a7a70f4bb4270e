/** A clock that stands still until a test moves it. */
import { millis } from '../../model/brands.ts'
import type { Clock, Timer } from '../../server/kernel/runtime/clock.ts'

export interface ManualClock extends Clock {
  /** Moves on, and calls what comes due on the way, in its order; what that starts has had its turn of the event loop. */
  advance(ms: number): Promise<void>
  /** How many timers wait. */
  readonly waiting: number
}

/** @param start Milliseconds since 1970; the machine's time when left out, so that the database's agrees. */
export function manualClock(start = Date.now()): ManualClock {
  let now = start
  let count = 0
  const timers = new Map<number, { at: number; every?: number; call: () => void }>()

  const add = (ms: number, call: () => void, every?: number): Timer => {
    const id = count++
    timers.set(id, { at: now + ms, call, ...(every === undefined ? {} : { every }) })
    return { cancel: () => void timers.delete(id) }
  }

  return {
    now: () => millis(now),
    timeout: (ms, call) => add(ms, call),
    interval: (ms, call) => add(ms, call, ms),
    get waiting() {
      return timers.size
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([a, one], [b, two]) => one.at - two.at || a - b)
        if (!next) break
        const [id, timer] = next
        now = Math.max(now, timer.at)
        if (timer.every === undefined) timers.delete(id)
        else timer.at += timer.every
        timer.call()
        await turn()
      }
      now = end
      await turn()
    },
  }
}

/** Promises that are settled already have been followed, however many follow one another. */
export const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve)
  })

/** A clock that goes as the machine's, ahead of it by as much as a test has moved it: beside a database, whose own clock goes on. */
export function runningClock(): ManualClock {
  let ahead = 0
  const timers = new Map<number, { at: number; real: NodeJS.Timeout; fire: () => void }>()
  let count = 0
  const now = () => millis(Date.now() + ahead)

  const wait = (id: number, ms: number, fire: () => void) =>
    void timers.set(id, { at: now() + ms, real: setTimeout(fire, Math.min(ms, 2 ** 31 - 1)).unref(), fire })
  const forget = (id: number) => {
    clearTimeout(timers.get(id)?.real)
    timers.delete(id)
  }
  const add = (ms: number, call: () => void, every: boolean): Timer => {
    const id = count++
    const fire = () => {
      forget(id)
      if (every) wait(id, ms, fire)
      call()
    }
    wait(id, ms, fire)
    return { cancel: () => forget(id) }
  }

  return {
    now,
    timeout: (ms, call) => add(ms, call, false),
    interval: (ms, call) => add(ms, call, true),
    get waiting() {
      return timers.size
    },
    async advance(ms) {
      ahead += ms
      for (const { at, fire } of [...timers.values()].sort((one, two) => one.at - two.at)) if (at <= now()) fire()
      await turn()
    },
  }
}
