/** Which points this page shows, and who hears their new values: the page's one socket (live.ts) carries both. */
import type { PushedValue } from '../../../model/contract/live.ts'
import { MAX_SCREEN_POINTS, MAX_WATCHED_POINTS } from '../../../model/contract/live.ts'

interface Watching {
  readonly ids: readonly string[]
  /** Of a big screen, which may show more. */
  readonly isScreen: boolean
  readonly listener: (values: readonly PushedValue[]) => void
}

const watching = new Set<Watching>()
let notify = (): void => undefined

/** Hears new values of these points until the function it gives back is called. Beyond 500 on one page the others stay as they are. */
export const watchPoints = (ids: readonly string[], listener: Watching['listener']): (() => void) =>
  watch({ ids, listener, isScreen: false })

/** The same of a page of a big screen, which has up to 2,000. */
export const watchScreenPoints = (ids: readonly string[], listener: Watching['listener']): (() => void) =>
  watch({ ids, listener, isScreen: true })

function watch(mine: Watching): () => void {
  watching.add(mine)
  notify()
  return () => {
    watching.delete(mine)
    notify()
  }
}

/** The ids of all points that are shown somewhere on the page, as many as the server takes. */
export const wantedPoints = (): readonly string[] => wanted(false).slice(0, MAX_WATCHED_POINTS)

/** The same of big screens. */
export const wantedScreenPoints = (): readonly string[] => wanted(true).slice(0, MAX_SCREEN_POINTS)

const wanted = (isScreen: boolean): string[] => [...new Set([...watching].flatMap((each) => (each.isScreen === isScreen ? each.ids : [])))]

/** Passes values that were pushed to whatever shows their points. */
export function receiveValues(values: readonly PushedValue[]): void {
  for (const { listener } of watching) listener(values)
}

/** For the socket: called when other points are shown than before. */
export function onOtherPoints(listener: () => void): void {
  notify = listener
}
