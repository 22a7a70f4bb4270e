/**
 * What has happened in the product (an alarm was raised, a user disabled), as a log: an event is a row, written in the transaction that
 * makes it true, and every subscriber is given it once that has committed (event-subscribers.ts, docs/decisions/0072). What only says that
 * something remembered is out of date is an invalidation (invalidations.ts) and may be missed; an event is not.
 */
import { sql } from 'kysely'
import type { z } from 'zod'
import { tenantOf } from '../database/tenant-id.ts'
import type { TenantId } from '../../../model/brands.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'

/**
 * Every kind of event, with what it carries. Whoever emits a kind declares it here by declaration merging, and its schema in the
 * module (`events` in server/module.ts); whoever subscribes needs no import from there.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- members are added by declaration merging
export interface DomainEventPayloads {}

export type DomainEventKind = keyof DomainEventPayloads

/** An event that is about to be stored. */
export type NewDomainEvent<Kind extends DomainEventKind = DomainEventKind> = {
  [Each in Kind]: {
    /** In platform scope; otherwise it is the tenant of the transaction. */
    readonly tenantId?: TenantId
    readonly kind: Each
    /** Of what it tells, such as the id of a row. */
    readonly subject: string
    /** As JSON can hold it. */
    readonly payload: DomainEventPayloads[Each]
  }
}[Kind]

/** An event as subscribers are given it. */
export type DomainEvent<Kind extends DomainEventKind = DomainEventKind> = {
  [Each in Kind]: {
    readonly tenantId: TenantId
    /** Unique, and greater than that of every event before it in its transaction. */
    readonly id: string
    readonly kind: Each
    readonly subject: string
    readonly payload: DomainEventPayloads[Each]
    readonly happenedAt: Date
  }
}[Kind]

/** By its kind, what an event carries: checked when it is read, since another release may have written it. */
export type DomainEventSchemas = { readonly [Kind in DomainEventKind]?: z.ZodType<DomainEventPayloads[Kind]> }

export interface DomainEvents {
  /**
   * Stores the events in their order. They exist when the transaction commits, and not otherwise. Once somebody listens in this process, events of kinds for
   * which nobody does are not stored: nobody would ever read them (docs/decisions/0129).
   */
  emit(tx: Transaction, events: readonly NewDomainEvent[]): Promise<void>
  /** Calls when this process has committed events of one of the kinds. Those of other servers are found by looking. */
  onEmitted(kinds: readonly string[], listener: () => void): void
}

interface AnyEvent {
  readonly tenantId?: TenantId
  readonly kind: string
  readonly subject: string
  readonly payload: unknown
}

interface EmittedRow {
  readonly tenant_id: TenantId
  readonly kind: string
  readonly subject: string
  readonly payload: unknown
}

/** Returns the writing end of the log. */
export function openDomainEvents(): DomainEvents {
  const listeners: { readonly kinds: ReadonlySet<string>; readonly call: () => void }[] = []
  const isRead = ({ kind }: AnyEvent) => listeners.length === 0 || listeners.some(({ kinds }) => kinds.has(kind))
  return {
    async emit(tx: Transaction, all: readonly AnyEvent[]) {
      const events = all.filter(isRead)
      if (events.length === 0) return
      const rows = events.map(({ tenantId, kind, subject, payload }) => ({ tenant_id: tenantId ?? tenantOf(tx), kind, subject, payload }))
      tx.afterCommit(() => {
        for (const { kinds, call } of listeners) if (events.some(({ kind }) => kinds.has(kind))) call()
      })
      await tx.run(
        build
          .insertInto('domain_events')
          .columns(['tenant_id', 'transaction_id', 'kind', 'subject', 'payload'])
          .expression(
            build
              .selectFrom(
                sql<EmittedRow>`rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (tenant_id uuid, kind text, subject text, payload jsonb))
                with ordinality`.as<'emitted'>(sql`emitted (tenant_id, kind, subject, payload, place)`),
              )
              .select(['emitted.tenant_id', positionOf('emitted.tenant_id'), 'emitted.kind', 'emitted.subject', 'emitted.payload'])
              .orderBy(sql`emitted.place`),
          ),
      )
    },
    onEmitted: (kinds, call) => void listeners.push({ kinds: new Set(kinds), call }),
  }
}

/**
 * What waited for another transaction, on a row's lock, comes after it, although its own id may be smaller: it takes over the greatest
 * that it sees. Ids beyond the snapshot were brought by a dump of another database, and say nothing here.
 */
const positionOf = (column: 'emitted.tenant_id') =>
  sql<string>`greatest(pg_current_xact_id(), (
    select seen.transaction_id from domain_events seen
    where seen.tenant_id = ${sql.ref(column)} and seen.transaction_id < pg_snapshot_xmax(pg_current_snapshot())
    order by seen.transaction_id desc limit 1))`.as('transaction_id')
