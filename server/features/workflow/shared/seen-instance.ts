/** An instance in the caller's rows, with what every answer about it begins from. */
import { sql } from 'kysely'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { personIn } from '../../../kernel/resources/people.ts'

/** A moment as lists write times. */
export const wireTimeOf = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`
/** The same of a column that may be empty. */
export const maybeWireTimeOf = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

/** The instance, as far as its reading calls need it. @throws Failure `row.not-found` where it is not among the caller's rows. */
export async function seenInstance(tx: Transaction, id: string, caller: Caller) {
  const row = await tx.first(
    build
      .selectFrom('process_instances as instance')
      .leftJoin('users as starter', (on) =>
        on.onRef('starter.tenant_id', '=', 'instance.tenant_id').onRef('starter.id', '=', 'instance.starter_id'),
      )
      .select([
        'instance.id',
        'instance.definition_id',
        'instance.root_id',
        'instance.name',
        'instance.business_number',
        'instance.description',
        'instance.instance_state',
        'instance.outcome',
        'instance.starter_id',
        'instance.tokens',
        'instance.subject_kind',
        'instance.subject_id',
        personIn(caller, 'starter').as('starter'),
        wireTimeOf('instance.start_time').as('started'),
        maybeWireTimeOf('instance.end_time').as('ended'),
      ])
      .where('instance.id', '=', id),
  )
  return row ?? fail('row.not-found')
}
export type SeenInstance = Awaited<ReturnType<typeof seenInstance>>
