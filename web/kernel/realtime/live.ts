/**
 * The page's one socket to `/api/events`: what changes on the server is heard here within a second. It names the session by
 * its token in its first message, comes back by itself when the connection is lost, and compares what the session may
 * do each time it is back, so that nothing that happened in between is missed.
 */
import { useEffect, useEffectEvent } from 'react'
import type { ClientMessage, InvalidationTopic, ServerMessage } from '../../../model/contract/live.ts'
import { CLOSE_CODES, SOCKET_PATH } from '../../../model/contract/live.ts'
import { listensClosely, noteConnection } from './connection.ts'
import { forgetEditors, receiveEditors, onOtherDesigns, openDesigns } from './live-editors.ts'
import { receiveValues, onOtherPoints, wantedPoints, wantedScreenPoints } from './live-points.ts'
import { renewToken } from '../http/renewal.ts'
import { readToken } from '../http/token.ts'

interface Handlers {
  /** The stamp of what the page was built from (`queryCurrentAuthority`). */
  readonly stamp: () => string | undefined
  /** What the session may do is no longer what the page was built from. */
  readonly onChanged: () => void
  /** `closed`: the account or its tenant is out of use. `left`: somebody signed out on another page of this browser. */
  readonly onEnded: (why: 'closed' | 'left' | 'ended') => void
}

/** Milliseconds. */
const FIRST_WAIT = 250
const MAX_WAIT = 15_000
/** What another page of this browser may need to store the token it was just given. */
const GRACE = 300
/** Pages of one browser do not renew one token at the same moment. */
const SPREAD = 15_000
/** After this much silence a page that comes to the front makes sure the connection still stands. */
const STALE = 30_000
/** Where silence is to be noticed at once (connection.ts): how often it is looked at, and after how much of it the connection is tried. */
const [LOOK, CLOSE_STALE] = [2000, 8000]
/** So long an answer is waited for that shows that the connection stands. */
const ANSWER = 5000

/** From one list of points to the next: the server takes ninety a minute. */
const LISTS = 800
/** So long a list waits for what follows at once: a page that goes and one that comes are one list. */
const TOGETHER = 50

const send = (socket: WebSocket, message: ClientMessage) => socket.send(JSON.stringify(message))

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let current: { stop(): void; rename(): void } | undefined

