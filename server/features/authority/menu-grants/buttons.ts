import { z } from 'zod'
import * as contract from '../../../../model/contract/authority/menu-grants.ts'
import { id } from '../../../../model/fields.ts'
import { assertStaysWithin, lockChangeableRole, publishGrants, refuse } from '../../../identity/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { differenceOf, writeDifference } from '../../../kernel/database/link-sets.ts'
import { build } from '../../../kernel/database/sql.ts'

export const queryMenuButtonByRoleCode = implement(contract.queryMenuButtonByRoleCode, {
  access: 'granted',
  summary: 'The buttons a role is not shown, as `menuCode:button`',
  async handle({ inTenant, input: { roleCode } }) {
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('role_hidden_buttons')
          .innerJoin('menus', 'menus.id', 'menu_id')
          .innerJoin('roles', 'roles.id', 'role_id')
          .select(['menu_code', 'button'])
          .where('role_code', '=', roleCode)
          .orderBy('menu_code')
          .orderBy('button'),
      ),
    )
    return rows.map((row) => `${row.menu_code}:${row.button}`)
  },
})

/** All buttons are shown by default; what is given here is what the role is not shown. */
export const authorizeMenuButtonToRole = implement(contract.authorizeMenuButtonToRole, {
  access: 'granted',
  summary: 'Say which buttons (`menuCode:button`) a role is not shown; replaces them all',
  handle: (call) => {
    const {
      t,
      input: { roleCode },
    } = call
    // Trees tick the menus along whose buttons they tick; those are named by their ids, which no button is.
    const menuButton = call.input.menuButton.filter((name) => !z.safeParse(id, name).success)
    return call.inTenant(async (tx) => {
      const role = await lockChangeableRole(tx, call, { code: roleCode })
      const [buttons, stored] = await Promise.all([
        tx.all(build.selectFrom('menu_buttons').innerJoin('menus', 'menus.id', 'menu_id').select(['menu_id', 'menu_code', 'button'])),
        tx.all(
          build
            .selectFrom('role_hidden_buttons')
            .innerJoin('menus', 'menus.id', 'menu_id')
            .select(['menu_id', 'menu_code', 'button'])
            .where('role_id', '=', role.id),
        ),
      ])
      const nameOf = (row: { menu_code: string; button: string }) => `${row.menu_code}:${row.button}`
      const known = new Map([...stored, ...buttons].map((row) => [nameOf(row), row]))
      if (!menuButton.every((name) => known.has(name))) refuse('menuButton', t('check.id', { field: t('authority.buttons') }))
      assertStaysWithin(call, 'menuButton', { ...role, hiddenButtons: new Set(menuButton) })
      const { added, removed } = differenceOf(stored.map(nameOf), menuButton)
      // One statement a menu: a link set differs in one column.
      for (const menu_id of new Set([...added, ...removed].map((name) => known.get(name)?.menu_id as string))) {
        const inMenu = (names: readonly string[]) =>
          names
            .map((name) => known.get(name))
            .filter((row) => row?.menu_id === menu_id)
            .map((row) => row?.button as string)
        await writeDifference(
          tx,
          { table: 'role_hidden_buttons', same: { role_id: role.id, menu_id }, column: 'button' },
          { added: inMenu(added), removed: inMenu(removed) },
        )
      }
      await publishGrants(tx, call)
      return { added: added.length, removed: removed.length }
    })
  },
})
