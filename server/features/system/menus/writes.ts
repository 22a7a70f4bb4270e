/**
 * The platform operator's hand on the menu: names, icons, places, visibility and buttons of the product's entries, and entries
 * of their own. What the product needs to find its pages (code, route, component) stays the product's.
 */
import { sql } from 'kysely'
import { menus } from '../../../../model/index.ts'
import { isExternal } from '../../../../model/system/menu-catalogue.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { grantToAdministrators } from '../../../kernel/authorization/menus.ts'
import type { Asking, NewRow, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { subtree } from '../../../kernel/resources/select.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export const menuWrites = writes(menus, {
  add: {
    judge: (tx, _asking, rows) => judgePlaces(tx, rows),
    async apply(tx, asking, rows, insert) {
      await insert(rows.map((row) => ({ ...row, columns: { ...row.columns, menu_origin: 'operator' } })))
      // Like a page of a new version: administrators have it, and grant it on.
      await grantToAdministrators(
        tx,
        rows.map(({ values }) => String(values['menuCode'])),
      )
      await publish(tx, asking)
    },
  },
  change: {
    async judge(tx, _asking, changes) {
      const kept = await keptByProduct(
        tx,
        changes.map(({ id }) => id),
      )
      for (const { id, values } of changes) {
        for (const [name, value] of Object.entries(kept.get(id) ?? {})) {
          if (name in values && (values[name] ?? null) !== value) fail('menu.product', { field: { name, label: 'error.menu.product' } })
        }
      }
      return judgePlaces(tx, changes)
    },
    async apply(tx, asking, changes, update) {
      const kept = await keptByProduct(
        tx,
        changes.map(({ id }) => id),
      )
      const written = await update(
        changes.map((change) => (kept.has(change.id) ? { ...change, columns: { menu_edited: 1, ...change.columns } } : change)),
      )
      await publish(tx, asking)
      return written
    },
  },
  remove: {
    async apply(tx, asking, ids, remove) {
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
      const removed = await remove()
      await publish(tx, asking)
      return removed
    },
  },
})

/** Open browsers fetch their menu again, and servers the grants that name it. */
const publish = (tx: Transaction, { services }: Pick<Asking, 'services'>) =>
  services.invalidations.publish(tx, { kind: 'catalogue-changed' })

/** What stays as it is of those entries that are the product's. */
async function keptByProduct(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string | null>>>> {
  const rows = await tx.all(
    build
      .selectFrom('menus')
      .select(['id', 'menu_code', 'menu_path', 'menu_component'])
      .where('menu_origin', '=', 'product')
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  return new Map(rows.map((row) => [row.id, { menuCode: row.menu_code, menuPath: row.menu_path, menuComponent: row.menu_component }]))
}

/** A route leads to one entry, and nothing stands below a link: judged among the entries as they will be. */
async function judgePlaces(tx: Transaction, rows: readonly (NewRow | RowChange)[]): Promise<Refusals> {
  if (!rows.some(({ values }) => 'menuPath' in values || 'parentId' in values)) return new Map()
  const known = await tx.all(build.selectFrom('menus').select(['id', 'menu_path', 'parent_id']))
  const paths = new Map(known.map((row) => [row.id, row.menu_path]))
  const entries = new Map(known.map((row) => [row.menu_path, row.id]))
  const parents = new Set(known.map((row) => row.parent_id))
  for (const {
    id,
    values: { menuPath },
  } of rows)
    if (typeof menuPath === 'string') paths.set(id, menuPath)
  return new Map(
    rows.flatMap(({ id, values: { menuPath, parentId } }, at): [number, Failure][] => {
      if (typeof menuPath === 'string') {
        if ((entries.get(menuPath) ?? id) !== id)
          return [[at, new Failure('menu.path-taken', { field: { name: 'menuPath', label: 'error.menu.path-taken' } })]]
        entries.set(menuPath, id)
        if (isExternal(menuPath) && parents.has(id))
          return [[at, new Failure('menu.link-parent', { field: { name: 'menuPath', label: 'error.menu.link-parent' } })]]
      }
      const above = typeof parentId === 'string' ? paths.get(parentId) : undefined
      return above !== undefined && isExternal(above)
        ? [[at, new Failure('menu.link-parent', { field: { name: 'parentId', label: 'error.menu.link-parent' } })]]
        : []
    }),
  )
}
