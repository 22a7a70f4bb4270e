/** A page's socket to `/api/events`, without the page. */
import WebSocket from 'ws'

export interface Listening {
  /** What arrived, in order. */
  readonly received: {
    kind: string
    stamp?: string
    topic?: string
    /** Of who else has a report template open. */
    id?: string
    names?: readonly (string | null)[]
    list?: readonly (readonly [string, number, number | null, number, string])[]
  }[]
  /** The close code, once closed. */
  readonly code: () => number | undefined
  name(token: string): void
  send(text: string | Buffer): void
  /** Milliseconds until `condition` holds. @throws Error after `patience` ms. */
  until(condition: (listening: Listening) => boolean, patience?: number): Promise<number>
  close(): void
}

/** Opens a socket and, with a token, waits until it is ready. With `autoPong: false` it seems to be dead from then on. @throws Error when the upgrade is refused, with its HTTP status. */
export async function listen(
  url: string,
  token?: string,
  headers: Record<string, string> = {},
  options: { readonly autoPong?: boolean } = {},
): Promise<Listening> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/events`, { headers, ...options })
  const received: Listening['received'] = []
  let code: number | undefined
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as Listening['received'][number]))
  socket.on('close', (reason) => {
    code = reason
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  const listening: Listening = {
    received,
    code: () => code,
    name: (text) => socket.send(JSON.stringify({ token: text })),
    send: (text) => socket.send(text),
    async until(condition, patience = 1000) {
      const start = performance.now()
      while (!condition(listening)) {
        if (performance.now() - start > patience)
          throw new Error(`nothing of the kind within ${patience} ms; heard ${JSON.stringify(received)}, closed with ${code}`)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      return performance.now() - start
    },
    close: () => socket.close(),
  }
  if (token !== undefined) {
    listening.name(token)
    await listening.until(() => received.some(({ kind }) => kind === 'ready') || code !== undefined, 5000)
  }
  return listening
}
