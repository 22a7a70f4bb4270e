/** The headers that tell browsers what pages of this server may do. */
import helmet from '@fastify/helmet'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { onlyDocumenting } from './schemas.ts'

/**
 * Every answer carries what Helmet says for these options. It is the same each time, and saying it anew for each request took a
 * sixteenth of the time of an update (`node --cpu-prof`): so it is asked once, by an instance that answers one request.
 */
export async function addSecurityHeaders(app: FastifyInstance, options: FastifyHelmetOptions): Promise<void> {
  const headers = Object.entries(await headersOf(options))
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
}

async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const sample = Fastify({ schemaController: onlyDocumenting })
  await sample.register(helmet, options)
  let sent: Record<string, string> = {}
  // Before the answer has headers of its own.
  sample.get('/', (_request, reply) => {
    sent = Object.fromEntries(Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]))
    return ''
  })
  await sample.inject('/')
  await sample.close()
  return sent
}
