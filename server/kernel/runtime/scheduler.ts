/**
 * Work at a time, as rows: it is scheduled in the transaction of whatever makes it necessary, exists when that commits, and is carried out
 * at least once, by one server at a time (scheduler-runner.ts, docs/decisions/0071).
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { tenantOf } from '../database/tenant-id.ts'
import type { TenantId } from '../../../model/brands.ts'
import type { Invalidations } from './invalidations.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'

/** Which piece of work: of a tenant there is one of a kind and key. */
export interface WorkName {
  /** In platform scope; otherwise it is the tenant of the transaction. Work of the platform belongs to the platform's tenant. */
  readonly tenantId?: TenantId
  /** A key of the handlers `app.ts` passes in. */
  readonly kind: string
  /** Of what it is the work, such as the id of a row; behind a colon, which of several pieces about the same thing: a server carries those out one after the other. */
  readonly key: string
}

export interface NewWork extends WorkName {
  readonly dueAt: Date | RawBuilder<Date>
  /** Anything that JSON can hold; the handler reads it back with a schema. */
  readonly payload?: unknown
}

export interface Scheduler {
  /** Scheduled again, it has the new time and payload, no failures, and is one piece of work. One that is being carried out is carried out again. */
  schedule(tx: Transaction, work: NewWork): Promise<void>
  /** Does nothing where there is none. What is being carried out just now is not stopped. */
  cancel(tx: Transaction, work: WorkName): Promise<void>
}

/** How often each server looks at the latest, in milliseconds: what is scheduled for later than that is found without a word. */
export const LOOK_MS = 30_000

/** Returns the scheduler; nothing is carried out by it (scheduler-runner.ts). */
export function openScheduler(invalidations: Invalidations): Scheduler {
  return {
    async schedule(tx, { kind, key, dueAt, payload = {}, ...rest }) {
      const values = { tenant_id: rest.tenantId ?? tenantOf(tx), kind, key, due_at: dueAt, payload: JSON.stringify(payload) }
      const row = await tx.first(
        build
          .insertInto('scheduled_work')
          .values(values)
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'kind', 'key']).doUpdateSet({
              due_at: sql`excluded.due_at`,
              payload: sql`excluded.payload`,
              generation: sql`scheduled_work.generation + 1`,
              attempts: 0,
              last_error: null,
              dead_at: null,
            }),
          )
          .returning(sql<number>`(extract(epoch from due_at) * 1000)::float8`.as('at')),
      )
      if (row) await invalidations.publish(tx, { kind: 'work-scheduled', at: row.at })
    },
    async cancel(tx, { kind, key, ...rest }) {
      await tx.run(
        build
          .deleteFrom('scheduled_work')
          .where('tenant_id', '=', rest.tenantId ?? tenantOf(tx))
          .where('kind', '=', kind)
          .where('key', '=', key),
      )
    },
  }
}

/** Returns how many pieces of work have failed too often, of all tenants: each waits for somebody to look at it. */
export async function countDeadWork(tx: Transaction): Promise<number> {
  const found = await tx.first(
    build
      .selectFrom('scheduled_work')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('dead_at', 'is not', null),
  )
  return found?.count ?? 0
}
