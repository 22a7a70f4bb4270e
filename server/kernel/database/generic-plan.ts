/** Statements whose plan is kept, where PostgreSQL would make one for each call. */
import { sql } from 'kysely'
import { build } from './sql.ts'
import type { Transaction } from './tenant.ts'

/**
 * What the statements of `ask` give, which are sent at once, by plans that do not depend on their parameters (`plan_cache_mode`, PostgreSQL, Query Planning). For statements
 * whose parameters say nothing of how many rows they find: PostgreSQL takes a page whose limit it does not know for a tenth of all rows, finds one plan for each call cheaper, and makes that,
 * though planning costs many times what reading does where row security stands in front of each of ten tables (a page of devices: 30 of 35 ms).
 */
export async function withGenericPlan<Result>(tx: Transaction, ask: () => Promise<Result>): Promise<Result> {
  const [, found] = await Promise.all([tx.first(GENERIC), ask(), tx.first(AUTO)])
  return found
}

const planCacheMode = (mode: 'force_generic_plan' | 'auto') =>
  build.selectNoFrom(sql<string>`set_config('plan_cache_mode', ${sql.lit(mode)}, true)`.as('mode'))
const [GENERIC, AUTO] = [planCacheMode('force_generic_plan'), planCacheMode('auto')]
