/** The built web: files with a hash in their name are kept by browsers for ever, the rest is asked for anew. */
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'

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
      reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
