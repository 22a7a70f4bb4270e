/** What feeds of the player stand on: calls and the page's socket. */
import type { ScreenPageData } from '../../../../model/contract/screen/screens.ts'
import { queryPlayback, queryScreenPage } from '../../../../model/contract/screen/screens.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { AskOptions } from '../../../kernel/http/ask.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { watchScreenPoints } from '../../../kernel/realtime/live-points.ts'
import { listenFor } from '../../../kernel/realtime/live.ts'
import type { LiveHost } from '../live-feed.ts'
import type { PlaybackHost } from '../playback-feed.ts'

/** Milliseconds that a page may take: figures of a year on a small machine. */
const LIMIT = 30_000
/** What pages are told that they may be about. */
const TOPICS = ['values', 'alarms', 'work-orders'] as const
/** Answers that asking again may change: none, too many at once, and a server that is away. */
const AWAY = [0, 408, 425, 429]

/** Whether asking again may help. */
export const failureOf = (error: unknown): 'away' | 'refused' =>
  error instanceof ApiError && !AWAY.includes(error.status) && error.status < 500 ? 'refused' : 'away'

/** How a player asks: it shows by itself what fails. A display of a link deals with the end of its session as well. */
export const optionsOf = (isKiosk: boolean, signal?: AbortSignal): AskOptions => ({
  quiet: true,
  ownsSession: isKiosk,
  limit: LIMIT,
  ...(signal ? { signal } : {}),
})

/** The host of a live feed of a page. */
export const liveHost = (id: string, page: string, isKiosk: boolean): LiveHost => ({
  ask: (variables, signal): Promise<ScreenPageData & { screenVersion: number }> =>
    ask(queryScreenPage, { id, page, variables }, optionsOf(isKiosk, signal)),
  watchPoints: watchScreenPoints,
  onChanged(listener) {
    const deaf = TOPICS.map((topic) => listenFor(topic, listener))
    return () => deaf.forEach((end) => end())
  },
  choicesOf: isKiosk ? undefined : async (noun, signal) => (await import('./choices.ts')).choicesOf(noun, signal),
  failureOf,
})

/** The host of a feed that plays a page back. @param now The clock of the server */
export const playbackHost = (id: string, page: string, now: () => number): PlaybackHost => ({
  ask: ({ at, until, speed }, variables, signal) =>
    ask(queryPlayback, { id, page, variables, at: Math.floor(at), until: Math.ceil(until), speed }, optionsOf(false, signal)),
  failureOf,
  now,
})
