import * as contract from '../../../../model/contract/authority/menu-grants.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertTicked, lockChangeableRole, publishGrants } from '../../../identity/index.ts'
import { union } from '../../../kernel/authorization/grants.ts'
import { implement } from '../../../kernel/http/http.ts'
import { replaceSet } from '../../../kernel/database/link-sets.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export const queryMenuIdByRoleId = implement(contract.queryMenuIdByRoleId, {
  access: 'granted',
  summary: 'Ids of the pages a role may open; the groups above them follow from these',
  async handle({ inTenant, input: { roleId } }) {
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('role_menus')
          .select('menu_id')
          .where((where) => where(where.cast('role_id', 'text'), '=', roleId))
          .where(({ not, exists, selectFrom }) => not(exists(selectFrom('menus').select('id').whereRef('parent_id', '=', 'menu_id'))))
          .orderBy('menu_id'),
      ),
    )
    return rows.map((row) => row.menu_id)
  },
})

export const authorizeMenuToRole = implement(contract.authorizeMenuToRole, {
  access: 'granted',
  summary: 'Grant menus to a role; replaces all it holds, the groups above a page come along',
  handle: (call) => {
    const {
      caller,
      t,
      input: { roleId, menuId },
    } = call
    assertTicked('menuId', menuId, t)
    return call.inTenant(async (tx) => {
      await lockChangeableRole(tx, call, { id: roleId })
      const wanted = await withGroups(tx, menuId)
      const held = union(caller.active.map((role) => role.menus))
      if (!wanted.every((menu) => held.has(menu.menu_code)))
        fail('grant.exceeds', { field: { name: 'menuId', label: 'error.grant.exceeds' } })
      const { added, removed } = await replaceSet(
        tx,
        { table: 'role_menus', same: { role_id: roleId }, column: 'menu_id' },
        wanted.map((menu) => menu.id),
      )
      await publishGrants(tx, call)
      return { added: added.length, removed: removed.length }
    })
  },
})

interface MenuRow {
  id: string
  menu_code: string
  parent_id: string | null
}

/** The menus and the groups above them. @throws Failure `reference.not-found` for one that is not in the catalogue. */
async function withGroups(tx: Transaction, ids: readonly string[]): Promise<MenuRow[]> {
  const all = new Map((await tx.all(build.selectFrom('menus').select(['id', 'menu_code', 'parent_id']))).map((menu) => [menu.id, menu]))
  const wanted = new Map<string, MenuRow>()
  for (const given of ids) {
    if (!all.has(given)) fail('reference.not-found', { field: { name: 'menuId', label: 'authority.menu' } })
    for (let at = all.get(given); at && !wanted.has(at.id); at = at.parent_id === null ? undefined : all.get(at.parent_id))
      wanted.set(at.id, at)
  }
  return [...wanted.values()]
}
