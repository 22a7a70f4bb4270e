import { describe, expect, test } from 'vitest'
import { manualClock, turn } from '../../../tests/support/clock.ts'
import { systemClock } from './clock.ts'
import { worker } from './worker.ts'

/** Rounds that end when the test says so. */
function rounds() {
  const open: { resolve: (due?: number) => void; reject: (error: Error) => void; signal: AbortSignal }[] = []
  return {
    open,
    begun: 0,
    work(signal: AbortSignal) {
      this.begun += 1
      return new Promise<number>((resolve, reject) => {
        open.push({ resolve: (due = Infinity) => resolve(due), reject, signal })
      })
    },
    async end(due?: number) {
      open.shift()?.resolve(due)
      await turn()
    },
    async fail(text = 'broken') {
      open.shift()?.reject(new Error(text))
      await turn()
    },
  }
}

function start(options: { every?: number; first?: number } = {}) {
  const clock = manualClock(0)
  const seen = rounds()
  const errors: unknown[] = []
  const made = worker({ clock, ...options, work: (signal) => seen.work(signal), onError: (error) => errors.push(error) })
  return { clock, seen, errors, made }
}

describe('a worker', () => {
  test('looks at once, and again when its time has passed since the end of the round', async () => {
    const { clock, seen } = start({ every: 1000 })
    expect(seen.begun).toBe(1)
    await clock.advance(5000)
    expect(seen.begun, 'while a round is under way none begins').toBe(1)
    await seen.end()
    await clock.advance(999)
    expect(seen.begun).toBe(1)
    await clock.advance(1)
    expect(seen.begun).toBe(2)
  })

  test('is not late with what comes due where the clock was put forward during the round', async () => {
    const { clock, seen } = start({ every: 10_000 })
    await clock.advance(600)
    await seen.end(1000)
    await clock.advance(399)
    expect(seen.begun).toBe(1)
    await clock.advance(1)
    expect(seen.begun, 'a second after the round began').toBe(2)
    await clock.advance(5000)
    await seen.end(1000)
    await clock.advance(0)
    expect(seen.begun, 'its time has passed').toBe(3)
  })

  test('waits for the first round when told to', async () => {
    const { clock, seen } = start({ every: 1000, first: 300 })
    await clock.advance(299)
    expect(seen.begun).toBe(0)
    await clock.advance(1)
    expect(seen.begun).toBe(1)
  })

  test('looks when woken; of wakes during a round comes one more round', async () => {
    const { seen, made } = start()
    expect(seen.begun).toBe(0)
    made.wake()
    made.wake()
    made.wake()
    expect(seen.begun).toBe(1)
    await seen.end()
    expect(seen.begun).toBe(2)
    await seen.end()
    expect(seen.begun).toBe(2)
    expect(seen.open).toEqual([])
  })

  test('comes sooner when the round says when the next is due, and never later than its time', async () => {
    const { clock, seen } = start({ every: 1000 })
    await seen.end(200)
    await clock.advance(200)
    expect(seen.begun).toBe(2)
    await seen.end(90_000)
    await clock.advance(1000)
    expect(seen.begun).toBe(3)
  })

  test('a wake takes the place of the round that was waited for', async () => {
    const { clock, seen, made } = start({ every: 1000 })
    await seen.end()
    await clock.advance(500)
    made.wake()
    expect(seen.begun).toBe(2)
    await seen.end()
    await clock.advance(999)
    expect(seen.begun).toBe(2)
    await clock.advance(1)
    expect(seen.begun).toBe(3)
  })

  test('reports each failure, and pauses twice as long after each, up to a limit, whoever wakes it', async () => {
    const { clock, seen, errors, made } = start({ every: 1000 })
    const pauses: number[] = []
    for (let failures = 1; failures <= 7; failures++) {
      await seen.fail()
      made.wake()
      const before = clock.now()
      while (seen.open.length === 0) await clock.advance(50)
      pauses.push(clock.now() - before)
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
    expect(errors).toHaveLength(7)
    await seen.end()
    // The wake of the last pause had its round; from here on the usual time counts, and the next failure is a first one.
    await clock.advance(1000)
    expect(seen.begun).toBe(9)
    await seen.fail()
    await clock.advance(250)
    expect(seen.begun).toBe(10)
  })

  test('a worker that works seldom pauses longer in the end, but not before it has tried soon', async () => {
    const { clock, seen } = start({ every: 60_000 })
    await seen.fail()
    await clock.advance(250)
    expect(seen.begun).toBe(2)
    for (let more = 0; more < 10; more++) {
      await seen.fail()
      await clock.advance(60_000)
    }
    expect(seen.begun).toBe(12)
    await seen.fail()
    await clock.advance(59_950)
    expect(seen.begun).toBe(12)
  })

  test('stopped, it tells the round, waits for it, and begins none any more', async () => {
    const { clock, seen, made } = start({ every: 1000 })
    made.wake()
    let isStopped = false
    const stopped = made.stop().then(() => {
      isStopped = true
    })
    await turn()
    expect(seen.open[0]?.signal.aborted).toBe(true)
    expect(isStopped).toBe(false)
    await seen.end()
    await stopped
    made.wake()
    await clock.advance(5000)
    expect(seen.begun).toBe(1)
    expect(clock.waiting).toBe(0)
  })

  test('is woken by what it is told to listen to, until it stops', async () => {
    const clock = manualClock(0)
    const listeners = new Set<() => void>()
    const seen = rounds()
    const made = worker({
      clock,
      work: (signal) => seen.work(signal),
      onError: () => undefined,
      wakeOn(wake) {
        listeners.add(wake)
      },
    })
    for (const notify of listeners) notify()
    expect(seen.begun).toBe(1)
    await seen.end()
    await made.stop()
    for (const notify of listeners) notify()
    expect(seen.begun).toBe(1)
  })
})

test('the clock of the machine counts no further than its timers can', async () => {
  let calls = 0
  const far = systemClock.timeout(2 ** 40, () => {
    calls += 1
  })
  await new Promise<void>((resolve) => {
    systemClock.timeout(5, resolve)
    setTimeout(() => undefined, 10)
  })
  expect(calls).toBe(0)
  far.cancel()
})
