/** What is in a package: menus and URLs of the shared catalogue, less what is the platform's own. */
import { sql } from 'kysely'
import { authorizeSysPackage, queryCatalogueSysPackage, queryContentsSysPackage } from '../../../../model/contract/tenant/packages.ts'
import { packages } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { platformMenus } from '../../../../model/tenant/platform.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nest } from '../../../kernel/resources/tree.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'

const choosableMenus = () =>
  build
    .selectFrom('menus')
    .select(['id', 'menu_code', 'menu_status', 'menu_path', 'parent_id'])
    .where('menu_code', 'not in', [...platformMenus])
const choosableUrls = () =>
  build
    .selectFrom('urls')
    .select(['id', 'url', 'description', sql<string>`coalesce(menu_code, '')`.as('menuCode'), sql<boolean>`version > 1`.as('isDescribed')])
    .where('platform_only', '=', false)

/** Everything a package can have. Entries without a page yet are left out; what a package has of them stays. */
export const queryCatalogue = implement(queryCatalogueSysPackage, {
  access: 'platform',
  summary: 'Menus and URLs a package can have',
  handle: ({ inScopeOf, t }) =>
    inScopeOf(packages, async (tx) => {
      const [menus, urls] = await Promise.all([
        tx.all(choosableMenus().where('menu_status', '=', 1).orderBy('menu_sequence').orderBy('id')),
        tx.all(choosableUrls().orderBy('url')),
      ])
      return {
        menus: nest(
          menus.map((menu) => ({
            id: menu.id,
            code: menu.menu_code,
            title: t(`menu.${menu.menu_code}` as LabelKey),
            path: menu.menu_path,
            parentId: menu.parent_id ?? '0',
          })),
          'parentId',
        ),
        urls,
      }
    }),
})

export const queryContents = implement(queryContentsSysPackage, {
  access: 'platform',
  summary: 'Ids of the menus and URLs of a package',
  handle: ({ inScopeOf, input }) =>
    inScopeOf(packages, async (tx) => {
      await assertPackage(tx, input.id)
      const [menus, urls] = await Promise.all([
        tx.all(build.selectFrom('package_menus').select('menu_id').where('package_id', '=', input.id)),
        tx.all(build.selectFrom('package_urls').select('url_id').where('package_id', '=', input.id)),
      ])
      return { menuId: menus.map((row) => row.menu_id), urlId: urls.map((row) => row.url_id) }
    }),
})

/**
 * Replaces the menus or the URLs of a package, or both; what is not named stays. Groups above a menu come along. Rows of roles are not touched: what is taken away here gives
 * nothing from the next request on, and what is given back is granted as before.
 */
export const authorizePackage = implement(authorizeSysPackage, {
  access: 'platform',
  summary: 'Replace the menus and URLs of a package',
  of: packages,
  handle: ({ inScopeOf, input: { id: packageId, menuId, urlId }, services }) =>
    inScopeOf(packages, async (tx) => {
      // Two who replace the contents of one package do so one after the other.
      await advisoryLock(tx, `package:${packageId}`)
      await assertPackage(tx, packageId)
      const [menus, urls] = await Promise.all([tx.all(choosableMenus()), tx.all(choosableUrls())])
      const known = new Map(menus.map((menu) => [menu.id, menu]))
      if (menuId?.some((wanted) => !known.has(wanted))) fail('reference.not-found', { field: { name: 'menuId', label: 'packages.menus' } })
      if (urlId?.some((wanted) => !urls.some((url) => url.id === wanted)))
        fail('reference.not-found', { field: { name: 'urlId', label: 'packages.urls' } })
      const all = new Set<string>()
      for (const wanted of menuId ?? []) {
        for (let at = known.get(wanted); at; at = at.parent_id === null ? undefined : known.get(at.parent_id)) all.add(at.id)
      }
      if (menuId) await replace(tx, 'package_menus', 'menu_id', packageId, [...all])
      if (urlId) await replace(tx, 'package_urls', 'url_id', packageId, urlId)
      const tenants = await tx.all(build.selectFrom('tenants').select('id').where('package_id', '=', packageId))
      for (const tenant of tenants) await services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id })
      return { menus: all.size, urls: urlId?.length ?? 0 }
    }),
})

/** @throws Failure `row.not-found` */
async function assertPackage(tx: Transaction, packageId: string): Promise<void> {
  if (!(await tx.first(build.selectFrom('packages').select('id').where('id', '=', packageId)))) fail('row.not-found')
}

async function replace(
  tx: Transaction,
  table: 'package_menus' | 'package_urls',
  column: 'menu_id' | 'url_id',
  packageId: string,
  wanted: readonly string[],
): Promise<void> {
  await tx.run(
    build
      .deleteFrom(table)
      .where('package_id', '=', packageId)
      .$if(wanted.length > 0, (query) => query.where(column, 'not in', wanted)),
  )
  if (wanted.length === 0) return
  const rows = wanted.map((value) => ({ package_id: packageId, [column]: value }))
  await tx.run(
    build
      .insertInto(table)
      .values(rows as never)
      .onConflict((conflict) => conflict.doNothing()),
  )
}
