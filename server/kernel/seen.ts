/** When each session last asked for something: kept in memory and stored once a minute, for all of them in one statement. */
import { sql } from 'kysely'
import type { Identity } from './caller.ts'
import type { Clock } from './runtime/clock.ts'
import { worker } from './runtime/worker.ts'
import { build } from './sql.ts'
import type { Doors } from './tenant.ts'

const EVERY_MS = 60_000

export interface Seen {
  note(identity: Pick<Identity, 'tenantId' | 'sessionId'>): void
  close(): Promise<void>
}

export function openSeen(doors: Doors, clock: Clock): Seen {
  let noted = new Map<string, { tenantId: string; at: Date }>()
  async function store(): Promise<void> {
    if (noted.size === 0) return
    const seen = [...noted]
    noted = new Map()
    const rows = {
      tenants: seen.map(([, { tenantId }]) => tenantId), ids: seen.map(([id]) => id), times: seen.map(([, { at }]) => at.toISOString()),
    }
    await doors.inPlatform('when people were last seen is stored for all tenants at once', (tx) => tx.run(build.updateTable('sessions')
      .from(sql<{ tenant_id: string; id: string; at: Date }>`(select * from unnest(${rows.tenants}::uuid[], ${rows.ids}::uuid[], ${rows.times}::timestamptz[]) as row (tenant_id, id, at))`.as('seen'))
      .set({ last_seen_at: sql`greatest(last_seen_at, seen.at)` })
      .whereRef('sessions.tenant_id', '=', 'seen.tenant_id').whereRef('sessions.id', '=', 'seen.id')))
      // The database is away, or its disk is full: who works now is seen again a minute later.
      .catch(() => undefined)
  }
  const storing = worker({ clock, every: EVERY_MS, first: EVERY_MS, work: store, onError: () => undefined })

  return {
    note: ({ tenantId, sessionId }) => void noted.set(sessionId, { tenantId, at: new Date() }),
    async close() {
      await storing.stop()
      await store()
    },
  }
}
