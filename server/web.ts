/** The built web: files with a hash in their name are kept by browsers for ever, the rest is asked for anew. */
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Headers that only a document obeys. A page is made of a hundred scripts and styles, and these on each of them weighed as much
 * as a library.
 */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Registers the files of the built web in `folder`, and the page of the console at `/`; sendPage gives it at every other address. */
export async function addWeb(app: FastifyInstance, folder: string): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.url === '/*') route.config = { ...route.config, access: 'public' }
  })
  await app.register(files, {
    root: folder,
    preCompressed: true, // the build writes .br and .gz beside each file
    redirect: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isPart = /[\\/]assets[\\/]/.test(path)
      reply.header('cache-control', isPart ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (isPart && /\.(js|css)(\.(br|gz))?$/.test(path)) for (const name of OF_DOCUMENTS) reply.removeHeader(name)
    },
  })
  // A folder has no file of its own name: for its front door alone there is one.
  app.route({ method: ['GET', 'HEAD'], url: '/', config: { access: 'public' }, handler: (_request, reply) => sendPage(reply) })
}

/** The one page of the console, at whatever address it was asked for. */
export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile('index.html')
}
