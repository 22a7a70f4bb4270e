/** Adds the rows of the log, all changes and the record of processes to the chain of their tenant, in the order in which they became visible, a moment after their commit. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Source } from './chain-hash.ts'
import { BEGINNING, SOURCES, chainHash } from './chain-hash.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import { worker } from '../kernel/runtime/worker.ts'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'
import type { PendingRow } from './chain-pending.ts'
import { keepPlans, saveScanProgress, readPending, openScan, planByIndex } from './chain-pending.ts'

const EVERY_MS = 1000
/** Rows that are hashed before requests have their turn, in a millisecond or two: all of a busy second at once would hold up whoever asks just then. */
const ROWS_PER_SLICE = 100

/**
 * Appends the rows that have become visible to the hash chains of their tenants, or those it can until it is stopped. Gives how many rows.
 */
export async function appendPending(transactions: TransactionScopes, stop?: AbortSignal): Promise<number> {
  let total = 0
  // In turn, so that the log does not wait until the million changes of an import have their seals.
  for (let open = SOURCES; open.length > 0 && !stop?.aborted;) {
    const further: Source[] = []
    for (const source of open) {
      const { sealed, isOver } = await sealSome(transactions, source)
      total += sealed
      if (!isOver) further.push(source)
    }
    open = further
  }
  return total
}

/** Starts appending to the hash chains every second; returns the function that stops it, which waits for the batch under way. */
export function startChainWorker(
  { transactions, clock }: { transactions: TransactionScopes; clock: Clock },
  onError: (error: unknown) => void,
): () => Promise<void> {
  return worker({
    clock,
    every: EVERY_MS,
    first: EVERY_MS,
    work: async (signal) => void (await appendPending(transactions, signal)),
    onError,
  }).stop
}

/** Of several servers one seals at a time; the others find nothing left to do. */
async function sealSome(transactions: TransactionScopes, source: Source): Promise<{ sealed: number; isOver: boolean }> {
  return transactions.inPlatform('the chains of all tenants are sealed', async (tx) => {
    const [lock] = await Promise.all([
      tx.first(build.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtext('outstation.seals'))`.as('mine'))),
      planByIndex(tx),
    ])
    if (!lock?.mine) return { sealed: 0, isOver: true }
    const round = await openScan(tx, source)
    const { rows, isOver } = await readPending(tx, round)
    const unsealed = rows.filter((row): row is PendingRow & { text: string } => row.text !== null)
    if (unsealed.length > 0) await append(tx, source, unsealed)
    await saveScanProgress(tx, round, rows, isOver)
    return { sealed: unsealed.length, isOver }
  })
}

async function append(tx: Transaction, source: Source, rows: readonly (PendingRow & { text: string })[]): Promise<void> {
  const heads = await headsOf(tx, [...new Set(rows.map((row) => row.tenant_id))])
  const seals: { tenant_id: TenantId; position: string; record: string; hash: string; part_of: string | null }[] = []
  for (const { tenant_id, position: record, text, part_of } of rows) {
    const { position, hash } = heads.get(tenant_id) ?? { position: 0n, hash: BEGINNING }
    const seal = { position: position + 1n, hash: chainHash(hash, text) }
    heads.set(tenant_id, seal)
    seals.push({ tenant_id, position: String(seal.position), record, hash: seal.hash.toString('hex'), part_of })
    if (seals.length % ROWS_PER_SLICE === 0) await setImmediate()
  }
  const given = sql<
    Record<'tenant_id' | 'position' | 'record' | 'hash', string> & { part_of: string | null }
  >`jsonb_to_recordset(${JSON.stringify(seals)}::jsonb)`.as<'seal'>(
    sql`seal (tenant_id uuid, position bigint, record bigint, hash text, part_of uuid)`,
  )
  const stored = build
    .insertInto('log_seals')
    .columns(['tenant_id', 'position', 'source', 'record', 'hash', 'part_of'])
    .expression(
      build
        .selectFrom(given)
        .select([
          'seal.tenant_id',
          'seal.position',
          sql<Source>`${sql.lit(source)}`.as('source'),
          'seal.record',
          sql<Buffer>`decode(seal.hash, 'hex')`.as('hash'),
          'seal.part_of',
        ]),
    )
  await Promise.all([keepPlans(tx), tx.run(stored)])
}

/** The last seal of each tenant that has one. One statement for all of them: a round has as many tenants as were at work in its second. */
async function headsOf(tx: Transaction, tenants: readonly TenantId[]): Promise<Map<string, { position: bigint; hash: Buffer }>> {
  const found = await tx.all(
    build
      .selectFrom(sql<{ id: TenantId }>`unnest(${tenants}::uuid[])`.as<'wanted'>(sql`wanted (id)`))
      .innerJoinLateral(
        (each) =>
          each
            .selectFrom('log_seals')
            .select(['tenant_id', 'position', 'hash'])
            .whereRef('tenant_id', '=', 'wanted.id')
            .orderBy('position', 'desc')
            .limit(1)
            .as('head'),
        (on) => on.onTrue(),
      )
      .select(['head.tenant_id', 'head.position', 'head.hash']),
  )
  return new Map(found.map((row) => [row.tenant_id, { position: BigInt(row.position), hash: row.hash }] as const))
}
