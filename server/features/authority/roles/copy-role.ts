import { sql } from 'kysely'
import * as contract from '../../../../model/contract/authority/roles.ts'
import { roles } from '../../../../model/index.ts'
import { lockRole } from '../../../identity/index.ts'
import type { RoleGrants } from '../../../kernel/authorization/grants.ts'
import { assertMayGrant } from '../../../kernel/authorization/guard-roles.ts'
import { build, buildFor } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { addOne, newRow, prepared } from '../../../kernel/resources/add.ts'
import { roleWrites } from './writes.ts'

/** What a role hides and which rows it sees: the tables, and their columns beside tenant and role. Scopes stand before what they name. */
const COPIED = [
  ['role_hidden_buttons', ['menu_id', 'button']],
  ['role_hidden_fields', ['menu_id', 'field']],
  ['role_scopes', ['scoped_table', 'kind']],
  ['role_scope_organisations', ['scoped_table', 'org_id']],
  ['role_scope_projects', ['scoped_table', 'project_id']],
  ['role_scope_sites', ['scoped_table', 'site_id']],
] as const

/** The copy may do what the other role may and hides what that hides, so nobody copies a role that may do more than they. Whoever holds the other role does not hold the copy. */
export const copySysRole = implement(contract.copySysRole, {
  access: 'granted',
  summary: 'Make a new role with the calls, menus, hidden buttons and fields and the data scope of another one',
  of: roles,
  async handle(call) {
    const { roleId, ...values } = call.input
    const rows = await prepared(roleWrites, call, [newRow(values)])
    return call.inTenant(async (tx) => {
      await lockRole(tx, { id: roleId })
      await assertMayGrant(tx, call.services.grants, call.caller, [roleId])
      const [role] = await call.services.grants.load(tx, [roleId])
      if (!role) fail('row.not-found')
      const added = await addOne(tx, roleWrites, call, rows)
      await copyGrants(tx, role, added.id)
      return added
    })
  },
})

/** What the tenant's package takes away is not copied: the copy has what the role gives now. */
async function copyGrants(tx: Transaction, role: RoleGrants, copy: string): Promise<void> {
  const of = [sql<string>`${tenantOf(tx)}::uuid`.as('tenant_id'), sql<string>`${copy}::uuid`.as('role_id')] as const
  await tx.run(
    build
      .insertInto('role_urls')
      .columns(['tenant_id', 'role_id', 'url_id'])
      .expression(
        build
          .selectFrom('urls')
          .select([...of, 'id as url_id'])
          .where(sql<boolean>`url = any(${[...role.urls]}::text[])`) as never,
      ),
  )
  await tx.run(
    build
      .insertInto('role_menus')
      .columns(['tenant_id', 'role_id', 'menu_id'])
      .expression(
        build
          .selectFrom('menus')
          .select([...of, 'id as menu_id'])
          .where(sql<boolean>`menu_code = any(${[...role.menus]}::text[])`) as never,
      ),
  )
  // Of whoever sees some rows a new role begins with the least there is.
  await tx.run(build.deleteFrom('role_scopes').where('role_id', '=', copy))
  for (const [table, columns] of COPIED)
    await tx.run(
      buildFor
        .insertInto(table)
        .columns(['tenant_id', 'role_id', ...columns])
        .expression(
          buildFor
            .selectFrom(table)
            .select(['tenant_id', of[1], ...columns])
            .where('role_id', '=', role.id),
        )
        // A new role hides what its maker does not see; the other role hides that, too.
        .onConflict((conflict) => conflict.doNothing()),
    )
}
