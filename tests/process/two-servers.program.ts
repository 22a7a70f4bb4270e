/**
 * A server as main.ts starts it, with work and a subscriber of the test beside those of the product: each writes what it did into the
 * table `effects`, slowly, so that a kill comes in the middle.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { build } from '../../server/kernel/database/sql.ts'
import type { Transaction } from '../../server/kernel/database/tenant.ts'
import type { DomainEventSchemas } from '../../server/kernel/runtime/domain-events.ts'
import type { Subscription } from '../../server/kernel/runtime/event-subscribers.ts'
import { runSubscribers } from '../../server/kernel/runtime/event-subscribers.ts'
import { runScheduler } from '../../server/kernel/runtime/scheduler-runner.ts'
import { openServices } from '../../server/services.ts'

const config = readConfig(process.env)
const database = await openDatabase(config)
const services = await openServices(config, database)
const app = await buildApp(services)
const onError = (err: unknown) => app.log.warn({ err }, 'the work of the test failed')
const STEP_MS = 50

/** What has happened stands there when the transaction commits. */
async function write(tx: Transaction, what: string): Promise<void> {
  const by = process.pid
  await tx.run({ compile: () => sql`insert into effects (tenant_id, what, by) values (${tx.tenantId}, ${what}, ${by})`.compile(build) })
}

runScheduler(
  services,
  {
    'test-work': ({ tenantId, key, finish }) =>
      services.transactions.inTenant({ tenantId }, async (tx) => {
        await write(tx, `work ${key}`)
        await sleep(STEP_MS)
        await finish(tx)
      }),
  },
  { onError, onDead: () => onError(new Error('given up')) },
)
const subscriber: Subscription<never> = {
  kinds: ['test-two-servers'] as never,
  handle: async (tx, events: readonly { subject: string }[]) => {
    for (const { subject } of events) await write(tx, `event ${subject}`)
    await sleep(STEP_MS)
  },
}
const schemas = { 'test-two-servers': z.strictObject({}) } as DomainEventSchemas
runSubscribers(services, schemas, { 'test-two-servers': subscriber }, { onError, onDead: () => onError(new Error('set aside')) })

await app.listen({ port: config.port, host: config.host })
