/**
 * Program: the process in which the servers of a worker's browser tests run, one after the other. Its parent (host.ts) asks by messages; it
 * ends with its parent. An error that nobody handles ends it, as it ends the product.
 */
import { readConfig } from '../../server/config.ts'
import { serve } from '../../server/serve.ts'
import type { Serving } from '../../server/serving.ts'
import type { HostAnswer, HostRequest } from './host.ts'

const servers = new Map<string, Serving>()

async function handle(request: HostRequest): Promise<HostAnswer> {
  if ('open' in request) {
    const { server } = await serve(readConfig(request.open), { print: () => undefined })
    servers.set(server.url, server)
    return { id: request.id, url: server.url }
  }
  await servers.get(request.close)?.stop()
  servers.delete(request.close)
  return { id: request.id }
}

process.on('message', (request: HostRequest) => {
  void handle(request)
    .catch((error: unknown): HostAnswer => ({
      id: request.id,
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
    .then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())
