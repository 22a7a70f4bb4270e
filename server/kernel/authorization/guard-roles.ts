/** Rules that keep rights from growing by themselves: nobody grants or touches more than they hold, one administrator stays. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { ADMINISTRATOR } from '../../../model/authority/roles.ts'
import { fail } from '../errors.ts'
import type { Caller } from './caller.ts'
import type { GrantStore, RoleGrants } from './grants.ts'
import { intersection, union } from './grants.ts'
import { isWider } from './row-scope.ts'
import { build, parameter, prepare } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import { advisoryLock } from '../database/advisory-lock.ts'

/** Whether roles together may do something the caller may not: call a URL, open a menu, see a field, a button or rows. */
export function exceeds(caller: Caller, roles: readonly RoleGrants[]): boolean {
  const hiddenFields = intersection(roles.map((role) => role.hiddenFields))
  const hiddenButtons = intersection(roles.map((role) => role.hiddenButtons))
  return (
    roles.some((role) => !isWithin(role.urls, caller.urls) || !isWithin(role.menus, menusOf(caller)) || isWider(caller.rows, role)) ||
    (roles.length > 0 && (!isWithin(caller.hiddenFields, hiddenFields) || !isWithin(caller.hiddenButtons, hiddenButtons)))
  )
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const each of some) if (!all.has(each)) return false
  return true
}

/** A caller never changes; every change of a user asks for theirs. */
const menus = new WeakMap<Caller, ReadonlySet<string>>()

function menusOf(caller: Caller): ReadonlySet<string> {
  let known = menus.get(caller)
  if (!known) menus.set(caller, (known = union(caller.active.map((role) => role.menus))))
  return known
}

/**
 * Refuses roles that give more than the caller holds.
 * @throws Failure `grant.exceeds` unless the caller holds everything each of the roles gives. Unknown ids are left to the keys.
 */
export async function assertMayGrant(tx: Transaction, grants: GrantStore, caller: Caller, roleIds: readonly string[]): Promise<void> {
  const roles = await grants.load(tx, roleIds)
  if (roles.some((role) => exceeds(caller, [role]))) fail('grant.exceeds', { field: { name: 'roleId', label: 'error.grant.exceeds' } })
}

/** The roles among these that the caller may not give, because they give more than the caller has. */
export async function mayNotGrant(
  tx: Transaction,
  grants: GrantStore,
  caller: Caller,
  roleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const roles = await grants.load(tx, roleIds)
  return new Set(roles.filter((role) => exceeds(caller, [role])).map((role) => role.id))
}

/**
 * Refuses a change of roles that may do more than the caller.
 * @throws Failure `role.exceeds` when one of the roles may do more than the caller: changing it would take or lend what is not theirs.
 */
export async function assertMayChangeRoles(
  tx: Transaction,
  grants: GrantStore,
  caller: Caller,
  roleIds: readonly string[],
): Promise<RoleGrants[]> {
  const roles = await grants.load(tx, roleIds)
  if (roles.some((role) => exceeds(caller, [role]))) fail('role.exceeds')
  return roles
}

const rolesWhere = (users: RawBuilder<boolean>) =>
  prepare(
    build
      .selectFrom('user_roles')
      .select(['user_id', 'role_id'])
      .where(users)
      .unionAll(build.selectFrom('user_post_roles').select(['user_id', 'role_id']).where(users)),
  )
const ROLES_OF_USERS = rolesWhere(sql<boolean>`user_id = any(${parameter('ids')}::uuid[])`)
/** Of one, which is asked most: for a list of unknown length PostgreSQL plans anew each time, which takes it twice as long as the reading. */
const ROLES_OF_USER = rolesWhere(sql<boolean>`user_id = ${parameter('id')}::uuid`)

/**
 * Refuses a change of users who may do more than the caller.
 * @throws Failure `user.exceeds` when one of the users may do more than the caller: changing them would borrow their rights. Roles of a
 * post that is out of use count as well, since switching it on is a change like others.
 */
export async function assertMayChangeUsers(tx: Transaction, grants: GrantStore, caller: Caller, userIds: readonly string[]): Promise<void> {
  if ((await mayNotChangeUsers(tx, grants, caller, userIds)).size > 0) fail('user.exceeds')
}

