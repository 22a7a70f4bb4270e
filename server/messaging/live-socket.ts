/**
 * `/api/events`: the one socket a page holds. It opens to everybody, says nothing and is closed within seconds unless its
 * first message names a token: `{ "token": "…" }`. The token never stands in the address, which logs keep, and a cookie is no
 * credential, so a page of another origin has nothing to offer. Afterwards it may subscribe to channels that modules declare:
 * `{ "points": ["…"] }`, `{ "designs": ["…"] }`.
 */
import websocket from '@fastify/websocket'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { ClientMessage, ServerMessage } from '../../model/contract/live.ts'
import { CLOSE_CODES, SOCKET_PATH, clientMessage } from '../../model/contract/live.ts'
import { sessionCodes } from '../../model/errors.ts'
import { recipientsAmong } from './audience.ts'
import type { Identity } from '../kernel/authorization/caller.ts'
import { Failure } from '../kernel/errors.ts'
import { assertOwnOrigin } from '../kernel/http/own-origin.ts'
import type { ChannelSubscription, Channels, Listener, Live } from './live.ts'
import { openLive, stampOf } from './live.ts'
import type { Services } from '../kernel/services.ts'
import type { CachedIdentity, Sessions } from '../identity/index.ts'

/** Limits of one socket. Times in milliseconds, sizes in bytes. */
const limits = {
  /** To name a token, at first and again after the old one was replaced. */
  patience: 8000,
  /** Before the token expires, to have it renewed. */
  notice: 30_000,
  /** The ids of as many points as a big screen can watch, and what stands around them. */
  message: 80 * 1024,
  /** Tokens named in a minute; a page needs one in half an hour. */
  messages: 20,
  /** Lists of points in a minute: each page of a table that is turned is another one. */
  lists: 90,
  /** What a slow reader may leave unread. */
  unread: 64 * 1024,
  /** A page that is gone without a word is noticed at the second one at the latest: others are not told for longer that it is there. */
  heartbeat: 12_000,
  /** Pages open with one session. */
  perSession: 20,
  /** Of a display: its own, and those that it has just left. */
  perDisplay: 3,
} as const

/** Close codes. Those of a session are its code of the specification less 46000: 4008, 4012 and 4014. */
export const closed = {
  away: 1001,
  failed: 1011,
  ...CLOSE_CODES,
  session: (code: number) => code - 46_000,
} as const

/** Registers the WebSocket route `/api/events`. */
export async function addLiveSocket(
  app: FastifyInstance,
  { transactions, invalidations, sessions, config, clock }: Services,
  channels: Channels,
): Promise<void> {
  const live = openLive(invalidations, sessions, (tenantId, id, userIds) =>
    transactions.inTenant({ tenantId }, (tx) => recipientsAmong(tx, id, userIds), 'read'),
  )
  const open = new Set<Socket>()
  const beat = clock.interval(limits.heartbeat, () => {
    for (const socket of open) socket.beat()
  })
  await app.register(websocket, {
    options: { maxPayload: limits.message, perMessageDeflate: false },
    errorHandler: (_error, socket) => socket.terminate(),
    preClose(done) {
      beat.cancel()
      for (const socket of open) socket.end(closed.away)
      // Who does not answer in time is cut off: a server that stops waits for nobody.
      setTimeout(() => {
        for (const client of app.websocketServer.clients) client.terminate()
      }, 500).unref()
      done()
    },
  })
  app.get(
    SOCKET_PATH,
    { websocket: true, config: { access: 'public' }, preValidation: async (request) => assertOwnOrigin(request, config.publicUrl) },
    (socket, request) => {
      const page = new Socket(socket, request.ip, live, sessions, channels)
      open.add(page)
      socket.on('close', () => open.delete(page))
    },
  )
}

class Socket implements Listener {
  token = ''
  identity!: Identity
  stamp = ''
  readonly address: string
  private readonly socket: WebSocket
  private readonly live: Live
  private readonly sessions: Sessions
  private deadline: NodeJS.Timeout
  private isAlive = true
  private counts = { tokens: 0, lists: 0, since: performance.now() }
  /** By name, each with what was named on it last. */
  private readonly channels: ReadonlyMap<string, { readonly subscription: ChannelSubscription; wanted: readonly string[] }>
  /** Naming tokens is done one after the other. */
  private naming = Promise.resolve()

