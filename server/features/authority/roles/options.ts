/** Roles to choose from. */
import * as contract from '../../../../model/contract/authority/roles.ts'
import { roles } from '../../../../model/index.ts'
import { seesRolesOfUsers } from '../../../identity/index.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

export const queryRoleName = implement(contract.queryRoleName, {
  access: 'granted',
  summary: 'Roles as options; of one user, those that are granted or are not',
  async handle(call) {
    const { userId, assign } = call.input
    if (!viewOf(call.caller, roles).sees('roleName') || (userId !== undefined && !seesRolesOfUsers(call))) return []
    return call.inTenant(async (tx) => {
      const all = await tx.all(build.selectFrom('roles').select(['role_name as name', 'id as value']).orderBy('created_at').orderBy('id'))
      if (userId === undefined || assign === undefined) return all
      const held = new Set((await tx.all(assigned(call.input))).map((row) => row.role_id))
      return all.filter((role) => held.has(role.value) === (assign === '1'))
    })
  },
})

function assigned({ userId = '', postCode }: { userId?: string | undefined; postCode?: string | undefined }) {
  // Compared as text, so that what is no id at all is nobody's.
  if (postCode === undefined)
    return build
      .selectFrom('user_roles')
      .select('role_id')
      .where((where) => where(where.cast('user_id', 'text'), '=', userId))
  return build
    .selectFrom('user_post_roles')
    .innerJoin('posts', 'posts.id', 'post_id')
    .select('role_id')
    .where((where) => where(where.cast('user_id', 'text'), '=', userId))
    .where('post_code', '=', postCode)
}

export const queryRoleNameCheckbox = implement(contract.queryRoleNameCheckbox, {
  access: 'granted',
  summary: 'Roles as boxes to tick',
  handle: async (call) => (await namedRoles(call, 'roleName')).map(({ id, role_name }) => ({ value: id, label: role_name })),
})

export const queryRoleCode = implement(contract.queryRoleCode, {
  access: 'granted',
  summary: 'Codes of roles as options',
  async handle(call) {
    const seesName = viewOf(call.caller, roles).sees('roleName')
    return (await namedRoles(call, 'roleCode')).map(({ role_code, role_name }) => ({
      name: seesName ? role_name : role_code,
      value: role_code,
    }))
  },
})

/** The roles of the tenant, for whoever sees the field that names them. */
async function namedRoles({ caller, inTenant }: Call<unknown>, by: 'roleName' | 'roleCode') {
  if (!viewOf(caller, roles).sees(by)) return []
  return inTenant((tx) => tx.all(build.selectFrom('roles').select(['id', 'role_code', 'role_name']).orderBy('created_at').orderBy('id')))
}
