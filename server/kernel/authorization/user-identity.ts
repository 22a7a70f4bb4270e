/** Who a user is when nobody is signed in: jobs run for people who may have gone home, and with what they may do by then. */
import { sql } from 'kysely'
import { PLATFORM } from '../../../model/tenant/platform.ts'
import type { Identity } from './caller.ts'
import type { GrantStore, RoleGrants } from './grants.ts'
import { build } from '../database/sql.ts'
import type { TransactionScopes, Transaction } from '../database/tenant.ts'
import { homeOf } from './row-scope.ts'

/** Every role a user holds, in whatever way. */
export async function rolesOfUser(tx: Transaction, grants: GrantStore, userId: string): Promise<RoleGrants[]> {
  const held = await tx.all(build.selectFrom('held_roles').select('role_id').distinct().where('user_id', '=', userId))
  return grants.load(
    tx,
    held.map((row) => row.role_id),
  )
}

/** The roles a client acts in when it acts for itself. */
export async function rolesOfClient(tx: Transaction, grants: GrantStore, clientId: string): Promise<RoleGrants[]> {
  const held = await tx.all(build.selectFrom('app_client_roles').select('role_id').where('client_id', '=', clientId))
  return grants.load(
    tx,
    held.map((row) => row.role_id),
  )
}

/** The user as of now; `undefined` when they or the tenant are gone, disabled, marked or expired. `sessionId` is what acts in their name. */
export async function identityOf(
  transactions: TransactionScopes,
  grants: GrantStore,
  { tenantId, userId, sessionId }: Pick<Identity, 'tenantId' | 'userId' | 'sessionId'>,
): Promise<Identity | undefined> {
  return transactions.inTenant(
    { tenantId },
    async (tx) => {
      const user = await tx.first(
        build
          .selectFrom('users')
          .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
          .select(['username', 'tenant_code'])
          .where('users.id', '=', userId)
          .where('users.status', '=', 1)
          .where('tenants.status', '=', 1)
          .where('marked_at', 'is', null)
          .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)])),
      )
      if (!user) return undefined
      const roles = await rolesOfUser(tx, grants, userId)
      const home = await homeOf(tx, userId, roles)
      return {
        tenantId,
        userId,
        sessionId,
        username: user.username,
        isPlatform: user.tenant_code === PLATFORM,
        roles,
        ...(home ? { home } : {}),
      }
    },
    'read',
  )
}
