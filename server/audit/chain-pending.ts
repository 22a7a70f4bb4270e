/**
 * Which rows wait for their seal, found at the cost of those rows alone however long the tables are.
 *
 * Rows carry the number of the transaction that wrote them. What a snapshot sees and an earlier one did not are the rows of
 * the transactions that were running in the earlier one and are over by now, and of those that have begun since and are
 * over: a few ranges of one index. A row that is committed late is in its range when its transaction is over, not before, so it
 * is neither skipped nor asked for in vain. A watermark on positions cannot do this: positions are taken before the commit.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Source } from './chain-hash.ts'
import { chainedText, tableOf } from './chain-hash.ts'
import { build, buildFor, typedAs } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

/** What PostgreSQL writes as `xmin:xmax:running,…`. */
export interface Snapshot {
  /** The first number that was not given out, or not over, then. */
  readonly end: bigint
  /** Those below `end` that were running, ascending. */
  readonly running: readonly bigint[]
}

/** Numbers of transactions, `from` included and `below` not. */
export interface TransactionRange {
  readonly from: bigint
  readonly below: bigint
}

/** The snapshot from the text of `pg_current_snapshot()`: `xmin:xmax:running,…`. */
export function snapshotOf(text: string): Snapshot {
  const [, end = '', running = ''] = text.split(':')
  return { end: BigInt(end), running: running === '' ? [] : running.split(',').map(BigInt) }
}

/** The transactions that are over in `goal` and were not in `seen`, ascending. */
export function rangesBetween(seen: Snapshot, goal: Snapshot): TransactionRange[] {
  const open = new Set(goal.running)
  const ended = seen.running.filter((number) => !open.has(number)).map((number) => ({ from: number, below: number + 1n }))
  const begun: TransactionRange[] = []
  let from = seen.end
  for (const below of [...goal.running.filter((number) => number >= seen.end), goal.end]) {
    if (from < below) begun.push({ from, below })
    from = below + 1n
  }
  return [...ended, ...begun]
}

interface ScanPosition {
  readonly transaction: bigint
  readonly position: bigint
}

/** From one snapshot to a later one. It may take many transactions, of one server or of several in turn; its state is in `log_sealing`. */
export interface PendingScan {
  readonly source: Source
  readonly goal: string
  readonly ranges: readonly TransactionRange[]
  /** All rows are looked at: see {@link openScan}. */
  readonly whole: boolean
  readonly done: ScanPosition | undefined
  /** Begun in an earlier transaction: its end is kept whatever it finds. */
  readonly isUnderWay: boolean
  /** Transactions begun since the last round, about. */
  readonly passed: bigint
}

export interface PendingRow {
  readonly tenant_id: TenantId
  readonly transaction_id: string
  readonly position: string
  /** What is to be sealed; nothing where the row has its seal. */
  readonly text: string | null
  /** The instance whose record the row is of. */
  readonly part_of: string | null
}

const MIN_INT64 = -(2n ** 63n)
const MAX_INT64 = 2n ** 63n - 1n
const ALL: TransactionRange = { from: 0n, below: 2n ** 64n - 1n }

/**
 * The row was written in this database: not brought here by a restored dump, whose numbers are those of another.
 * @param row One with the number of its transaction in `column`.
 */
export function wasWrittenHere(row: string, column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${row}.xmin`)} = ${sql.ref(`${row}.${column}`)}::xid`
}

/**
 * Resolves when the statements of this transaction are planned by the chain's indexes. Statements over the chain are planned for the tables as they are now,
 * and read by index in its order. A plan that was made while the tables were small and kept would read all seals for each batch, and go on
 * so while they grow; one that sorts what it found would read all that waits for each batch.
 */
export function planByIndex(tx: Transaction): Promise<unknown> {
  return set(tx, { plan_cache_mode: 'force_custom_plan', enable_seqscan: 'off', enable_bitmapscan: 'off' })
}

/**
 * Resolves when statements are not planned each time any more, for what is written after the reading: the check of a foreign key is a statement for each row, and
 * planning it took the database longer than doing it, 6 % of all it spent on the update of a user (pg_stat_statements: plans, calls).
 */
export function keepPlans(tx: Transaction): Promise<unknown> {
  return set(tx, { plan_cache_mode: 'auto' })
}

