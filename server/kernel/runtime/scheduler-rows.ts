/** The rows behind scheduler-runner.ts: how due work is taken with a lease, kept, ended and given back. */
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import { newId } from '../ids.ts'
import { build, typedAs } from '../database/sql.ts'
import type { Statement, Transaction } from '../database/tenant.ts'
import type { Clock } from './clock.ts'
import { databaseTime } from './clock.ts'

/** The lease is over, and the work somebody else's. */
export class LostWork extends Error {}

export interface WorkRow {
  readonly tenant_id: TenantId
  readonly kind: string
  readonly key: string
  readonly payload: unknown
  readonly due_at: Date
  readonly attempts: number
  readonly generation: number
}

/** How many pieces of a kind are to be taken at the most. */
export interface Room {
  readonly kind: string
  readonly most: number
}

const LEASE_SECONDS = 60

/** What of a piece of work that failed is stored with it. */
export interface Failed {
  /** In how many seconds it is tried again; absent: at once. */
  readonly pause?: number
  readonly error?: string
  /** It is not tried again. */
  readonly isDead?: true
  /** The attempt does not count. */
  readonly isInterrupted?: true
}

export type WorkRows = ReturnType<typeof openWorkRows>

/** Returns the rows as one server has them: it takes under an id of its own. @param resting Kinds of work that waits while its tenant is out of use */
export function openWorkRows(clock: Clock, resting: ReadonlySet<string>) {
  const self = newId()
  const now = () => databaseTime(clock)
  /** A tenant in use is neither disabled nor marked for deletion, and has not expired (server/tenancy/usable.ts). */
  const isWanted = () => sql`work.dead_at is null and (work.kind <> all(${[...resting]}::text[]) or exists (select from tenants
    where tenants.id = work.tenant_id and tenants.status = 1 and tenants.marked_at is null and (tenants.expires_at is null or tenants.expires_at > ${now()})))`
  const inSeconds = (seconds: number) => sql<Date>`${now()} + make_interval(secs => ${seconds})`
  const untilLease = () => inSeconds(LEASE_SECONDS)
  const named = ({ tenant_id, kind, key }: Pick<WorkRow, 'tenant_id' | 'kind' | 'key'>) =>
    build.updateTable('scheduled_work').where('tenant_id', '=', tenant_id).where('kind', '=', kind).where('key', '=', key)
  const ours = (row: WorkRow) => named(row).where('taken_by', '=', self)
  const FREE = { taken_by: null, taken_until: null }

  return {
    /** Gives free whatever any server has taken. */
    freeAll: (tx: Transaction): Promise<number> => tx.run(build.updateTable('scheduled_work').set(FREE).where('taken_by', 'is not', null)),

    /** Takes what is due, of each kind what has been due longest, and gives it in that order, of one time by its key; nobody waits for what another server is taking. */
    async take(tx: Transaction, wanted: readonly Room[]): Promise<WorkRow[]> {
      const taken = await tx.all(
        raw<WorkRow>(sql`with next as (
          select due.* from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (kind text, most int) cross join lateral (
            select work.tenant_id, work.kind, work.key from scheduled_work work
            where work.kind = wanted.kind and ${isWanted()} and greatest(work.due_at, work.taken_until) <= ${now()}
            order by greatest(work.due_at, work.taken_until) limit wanted.most for update skip locked) due)
        update scheduled_work work set attempts = work.attempts + 1, taken_by = ${self}::uuid, taken_until = ${untilLease()}
        from next where work.tenant_id = next.tenant_id and work.kind = next.kind and work.key = next.key
        returning work.tenant_id, work.kind, work.key, work.payload, work.due_at, work.attempts, work.generation`),
      )
      // Rows come back as they were updated, which is in no order.
      return taken.sort((one, other) => one.due_at.getTime() - other.due_at.getTime() || (one.key < other.key ? -1 : 1))
    },

    /** In how many milliseconds the next piece of the kinds is due: negative where one is that another server is taking; nothing where there is none. */
    async msToNext(tx: Transaction, kinds: readonly string[]): Promise<number | undefined> {
      const found = await tx.first(
        raw<{ wait: number | null }>(sql`select (extract(epoch from min(due.at) - ${now()}) * 1000)::float8 as wait
          from unnest(${kinds}::text[]) as wanted (kind) cross join lateral (
            select greatest(work.due_at, work.taken_until) as at from scheduled_work work where work.kind = wanted.kind and ${isWanted()}
            order by greatest(work.due_at, work.taken_until) limit 1) due`),
      )
      return found?.wait ?? undefined
    },

    /** Renews the leases. Gives which of the rows are still ours, by their names. */
    async renew(tx: Transaction, rows: readonly WorkRow[]): Promise<ReadonlySet<string>> {
      const keys = rows.map(({ tenant_id, kind, key }) => ({ tenant_id, kind, key }))
      const kept = await tx.all(
        raw<Pick<WorkRow, 'tenant_id' | 'kind' | 'key'>>(sql`update scheduled_work work set taken_until = ${untilLease()}
          from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as held (tenant_id uuid, kind text, key text)
          where work.tenant_id = held.tenant_id and work.kind = held.kind and work.key = held.key and work.taken_by = ${self}::uuid
          returning work.tenant_id, work.kind, work.key`),
      )
      return new Set(kept.map(nameOf))
    },

    /** Deletes the row, or gives it free where it was scheduled again meanwhile. @throws LostWork */
    async finish(tx: Transaction, row: WorkRow): Promise<void> {
      const ended = await tx.run(
        build
          .deleteFrom('scheduled_work')
          .where('tenant_id', '=', row.tenant_id)
          .where('kind', '=', row.kind)
          .where('key', '=', row.key)
          .where('taken_by', '=', self)
          .where('generation', '=', row.generation),
      )
      if (ended > 0) return
      if ((await tx.run(ours(row).set(FREE))) === 0) throw new LostWork()
    },

    /** Gives the row free. What is said of this round is kept of it alone: what was scheduled again meanwhile has a time of its own. */
    async handBack(tx: Transaction, row: WorkRow, { pause, error, isDead, isInterrupted }: Failed): Promise<void> {
      const changes = {
        ...FREE,
        ...(pause === undefined ? {} : { due_at: inSeconds(pause) }),
        ...(error === undefined ? {} : { last_error: error }),
        ...(isDead ? { dead_at: sql<Date>`now()` } : {}),
        ...(isInterrupted ? { attempts: sql<number>`attempts - 1` } : {}),
      }
      if ((await tx.run(ours(row).where('generation', '=', row.generation).set(changes))) === 0) await tx.run(ours(row).set(FREE))
    },
  }
}

/** A piece of work by its name, in all tenants. */
export const nameOf = ({ tenant_id, kind, key }: Pick<WorkRow, 'tenant_id' | 'kind' | 'key'>): string => `${tenant_id} ${kind} ${key}`

const raw = <Row>(text: ReturnType<typeof sql<Row>>): Statement<Row> => typedAs<Row>({ compile: () => text.compile(build) })
