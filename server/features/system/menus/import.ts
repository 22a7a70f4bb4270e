/** Importing menu entries: the operator's own, under the rules that hold for one of them. */
import { isExternal } from '../../../../model/system/menu-catalogue.ts'
import type { Finding, Special } from '../../../exchange/index.ts'
import { grantToAdministrators } from '../../../kernel/authorization/menus.ts'
import { build } from '../../../kernel/database/sql.ts'

export const importedMenus: Special = {
  async judge(tx, { t }, rows) {
    const known = await tx.all(build.selectFrom('menus').select(['id', 'menu_path']))
    const paths = new Map([
      ...known.map((row) => [row.id, row.menu_path] as const),
      ...rows.map(({ id, values }) => [id, String(values['menuPath'])] as const),
    ])
    const taken = new Set(known.map((row) => row.menu_path))
    return new Map(
      rows.flatMap(({ values }, at): [number, Finding][] => {
        const path = String(values['menuPath'])
        const above = paths.get(String(values['parentId']))
        if (taken.has(path)) return [[at, { field: 'menuPath', message: t('error.menu.path-taken') }]]
        taken.add(path)
        return above !== undefined && isExternal(above) ? [[at, { field: 'parentId', message: t('error.menu.link-parent') }]] : []
      }),
    )
  },
  columns: async () => ({ menu_origin: 'operator' }),
  async afterAdding(tx, { services }, ids) {
    const rows = await tx.all(build.selectFrom('menus').select('menu_code').where('id', 'in', ids))
    await grantToAdministrators(
      tx,
      rows.map((row) => row.menu_code),
    )
    await services.events.publish(tx, { kind: 'catalogue-changed' })
  },
  afterUndo: (tx, { services }) => services.events.publish(tx, { kind: 'catalogue-changed' }),
}
