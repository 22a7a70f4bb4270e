/**
 * Keeps the shared catalogue equal to what this version of the product has: the menus of `seeds/` and the URLs of the
 * declared routes. What is new is granted to every administrator role, so that an update never hides its own pages.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ADMINISTRATOR } from '../../model/authority/roles.ts'
import type { MenuSeed } from '../../seeds/menus.ts'
import { menus as catalogue } from '../../seeds/menus.ts'
import type { Feature } from '../kernel/http.ts'
import { newId } from '../kernel/secrets.ts'
import { build } from '../kernel/sql.ts'
import type { Transaction } from '../kernel/tenant.ts'

/** Menus only the platform tenant may have. */
export const platformMenus: ReadonlySet<string> = new Set(['tenant', 'systenant'])

/** Gives whether anything had to change. */
export async function syncCatalogue(tx: Transaction, features: readonly Feature[]): Promise<boolean> {
  const urls = features.flatMap(({ routes }) => routes).filter((route) => route.access === 'granted').map(({ path, summary }) => ({ url: path, description: summary }))
  const state = createHash('sha256').update(JSON.stringify([catalogue, urls])).digest('base64url')
  const before = await tx.first(build.selectFrom('installation').select('value').where('key', '=', 'catalogue'))
  if (before?.value === state) return false
  await syncMenus(tx)
  await syncUrls(tx, urls)
  await tx.run(build.insertInto('installation').values({ key: 'catalogue', value: state }).onConflict((conflict) => conflict.column('key').doUpdateSet({ value: state })))
  return true
}

interface Entry { seed: MenuSeed; parent: string | undefined; sequence: number }

function flatten(seeds: readonly MenuSeed[], parent?: string): Entry[] {
  return seeds.flatMap((seed, index) => [{ seed, parent, sequence: index + 1 }, ...flatten(seed.children ?? [], seed.code)])
}

/** A page shows when it exists; a group as soon as one of its pages does. */
function isShown(seed: MenuSeed): boolean {
  return !seed.hidden && (seed.children ? seed.children.some(isShown) : seed.ready === true)
}

async function syncMenus(tx: Transaction): Promise<void> {
  const known = new Map((await tx.all(build.selectFrom('menus').select(['menu_code', 'id']))).map((row) => [row.menu_code, row.id]))
  const entries = flatten(catalogue)
  const ids = new Map(entries.map(({ seed }) => [seed.code as string, known.get(seed.code) ?? newId()]))
  await tx.run(build.insertInto('menus').values(entries.map(({ seed, parent, sequence }) => ({
    id: ids.get(seed.code) as string,
    menu_code: seed.code,
    menu_icon: seed.icon,
    menu_path: seed.path,
    menu_component: seed.children ? null : (seed.component ?? seed.path),
    page_name: seed.pageName ?? null,
    menu_sequence: sequence,
    menu_status: isShown(seed) ? 1 : 0,
    no_cache: seed.noCache ? 1 : 0,
    parent_id: parent === undefined ? null : (ids.get(parent) as string),
  }))).onConflict((conflict) => conflict.column('menu_code').doUpdateSet({
    menu_icon: sql`excluded.menu_icon`, menu_path: sql`excluded.menu_path`, menu_component: sql`excluded.menu_component`, page_name: sql`excluded.page_name`,
    menu_sequence: sql`excluded.menu_sequence`, menu_status: sql`excluded.menu_status`, no_cache: sql`excluded.no_cache`, parent_id: sql`excluded.parent_id`, updated_at: sql`now()`,
  })))
  // An entry this version does not know is hidden, never deleted: the grants that hang on it must be there again after a
  // version was rolled back and forth, or what a role may not see would come to light.
  await tx.run(build.updateTable('menus').set({ menu_status: 0 }).where('menu_code', 'not in', entries.map(({ seed }) => seed.code)))
  await tx.run(build.deleteFrom('menu_buttons'))
  const buttons = entries.flatMap(({ seed }) => (seed.buttons ?? []).map((button, sequence) => ({ menu_id: ids.get(seed.code) as string, button, sequence })))
  await tx.run(build.insertInto('menu_buttons').values(buttons))
  const added = entries.map(({ seed }) => seed.code).filter((code) => !known.has(code))
  if (added.length > 0) await grantMenus(tx, added)
}

async function grantMenus(tx: Transaction, codes: readonly string[]): Promise<void> {
  await tx.run(build.insertInto('role_menus').columns(['tenant_id', 'role_id', 'menu_id']).expression(build.selectFrom('roles')
    .innerJoin('tenants', 'tenants.id', 'roles.tenant_id').innerJoin('menus', (on) => on.on('menu_code', 'in', codes))
    .select(['roles.tenant_id', 'roles.id as role_id', 'menus.id as menu_id']).where('role_code', '=', ADMINISTRATOR)
    .where((where) => where.or([where('menu_code', 'not in', [...platformMenus]), where('tenant_code', '=', PLATFORM)])))
    .onConflict((conflict) => conflict.doNothing()))
}

/** Code of the tenant that runs the platform. */
export const PLATFORM = '10000'

async function syncUrls(tx: Transaction, urls: readonly { url: string; description: string }[]): Promise<void> {
  const known = new Set((await tx.all(build.selectFrom('urls').select('url'))).map((row) => row.url))
  await tx.run(build.insertInto('urls').values(urls.map((row) => ({ id: newId(), ...row })))
    .onConflict((conflict) => conflict.column('url').doUpdateSet({ description: sql`excluded.description` })))
  // A URL without a route opens nothing; it stays, with who was granted it, for the version that has the route.
  const added = urls.map((row) => row.url).filter((url) => !known.has(url))
  if (added.length === 0) return
  await tx.run(build.insertInto('role_urls').columns(['tenant_id', 'role_id', 'url_id']).expression(build.selectFrom('roles')
    .innerJoin('urls', (on) => on.on('url', 'in', added))
    .select(['roles.tenant_id', 'roles.id as role_id', 'urls.id as url_id']).where('role_code', '=', ADMINISTRATOR))
    .onConflict((conflict) => conflict.doNothing()))
}