/** Opens the socket and keeps it open until the function it gives back is called. */
export function openLive(handlers: Handlers): () => void {
  let socket: WebSocket | undefined
  let used: string | undefined
  /** The connection that was ready last. */
  let ready: WebSocket | undefined
  let failures = 0
  let receivedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pointTimer: ReturnType<typeof setTimeout> | undefined
  let sentAt = 0
  let sentPoints = ''
  let sentScreen = ''
  let designTimer: ReturnType<typeof setTimeout> | undefined
  let sentDesigns = ''
  let triedAt = 0
  let lastStamp: string | undefined
  let stopped = false

  function connect(): void {
    clearTimeout(timer)
    if (stopped) return
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`)
    socket = opened
    // Broken off while it is being made, it would be complained of by the browser; so it is ended as soon as it stands (`stop`).
    opened.addEventListener('open', () => {
      if (stopped) opened.close()
      else name()
    })
    opened.addEventListener('message', ({ data }) => {
      receivedAt = Date.now()
      void receive(JSON.parse(String(data)) as ServerMessage)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return
      noteConnection(false)
      forgetEditors()
      void closed(code)
    })
  }

  function name(): void {
    used = readToken()
    if (used && socket?.readyState === WebSocket.OPEN) send(socket, { token: used })
  }

  function later(ms = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** failures)): void {
    failures += 1
    timer = setTimeout(connect, ms * (0.5 + Math.random() / 2))
  }

  /** The points on the page, as soon as there is somebody to tell. */
  function showPoints(): void {
    clearTimeout(pointTimer)
    pointTimer = setTimeout(
      () => {
        if (ready !== socket || socket?.readyState !== WebSocket.OPEN) return
        const [points, screen] = [wantedPoints(), wantedScreenPoints()]
        if (sentPoints !== points.join()) {
          sentPoints = points.join()
          sentAt = Date.now()
          send(socket, { points })
        }
        if (sentScreen !== screen.join()) {
          sentScreen = screen.join()
          sentAt = Date.now()
          send(socket, { screen })
        }
      },
      Math.max(TOGETHER, sentAt + LISTS - Date.now()),
    )
  }

  /** The templates that are designed on the page. One that is opened anew at once is the same as before. */
  function showDesigns(): void {
    clearTimeout(designTimer)
    designTimer = setTimeout(() => {
      const designs = openDesigns()
      if (ready !== socket || socket?.readyState !== WebSocket.OPEN || sentDesigns === designs.join()) return
      sentDesigns = designs.join()
      send(socket, { designs })
    }, TOGETHER)
  }

  async function receive(message: ServerMessage): Promise<void> {
    if (message.kind === 'values') return receiveValues(message.list)
    if (message.kind === 'editors') return receiveEditors(message.id, message.names)
    if (message.kind === 'news') return notifyListeners(message.topic)
    if (message.kind === 'authenticate') return nameAgain(message.why)
    failures = 0
    noteConnection(true)
    // Back: of what was changed meanwhile nobody has told this page.
    if (ready && ready !== socket) for (const topic of listeners.keys()) notifyListeners(topic)
    ready = socket
    // A new connection, or another session on it, knows of no points yet; and what was taken away may be given again.
    sentPoints = ''
    sentScreen = ''
    sentDesigns = ''
    showPoints()
    showDesigns()
    // A display of a link builds nothing from a stamp: it goes by the one before.
    const expected = handlers.stamp() ?? lastStamp
    lastStamp = message.stamp
    if ((expected !== undefined && message.stamp !== expected) || message.kind === 'authority-changed') handlers.onChanged()
  }

  async function nameAgain(why: 'replaced' | 'expiring'): Promise<void> {
    const before = used
    // A replaced token was renewed by some page, which is about to store the new one. Renewing it here would look like theft.
    if (why === 'replaced') {
      for (let tries = 0; tries < 60 && readToken() === before; tries += 1) await wait(100)
    } else {
      await wait(Math.random() * SPREAD)
      if (readToken() === before && used === before) await renewToken(before)
    }
    if (!stopped && readToken() !== before) name()
  }

  async function closed(code: number): Promise<void> {
    if (stopped) return
    if (code === CLOSE_CODES.crowded || code === CLOSE_CODES.tooMuch) return later(60_000)
    if (code !== CLOSE_CODES.invalid && code !== CLOSE_CODES.replaced && code !== CLOSE_CODES.expired) return later()
    await wait(GRACE)
    if (stopped) return
    const now = readToken()
    if (now !== undefined && now !== used) return connect()
    if (now === undefined) return handlers.onEnded('left')
    if (code === CLOSE_CODES.expired && (await renewToken(used))) return connect()
    if (!stopped) handlers.onEnded(code === CLOSE_CODES.invalid ? 'closed' : 'ended')
  }

  /** Back from sleep, or from another window: a connection that died silently is noticed now and not at the next change. */
  function check(): void {
    if (document.hidden || Date.now() - receivedAt < STALE) return
    if (socket?.readyState !== WebSocket.OPEN) return connect()
    tryConnection()
  }

  function tryConnection(): void {
    const asked = Date.now()
    triedAt = asked
    name()
    setTimeout(() => {
      if (stopped || receivedAt >= asked) return
      noteConnection(false)
      connect()
    }, ANSWER)
  }

  /** A cable that was pulled out closes no connection: only silence shows it. */
  function look(): void {
    const now = Date.now()
    if (!listensClosely() || socket?.readyState !== WebSocket.OPEN || ready !== socket) return
    if (now - receivedAt > CLOSE_STALE && now - triedAt > ANSWER) tryConnection()
  }

  function stop(): void {
    stopped = true
    clearTimeout(timer)
    clearTimeout(pointTimer)
    clearTimeout(designTimer)
    onOtherPoints(() => undefined)
    onOtherDesigns(() => undefined)
    clearInterval(looking)
    noteConnection(false)
    removeEventListener('online', check)
    document.removeEventListener('visibilitychange', check)
    if (socket?.readyState !== WebSocket.CONNECTING) socket?.close()
    if (current?.stop === stop) current = undefined
  }

  const looking = setInterval(look, LOOK)
  addEventListener('online', check)
  document.addEventListener('visibilitychange', check)
  current = { stop, rename: name }
  onOtherPoints(showPoints)
  onOtherDesigns(showDesigns)
  noteConnection(false)
  connect()
  return stop
}

/** The session has another token now, which the page was given itself. */
export function nameTokenAgain(): void {
  current?.rename()
}

/** The page is about to end its session itself, and needs nobody to tell it so. */
export function stopLive(): void {
  current?.stop()
}

/** `values` is told by no server: the connection was away, and values may have been missed. */
type Topic = InvalidationTopic | 'values'

const listeners = new Map<Topic, Set<() => void>>()

/** Calls `listener` whenever `topic` is invalidated (model/contract/live.ts), while the component is on the page. */
export function useInvalidation(topic: Topic, listener: () => void): void {
  const onInvalidation = useEffectEvent(listener)
  useEffect(() => {
    return listenFor(topic, () => onInvalidation())
  }, [topic])
}

/** The same outside of a component, until the function it gives back is called. */
export function listenFor(topic: Topic, listener: () => void): () => void {
  const known = listeners.get(topic) ?? new Set()
  listeners.set(topic, known.add(listener))
  return () => void known.delete(listener)
}

function notifyListeners(topic: Topic): void {
  for (const listener of listeners.get(topic) ?? []) listener()
}
