/** Since when what is shown is not live any more: the socket is away, or the server has not answered when it should have. */
import { useEffect, useState } from 'react'
import { connectionLostAt, listenClosely } from '../../../kernel/realtime/connection.ts'
import type { LiveFeed } from '../live-feed.ts'

/** Milliseconds: a socket that comes back at once is none that was lost. */
const GRACE = 5000
/** An answer may be late by as much. */
const LATE = 30_000

/** The moment by the clock of the server, milliseconds since 1970; undefined while all is live. @param refresh Seconds */
export function useLostSince(feed: LiveFeed | undefined, refresh: number): number | undefined {
  const [since, setSince] = useState<number>()
  useEffect(listenClosely, [])
  useEffect(() => {
    if (!feed) return
    const look = () => setSince(lostSince(feed, refresh))
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [feed, refresh])
  return since
}

function lostSince(feed: LiveFeed, refresh: number): number | undefined {
  const [now, lostAt, state] = [feed.now(), connectionLostAt(), feed.state()]
  // The display has another clock than the server: only how long ago it was is the same by both. To the second, or it would be drawn all the time.
  const ago = lostAt === undefined ? 0 : Date.now() - lostAt
  const bySocket = ago >= GRACE ? Math.round((now - ago) / 1000) * 1000 : undefined
  const byAnswers = state.kind === 'shown' && now - state.answeredAt > refresh * 1000 + LATE ? state.answeredAt : undefined
  if (bySocket === undefined || byAnswers === undefined) return bySocket ?? byAnswers
  return Math.min(bySocket, byAnswers)
}
