/** When each session last asked for something: kept in memory and stored once a minute, for all of them in one statement. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Identity } from '../kernel/authorization/caller.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import { worker } from '../kernel/runtime/worker.ts'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'

const EVERY_MS = 60_000

export interface SessionActivity {
  touch(identity: Pick<Identity, 'tenantId' | 'sessionId'>): void
  close(): Promise<void>
}

/** The record of when each session last made a request, stored once a minute for all of them. */
export function openSessionActivity(transactions: TransactionScopes, clock: Clock): SessionActivity {
  let touched = new Map<string, { tenantId: TenantId; at: Date }>()
  async function store(): Promise<void> {
    if (touched.size === 0) return
    const seen = [...touched]
    touched = new Map()
    const rows = {
      tenants: seen.map(([, { tenantId }]) => tenantId),
      ids: seen.map(([id]) => id),
      times: seen.map(([, { at }]) => at.toISOString()),
    }
    await transactions
      .inPlatform('when people were last seen is stored for all tenants at once', (tx) =>
        tx.run(
          build
            .updateTable('sessions')
            .from(
              sql<{
                tenant_id: TenantId
                id: string
                at: Date
              }>`(select * from unnest(${rows.tenants}::uuid[], ${rows.ids}::uuid[], ${rows.times}::timestamptz[]) as row (tenant_id, id, at))`.as(
                'seen',
              ),
            )
            .set({ last_seen_at: sql`greatest(last_seen_at, seen.at)` })
            .whereRef('sessions.tenant_id', '=', 'seen.tenant_id')
            .whereRef('sessions.id', '=', 'seen.id'),
        ),
      )
      // The database is away, or its disk is full: who works now is seen again a minute later.
      .catch(() => undefined)
  }
  const storing = worker({ clock, every: EVERY_MS, first: EVERY_MS, work: store, onError: () => undefined })

  return {
    touch: ({ tenantId, sessionId }) => void touched.set(sessionId, { tenantId, at: new Date() }),
    async close() {
      await storing.stop()
      await store()
    },
  }
}
