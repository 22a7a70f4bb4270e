import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { build } from './sql.ts'
import type { Doors } from './tenant.ts'

/** Alive, and able to answer from the database; neither tells anything else. */
export function addHealth(app: FastifyInstance, doors: Doors, isReady: () => boolean): void {
  app.get('/healthz', { config: { access: 'public' }, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' }, logLevel: 'warn' }, async (_request, reply) => {
    const answers = isReady() && (await doors
      .inPlatform('readiness asks whether the database answers', (tx) => tx.first(build.selectNoFrom(sql`1`.as('one'))), 'read')
      .then(() => true, () => false))
    return reply.code(answers ? 200 : 503).send({ status: answers ? 'ok' : 'unavailable' })
  })
}
