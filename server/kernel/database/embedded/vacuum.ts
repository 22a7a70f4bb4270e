/**
 * What autovacuum is on a server: PGlite has no process for it. Without statistics the planner guesses, and space of rows that were
 * updated or deleted is never used again. Tables are looked at all the time, one is worked on at a time, and only for as long as little
 * has changed in it, because nobody else is served meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'
import type { Clock } from '../../runtime/clock.ts'
import { worker } from '../../runtime/worker.ts'

const EVERY_MS = 10_000
/** After each table others have the engine for so many times as long as it took. */
const REST = 4
const MIN_REST_MS = 50
/** For so long a moment is waited for in which nobody wants the engine. */
const PATIENCE_MS = 5000
/** Pages of 8 KB. Statistics of larger tables are made of 3,000 rows instead of 30,000, each of which may be a page to read. */
const LARGE_PAGES = 2000

/** The connection of the tables' owner: nobody else may vacuum them. */
type Owner = Parameters<Parameters<Database['asOwner']>[0]>[0]

export interface Due {
  readonly name: string
  readonly vacuum: boolean
  readonly pages: number
}

/**
 * PostgreSQL's own thresholds (autovacuum_vacuum_threshold and its scale factor, and those of analyze and inserts), with a limit of
 * 10,000 rows for what is left behind: ten short pauses instead of a long one. What was counted is gone after a restart, so a table that was
 * never analysed, or has grown by a fifth since, is due as well. Those where rows are left behind come first, for each moment lets them grow, and of these the
 * smallest: they are done at once, and what is updated all day is small (bench:month: with large ones before them 1.8 times their size of ten days after thirty,
 * with all others among them 1.55).
 */
const DUE = `
  select format('%I.%I', nspname, c.relname) as name, relpages as pages,
    n_dead_tup > least(10000, 50 + 0.2 * greatest(reltuples, 0)) or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0) as vacuum
  from pg_class c join pg_namespace on pg_namespace.oid = relnamespace join pg_stat_all_tables as counted on relid = c.oid
  where relkind = 'r' and nspname in ('public', 'pg_catalog') and (
    n_dead_tup > least(10000, 50 + 0.2 * greatest(reltuples, 0))
    or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)
    or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
    or (nspname = 'public' and pg_relation_size(c.oid) > 8192 * (1.2 * relpages + case when reltuples < 0 then 0 else 8 end)))
  order by n_dead_tup > least(10000, 50 + 0.2 * greatest(reltuples, 0)) desc, pg_relation_size(c.oid), name`

/**
 * Starts the vacuum of the embedded engine: looks now and every ten seconds until the function it gives back is called, which resolves
 * when nothing is at work any more.
 */
export function startVacuum(database: Database, clock: Clock, onError: (error: unknown) => void): () => Promise<void> {
  if (database.engine !== 'embedded') return async () => undefined
  return worker({ clock, every: EVERY_MS, work: async (signal) => void (await vacuumDue(database, () => signal.aborted)), onError }).stop
}

/** Vacuums and analyses what has changed enough. Gives the names of those tables. */
export async function vacuumDue(
  database: Pick<Database, 'asOwner' | 'pool' | 'hasSpace'>,
  isStopped: () => boolean = () => false,
): Promise<string[]> {
  const due = await database.asOwner(async (client) => {
    // What the last statements changed is counted once a second, unless asked for.
    await client.query('select pg_stat_force_next_flush()')
    return (await client.query<Due>(DUE)).rows
  })
  const done: string[] = []
  for (const table of due) {
    await whenQuiet(database.pool)
    // It writes, and on a full disk it makes nothing better.
    if (isStopped() || !database.hasSpace('ordinary')) break
    const before = performance.now()
    if (await database.asOwner((client) => work(client, table))) done.push(table.name)
    if (table !== due.at(-1)) await sleep(Math.max(MIN_REST_MS, REST * (performance.now() - before)))
  }
  return done
}

async function work(client: Owner, { name, vacuum, pages }: Due): Promise<boolean> {
  await client.query(`set default_statistics_target = ${pages > LARGE_PAGES ? 10 : 100}`)
  try {
    await client.query(`${vacuum ? 'vacuum (analyze)' : 'analyze'} ${name}`)
    return true
  } catch (error) {
    // Partitions go when they are too old.
    if ((error as { code?: string }).code === '42P01') return false
    throw error
  } finally {
    await client.query('reset default_statistics_target')
  }
}

async function whenQuiet(pool: Database['pool']): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while ((pool.waitingCount > 0 || pool.idleCount === 0) && performance.now() < end) await sleep(20)
}
