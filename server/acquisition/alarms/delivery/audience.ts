/** How many people a delivery rule may tell: for each of them it is asked what they see, and a message is written. */
import { sql } from 'kysely'
import { Failure } from '../../../kernel/errors.ts'
import type { AddRules, ChangeRules, Refusals } from '../../../kernel/resources/noun-writes.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { statement } from '../../statement.ts'

/** Named by one rule, in whatever way. More people are told by several rules, or by a robot of their group. */
const MAX_PEOPLE = 1000

type Judged = { readonly id: string; readonly values: Readonly<Record<string, unknown>> }

/** Of fields of a rule, the links that they leave as they are. */
const LINKS = {
  userId: sql`select user_id from delivery_rule_users`,
  deliveryRoleId: sql`select role_id from delivery_rule_roles`,
  orgId: sql`select org_id from delivery_rule_organisations`,
}
type Naming = keyof typeof LINKS
const NAMING = Object.keys(LINKS) as Naming[]

/** The refusals of rules that name too many people. What a rule is not given stays as it is. */
async function judge(tx: Transaction, rows: readonly Judged[]): Promise<Refusals> {
  const refusals = new Map<number, Failure>()
  for (const [at, row] of rows.entries()) {
    if (NAMING.every((name) => row.values[name] === undefined)) continue
    const found = await tx.beyondScope('a rule tells people whoever sees them').first(
      statement(sql<{ count: number }>`
      select count(*)::integer as count from (
        select from users as person where person.status = 1 and (
          person.id in (${named(row, 'userId')})
          or exists (select from held_roles held where held.user_id = person.id and held.role_id in (${named(row, 'deliveryRoleId')}))
          or person.org_id in (
            with recursive below as (
              select root.id from (${named(row, 'orgId')}) as root(id)
              union select place.id from organisations as place join below on place.parent_id = below.id
            ) select below.id from below))
        limit ${MAX_PEOPLE + 1}) as people`),
    )
    if ((found?.count ?? 0) > MAX_PEOPLE)
      refusals.set(
        at,
        new Failure('delivery.too-many-people', {
          field: { name: 'userId', label: 'field.delivery-rules.userId' },
          values: { most: MAX_PEOPLE },
        }),
      )
  }
  return refusals
}

function named({ id, values }: Judged, name: Naming) {
  const given = values[name]
  if (given === undefined) return sql`${LINKS[name]} where rule_id = ${id}`
  return sql`select unnest(${Array.isArray(given) ? given : []}::uuid[])`
}

/** What holds of delivery rules beyond their declaration. */
export const audienceRules: {
  readonly judgeNew: NonNullable<AddRules['judge']>
  readonly judgeChanges: NonNullable<ChangeRules['judge']>
} = {
  judgeNew: (tx, _asking, rows) => judge(tx, rows),
  judgeChanges: (tx, _asking, changes) => judge(tx, changes),
}
