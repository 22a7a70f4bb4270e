/**
 * How widgets follow a feed. What changes often is written to the nodes of the page by `usePainted`, once a frame; what changes what there is to draw is read by
 * `useSeen`, which draws the widget anew only where that is another text.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import type { ScreenWidget, Source } from '../../../model/screens/document.ts'
import type { Feed, FeedName } from './feed.ts'
import { frames } from './frame-queue.ts'

/** What a source depends on. Points have a clock as well: they grow stale. */
export function namesOf(source: Source | undefined): FeedName[] {
  if (!source) return []
  if ('point' in source) return [`point:${source.point}`, 'clock']
  if ('figure' in source) return [`figure:${source.figure}`]
  return 'variable' in source ? [`variable:${source.variable}`] : []
}

/** What the slots of a widget depend on; those of all where none are named. */
export const namesOfSlots = ({ bind = {} }: ScreenWidget, slots: readonly string[] = Object.keys(bind)): FeedName[] => [
  ...new Set(slots.flatMap((slot) => namesOf(bind[slot]))),
]

/**
 * What `read` says of the feed, as a text or a number: the component is drawn anew when that is another one, once a frame at the most.
 * @param names What it depends on
 */
export function useSeen<Seen extends string | number | boolean | undefined>(
  feed: Feed,
  names: readonly FeedName[],
  read: () => Seen,
): Seen {
  const key = names.join(' ')
  return useSyncExternalStore(
    useSubscription(feed, key),
    read,
    // Without a page there are no frames, and what is drawn is what is so.
    read,
  )
}

/** The number of changes so far: for widgets that are drawn from lists and figures, which come anew as a whole. */
export function useChanges(feed: Feed, names: readonly FeedName[]): number {
  const counter = useCounter(feed, names.join(' '))
  return useSyncExternalStore(counter.subscribe, counter.read, counter.read)
}

/** Draws by `paint` whenever what is named has changed, in the next frame; and after each time that React has drawn. */
export function usePainted(feed: Feed, names: readonly FeedName[], paint: () => void): void {
  const painted = useEffectEvent(paint)
  const key = names.join(' ')
  // What React has written is what was so when it was drawn first; what was painted since then is written again.
  useLayoutEffect(() => painted())
  useEffect(() => {
    const painter = frames.add(() => painted())
    const stop = feed.watch(namesIn(key), painter.mark)
    return () => {
      stop()
      painter.stop()
    }
  }, [feed, key])
}

const namesIn = (key: string): FeedName[] => (key === '' ? [] : (key.split(' ') as FeedName[]))

type Subscribe = (listener: () => void) => () => void
const subscriptions = new WeakMap<Feed, Map<string, Subscribe>>()

/** One function for a feed and its names: another one would be another subscription at each drawing. */
function useSubscription(feed: Feed, key: string): Subscribe {
  return keptIn(subscriptions, feed, key, () => (listener) => {
    const painter = frames.add(listener)
    const stop = feed.watch(namesIn(key), painter.mark)
    return () => {
      stop()
      painter.stop()
    }
  })
}

interface Counter {
  readonly subscribe: Subscribe
  readonly read: () => number
}
const counters = new WeakMap<Feed, Map<string, Counter>>()

function useCounter(feed: Feed, key: string): Counter {
  return keptIn(counters, feed, key, () => {
    let count = 0
    return {
      subscribe: (listener) => {
        const painter = frames.add(() => {
          count += 1
          listener()
        })
        const stop = feed.watch(namesIn(key), painter.mark)
        return () => {
          stop()
          painter.stop()
        }
      },
      read: () => count,
    }
  })
}

function keptIn<Kept>(all: WeakMap<Feed, Map<string, Kept>>, feed: Feed, key: string, make: () => Kept): Kept {
  let own = all.get(feed)
  if (!own) all.set(feed, (own = new Map()))
  let kept = own.get(key)
  if (kept === undefined) own.set(key, (kept = make()))
  return kept
}
