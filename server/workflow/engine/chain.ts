/**
 * Instances that set one another going: by a service that starts a process, by messages and signals. What one step does is bounded by the core; this bounds
 * what goes on from instance to instance, so that nothing that is drawn goes on without end.
 */
import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'

/** How far it has gone since somebody did something, or the time for something came: which sets a pace of its own. */
export interface Chain {
  /** Instances that began one another. */
  readonly generation: number
  /** Messages and signals that followed one another. */
  readonly relayed: number
}

/** Where nobody but a person or a time has set it going. */
export const UNCHAINED: Chain = { generation: 0, relayed: 0 }

/** In what is scheduled; absent where it was by another release. */
export const chainSchema = z._default(z.object({ generation: z.int(), relayed: z.int() }), UNCHAINED)

/** Instances one behind the other, each begun by the one before, without anybody in between. */
export const MAX_GENERATIONS = 20
/** Messages and signals one behind the other. */
export const MAX_RELAYED = 1000
/** Instances that one has set going in an hour, with those that these have in turn. */
export const MAX_BEGUN = 1000

/** What an instance knows of those before it. */
interface InChain {
  readonly id: string
  readonly row: { readonly root_id: string; readonly origin_id: string | null }
}

/** Returns the first of the chain to which an instance belongs: itself, where no other one began it. @param all Those of its step, by their ids */
export function originOf(all: ReadonlyMap<string, InChain>, held: InChain): string {
  const { id, row } = all.get(held.row.root_id) ?? held
  return row.origin_id ?? id
}

/** Returns how many instances belong to a chain that began within the hour, with those that are about to, up to {@link MAX_BEGUN}. */
export async function countBegun(tx: Transaction, origin: string): Promise<number> {
  const row = await tx.first(
    statement(sql<{ count: number }>`select count(*)::int as count from (
      (select from process_instances begun where begun.origin_id = ${origin}::uuid and begun.start_time > now() - interval '1 hour' limit ${MAX_BEGUN})
      union all (select from scheduled_work work where work.kind = 'process-begin' and work.payload ->> 'origin' = ${origin} and work.dead_at is null
        limit ${MAX_BEGUN})) each`),
  )
  return row?.count ?? 0
}
