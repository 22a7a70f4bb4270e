/** People by their ids, as the caller is told of them. */
import { sql } from 'kysely'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personIn } from '../../../kernel/resources/people.ts'

/** What the caller is told of each of these people, by their ids; of whom they are told nothing there is none. */
export async function peopleNames(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all(
    build
      .selectFrom('users as person')
      .select(['person.id', personIn(caller, 'person').as('who')])
      .where(sql<boolean>`person.id = any(${[...new Set(ids)]}::uuid[])`),
  )
  return new Map(rows.flatMap(({ id, who }) => (who === null ? [] : [[id, who] as const])))
}
