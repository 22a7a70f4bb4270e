/** A receiver of webhooks of the test's own: a real HTTP server on this machine, which can be told what to answer. */
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

export interface Receiver {
  readonly port: number
  readonly url: string
  /** What was taken, in its order. */
  readonly taken: Received[]
  /** What was asked and refused as well. */
  readonly asked: Received[]
  /** Answers the next messages so, or all of them. */
  answer(status: number, body?: string, times?: number): void
  close(): Promise<void>
}

export async function openReceiver(usual = ''): Promise<Receiver> {
  const taken: Received[] = []
  const asked: Received[] = []
  let planned = { status: 200, body: usual, times: 0 }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const message = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString(), at: Date.now() }
      asked.push(message)
      if (planned.times > 0) {
        planned.times -= 1
        response.writeHead(planned.status, { location: '/elsewhere' }).end(planned.body)
        return
      }
      taken.push(message)
      response.writeHead(200).end(usual)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    taken,
    asked,
    answer(status, body = '', times = 1) {
      planned = { status, body, times }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
