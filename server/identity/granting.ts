/** What the calls that grant something share: the role they change, and the answers they refuse with. */
import type { LabelKey, Translate } from '../../model/labels/index.ts'
import { users } from '../../model/index.ts'
import { ADMINISTRATOR } from '../../model/authority/roles.ts'
import { fail } from '../kernel/errors.ts'
import type { RoleGrants } from '../kernel/authorization/grants.ts'
import { assertMayChangeRoles, exceeds } from '../kernel/authorization/guard-roles.ts'
import type { Call } from '../kernel/http/http.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { viewOf } from '../kernel/authorization/view.ts'

type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services'>

/** Refuses the request, marking one field. @throws Failure that marks one field of the request with a sentence. */
export function refuse(field: string, message: string): never {
  return fail('request.invalid', { fields: [{ field, message }] })
}

/** Refuses an empty grant. @throws Failure when nothing is ticked: a grant of nothing is a slip, not a wish. */
export function assertTicked(field: string, ticked: readonly unknown[], t: Translate, text: LabelKey = 'authority.tick-something'): void {
  if (ticked.length === 0) refuse(field, t(text))
}

/** Locks a role of the tenant until the end of the transaction. @throws Failure `row.not-found`. */
export async function lockRole(tx: Transaction, by: { id: string } | { code: string }): Promise<{ id: string; code: string }> {
  const roles = build.selectFrom('roles').select(['id', 'role_code as code'])
  const role = await tx.first(('id' in by ? roles.where('id', '=', by.id) : roles.where('role_code', '=', by.code)).forUpdate())
  return role ?? fail('row.not-found')
}

/**
 * The role, locked, if its grants may be changed: not the administrator's, which always holds all that the tenant may have, and none that
 * may do more than the caller.
 */
export async function lockChangeableRole(
  tx: Transaction,
  { caller, services }: Asking,
  by: { id: string } | { code: string },
): Promise<RoleGrants> {
  const { id, code } = await lockRole(tx, by)
  if (code === ADMINISTRATOR) fail('role.administrator')
  const [role] = await assertMayChangeRoles(tx, services.grants, caller, [id])
  return role ?? fail('row.not-found')
}

/**
 * Refuses a change by which the role would exceed the caller.
 * @throws Failure `grant.exceeds` when the role, as it would be, may do more than the caller.
 */
export function assertStaysWithin({ caller }: Asking, field: string, role: RoleGrants): void {
  if (exceeds(caller, [role])) fail('grant.exceeds', { field: { name: field, label: 'error.grant.exceeds' } })
}

/** Tells every server that roles of the caller's tenant have changed. */
export function publishGrants(tx: Transaction, { caller, services }: Asking): Promise<void> {
  return services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: caller.tenantId })
}

/** Beyond this many one message for the whole tenant is less work than one for each. */
const MANY = 50

/** Tells every server that the rights of these users have changed. */
export async function publishUsers(tx: Transaction, asking: Asking, userIds: readonly string[]): Promise<void> {
  if (userIds.length > MANY) return publishGrants(tx, asking)
  for (const userId of userIds)
    await asking.services.invalidations.publish(tx, { kind: 'user-changed', tenantId: asking.caller.tenantId, userId })
}

/** Whether the caller is shown who holds which roles. */
export function seesRolesOfUsers({ caller }: Pick<Asking, 'caller'>): boolean {
  return viewOf(caller, users).sees('roleId')
}

/**
 * Does nothing where the caller sees who holds which roles.
 * @throws Failure that answers like an unknown key, for whoever does not see who holds which roles.
 */
export function assertSeesRolesOfUsers(asking: Asking, field: string): void {
  if (!seesRolesOfUsers(asking)) refuse(field, asking.t('check.unknown', { field }))
}
