/** How much the devices of each tenant send, minute by minute. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../kernel/runtime/housekeeping.ts'
import { statement } from './statement.ts'

export interface Received {
  readonly tenantId: TenantId
  readonly messages: number
  readonly readings: number
  readonly refused: number
}

/** Adds to the present minute. Runs in platform scope, with the newest readings (states.ts). */
export async function writeReceived(tx: Transaction, received: readonly Received[]): Promise<void> {
  const sums = new Map<string, { messages: number; readings: number; refused: number }>()
  for (const { tenantId, messages, readings, refused } of received) {
    // Asked, and nothing heard.
    if (messages === 0) continue
    const before = sums.get(tenantId) ?? { messages: 0, readings: 0, refused: 0 }
    sums.set(tenantId, { messages: before.messages + messages, readings: before.readings + readings, refused: before.refused + refused })
  }
  if (sums.size === 0) return
  const rows = [...sums].map(([tenant_id, sum]) => ({ tenant_id, ...sum }))
  await tx.run(
    statement(sql`
    insert into received_minutes (tenant_id, minute, messages, readings, refused)
    select u.tenant_id, date_trunc('minute', clock_timestamp()), u.messages, u.readings, u.refused
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (tenant_id uuid, messages bigint, readings bigint, refused bigint)
    order by 1
    on conflict (tenant_id, minute) do update set messages = received_minutes.messages + excluded.messages,
      readings = received_minutes.readings + excluded.readings, refused = received_minutes.refused + excluded.refused`),
  )
}

export interface ReceivedMinute {
  readonly time: number
  readonly readings: number
  readonly refused: number
}

/** The last hour, minutes without anything left out; the last one is not over yet. Times in milliseconds since 1970. */
export function readReceived(tx: Transaction): Promise<ReceivedMinute[]> {
  return tx.all(
    statement(sql<ReceivedMinute>`
    select (extract(epoch from minute) * 1000)::float8 as time, readings::float8 as readings, refused::float8 as refused
    from received_minutes where minute > now() - interval '61 minutes' order by minute`),
  )
}

/** A chore that deletes the minutes of more than two days ago. */
export function expiredReceipts(transactions: TransactionScopes): Chore {
  return deleting(transactions, [build.deleteFrom('received_minutes').where('minute', '<', daysAgo(2))])
}