/** The users among these who may do more than the caller. */
export async function mayNotChangeUsers(
  tx: Transaction,
  grants: GrantStore,
  caller: Caller,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const held = Map.groupBy(
    await tx.all(userIds.length === 1 ? ROLES_OF_USER.with({ id: userIds[0] }) : ROLES_OF_USERS.with({ ids: userIds })),
    (row) => row.user_id,
  )
  const roles = await grants.load(tx, [...new Set([...held.values()].flat().map((row) => row.role_id))])
  const byId = new Map(roles.map((role) => [role.id, role]))
  return new Set(
    userIds.filter((userId) => {
      if (userId === caller.userId) return false
      const ids = [...new Set((held.get(userId) ?? []).map((row) => row.role_id))].sort()
      return exceedsAsBefore(
        caller,
        ids.flatMap((id) => byId.get(id) ?? []),
      )
    }),
  )
}

const heldBeyond = (table: 'user_roles' | 'user_post_roles') =>
  sql`exists (select from ${sql.table(table)} as held where held.tenant_id = users.tenant_id and held.user_id = users.id and strpos(${parameter('?within')}, held.role_id::text) = 0)`

/**
 * The condition, of a row of `users` that is about to be changed, under which {@link mayNotChangeUsers} is known not to name it: all roles of that user are among those of {@link rolesWithin}.
 * By their text, as PostgreSQL plans a statement with a list of unknown length anew each time.
 */
export const HOLDS_ROLES_WITHIN = sql<boolean>`not ${heldBeyond('user_roles')} and not ${heldBeyond('user_post_roles')}`

/**
 * The values of {@link HOLDS_ROLES_WITHIN}: the roles of which it was found that they do no more than the caller, and of which nothing has changed since; nothing where there are none. Of roles that
 * together do no more than the caller none does: what roles grant is united, and a set hides what all of them hide (`exceeds`).
 */
export function rolesWithin({ grants }: { readonly grants: GrantStore }, caller: Caller): Readonly<Record<'?within', string>> | undefined {
  const found = [...(within.get(caller)?.values() ?? [])].filter((role) => grants.isRemembered(caller.tenantId, role))
  return found.length === 0 ? undefined : { '?within': found.map(({ id }) => id).join() }
}

/** Thousands of users hold the same few sets of roles. What a role grants is another object as soon as it is read anew (grants.ts). */
const verdicts = new WeakMap<Caller, Map<string, { readonly roles: readonly RoleGrants[]; readonly exceeds: boolean }>>()
const MAX_VERDICTS = 1000
/** The roles of those sets that do no more than the caller. */
const within = new WeakMap<Caller, Map<string, RoleGrants>>()
const MAX_WITHIN = 100

function exceedsAsBefore(caller: Caller, roles: readonly RoleGrants[]): boolean {
  let ofCaller = verdicts.get(caller)
  if (!ofCaller) verdicts.set(caller, (ofCaller = new Map()))
  const key = roles.map(({ id }) => id).join()
  const before = ofCaller.get(key)
  if (before && before.roles.every((role, at) => role === roles[at])) return before.exceeds
  const verdict = exceeds(caller, roles)
  if (!verdict) remember(caller, roles)
  if (before || ofCaller.size < MAX_VERDICTS) ofCaller.set(key, { roles, exceeds: verdict })
  return verdict
}

function remember(caller: Caller, roles: readonly RoleGrants[]): void {
  let known = within.get(caller)
  if (!known) within.set(caller, (known = new Map()))
  for (const role of roles) if (known.has(role.id) || known.size < MAX_WITHIN) known.set(role.id, role)
}

/** Serialises changes of one tenant that may take away an administrator, so that two of them cannot each leave the other as the last. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await advisoryLock(tx, 'administrators')
}

/**
 * Refuses a change after which the tenant has no administrator.
 * @throws Failure when no enabled user holds the administrator role after the change, directly or through a post in use.
 */
export async function assertAdministratorStays(tx: Transaction): Promise<void> {
  const left = await tx
    .beyondScope('an administrator out of scope is left as well')
    .first(
      build
        .selectFrom('held_roles')
        .innerJoin('roles', 'roles.id', 'role_id')
        .innerJoin('users', 'users.id', 'user_id')
        .select('user_id')
        .where('role_code', '=', ADMINISTRATOR)
        .where('users.status', '=', 1)
        .limit(1),
    )
  if (!left) fail('administrator.last')
}

/** Whether one of the roles is the administrator role every tenant is born with. */
export async function isBuiltIn(tx: Transaction, ids: readonly string[]): Promise<boolean> {
  return (
    ids.length > 0 &&
    (await tx.first(build.selectFrom('roles').select('id').where('id', 'in', ids).where('role_code', '=', ADMINISTRATOR))) !== undefined
  )
}
