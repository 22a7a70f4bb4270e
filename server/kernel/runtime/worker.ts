/**
 * The loop of everything that works by itself: wait, look for work, do it, wait again. Rounds never overlap; who wakes it during a round
 * gets one more round after it; a round that fails is reported and tried again after a pause that grows.
 */
import type { Clock, Timer } from './clock.ts'

export interface Worker {
  /** Begins a round now, or after the one that is under way, or at the end of the pause after a failure. */
  wake(): void
  /** Begins no further round; resolves when the one under way is over. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  readonly clock: Clock
  /** Milliseconds between the end of a round and the next one; without it, rounds come only when woken. */
  readonly every?: number
  /** Milliseconds until the first round: none at all unless given. Without {@link every} and without it the first round waits to be woken. */
  readonly first?: number
  /** Called once with what is to be called when there may be work; after the stop that does nothing. */
  readonly wakeOn?: (wake: () => void) => void
  /**
   * One round. May say in how many milliseconds from its beginning the next is due, if that is sooner than {@link every}.
   * @param signal Aborted on the stop: what can end early should.
   */
  readonly work: (signal: AbortSignal) => Promise<void> | Promise<number>
  /** Told of each round that failed. */
  readonly onError: (error: unknown) => void
}

/** The pause after the first failure in a row, in milliseconds; each further one is twice as long. */
const FIRST_PAUSE_MS = 250
/** What fails for long is tried at least this often, or as often as it works when it does not fail. */
const MAX_PAUSE_MS = 5000

/** Returns the worker, which begins its rounds by itself; it holds no process alive. */
export function worker({ clock, every, first, wakeOn, work, onError }: WorkerOptions): Worker {
  const stopping = new AbortController()
  let timer: Timer | undefined
  let round: Promise<void> | undefined
  let isWoken = false
  let failures = 0

  const maxPause = Math.max(every ?? 0, MAX_PAUSE_MS)
  const pauseMs = () => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), maxPause)

  function begin(): void {
    timer?.cancel()
    timer = undefined
    isWoken = false
    round = run().then((wait) => {
      round = undefined
      if (stopping.signal.aborted) return
      if (isWoken && failures === 0) begin()
      else if (wait !== undefined) timer = clock.timeout(wait, begin)
    })
  }

  /** Gives how long to wait for the next round. Never throws. */
  async function run(): Promise<number | undefined> {
    const began = clock.now()
    try {
      const due = await work(stopping.signal)
      failures = 0
      // Counted from the beginning: a clock that was put forward during the round, or a machine that slept in it, makes nothing late.
      const left = (due ?? Infinity) - (clock.now() - began)
      const wait = Math.max(0, Math.min(left, every ?? Infinity))
      return wait === Infinity ? undefined : wait
    } catch (error) {
      failures += 1
      onError(error)
      return pauseMs()
    }
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    // A pause after a failure is not cut short: whatever wakes it in a storm would make it fail in one.
    if (round || (failures > 0 && timer)) isWoken = true
    else begin()
  }

  if (first !== undefined) timer = clock.timeout(first, begin)
  else if (every !== undefined) begin()
  wakeOn?.(wake)

  return {
    wake,
    async stop() {
      stopping.abort()
      timer?.cancel()
      await round
    },
  }
}
