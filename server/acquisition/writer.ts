/**
 * Stores what waits, batch by batch, and acknowledges it once it is committed. One transaction holds the samples of all
 * tenants in the batch, the list of the buckets they touch and the packet identifiers by which they came, so that a server killed at any moment has neither stored what
 * it has not rolled up nor acknowledged what it has not stored.
 *
 * While one batch is being stored the next one gathers: the busier it is, the larger the batches.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Millis } from '../../model/brands.ts'
import { toMillis } from '../../model/brands.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import { settle } from './corrections.ts'
import { shareLockTenants } from './tenant-share-lock.ts'
import { claimPackets } from './packet-ids.ts'
import type { Partitions } from './partitions.ts'
import type { Outcome, Queue, Waiting } from './queue.ts'
import { statement } from './statement.ts'
import type { DirtyBuckets } from './dirty-buckets.ts'

export interface WriterOptions {
  /** Most samples a transaction. The embedded engine does nothing else meanwhile, so its are smaller. */
  readonly batch: number
  /** How long a first message waits for others; a transaction costs the same for one as for many. */
  readonly lingerMs: number
  /** Called after each commit, before anybody is told; must not fail. */
  readonly onStored: (batch: readonly Waiting[]) => void
  readonly onError: (error: unknown) => void
}

export interface Writer {
  /** Stores what waits and stops. */
  stop(): Promise<void>
}

/** A tenant that is being erased, or was: its readings are nobody's. */
export class TenantGone extends Error {}

const RETRY_MS = [50, 200, 500, 1000, 2000]
/** So long a batch is tried again; then whoever waits is told to come back. They have not been acknowledged. */
const GIVE_UP_MS = 30_000
/** PostgreSQL: a row that no partition takes. Another server has dropped it. */
const NO_PARTITION = '23514'

/**
 * Starts the writer: takes batches from the queue and stores samples, dirty buckets and corrections in one transaction each, until `stop`.
 */
export function startWriter(
  transactions: TransactionScopes,
  partitions: Partitions,
  queue: Queue,
  dirtyBuckets: DirtyBuckets,
  { batch, lingerMs, onStored, onError }: WriterOptions,
): Writer {
  let stopping = false
  let wake = (): void => undefined
  queue.onOffer(() => wake())

  async function round(): Promise<void> {
    const taken = queue.take(batch)
    if (taken.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      if (!stopping) await sleep(lingerMs)
      return
    }
    const { outcomes, isRepeated } = await persist(taken)
    // After an attempt that failed nobody knows whose it is that stands there: its commit may have gone through, and live values and alarms must not miss it.
    onStored(taken.filter((_, place) => outcomes[place] && (isRepeated || !outcomes[place].isElsewhere)))
    for (const [place, each] of taken.entries()) {
      const outcome = outcomes[place]
      if (outcome) each.stored(outcome)
      else each.failed(new TenantGone('the tenant is being erased'))
    }
  }

  /** What came of each, nothing for those whose tenant is no more, and whether it took more than one attempt. @throws Error when it was tried for too long. */
  async function persist(taken: readonly Waiting[]): Promise<{ outcomes: (Outcome | undefined)[]; isRepeated: boolean }> {
    const begun = performance.now()
    for (let attempt = 0; ; attempt += 1) {
      try {
        transactions.assertSpace('ordinary')
        await partitions.ensure(days(taken))
        return { outcomes: await store(transactions, dirtyBuckets, taken.map(worthStoring)), isRepeated: attempt > 0 }
      } catch (error) {
        if ((error as { code?: string }).code === NO_PARTITION) partitions.forget()
        if (performance.now() - begun > GIVE_UP_MS || (stopping && attempt > 2)) {
          for (const each of taken) each.failed(error)
          throw error
        }
        onError(error)
        await sleep(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)])
      }
    }
  }

  const running = (async () => {
    while (!stopping || queue.samples > 0) await round().catch(onError)
  })()
  return {
    async stop() {
      stopping = true
      wake()
      await running
    },
  }
}

function days(taken: readonly Waiting[]): { retention: number; time: Millis }[] {
  const seen = new Map<number, { retention: number; time: Millis }>()
  for (const { samples } of taken) {
    for (const { retention, time } of samples) {
      const key = Math.floor(time / 86_400_000_000) * 4 + retention
      if (!seen.has(key)) seen.set(key, { retention, time: toMillis(time) })
    }
  }
  return [...seen.values()]
}

