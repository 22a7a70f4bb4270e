/**
 * The live feed of a page: all of it by one call when it is opened and again from time to time, values as they are pushed, and the clock of the server. It says
 * what is the matter when there is no answer, and shows nothing any more when the right to see it was taken away.
 */
import type { PushedValue } from '../../../model/contract/live.ts'
import type { ScreenPageData } from '../../../model/contract/screen/screens.ts'
import type { ScreenDocument, ScreenPage } from '../../../model/screens/document.ts'
import type { Feed, ScreenChoice } from './feed.ts'
import { filteredOf, openFeedStore } from './feed-store.ts'

/** What a live feed stands on; a test has one of its own. */
export interface LiveHost {
  /** Asks for the page. @throws what {@link failureOf} understands */
  readonly ask: (variables: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<ScreenPageData & { screenVersion: number }>
  readonly watchPoints: (ids: readonly string[], listener: (values: readonly PushedValue[]) => void) => () => void
  /** Calls when something of the page may be otherwise on the server: the connection is back, alarms or orders have changed. */
  readonly onChanged: (listener: () => void) => () => void
  /** The rows of a noun that a filter can choose; absent where nothing may be chosen. */
  readonly choicesOf?: ((noun: string, signal: AbortSignal) => Promise<readonly ScreenChoice[]>) | undefined
  /** Whether asking again may help (`away`), or the page is not to be seen (`refused`). */
  readonly failureOf: (error: unknown) => 'away' | 'refused'
}

export type LiveState =
  | { readonly kind: 'opening' }
  /** `answeredAt`: when the server answered last, by its clock. */
  | { readonly kind: 'shown'; readonly screenVersion: number; readonly answeredAt: number }
  /** Nothing came yet. */
  | { readonly kind: 'away'; readonly error: unknown }
  | { readonly kind: 'refused'; readonly error: unknown }

export interface LiveFeed extends Feed {
  readonly state: () => LiveState
  /** Calls whenever the state is another one, until the function it gives back is called. */
  readonly onState: (listener: () => void) => () => void
  readonly refresh: () => void
  readonly stop: () => void
}

interface Options {
  readonly document: Pick<ScreenDocument, 'variables' | 'refresh'>
  readonly page: Pick<ScreenPage, 'widgets'>
  readonly variables: ReadonlyMap<string, unknown>
  readonly onVariable: (name: string, value: unknown) => void
  readonly host: LiveHost
}

/** Milliseconds. What changes at once is asked for together; and whatever changes, the page is asked for no more often. */
const [TOGETHER, MIN_BETWEEN] = [150, 2000]
/** After a failure it is asked again so soon, and ever later. */
const [FIRST_WAIT, MAX_WAIT] = [2000, 30_000]
/** An answer that took so much longer than the quickest one tells less about the clock. */
const SLOWER = 60
const CLOCK_AGE = 600_000

/** Opens the feed of a page and asks for it at once. */
export function openLiveFeed({ document, page, variables, onVariable, host }: Options): LiveFeed {
  const changed = new Map(variables)
  const clock = openServerClock()
  const store = openFeedStore({
    document,
    page,
    now: clock.now,
    variables,
    onVariable(name, value) {
      changed.set(name, value)
      onVariable(name, value)
      again(TOGETHER)
    },
  })
  const gone = new AbortController()
  const listeners = new Set<() => void>()
  let state: LiveState = { kind: 'opening' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let isAsking = false
  let wantsAgain = false
  let watched = ''
  let unwatch = (): void => undefined

  /** Asks in so many milliseconds, unless that is to be sooner anyway. */
  function again(wait: number): void {
    if (isAsking) {
      wantsAgain ||= wait < MIN_BETWEEN
      return
    }
    const due = performance.now() + wait
    if (gone.signal.aborted || due >= dueAt) return
    clearTimeout(timer)
    dueAt = due
    timer = setTimeout(() => void ask(), wait)
  }

  async function ask(): Promise<void> {
    isAsking = true
    dueAt = Number.POSITIVE_INFINITY
    askedAt = performance.now()
    let wait = document.refresh * 1000
    try {
      const data = await host.ask(askedBy(changed), gone.signal)
      if (gone.signal.aborted) return
      clock.take(data.asOf, askedAt)
      failures = 0
      store.load(data)
      watch(data.points.map(({ id }) => id))
      enter({ kind: 'shown', screenVersion: data.screenVersion, answeredAt: data.asOf })
    } catch (error) {
      if (gone.signal.aborted) return
      wait = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** failures)
      failures += 1
      if (host.failureOf(error) === 'refused') {
        store.clear()
        watch([])
        enter({ kind: 'refused', error })
      } else if (state.kind !== 'shown') enter({ kind: 'away', error })
    } finally {
      isAsking = false
      again(wantsAgain ? Math.min(wait, MIN_BETWEEN) : wait)
      wantsAgain = false
    }
  }

  function watch(ids: readonly string[]): void {
    const key = ids.join()
    if (key === watched) return
    watched = key
    unwatch()
    unwatch = ids.length === 0 ? () => undefined : host.watchPoints(ids, store.take)
  }

  function enter(next: LiveState): void {
    state = next
    for (const listener of listeners) listener()
  }

  for (const { name, to } of filteredOf(document, page))
    host.choicesOf?.(to, gone.signal).then(
      (choices) => store.takeChoices(name, choices),
      // Whoever may not list them chooses nothing; what is chosen stays.
      () => undefined,
    )

  const soon = () => again(Math.max(TOGETHER, askedAt + MIN_BETWEEN - performance.now()))
  const deaf = host.onChanged(soon)
  const ticking = setInterval(store.tick, 1000)
  void ask()

  return {
    ...store,
    state: () => state,
    onState(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh: soon,
    stop() {
      gone.abort()
      clearTimeout(timer)
      clearInterval(ticking)
      deaf()
      unwatch()
    },
  }
}

/** Variables as they are asked by: that nothing is chosen is a choice as well, and JSON has no undefined. */
export const askedBy = (variables: ReadonlyMap<string, unknown>): Record<string, unknown> =>
  Object.fromEntries([...variables].map(([name, value]) => [name, value ?? null]))

/** The clock of the server, by what it says with its answers: the clock of the display may be wrong, and be set meanwhile. */
function openServerClock() {
  let offset = Date.now() - performance.now()
  let quickest = Number.POSITIVE_INFINITY
  let takenAt = Number.NEGATIVE_INFINITY
  return {
    now: () => offset + performance.now(),
    /** @param asOf What the server says, milliseconds since 1970 @param askedAt By `performance.now()` */
    take(asOf: number, askedAt: number): void {
      const now = performance.now()
      const took = now - askedAt
      if (took > quickest + SLOWER && now - takenAt < CLOCK_AGE) return
      offset = asOf - (askedAt + took / 2)
      quickest = took > quickest + SLOWER ? took : Math.min(quickest, took)
      takenAt = now
    },
  }
}
