/** Which points this page shows, and who hears their new values: the page's one socket (live.ts) carries both. */
import type { Reason } from '../../../model/acquisition/quality.ts'

/** A point, its time (milliseconds since 1970), value, quality (OPC) and reason. */
export type PushedValue = readonly [pointId: string, time: number, value: number | null, quality: number, reason: Reason]

/** As many as the server takes from one page. */
const MAX_WATCHED_POINTS = 500

interface Watching {
  readonly ids: readonly string[]
  readonly hear: (values: readonly PushedValue[]) => void
}

const watching = new Set<Watching>()
let tell = (): void => undefined

/** Hears new values of these points until the function it gives back is called. Beyond 500 on one page the others stay as they are. */
export function watchPoints(ids: readonly string[], hear: Watching['hear']): () => void {
  const mine = { ids, hear }
  watching.add(mine)
  tell()
  return () => {
    watching.delete(mine)
    tell()
  }
}

export const wantedPoints = (): readonly string[] => [...new Set([...watching].flatMap(({ ids }) => ids))].slice(0, MAX_WATCHED_POINTS)

export function hearValues(values: readonly PushedValue[]): void {
  for (const { hear } of watching) hear(values)
}

/** For the socket: called when other points are shown than before. */
export function onOtherPoints(listener: () => void): void {
  tell = listener
}
