/**
 * The platform operator's hand on the menu: names, icons, places, visibility and buttons of the product's entries, and entries
 * of their own. What the product needs to find its pages (code, route, component) stays the product's.
 */
import { sql } from 'kysely'
import { isExternal } from '../../../../model/system/menu-catalogue.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { grantToAdministrators } from '../../../kernel/authorization/menus.ts'
import type { insertRow } from '../../../kernel/resources/add.ts'
import { insertRow as insert } from '../../../kernel/resources/add.ts'
import type { removeRows } from '../../../kernel/resources/remove.ts'
import { removeRows as removeAll } from '../../../kernel/resources/remove.ts'
import { subtree } from '../../../kernel/resources/select.ts'
import type { Change, changeRow } from '../../../kernel/resources/update.ts'
import { changeRow as change } from '../../../kernel/resources/update.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

type Asking = Pick<Call<unknown>, 'services'>

/** Open browsers fetch their menu again, and servers the grants that name it. */
const tell = (tx: Transaction, { services }: Asking) => services.events.publish(tx, { kind: 'catalogue-changed' })

export const addMenu: typeof insertRow = async (tx, of, asking, values) => {
  await assertPlace(tx, values)
  const added = await insert(tx, of, asking, values, { menu_origin: 'operator' })
  // Like a page of a new version: administrators have it, and grant it on.
  await grantToAdministrators(tx, [String(values['menuCode'])])
  await tell(tx, asking)
  return added
}

export const changeMenu: typeof changeRow = async (tx, of, asking, given: Change) => {
  const row = await tx.first(
    build.selectFrom('menus').select(['menu_origin', 'menu_code', 'menu_path', 'menu_component']).where('id', '=', given.id),
  )
  if (!row) fail('row.not-found')
  const isProduct = row.menu_origin === 'product'
  if (isProduct) assertKept(given, { menuCode: row.menu_code, menuPath: row.menu_path, menuComponent: row.menu_component })
  await assertPlace(tx, given, given.id)
  const changed = await change(tx, of, asking, given)
  if (isProduct)
    await tx.run(
      build
        .updateTable('menus')
        .set({ menu_edited: 1 })
        .where('id', '=', given.id)
        .where((where) => where.or([where('menu_edited', 'is', null), where('menu_edited', '<>', 1)])),
    )
  await tell(tx, asking)
  return changed
}

export const removeMenus: typeof removeRows = async (tx, of, asking, ids) => {
  for (const id of ids) {
    const product = await tx.first(
      build
        .selectFrom('menus')
        .select('id')
        .where(sql<boolean>`id in ${subtree('menus', id)}`)
        .where('menu_origin', '=', 'product'),
    )
    if (product) fail('menu.product-stays')
  }
  const removed = await removeAll(tx, of, asking, ids)
  await tell(tx, asking)
  return removed
}

function assertKept(given: Change, kept: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(kept)) {
    if (name in given && (given[name] ?? null) !== value) fail('menu.product', { field: { name, label: 'error.menu.product' } })
  }
}

/** A route leads to one entry, and nothing stands below a link. */
async function assertPlace(tx: Transaction, values: Readonly<Record<string, unknown>>, id?: string): Promise<void> {
  const { menuPath, parentId } = values
  if (typeof menuPath === 'string') {
    const taken = await tx.first(
      build
        .selectFrom('menus')
        .select('id')
        .where('menu_path', '=', menuPath)
        .$if(id !== undefined, (query) => query.where('id', '<>', id as string)),
    )
    if (taken) fail('menu.path-taken', { field: { name: 'menuPath', label: 'error.menu.path-taken' } })
    const below =
      id !== undefined && isExternal(menuPath) && (await tx.first(build.selectFrom('menus').select('id').where('parent_id', '=', id)))
    if (below) fail('menu.link-parent', { field: { name: 'menuPath', label: 'error.menu.link-parent' } })
  }
  if (typeof parentId === 'string' && parentId !== '0') {
    const above = await tx.first(build.selectFrom('menus').select('menu_path').where('id', '=', parentId))
    if (above && isExternal(above.menu_path)) fail('menu.link-parent', { field: { name: 'parentId', label: 'error.menu.link-parent' } })
  }
}
