/** The log of domain events, as tests wait for it. */
import type { TenantId } from '../../model/brands.ts'
import type { DomainEventKind } from '../../server/kernel/runtime/domain-events.ts'
import { subscriptionsOf } from '../../server/modules.ts'
import { until } from './process.ts'
import type { TestServer } from './server.ts'

/** Resolves when each subscriber has read all that a tenant's log has of the kinds it subscribes to, or set it aside: what is of other kinds wakes it no sooner. */
export async function eventsRead({ database, services }: TestServer, tenantId: TenantId): Promise<void> {
  const wanted = Object.entries(subscriptionsOf(services)).flatMap(([subscriber, { kinds }]) => kinds.map((kind) => ({ subscriber, kind })))
  await until('the events are read', () =>
    database.asOwner(async (owner) => {
      const { rows } = await owner.query(
        `select from domain_events event
          join jsonb_to_recordset($2::jsonb) as wanted (subscriber text, kind text) on wanted.kind = event.kind
          left join event_cursors place on place.tenant_id = event.tenant_id and place.subscriber = wanted.subscriber
          where event.tenant_id = $1 and coalesce((place.transaction_id, place.event_id) < (event.transaction_id, event.id), true) limit 1`,
        [tenantId, JSON.stringify(wanted)],
      )
      return rows.length === 0
    }),
  )
}

/** From now on the server stores events of these kinds though no module subscribes to them: what nobody would read is not stored. */
export const wantEvents = ({ services }: TestServer, kinds: readonly DomainEventKind[]): void =>
  services.domainEvents.onEmitted(kinds, () => undefined)

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