/** For the rest of the transaction. */
function set(tx: Transaction, settings: Readonly<Record<string, string>>): Promise<unknown> {
  return tx.first(build.selectNoFrom(Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`.as(name))))
}

/**
 * The scan for pending rows: the one under way, or a new one up to the current snapshot. A database that was restored from a dump counts
 * its transactions anew, and what is written from then on might be numbered below `seen`: then one round reads all rows.
 */
export async function openScan(tx: Transaction, source: Source): Promise<PendingScan> {
  const kept = await tx.first(
    build
      .selectFrom('log_sealing')
      .where('source', '=', source)
      .select([
        'whole',
        'seen',
        'goal',
        'done_transaction',
        'done_position',
        wasWrittenHere('log_sealing', 'stored_by').as('home'),
        sql<string>`pg_current_snapshot()`.as('now'),
      ]),
  )
  if (!kept) throw new Error(`log_sealing has no row for ${source}`)
  const isUnderWay = kept.home && kept.goal !== null
  const goal = isUnderWay ? (kept.goal as string) : kept.now
  const whole = kept.whole || !kept.home
  const [from, to] = [snapshotOf(kept.seen), snapshotOf(goal)]
  const done =
    kept.home && kept.done_transaction !== null && kept.done_position !== null
      ? { transaction: BigInt(kept.done_transaction), position: BigInt(kept.done_position) }
      : undefined
  return { source, goal, whole, done, isUnderWay, ranges: whole ? [ALL] : rangesBetween(from, to), passed: to.end - from.end }
}

/** Rows looked at in one transaction, about; also how many one statement reads. */
const BATCH = 2000

/** The next rows of a round, and whether they are the last. */
export async function readPending(tx: Transaction, round: PendingScan): Promise<{ rows: PendingRow[]; isOver: boolean }> {
  const rows: PendingRow[] = []
  for (const stretch of round.ranges) {
    if (round.done && round.done.transaction >= stretch.below) continue
    const found = await tx.all(rowsIn(round, stretch))
    rows.push(...found)
    if (found.length === BATCH || rows.length >= BATCH) return { rows, isOver: false }
  }
  return { rows, isOver: true }
}

/** Of a round that reads all rows: what was brought by the dump and seen before it has its seal, or was slipped in. */
const wanted = (source: Source) =>
  sql`(row.at_home or not pg_visible_in_snapshot(row.transaction_id, (select seen from log_sealing where source = ${sql.lit(source)})))`

/**
 * One range of the index, in its order. Only then are the seals asked for, row by row; `limit 1` keeps the planner from joining them. Joined
 * first, or to a number of rows that the planner does not know, all seals would be read for a few rows, and so they were until the seals were
 * counted anew, minutes behind a busy one: with 115,000 of them a batch of 800 rows took 0.7 s. The lower end is one comparison of both
 * columns: of two, the index may begin at the lesser.
 */
function rowsIn({ source, whole, done }: PendingScan, { from, below }: TransactionRange) {
  const start =
    done && done.transaction >= from
      ? done
      : from === 0n
        ? { transaction: 0n, position: MIN_INT64 }
        : { transaction: from - 1n, position: MAX_INT64 }
  return typedAs<PendingRow>({
    compile: () =>
      sql`
    select row.tenant_id, row.transaction_id, row.position, case when seal.record is null${whole ? sql` and ${wanted(source)}` : sql``} then ${chainedText(source, 'row')} end as text,
      ${source === 'process' ? sql`row.instance_id` : sql`null`} as part_of
    from (
      select each.*, ${wasWrittenHere('each', 'transaction_id')} as at_home from ${sql.table(tableOf[source])} as each
      where (each.transaction_id, each.position) > (${String(start.transaction)}::xid8, ${String(start.position)}::bigint) and each.transaction_id < ${String(below)}::xid8
      order by each.transaction_id, each.position limit ${sql.lit(BATCH)}
    ) as row
    left join lateral (
      select seal.record from log_seals as seal where seal.tenant_id = row.tenant_id and seal.source = ${sql.lit(source)} and seal.record = row.position limit 1
    ) as seal on true
    order by row.transaction_id, row.position`.compile(buildFor),
  })
}

/** At rest, when nothing but other databases' transactions goes by, the end of a round is kept once in so many of them. */
const WORTH_KEEPING = 100n

/** Stores how far the scan has come. A server at rest writes nothing, or each round's writing would be the next one's reason. */
export async function saveScanProgress(
  tx: Transaction,
  { source, goal, whole, isUnderWay, passed }: PendingScan,
  rows: readonly PendingRow[],
  isOver: boolean,
): Promise<void> {
  const last = rows.at(-1)
  if (isOver && !last && !isUnderWay && !whole && passed < WORTH_KEEPING) return
  await tx.run(
    build
      .updateTable('log_sealing')
      .where('source', '=', source)
      .set({
        stored_by: sql<string>`pg_current_xact_id()`,
        ...(isOver
          ? { seen: goal, goal: null, done_transaction: null, done_position: null, whole: false }
          : { goal, whole, ...(last ? { done_transaction: last.transaction_id, done_position: last.position } : {}) }),
      }),
  )
}

/** The condition that a row must have its seal by now: the last scan saw it, or it claims a transaction that is yet to come. */
export function isSettled(source: Source, row: string): RawBuilder<boolean> {
  const number = sql.ref(`${row}.transaction_id`)
  return sql<boolean>`exists (select 1 from log_sealing as state where state.source = ${sql.lit(source)} and not state.whole and case
    when ${wasWrittenHere('state', 'stored_by')} then pg_visible_in_snapshot(${number}, state.seen) or ${number} >= pg_snapshot_xmax(pg_current_snapshot())
    else pg_visible_in_snapshot(${number}, state.seen) and not ${wasWrittenHere(row, 'transaction_id')} end)`
}

/** The condition that the scan has not come to a row yet, whether it has its seal or not. */
export function isAhead(source: Source, row: string): RawBuilder<boolean> {
  const number = sql.ref(`${row}.transaction_id`)
  const state = (column: string) => sql`(select ${sql.ref(column)} from log_sealing where source = ${sql.lit(source)})`
  return sql<boolean>`(${number} >= pg_snapshot_xmin(${state('seen')}) and not pg_visible_in_snapshot(${number}, ${state('seen')})
    and (${number}, ${sql.ref(`${row}.position`)}) > (coalesce(${state('done_transaction')}, '0'), coalesce(${state('done_position')}, ${sql.lit(String(MIN_INT64))}::bigint)))`
}
