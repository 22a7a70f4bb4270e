import { sql } from 'kysely'
import { assertMayGrant } from '../../../kernel/authorization/guard-roles.ts'
import type { Asking } from '../../../kernel/resources/noun-writes.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/**
 * Does nothing where the caller may do all that the clients may.
 * @throws Failure `grant.exceeds` when a client may do more than the caller: whoever changes it could borrow its rights.
 */
export async function assertMayChangeClients(
  tx: Transaction,
  { caller, services }: Pick<Asking, 'caller' | 'services'>,
  ids: readonly string[],
): Promise<void> {
  const held = await tx.all(
    build
      .selectFrom('app_client_roles')
      .select('role_id')
      .distinct()
      .where(sql<boolean>`client_id = any(${ids}::uuid[])`),
  )
  await assertMayGrant(
    tx,
    services.grants,
    caller,
    held.map((row) => row.role_id),
  )
}
