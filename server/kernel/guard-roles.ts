/** Rules that keep rights from growing by themselves: nobody grants or touches more than they hold, one administrator stays. */
import { ADMINISTRATOR } from '../../model/authority/roles.ts'
import { fail } from './errors.ts'
import type { Caller } from './caller.ts'
import type { GrantStore, RoleGrants } from './grants.ts'
import { intersection, union } from './grants.ts'
import { build } from './sql.ts'
import type { Transaction } from './tenant.ts'
import { takeTurn } from './turn.ts'

/** Whether roles together may do something the caller may not: call a URL, open a menu, see a field or a button. */
function exceeds(caller: Caller, roles: readonly RoleGrants[]): boolean {
  const menus = union(caller.active.map((role) => role.menus))
  const hiddenFields = intersection(roles.map((role) => role.hiddenFields))
  const hiddenButtons = intersection(roles.map((role) => role.hiddenButtons))
  return roles.some((role) => [...role.urls].some((url) => !caller.urls.has(url)) || [...role.menus].some((menu) => !menus.has(menu)))
    || (roles.length > 0 && ([...caller.hiddenFields].some((field) => !hiddenFields.has(field)) || [...caller.hiddenButtons].some((button) => !hiddenButtons.has(button))))
}

/** @throws Failure `grant.exceeds` unless the caller holds everything each of the roles gives. Unknown ids are left to the keys. */
export async function assertMayGrant(tx: Transaction, grants: GrantStore, caller: Caller, roleIds: readonly string[]): Promise<void> {
  const roles = await grants.load(tx, roleIds)
  if (roles.some((role) => exceeds(caller, [role]))) fail('grant.exceeds', { field: { name: 'roleId', label: 'error.grant.exceeds' } })
}

/** @throws Failure `user.exceeds` when one of the users may do more than the caller: changing them would borrow their rights. */
export async function assertMayChangeUsers(tx: Transaction, grants: GrantStore, caller: Caller, userIds: readonly string[]): Promise<void> {
  const held = await tx.all(build.selectFrom('user_roles').select(['user_id', 'role_id']).where('user_id', 'in', userIds))
  const roles = await grants.load(tx, [...new Set(held.map((row) => row.role_id))])
  const byId = new Map(roles.map((role) => [role.id, role]))
  for (const userId of userIds) {
    const theirs = held.filter((row) => row.user_id === userId).flatMap((row) => byId.get(row.role_id) ?? [])
    if (userId !== caller.userId && exceeds(caller, theirs)) fail('user.exceeds')
  }
}

/**
 * Called before a change that may take away an administrator; the lock makes such changes of one tenant wait for one
 * another, so that two of them cannot each leave the other as the last.
 */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await takeTurn(tx, 'administrators')
}

/** @throws Failure when no enabled user holds the administrator role after the change. */
export async function assertAdministratorStays(tx: Transaction): Promise<void> {
  const left = await tx.first(build.selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'role_id').innerJoin('users', 'users.id', 'user_id')
    .select('user_id').where('role_code', '=', ADMINISTRATOR).where('users.status', '=', 1).limit(1))
  if (!left) fail('administrator.last')
}
