/**
 * Bodies that come too slowly are cut off, so that a handful of bytes does not hold a connection for hours. Node looks after the
 * headers by itself (`headersTimeout`); its `requestTimeout` knows no difference between a call and an upload of 10 GB.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files: its body may take as long as it needs while it keeps coming. */
    takesFiles?: boolean
  }
}

/** What of a file has to come within the time in which any other body has to be there: a telephone at the edge of its network sends as much. */
const MIN_BYTES = 16 * 1024

/**
 * Ends connections whose request bodies come too slowly (slow-body denial of service).
 * @param seconds In which the body of a call has to be there, and each next piece of a file.
 */
export function cutOffSlowBodies(app: FastifyInstance, seconds: number): void {
  const uploads = new WeakSet<IncomingMessage>()
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.takesFiles) uploads.add(raw)
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) return
    const { socket } = request
    let before = socket.bytesRead
    const timer = setInterval(() => {
      // What the server itself has not taken yet is no fault of the sender; what it has answered already, nobody waits for.
      const isComing = uploads.has(request) && !response.writableEnded && (request.isPaused() || socket.bytesRead - before >= MIN_BYTES)
      before = socket.bytesRead
      if (request.complete) clearInterval(timer)
      else if (!isComing) refuse(request, response)
    }, seconds * 1000).unref()
    request.once('close', () => clearInterval(timer))
  })
}

/** As Node itself does for headers that are late: the parser is in the middle of a message, and the connection is worth nothing more. */
function refuse({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (!headersSent && socket.writable) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.destroySoon()
}
