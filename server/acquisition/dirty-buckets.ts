/**
 * Which minutes have to be rolled up (again): kept in the transaction that stores what they are made of.
 *
 * A point that sends twenty values a second touches its minute in every batch; once it stands in the table and is not due for a
 * while, it need not be written again. That holds as long as what relies on it is committed before it is due, so a record is
 * relied upon until {@link MARGIN_MS} before that, and whoever's transaction took longer writes once more ({@link Touched.isSafe}).
 */
import { sql } from 'kysely'
import type { Transaction } from '../kernel/database/tenant.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import type { Submission } from './queue.ts'
import { statement } from './statement.ts'

type Stored = readonly Pick<Submission, 'tenantId' | 'samples'>[]
/** Series by minute (seconds since 1970) by tenant. */
type Pairs = Map<string, Map<number, Set<number>>>

export interface MarkedBuckets {
  /** To be called after the commit: from now on these can be relied upon. */
  confirm(): void
  /** Whether the transaction was committed long before anything it relied upon was due. Otherwise: {@link Touches.again}. */
  isSafe(): boolean
}

export interface DirtyBuckets {
  write(tx: Transaction, taken: Stored): Promise<MarkedBuckets>
  /** All of them, relying upon nothing. */
  again(tx: Transaction, taken: Stored): Promise<void>
  /** Relies upon nothing any more: something is rolled up before it is due. */
  forget(): void
}

const MINUTE_US = 60_000_000
const MARGIN_MS = 15_000
/** Pairs that are relied upon at most; a backlog of a year has half a million. */
const MAX_PAIRS = 200_000

/**
 * The record of which minutes of which series have to be rolled up again, with a cache of those marked a moment ago.
 * @param now Milliseconds of a monotonic clock.
 */
export function openDirtyBuckets(now: () => number = () => performance.now()): DirtyBuckets {
  let known: Pairs = new Map()
  let until = 0
  let size = 0
  const forget = () => {
    ;[known, until, size] = [new Map(), 0, 0]
  }
  return {
    forget,
    async write(tx, taken) {
      const begun = now()
      if (begun >= until || size > MAX_PAIRS) forget()
      const fresh = pairsOf(taken, known)
      const dueInMs = await insert(tx, fresh)
      return {
        confirm() {
          if (dueInMs === undefined) return
          // The first record of a set is the first that is due.
          if (until === 0) until = begun + dueInMs - MARGIN_MS
          size += merge(known, fresh)
        },
        isSafe: () => now() - begun < MARGIN_MS - 5000,
      }
    },
    async again(tx, taken) {
      await insert(tx, pairsOf(taken, new Map()))
    },
  }
}

function pairsOf(taken: Stored, known: Pairs): Pairs {
  const pairs: Pairs = new Map()
  for (const { tenantId, samples } of taken) {
    const there = known.get(tenantId)
    for (const { series, time } of samples) {
      const minute = Math.floor(time / MINUTE_US) * 60
      if (there?.get(minute)?.has(series)) continue
      let minutes = pairs.get(tenantId)
      if (!minutes) pairs.set(tenantId, (minutes = new Map()))
      let found = minutes.get(minute)
      if (!found) minutes.set(minute, (found = new Set()))
      found.add(series)
    }
  }
  return pairs
}

function merge(into: Pairs, from: Pairs): number {
  let added = 0
  for (const [tenantId, minutes] of from) {
    const there = into.get(tenantId) ?? new Map<number, Set<number>>()
    into.set(tenantId, there)
    for (const [minute, series] of minutes) {
      const all = there.get(minute) ?? new Set<number>()
      there.set(minute, all)
      for (const each of series) all.add(each)
      added += series.size
    }
  }
  return added
}

/** Due when the next minute has begun and what was measured in this one has arrived. Gives in how many milliseconds; nothing where there is nothing to do. */
async function insert(tx: Transaction, pairs: Pairs): Promise<number | undefined> {
  const rows = [...pairs]
  if (rows.length === 0) return undefined
  const series = rows.map(([, minutes]) => pgArray([...minutes.values()].flatMap((found) => [...found])))
  const buckets = rows.map(([, minutes]) => pgArray([...minutes].flatMap(([minute, found]) => Array<number>(found.size).fill(minute))))
  const [row] = await tx.all(
    statement(sql<{ due_in: number }>`
    insert into sample_touches (tenant_id, level, due_at, series, buckets)
    select tenant_id, 0, date_trunc('minute', now()) + interval '60 seconds' + ${MARGIN_MS + 1000} * interval '1 millisecond', series::bigint[],
      (select array_agg(to_timestamp(each) order by place) from unnest(buckets::float8[]) with ordinality as b (each, place))
    from unnest(${pgArray(rows.map(([tenantId]) => tenantId))}::uuid[], ${pgArray(series)}::text[], ${pgArray(buckets)}::text[]) as u (tenant_id, series, buckets)
    returning extract(epoch from due_at - now())::float8 * 1000 as due_in`),
  )
  return row?.due_in
}
