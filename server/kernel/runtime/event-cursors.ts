/** The rows behind event-subscribers.ts: what each subscriber has read of the log, what failed, and what is thrown away. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import { advisoryLock } from '../database/advisory-lock.ts'
import { build } from '../database/sql.ts'
import type { Statement, Transaction, TransactionScopes } from '../database/tenant.ts'
import type { Chore } from './housekeeping.ts'
import { daysAgo } from './housekeeping.ts'

/** Of a log that every subscriber has read, the events of so many days are kept; of what was set aside, so many. */
const KEPT_DAYS = 30
const DEAD_KEPT_DAYS = 90
/** Once an event has failed, the next attempt is so much later; each time twice as long. */
const FIRST_PAUSE_SECONDS = 1

/** A place in the log of one tenant. */
export interface Place {
  readonly transaction: string
  readonly id: string
}

/** How far a subscriber has come, and how often the event after that has failed. */
export interface Cursor extends Place {
  readonly attempts: number
}

/** An event as it lies in the log. */
export interface EventRow extends Place {
  readonly tenantId: TenantId
  readonly kind: string
  readonly subject: string
  readonly payload: unknown
  readonly happenedAt: Date
}

/**
 * What is written in transactions before this one is in sight, or will never be: ids are given out in order, and this is the oldest that
 * is still open. Beyond it, an older transaction may yet put events in front of those that can be seen already.
 */
const horizon = sql<string>`pg_snapshot_xmin(pg_current_snapshot())`

