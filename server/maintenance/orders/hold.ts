/**
 * Orders that are held together. Whoever changes several orders, of a batch or since one opens another, takes them by one statement and in the order of their ids, before numbers of
 * new ones: of two who hold several the second one waits for the first, and never both for each other.
 */
import { sql } from 'kysely'
import { statement } from '../../acquisition/index.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import './tables.ts'

/** Which orders: those of the ids, and of the others those that are open. */
interface HeldOrders {
  readonly ids?: readonly string[]
  readonly alarms?: readonly { readonly rule_id: string; readonly point_id: string }[]
  /** Of items of checklists. */
  readonly checkKeys?: readonly string[]
  /** What the key begins with. */
  readonly checkPrefix?: string
}

/** Holds the orders until the end of the transaction, whoever sees them. */
export async function holdOrders(own: Transaction, { ids = [], alarms = [], checkKeys = [], checkPrefix }: HeldOrders): Promise<void> {
  const tx = own.wholly('of two who hold several orders none waits for the other, whoever sees which of them')
  const at = alarms.map((alarm) => ({ rule_id: alarm.rule_id, point_id: alarm.point_id }))
  const open = await tx.all(
    statement(sql<{ id: string }>`
    select w.id from work_orders w where w.is_open = 1 and w.check_key is not null
      and (w.check_key = any(${[...checkKeys]}::text[]) or starts_with(w.check_key, ${checkPrefix ?? null}::text))
    union
    select w.id from jsonb_to_recordset(${JSON.stringify(at)}::jsonb) as a (rule_id uuid, point_id uuid)
    join work_orders w on w.rule_id = a.rule_id and w.point_id = a.point_id and w.is_open = 1 and w.rule_id is not null`),
  )
  const known = [...new Set([...ids, ...open.map(({ id }) => id)])]
  if (known.length === 0) return
  await tx.all(
    build
      .selectFrom('work_orders')
      .select('id')
      .where(sql<boolean>`id = any(${known}::uuid[])`)
      .orderBy('id')
      .forUpdate(),
  )
}
