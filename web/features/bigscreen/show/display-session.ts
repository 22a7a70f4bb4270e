/**
 * The session of a display at which nobody sits: opened by the token of a link, opened anew whenever it is lost, and dark meanwhile. It knows no page and no
 * call, so that its times can be tested without waiting for them.
 */
import type { OutputOf } from '../../../../model/contract/contract.ts'
import type { openScreenLink } from '../../../../model/contract/screen/links.ts'

export type OpenedScreen = OutputOf<typeof openScreenLink>

/** Why nothing is shown. `over`: the link leads nowhere, or its session has ended. `full`: others show it already. `away`: the server is not reached. */
export type DarkReason = 'over' | 'full' | 'away'
export type DisplayState =
  | { readonly kind: 'opening' }
  /** With what the server said of the last one, where one was typed. */
  | { readonly kind: 'password'; readonly problem: string }
  | { readonly kind: 'showing'; readonly screen: OpenedScreen }
  | { readonly kind: 'dark'; readonly why: DarkReason }

/** An answer that is no session: its HTTP status, 0 where the server was not reached. */
export interface Refusal {
  readonly status: number
  readonly message: string
}

export interface DisplayHost {
  /** @throws what {@link DisplayHost.refusalOf} reads */
  open(password: string | undefined): Promise<OpenedScreen>
  refusalOf(error: unknown): Refusal
  /** From now on calls and the socket of the page ask with this token; without one they ask for nothing. */
  hold(token: string | undefined): void
  /** What a page left that was loaded anew, if it was of this link. */
  recall(): OpenedScreen | undefined
  /** A link with a password is remembered for the life of the tab: nobody may be there to type it when the page loads itself anew. */
  remember(screen: OpenedScreen | undefined): void
  after(ms: number, work: () => void): () => void
  now(): number
  random(): number
}

/** Milliseconds from one try to the next. A link that leads nowhere may lead somewhere again once its maker may do what they could; nobody hurries for it. */
export const WAITS = {
  over: { first: 2000, most: 300_000 },
  full: { first: 5000, most: 30_000 },
  away: { first: 1000, most: 60_000 },
} as const satisfies Record<DarkReason, { readonly first: number; readonly most: number }>

export interface DisplaySession {
  readonly state: () => DisplayState
  subscribe(listener: () => void): () => void
  start(): void
  /** A password that somebody has typed. */
  submit(password: string): void
  /** The session was found to be over: goes dark at once, and looks whether the link still leads anywhere. */
  lost(): void
  stop(): void
}

/** The session of a display, which begins with {@link DisplaySession.start}. */
export function displaySession(host: DisplayHost): DisplaySession {
  let state: DisplayState = { kind: 'opening' }
  let password: string | undefined
  let tries = 0
  let turn = 0
  let cancel = (): void => undefined
  const listeners = new Set<() => void>()

  function become(next: DisplayState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function show(screen: OpenedScreen): void {
    tries = 0
    host.hold(screen.accessToken)
    become({ kind: 'showing', screen })
  }

  function dark(why: DarkReason): void {
    host.hold(undefined)
    const { first, most } = WAITS[why]
    const wait = Math.min(most, first * 2 ** tries) * (0.75 + host.random() / 2)
    tries += 1
    cancel()
    cancel = host.after(wait, () => void open())
    if (state.kind !== 'dark' || state.why !== why) become({ kind: 'dark', why })
  }

  async function open(): Promise<void> {
    cancel()
    turn += 1
    const mine = turn
    try {
      const screen = await host.open(password)
      if (mine !== turn) return
      if (password !== undefined) host.remember(screen)
      show(screen)
    } catch (error) {
      if (mine === turn) refused(host.refusalOf(error))
    }
  }

  function refused({ status, message }: Refusal): void {
    const wasTyped = state.kind === 'password'
    if (status === 403 || (status === 429 && wasTyped)) {
      host.hold(undefined)
      become({ kind: 'password', problem: password === undefined ? '' : message })
      password = undefined
      return
    }
    dark(status === 404 || status === 422 ? 'over' : status === 409 ? 'full' : 'away')
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      // Before anything is asked: whoever is signed in in this browser is not asked for.
      host.hold(undefined)
      const screen = host.recall()
      if (screen && screen.expiresAt > host.now()) show(screen)
      else void open()
    },
    submit(typed) {
      password = typed
      void open()
    },
    lost() {
      if (state.kind !== 'showing') return
      host.remember(undefined)
      dark('over')
    },
    stop() {
      turn += 1
      cancel()
      host.hold(undefined)
    },
  }
}
