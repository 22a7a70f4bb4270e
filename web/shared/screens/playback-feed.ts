/**
 * The feed of a page as it was: a key frame of the moment that was gone to, then what changed from there on, as the played clock comes to it. Stretches are asked
 * for ahead; where one is late the clock waits, so that nothing is shown that was not so.
 */
import type { Playback } from '../../../model/contract/screen/screens.ts'
import type { ScreenDocument, ScreenPage } from '../../../model/screens/document.ts'
import type { Feed } from './feed.ts'
import { openFeedStore } from './feed-store.ts'
import { askedBy } from './live-feed.ts'

export interface PlaybackHost {
  /** @throws what {@link failureOf} understands */
  readonly ask: (
    stretch: { readonly at: number; readonly until: number; readonly speed: number },
    variables: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<Playback>
  readonly failureOf: (error: unknown) => 'away' | 'refused'
  /** The clock of the server: nothing is played beyond it. */
  readonly now: () => number
}

export type PlaybackState =
  { readonly kind: 'seeking' | 'shown' | 'waiting' } | { readonly kind: 'away' | 'refused'; readonly error: unknown }

export interface PlaybackFeed extends Feed {
  readonly state: () => PlaybackState
  readonly isPlaying: () => boolean
  readonly speed: () => number
  /** Widgets whose past is not kept, or is not for this reader. */
  readonly withheld: () => readonly string[]
  readonly onState: (listener: () => void) => () => void
  /** Goes to a moment; at once, or when it was not moved on for a moment, as a slider is. */
  readonly seek: (at: number, isMoving?: boolean) => void
  readonly play: () => void
  readonly pause: () => void
  readonly setSpeed: (speed: number) => void
  readonly stop: () => void
}

interface Options {
  readonly document: Pick<ScreenDocument, 'variables'>
  readonly page: Pick<ScreenPage, 'widgets'>
  readonly variables: ReadonlyMap<string, unknown>
  readonly onVariable: (name: string, value: unknown) => void
  readonly at: number
  /** Where it ends by itself: of a link to a stretch. */
  readonly until?: number | undefined
  readonly speed?: number
  readonly host: PlaybackHost
}

interface Stretch {
  readonly from: number
  readonly until: number
  readonly data: Playback
  /** How many of its changes and lists have been shown. */
  changes: number
  lists: number
}

/** Milliseconds: how often it goes on, how much is asked for at once by the clock on the wall, and when the next is asked for. */
const [STEP, STRETCH, AHEAD] = [100, 10_000, 6000]
/** A slider that is moved is followed so often. */
const MOVING = 120
const RETRY = 3000
const SECOND = 1000

/** Opens the feed at a moment, standing. */
export function openPlaybackFeed({
  document,
  page,
  variables,
  onVariable,
  host,
  at: first,
  until: end,
  speed: given = 1,
}: Options): PlaybackFeed {
  const changed = new Map(variables)
  let position = first
  let speed = given
  let isPlaying = false
  let state: PlaybackState = { kind: 'seeking' }
  let current: Stretch | undefined
  let next: Stretch | undefined
  let asking: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let movedAt = performance.now()
  let clockShown = first
  const listeners = new Set<() => void>()
  const store = openFeedStore({
    document,
    page,
    now: () => position,
    variables,
    onVariable(name, value) {
      changed.set(name, value)
      onVariable(name, value)
      goTo(position, MOVING)
    },
  })

  function enter(entered: PlaybackState): void {
    if (entered.kind === state.kind && !('error' in entered)) return
    state = entered
    notify()
  }
  function notify(): void {
    for (const listener of listeners) listener()
  }

  const last = () => Math.min(end ?? Number.POSITIVE_INFINITY, host.now())

  async function ask(from: number, isNext: boolean): Promise<void> {
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    const until = Math.max(from + 1, Math.min(from + STRETCH * speed, host.now()))
    try {
      const data = await host.ask({ at: from, until, speed }, askedBy(changed), mine.signal)
      if (mine.signal.aborted) return
      asking = undefined
      const stretch = { from, until, data, changes: 0, lists: 0 }
      if (isNext) next = stretch
      else begin(stretch)
    } catch (error) {
      if (mine.signal.aborted) return
      asking = undefined
      if (host.failureOf(error) === 'refused') {
        store.clear()
        isPlaying = false
        enter({ kind: 'refused', error })
        return
      }
      if (!isNext) enter({ kind: 'away', error })
      timer = setTimeout(() => void ask(isNext ? from : position, isNext), RETRY)
    }
  }

  function begin(stretch: Stretch): void {
    current = stretch
    next = undefined
    store.load(stretch.data, true)
    movedAt = performance.now()
    enter({ kind: 'shown' })
    show()
    notify()
  }

  /** Shows what has changed up to where the clock stands. */
  function show(): void {
    if (!current) return
    const { data } = current
    const start = current.changes
    while (current.changes < data.changes.length && (data.changes[current.changes] as Playback['changes'][number])[1] <= position)
      current.changes += 1
    if (current.changes > start) store.take(data.changes.slice(start, current.changes))
    let lists: Playback['alarms'][number] | undefined
    for (; current.lists < data.alarms.length; current.lists += 1) {
      const due = data.alarms[current.lists] as Playback['alarms'][number]
      if (due.at > position) break
      lists = due
    }
    if (lists) store.takeLists(lists.lists)
    if (Math.abs(position - clockShown) < SECOND) return
    clockShown = position
    store.tick()
  }

  function step(): void {
    const now = performance.now()
    const passed = (now - movedAt) * speed
    movedAt = now
    if (!isPlaying || !current) return
    const limit = last()
    position = Math.min(position + passed, limit)
    if (position >= current.until && next?.from === current.until) {
      position = Math.min(position, next.until)
      begin(next)
    } else if (position >= current.until && current.until < limit) {
      position = current.until
      enter({ kind: 'waiting' })
    }
    show()
    if (position >= limit) return pause()
    if (!asking && !next && current.until < limit && current.until - position <= AHEAD * speed) void ask(current.until, true)
  }

  function goTo(at: number, wait: number): void {
    clearTimeout(timer)
    asking?.abort()
    asking = undefined
    position = Math.min(at, host.now())
    current = undefined
    next = undefined
    clockShown = Number.NaN
    enter({ kind: 'seeking' })
    notify()
    timer = setTimeout(() => void ask(position, false), wait)
  }

  function pause(): void {
    isPlaying = false
    notify()
  }

  const ticking = setInterval(step, STEP)
  void ask(position, false)

  return {
    ...store,
    isPast: true,
    state: () => state,
    isPlaying: () => isPlaying,
    speed: () => speed,
    withheld: () => current?.data.withheld ?? [],
    onState(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    seek: (at, isMoving = false) => goTo(at, isMoving ? MOVING : 0),
    play() {
      isPlaying = true
      movedAt = performance.now()
      notify()
    },
    pause,
    setSpeed(wanted) {
      if (wanted === speed) return
      speed = wanted
      // What was asked for by another speed has its values in other steps.
      next = undefined
      goTo(position, 0)
    },
    stop() {
      clearInterval(ticking)
      clearTimeout(timer)
      asking?.abort()
      asking = undefined
    },
  }
}