  constructor(socket: WebSocket, address: string, live: Live, sessions: Sessions, channels: Channels) {
    this.socket = socket
    this.address = address
    this.live = live
    this.sessions = sessions
    this.channels = new Map(Object.entries(channels).map(([name, open]) => [name, { subscription: open(this), wanted: [] }]))
    this.deadline = setTimeout(() => this.end(closed.silent), limits.patience)
    socket.on('pong', () => {
      this.isAlive = true
    })
    socket.on('message', (data, isBinary) => this.receive(isBinary ? '' : String(data)))
    socket.on('close', () => {
      clearTimeout(this.deadline)
      this.unsubscribe()
      live.leave(this)
    })
  }

  private receive(text: string): void {
    if (performance.now() - this.counts.since > 60_000) this.counts = { tokens: 0, lists: 0, since: performance.now() }
    const message = parse(text)
    if (!message) return this.end(closed.tooMuch)
    this.counts['token' in message ? 'tokens' : 'lists'] += 1
    if (this.counts.tokens > limits.messages || this.counts.lists > limits.lists) return this.end(closed.tooMuch)
    if ('token' in message) return this.serialise(() => this.name(message.token))
    for (const [name, ids] of Object.entries(message)) {
      const channel = this.channels.get(name)
      if (channel) channel.wanted = ids
      this.serialise(() => this.subscribe(name, ids))
    }
  }

  private serialise(step: () => Promise<void>): void {
    this.naming = this.naming.then(step).catch((reason: unknown) => this.refuse(reason))
  }

  private async name(token: string): Promise<void> {
    const { identity } = await this.sessions.lease(token, this.address)
    if (this.socket.readyState !== this.socket.OPEN) return
    const most = identity.screen ? limits.perDisplay : limits.perSession
    if (this.identity?.sessionId !== identity.sessionId && this.live.count(identity.sessionId) >= most) return this.end(closed.crowded)
    if (this.identity?.sessionId !== identity.sessionId) this.unsubscribe()
    this.token = token
    this.identity = identity
    this.live.join(this)
    // Read once more now that invalidations arrive: what happened in between is not lost.
    this.renew(await this.sessions.lease(token, this.address))
    this.send({ kind: 'ready', stamp: this.stamp })
  }

  /** A subscription before a token is nobody's. Of those that wait for their turn the last one counts. */
  private async subscribe(name: string, ids: readonly string[]): Promise<void> {
    if (this.token === '') return this.end(closed.tooMuch)
    const channel = this.channels.get(name)
    if (channel?.wanted !== ids || this.socket.readyState !== this.socket.OPEN) return
    await channel.subscription.watch(ids)
    // Gone while what it names was looked up: nobody else would let go of it.
    if (this.socket.readyState !== this.socket.OPEN) channel.subscription.stop()
  }

  private unsubscribe(): void {
    for (const { subscription } of this.channels.values()) subscription.stop()
  }

  get unread(): number {
    return this.socket.bufferedAmount
  }

  renew({ identity, expiresAt }: CachedIdentity): void {
    this.identity = identity
    this.stamp = stampOf(identity)
    for (const { subscription } of this.channels.values()) subscription.review()
    clearTimeout(this.deadline)
    this.deadline = setTimeout(() => this.demand('expiring', expiresAt - Date.now()), Math.max(0, expiresAt - Date.now() - limits.notice))
  }

  askAgain(): void {
    this.demand('replaced', limits.patience)
  }

  /** Asks for another token. If none has come after `patience`, the session's own reason closes the socket. */
  private demand(why: 'replaced' | 'expiring', patience: number): void {
    clearTimeout(this.deadline)
    const { token } = this
    this.deadline = setTimeout(
      () =>
        void this.sessions.lease(token, this.address).then(
          (lease) => this.renew(lease),
          (reason: unknown) => this.refuse(reason),
        ),
      Math.max(0, patience) + 50,
    )
    this.send({ kind: 'authenticate', why })
  }

  refuse(reason: unknown): void {
    const code = reason instanceof Failure ? sessionCodes[reason.code] : undefined
    this.end(code === undefined ? closed.failed : closed.session(code))
  }

  send(message: ServerMessage): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > limits.unread) this.socket.terminate()
    else this.socket.send(JSON.stringify(message))
  }

  beat(): void {
    if (!this.isAlive) return this.socket.terminate()
    this.isAlive = false
    this.socket.ping()
  }

  end(code: number): void {
    this.unsubscribe()
    this.live.leave(this)
    this.socket.close(code)
  }
}

function parse(text: string): ClientMessage | undefined {
  try {
    return clientMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
