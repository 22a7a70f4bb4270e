/** Pictures, maps and films of widgets. They are never other ones under their ids, so each is asked for once, whatever shows it. */
import { useSyncExternalStore } from 'react'
import { playTicket } from '../../../model/contract/file/contents.ts'
import { downloadScreenPicture } from '../../../model/contract/screen/pictures.ts'
import { ask } from '../../kernel/http/ask.ts'
import type { Feed, ScreenMedia, ScreenMediaKind } from './feed.ts'

type Known = ScreenMedia | null

/** Pictures are large, and a carousel comes back to them: so many are kept. */
const MAX_KEPT = 60
const known = new Map<string, Known>()
const coming = new Set<string>()
const listeners = new Set<() => void>()

/** Milliseconds that media are kept for after nothing has shown any: a carousel goes on, and who signs in next may not have them. */
const KEPT_MS = 30_000
let forgetting: ReturnType<typeof setTimeout> | undefined

function subscribe(listener: () => void): () => void {
  clearTimeout(forgetting)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) forgetting = setTimeout(() => known.clear(), KEPT_MS)
  }
}

function keep(key: string, media: Known): void {
  const [oldest] = known.keys()
  if (known.size >= MAX_KEPT && oldest !== undefined) known.delete(oldest)
  known.set(key, media)
  coming.delete(key)
  for (const listener of listeners) listener()
}

/** What was asked for, undefined while it comes, null where there is none, or none for this reader. */
export function useMedia(feed: Feed, kind: ScreenMediaKind, id: string | undefined): Known | undefined {
  const read = (): Known | undefined => (id === undefined ? null : feed.media ? feed.media(kind, id) : stored(kind, id))
  return useSyncExternalStore(subscribe, read, read)
}

function stored(kind: ScreenMediaKind, id: string): Known | undefined {
  const key = `${kind} ${id}`
  const found = known.get(key)
  if (found === undefined && !coming.has(key)) {
    coming.add(key)
    void fetched(kind, id).then(
      (media) => keep(key, media),
      () => keep(key, null),
    )
  }
  return found
}

/** Forgets the address of a film that plays no more: the next asks for another. */
export function forgetMedia(kind: ScreenMediaKind, id: string): void {
  known.delete(`${kind} ${id}`)
  for (const listener of listeners) listener()
}

async function fetched(kind: ScreenMediaKind, id: string): Promise<Known> {
  if (kind === 'film') return { address: (await ask(playTicket, { id }, { quiet: true })).url }
  const { content, reviewNumber } = await ask(downloadScreenPicture, { id }, { quiet: true })
  if (kind === 'picture') return content.startsWith('data:image/') ? { address: content } : null
  return { map: { shapes: JSON.parse(content) as unknown, reviewNumber: reviewNumber ?? '' } }
}
