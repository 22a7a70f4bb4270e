/** Stores a package that is described as data, and the limits of a tenant that is. */
import { platformMenus } from '../../model/tenant/platform.ts'
import type { LimitsSeed, PackageSeed } from '../../model/tenant/template.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Limits } from './store-tenant.ts'

/**
 * Stores a package of the seed: every menu of the catalogue but those named and what is below them, and every URL that tenants may have.
 */
export async function storePackage(tx: Transaction, { packageName, packageDescription, withoutMenus }: PackageSeed): Promise<void> {
  const id = newId()
  const menus = await tx.all(build.selectFrom('menus').select(['id', 'menu_code', 'parent_id']))
  const left = new Set(
    menus
      .filter(({ menu_code: code }) => platformMenus.has(code) || (withoutMenus as readonly string[]).includes(code))
      .map((menu) => menu.id),
  )
  for (let before = -1; before !== left.size;) {
    before = left.size
    for (const menu of menus) if (menu.parent_id !== null && left.has(menu.parent_id)) left.add(menu.id)
  }
  const urls = await tx.all(build.selectFrom('urls').select('id').where('platform_only', '=', false))
  await tx.run(build.insertInto('packages').values({ id, package_name: packageName, package_description: packageDescription }))
  const packed = menus.filter((menu) => !left.has(menu.id))
  if (packed.length > 0)
    await tx.run(build.insertInto('package_menus').values(packed.map((menu) => ({ package_id: id, menu_id: menu.id }))))
  if (urls.length > 0) await tx.run(build.insertInto('package_urls').values(urls.map((url) => ({ package_id: id, url_id: url.id }))))
}

const DAY_MS = 24 * 3600 * 1000

/** Package, quotas and expiry of a tenant, from its seed. */
export async function limitsOf(tx: Transaction, seed: LimitsSeed | undefined): Promise<Limits> {
  if (!seed) return {}
  const pack =
    seed.package === undefined
      ? undefined
      : await tx.first(build.selectFrom('packages').select('id').where('package_name', '=', seed.package))
  return {
    package_id: pack?.id ?? null,
    user_quota: seed.userQuota ?? null,
    storage_quota: seed.storageQuota ?? null,
    point_quota: seed.pointQuota ?? null,
    entry_quota: seed.entryQuota ?? null,
    expires_at: seed.expiresInDays === undefined ? null : new Date(Date.now() + seed.expiresInDays * DAY_MS),
  }
}
