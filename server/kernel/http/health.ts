import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { build } from '../database/sql.ts'
import type { TransactionScopes } from '../database/tenant.ts'

/** What asks often is told what was found a moment ago. */
const KNOWN_MS = 2000

/** Registers `/healthz` and `/readyz`. Alive, and able to answer from the database and the store of files; neither tells anything else. */
export function addHealth(
  app: FastifyInstance,
  { transactions, store }: { transactions: TransactionScopes; store: { check(): Promise<unknown> } },
  isReady: () => boolean,
): void {
  let known: { until: number; answers: Promise<boolean> } | undefined
  const storeAnswers = () => {
    if (!known || known.until < performance.now())
      known = {
        until: performance.now() + KNOWN_MS,
        answers: store.check().then(
          () => true,
          () => false,
        ),
      }
    return known.answers
  }

  app.get('/healthz', { exposeHeadRoute: true, config: { access: 'public' }, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { exposeHeadRoute: true, config: { access: 'public' }, logLevel: 'warn' }, async (_request, reply) => {
    const answers =
      isReady() &&
      (await transactions
        .inPlatform('readiness asks whether the database answers', (tx) => tx.first(build.selectNoFrom(sql`1`.as('one'))), 'read')
        .then(
          () => true,
          () => false,
        )) &&
      (await storeAnswers())
    return reply.code(answers ? 200 : 503).send({ status: answers ? 'ok' : 'unavailable' })
  })
}
