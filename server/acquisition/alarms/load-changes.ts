/** What other servers and people have changed of points and alarms since it was read. */
import { sql } from 'kysely'
import type { Millis } from '../../../model/brands.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { pgArray } from '../../kernel/database/pg-array.ts'
import { statement } from '../statement.ts'

/** The newest value of a point. */
export interface Newest {
  series: string
  time: Millis
  value: number | null
  quality: number
  reason: number
}

/** The newest values of points, as all servers have them; at most a second old. */
export function readNewest(tx: Transaction, series: readonly number[]): Promise<Newest[]> {
  return tx.all(
    statement(sql<Newest>`
    select series, (extract(epoch from time) * 1000)::float8 as time, value, quality, reason from point_states where series = any(${pgArray(series)}::bigint[])`),
  )
}

/** Alarms that somebody, or another server, has changed since this moment of the database's clock. */
export function readChanged(
  tx: Transaction,
  since: Millis,
): Promise<{ ruleId: string; pointId: string; active: boolean; conditionAt: Millis | null; updated: Millis }[]> {
  return tx.all(
    statement(sql<{ ruleId: string; pointId: string; active: boolean; conditionAt: Millis | null; updated: Millis }>`
    select rule_id as "ruleId", point_id as "pointId", active, (extract(epoch from condition_at) * 1000)::float8 as "conditionAt", (extract(epoch from updated_at) * 1000)::float8 as updated
    from alarms where updated_at > to_timestamp(${since}::float8 / 1000)`),
  )
}
