import { sql } from 'kysely'
import { querySysMenuTree, restoreSysMenu } from '../../../../model/contract/system/menus.ts'
import { menus } from '../../../../model/index.ts'
import { union } from '../../../kernel/authorization/grants.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { textOf } from '../../../kernel/resources/row-text.ts'
import { ordered, orderOf, rowsOf } from '../../../kernel/resources/select.ts'
import { nest } from '../../../kernel/resources/tree.ts'
import { update } from '../../../kernel/resources/update.ts'
import { typedAs } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { restoreMenu } from './restore.ts'
import { menuWrites } from './writes.ts'

export const menusFeature: Feature = {
  tag: 'menus',
  routes: [
    list(menus),
    implement(querySysMenuTree, {
      access: 'signed-in',
      summary: 'The menus of the active roles as a tree',
      of: menus,
      async handle({ caller, inTenant }) {
        const codes = [...union(caller.active.map((role) => role.menus))]
        const view = viewOf(caller, menus)
        const order = orderOf(menus, view, undefined)
        if (codes.length === 0 || !order) return []
        const rows = await inTenant((tx) =>
          tx.all(
            typedAs<{ id: string; title: string; parentId: string; code: string }>(
              ordered(rowsOf(menus, view, {}), order)
                .where(sql<boolean>`row.menu_code = any(${codes})`)
                .select([
                  sql`row.id`.as('id'),
                  textOf(menus, view, 'menuName').as('title'),
                  sql`row.menu_code`.as('code'),
                  sql`coalesce(row.parent_id::text, '0')`.as('parentId'),
                ]),
            ),
          ),
        )
        return nest(
          rows.map((row) => ({
            id: row.id,
            key: row.id,
            value: row.id,
            title: row.title,
            label: row.title,
            name: row.code,
            parentId: row.parentId,
          })),
          'parentId',
        )
      },
    }),
    add(menuWrites),
    update(menuWrites),
    remove(menuWrites),
    importOf(menuWrites),
    ...exportsOf(menus),
    implement(restoreSysMenu, {
      access: 'platform',
      summary: 'Give an entry of the product back what it came with',
      of: menus,
      handle: (call) => call.inScopeOf(menus, (tx) => restoreMenu(tx, call, call.input.id)),
    }),
  ],
}