const isAfter = (transaction: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<boolean>`(event.transaction_id, event.id) > (${transaction}, ${id})`

/**
 * Tenants with events that a subscriber has not read and may be given now, of those written since a transaction.
 * `retryInMs` is how long what failed still waits; absent where nothing has failed.
 */
export async function findUnread(
  tx: Transaction,
  subscriber: string,
  since: string,
  now: RawBuilder<Date>,
): Promise<{ tenants: readonly TenantId[]; seenTo: string; retryInMs: number | undefined }> {
  const [edge, rows, retry] = await Promise.all([
    // First: what becomes visible between this statement and the next one is looked at twice, and not missed.
    tx.first(build.selectNoFrom(sql<string>`${horizon}::text`.as('to'))),
    tx.all(
      build
        .selectFrom((from) =>
          from
            .selectFrom('domain_events')
            .select('tenant_id')
            .distinct()
            .where('transaction_id', '>=', sql<string>`${since}::xid8`)
            .as('active'),
        )
        .leftJoin('event_cursors as cursor', (join) =>
          join.onRef('cursor.tenant_id', '=', 'active.tenant_id').on('cursor.subscriber', '=', subscriber),
        )
        .select('active.tenant_id')
        .where(sql<boolean>`coalesce(cursor.retry_at <= ${now}, true)`)
        .where((where) =>
          where.exists(
            where
              .selectFrom('domain_events as event')
              .select('event.id')
              .whereRef('event.tenant_id', '=', 'active.tenant_id')
              .where(isAfter(sql`coalesce(cursor.transaction_id, '0')`, sql`coalesce(cursor.event_id, 0)`)),
          ),
        ),
    ),
    tx.first(
      build
        .selectFrom('event_cursors')
        .select(sql<number | null>`(extract(epoch from min(retry_at) - ${now}) * 1000)::float8`.as('wait'))
        .where('subscriber', '=', subscriber)
        .where('retry_at', 'is not', null),
    ),
  ])
  return {
    tenants: rows.map((row) => row.tenant_id),
    seenTo: edge?.to ?? since,
    retryInMs: retry?.wait === null || retry?.wait === undefined ? undefined : Math.max(20, Math.ceil(retry.wait)),
  }
}

const cursorOf = (subscriber: string) => build.selectFrom('event_cursors').where('subscriber', '=', subscriber)

/** Makes a place at the beginning of the log of this tenant, where the subscriber has none. */
async function begin(tx: Transaction, subscriber: string): Promise<void> {
  await tx.run(
    build
      .insertInto('event_cursors')
      .columns(['tenant_id', 'subscriber'])
      .expression(
        build
          .selectNoFrom([sql<string>`${tx.tenantId}::uuid`.as('tenant_id'), sql<string>`${subscriber}::text`.as('subscriber')])
          .where((where) => where.not(where.exists(cursorOf(subscriber).select('subscriber')))),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** The place of a subscriber in the log of this tenant, held until the end of the transaction; `undefined` while another server holds it, or it waits after a failure. */
export async function lockCursor(tx: Transaction, subscriber: string, now: RawBuilder<Date>): Promise<Cursor | undefined> {
  await begin(tx, subscriber)
  return tx.first(
    cursorOf(subscriber)
      .select([sql<string>`transaction_id::text`.as('transaction'), 'event_id as id', 'attempts'])
      .where(sql<boolean>`coalesce(retry_at <= ${now}, true)`)
      .forUpdate()
      .skipLocked(),
  )
}

/** The events of this tenant after a place, in their order, and none that another could still come before. */
export function readEvents(tx: Transaction, after: Place, most: number): Promise<EventRow[]> {
  return tx.all(nextEvents(after, most))
}

function nextEvents(after: Place, most: number): Statement<EventRow> {
  return build
    .selectFrom('domain_events as event')
    .select([
      'tenant_id as tenantId',
      sql<string>`transaction_id::text`.as('transaction'),
      'id',
      'kind',
      'subject',
      'payload',
      'happened_at as happenedAt',
    ])
    .where(isAfter(sql`${after.transaction}::xid8`, sql`${after.id}::bigint`))
    .where('transaction_id', '<', horizon)
    .orderBy('event.transaction_id')
    .orderBy('event.id')
    .limit(most)
}

const place = ({ transaction, id }: Place) => ({ transaction_id: sql<string>`${transaction}::xid8`, event_id: id })

/** Moves a subscriber on, to behind this event. */
export async function advance(tx: Transaction, subscriber: string, to: Place): Promise<void> {
  await tx.run(
    build
      .updateTable('event_cursors')
      .set({ ...place(to), attempts: 0, last_error: null, retry_at: null })
      .where('subscriber', '=', subscriber),
  )
}

export interface FailedEvent {
  readonly event: string
  readonly attempts: number
  readonly isDead: boolean
}

/**
 * Counts a failure of the event after a place, and sets it aside once there are too many. `undefined` where the subscriber has moved on since.
 */
export async function recordFailure(
  tx: Transaction,
  subscriber: string,
  at: Cursor,
  { reason, most, now }: { reason: string; most: number; now: RawBuilder<Date> },
): Promise<FailedEvent | undefined> {
  // What failed has taken back the place it began with.
  await begin(tx, subscriber)
  const held = await tx.first(
    cursorOf(subscriber)
      .select('attempts')
      .where('transaction_id', '=', sql<string>`${at.transaction}::xid8`)
      .where('event_id', '=', at.id)
      .where('attempts', '=', at.attempts)
      .forUpdate(),
  )
  const [event] = held ? await readEvents(tx, at, 1) : []
  if (!event) return undefined
  const attempts = at.attempts + 1
  if (attempts < most) {
    const pause = FIRST_PAUSE_SECONDS * 2 ** (attempts - 1)
    await tx.run(
      build
        .updateTable('event_cursors')
        .set({ attempts, last_error: reason, retry_at: sql<Date>`${now} + make_interval(secs => ${pause})` })
        .where('subscriber', '=', subscriber),
    )
    return { event: event.id, attempts, isDead: false }
  }
  await tx.run(
    build.insertInto('dead_events').values({
      tenant_id: event.tenantId,
      subscriber,
      event_id: event.id,
      kind: event.kind,
      subject: event.subject,
      payload: JSON.stringify(event.payload),
      happened_at: event.happenedAt,
      attempts,
      error: reason,
    }),
  )
  await advance(tx, subscriber, event)
  return { event: event.id, attempts, isDead: true }
}

/**
 * Makes positions comparable again where a dump has brought some that this database has not reached: all of the log and all places in it
 * go before whatever comes, in the order in which they were written. A place goes as far back as the first event that was not read, so that none is lost.
 */
export async function startOver(tx: Transaction): Promise<void> {
  await advisoryLock(tx, 'event-positions')
  const isForeign = sql<boolean>`transaction_id >= pg_snapshot_xmax(pg_current_snapshot())`
  const found = await Promise.all([
    tx.first(build.selectFrom('domain_events').select('id').where(isForeign).limit(1)),
    tx.first(build.selectFrom('event_cursors').select('event_id').where(isForeign).limit(1)),
  ])
  if (found.every((row) => row === undefined)) return
  await tx.run(
    build.updateTable('event_cursors as cursor').set({
      transaction_id: '0',
      event_id: sql<string>`coalesce(
        (select min(event.id) - 1 from domain_events event where event.tenant_id = cursor.tenant_id
          and (${isAfter(sql`cursor.transaction_id`, sql`cursor.event_id`)} or event.id > cursor.event_id)),
        (select max(event.id) from domain_events event where event.tenant_id = cursor.tenant_id),
        cursor.event_id)`,
    }),
  )
  await tx.run(build.updateTable('domain_events').set({ transaction_id: '0' }))
}

/** Throws away what every subscriber has read and is older than {@link KEPT_DAYS}. @param subscribers Those there are. */
export function expiredEvents(transactions: TransactionScopes, subscribers: readonly string[]): Chore {
  return () =>
    transactions.inPlatform('what has been read for long is of no tenant any more', async (tx) => {
      await tx.run(
        build
          .deleteFrom('domain_events as event')
          .where('happened_at', '<', daysAgo(KEPT_DAYS))
          .where(
            sql<boolean>`not exists (
              select from unnest(${subscribers}::text[]) as reader (name)
              left join event_cursors cursor on cursor.tenant_id = event.tenant_id and cursor.subscriber = reader.name
              where ${isAfter(sql`coalesce(cursor.transaction_id, '0')`, sql`coalesce(cursor.event_id, 0)`)})`,
          ),
      )
      await tx.run(build.deleteFrom('dead_events').where('dead_at', '<', daysAgo(DEAD_KEPT_DAYS)))
    })
}

/** Returns how many events have been set aside, of all tenants: each waits for somebody to look at it. */
export async function countDeadEvents(tx: Transaction): Promise<number> {
  const found = await tx.first(build.selectFrom('dead_events').select(sql<number>`count(*)::integer`.as('count')))
  return found?.count ?? 0
}