/** Without what was stored before as good as the same. Whoever waits for it still waits for the commit: what it repeats may be in this batch. */
function worthStoring(waiting: Waiting): Waiting {
  return waiting.samples.some(({ isRepeat }) => isRepeat)
    ? { ...waiting, samples: waiting.samples.filter(({ isRepeat }) => !isRepeat) }
    : waiting
}

/** What came of each; nothing for those whose tenant is no more. A message sent twice is stored once; another value for a moment corrects it. */
async function store(
  transactions: TransactionScopes,
  dirtyBuckets: DirtyBuckets,
  taken: readonly Waiting[],
): Promise<(Outcome | undefined)[]> {
  const tenants = [...new Set(taken.map(({ tenantId }) => tenantId))].sort()
  const { kept, outcomes, touched } = await transactions.inPlatform(REASON, async (tx) => {
    const alive = await shareLockTenants(tx, tenants)
    const gone = new Set(tenants.filter((id) => !alive.has(id)))
    const kept = gone.size === 0 ? taken : taken.filter(({ tenantId }) => !gone.has(tenantId))
    const isElsewhere = await claimPackets(tx, kept)
    const ours = kept.map((each) => (each.packet && isElsewhere(each.packet) ? { ...each, samples: [] } : each))
    const [touched, written] = await Promise.all([dirtyBuckets.write(tx, ours), insert(tx, ours)])
    const isAllNew = written === ours.reduce((sum, { samples }) => sum + samples.length, 0)
    const settled = isAllNew ? undefined : await settle(tx, ours)
    const outcomes = kept.map((each, place): Outcome =>
      ours[place] === each ? (settled?.[place] ?? NOTHING) : { repeated: each.samples.length, corrected: 0, isElsewhere: true },
    )
    return { kept, outcomes, touched }
  })
  touched.confirm()
  // Nobody has been told yet: should this server be killed here, what is stored comes again, and touches its minutes again.
  if (!touched.isSafe()) await transactions.inPlatform(REASON, (tx) => dirtyBuckets.again(tx, kept))
  const places = new Map(kept.map((each, place) => [each, place]))
  return taken.map((each) => {
    const place = places.get(each)
    return place === undefined ? undefined : outcomes[place]
  })
}

const NOTHING: Outcome = { repeated: 0, corrected: 0 }

const REASON = 'stores readings of devices of all tenants'

/**
 * Columns as texts: each is one parameter, and a text of numbers costs the driver nothing to write. The order is that of the
 * key, so that neighbours in the index are written together.
 */
function insert(tx: Transaction, taken: readonly Waiting[]): Promise<number> {
  const tenants = [...new Set(taken.map(({ tenantId }) => tenantId))]
  const place = new Map(tenants.map((id, at) => [id, at + 1]))
  const columns = {
    whose: [] as number[],
    series: [] as number[],
    times: [] as number[],
    values: [] as (number | null)[],
    qualities: [] as number[],
    reasons: [] as number[],
    classes: [] as number[],
  }
  for (const { tenantId, samples } of taken) {
    const at = place.get(tenantId) as number
    for (const sample of samples) {
      columns.whose.push(at)
      columns.series.push(sample.series)
      columns.times.push(sample.time)
      columns.values.push(sample.value)
      columns.qualities.push(sample.quality)
      columns.reasons.push(sample.reason)
      columns.classes.push(sample.retention)
    }
  }
  const { whose, series, times, values, qualities, reasons, classes } = columns
  return tx.run(
    statement(sql`
    insert into samples (tenant_id, series, time, value, quality, reason, retention)
    select (${pgArray(tenants)}::uuid[])[u.whose], u.series, to_timestamp(u.time / 1e6), u.value, u.quality, u.reason, u.retention
    from unnest(${pgArray(whose)}::integer[], ${pgArray(series)}::bigint[], ${pgArray(times)}::float8[], ${pgArray(values)}::float8[],
      ${pgArray(qualities)}::smallint[], ${pgArray(reasons)}::smallint[], ${pgArray(classes)}::smallint[])
      as u (whose, series, time, value, quality, reason, retention)
    order by 1, 2, 3
    on conflict do nothing`),
  )
}
