/** The log of domain events, as tests wait for it. */
import type { TenantId } from '../../model/brands.ts'
import { until } from './process.ts'
import type { TestServer } from './server.ts'

/** Resolves when every subscriber has read all that a tenant's log has, or set it aside. */
export async function eventsRead({ database }: TestServer, tenantId: TenantId): Promise<void> {
  await until('the events are read', () =>
    database.asOwner(async (owner) => {
      const { rows } = await owner.query(
        `select from domain_events event where event.tenant_id = $1 and (
          not exists (select from event_cursors where tenant_id = $1) or exists (
          select from event_cursors place where place.tenant_id = $1 and (place.transaction_id, place.event_id) < (event.transaction_id, event.id)))`,
        [tenantId],
      )
      return rows.length === 0
    }),
  )
}

/** What the log of a tenant has, in the order in which it was written. */
export async function eventsOf(
  { database }: TestServer,
  tenantId: TenantId,
): Promise<{ kind: string; subject: string; payload: Record<string, unknown> }[]> {
  return database.asOwner(
    async (owner) =>
      (
        await owner.query<{ kind: string; subject: string; payload: Record<string, unknown> }>(
          'select kind, subject, payload from domain_events where tenant_id = $1 order by id',
          [tenantId],
        )
      ).rows,
  )
}
