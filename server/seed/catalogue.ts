/**
 * Keeps the shared catalogue equal to what this version of the product has: the menus of `seeds/` and the URLs of the
 * declared routes. What is new is granted to every administrator role, so that an update never hides its own pages.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import en from '../../model/labels/en/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'
import { ADMINISTRATOR } from '../../model/authority/roles.ts'
import { PLATFORM, platformMenus } from '../../model/tenant/platform.ts'
import type { MenuSeed } from '../../seeds/menus.ts'
import { menus as catalogue } from '../../seeds/menus.ts'
import type { Feature, Route } from '../kernel/http/http.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

/** The page a call belongs to: `/admin/sysuser/…` is the page `sysuser`, else that of the noun the call is about. */
function menuOf({ path, of }: Route): string | null {
  const [, , folder = ''] = path.split('/')
  return flatten(catalogue).some(({ seed }) => seed.code === folder) ? folder : (of?.menu ?? null)
}

/** Gives whether anything had to change. */
export async function syncCatalogue(tx: Transaction, features: readonly Feature[]): Promise<boolean> {
  const urls = features
    .flatMap(({ routes }) => routes)
    .filter(({ access }) => access === 'granted' || access === 'platform')
    .map((route) => ({ url: route.path, description: route.summary, menu_code: menuOf(route), platform_only: route.access === 'platform' }))
  const state = createHash('sha256')
    .update(
      JSON.stringify([catalogue, urls, ...[en, zh, tw].map((labels) => flatten(catalogue).map(({ seed }) => labels[`menu.${seed.code}`]))]),
    )
    .digest('base64url')
  const before = await tx.first(build.selectFrom('installation').select('value').where('key', '=', 'catalogue'))
  if (before?.value === state) return false
  await syncMenus(tx)
  await syncUrls(tx, urls)
  await tx.run(
    build
      .insertInto('installation')
      .values({ key: 'catalogue', value: state })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: state })),
  )
  return true
}

/** Switches the page examples off, as the operator could have done, who may switch them on again: nobody who works with devices needs them. */
export async function switchOffExamples(tx: Transaction): Promise<void> {
  await tx.run(build.updateTable('menus').set({ menu_status: 0, menu_edited: 1 }).where('menu_code', '=', 'template'))
}

interface Entry {
  seed: MenuSeed
  parent: string | undefined
  sequence: number
}

function flatten(seeds: readonly MenuSeed[], parent?: string): Entry[] {
  return seeds.flatMap((seed, index) => [{ seed, parent, sequence: index + 1 }, ...flatten(seed.children ?? [], seed.code)])
}

/** A page shows when it exists; a group as soon as one of its pages does. */
function isShown(seed: MenuSeed): boolean {
  return !seed.hidden && (seed.children ? seed.children.some(isShown) : seed.ready === true)
}

/** What the operator may change of an entry of the product; once that has happened, it stays as it is. */
const editable = ['menu_name', 'menu_name_tw', 'menu_name_en', 'menu_icon', 'menu_sequence', 'menu_status', 'parent_id'] as const

async function syncMenus(tx: Transaction): Promise<void> {
  const known = new Map((await tx.all(build.selectFrom('menus').select(['menu_code', 'id']))).map((row) => [row.menu_code, row.id]))
  const entries = flatten(catalogue)
  const ids = new Map(entries.map(({ seed }) => [seed.code as string, known.get(seed.code) ?? newId()]))
  await tx.run(
    build
      .insertInto('menus')
      .values(
        entries.map(({ seed, parent, sequence }) => ({
          id: ids.get(seed.code) as string,
          menu_code: seed.code,
          menu_name: zh[`menu.${seed.code}`],
          menu_name_tw: tw[`menu.${seed.code}`],
          menu_name_en: en[`menu.${seed.code}`],
          menu_origin: 'product',
          menu_icon: seed.icon,
          menu_path: seed.path,
          menu_component: seed.children ? null : (seed.component ?? seed.path),
          page_name: seed.pageName ?? null,
          menu_sequence: sequence,
          menu_status: isShown(seed) ? 1 : 0,
          no_cache: seed.noCache ? 1 : 0,
          parent_id: parent === undefined ? null : (ids.get(parent) as string),
        })),
      )
      .onConflict((conflict) =>
        conflict.expression(sql`lower(menu_code)`).doUpdateSet({
          menu_path: sql`excluded.menu_path`,
          menu_component: sql`excluded.menu_component`,
          page_name: sql`excluded.page_name`,
          no_cache: sql`excluded.no_cache`,
          menu_origin: sql`excluded.menu_origin`,
          updated_at: sql`now()`,
          ...Object.fromEntries(
            editable.map((column) => [
              column,
              sql`case when menus.menu_edited = 1 then ${sql.ref(`menus.${column}`)} else ${sql.ref(`excluded.${column}`)} end`,
            ]),
          ),
        }),
      ),
  )
  // An entry this version does not know is hidden, never deleted: the grants that hang on it must be there again after a
  // version was rolled back and forth, or what a role may not see would come to light.
  await tx.run(
    build
      .updateTable('menus')
      .set({ menu_status: 0 })
      .where('menu_origin', '=', 'product')
      .where(
        'menu_code',
        'not in',
        entries.map(({ seed }) => seed.code),
      ),
  )
  const edited = new Set(
    (await tx.all(build.selectFrom('menus').select('menu_code').where('menu_edited', '=', 1))).map((row) => row.menu_code),
  )
  const untouched = entries.filter(({ seed }) => !edited.has(seed.code))
  await tx.run(
    build.deleteFrom('menu_buttons').where(
      'menu_id',
      'in',
      untouched.map(({ seed }) => ids.get(seed.code) as string),
    ),
  )
  const buttons = untouched.flatMap(({ seed }) =>
    (seed.buttons ?? []).map((button, sequence) => ({ menu_id: ids.get(seed.code) as string, button, sequence })),
  )
  await tx.run(build.insertInto('menu_buttons').values(buttons))
  const added = entries.map(({ seed }) => seed.code).filter((code) => !known.has(code))
  if (added.length > 0) await grantMenus(tx, added)
  // The innermost first, for the groups above follow from what is granted of them.
  for (const { seed } of entries.toReversed()) if (seed.children && !known.has(seed.code)) await openGroup(tx, ids.get(seed.code) as string)
}

/** A group that is new among pages of before comes to everybody who has one of these, for a page without its group would stand beside all groups. */
async function openGroup(tx: Transaction, group: string): Promise<void> {
  await tx.run(
    build
      .insertInto('role_menus')
      .columns(['tenant_id', 'role_id', 'menu_id'])
      .expression(
        build
          .selectFrom('role_menus')
          .innerJoin('menus', 'menus.id', 'menu_id')
          .select(['role_menus.tenant_id', 'role_id', 'parent_id as menu_id'])
          .where('parent_id', '=', group)
          .distinct() as never,
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
  await tx.run(
    build
      .insertInto('package_menus')
      .columns(['package_id', 'menu_id'])
      .expression(
        build
          .selectFrom('package_menus')
          .innerJoin('menus', 'menus.id', 'menu_id')
          .select(['package_id', 'parent_id as menu_id'])
          .where('parent_id', '=', group)
          .distinct() as never,
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

async function grantMenus(tx: Transaction, codes: readonly string[]): Promise<void> {
  await tx.run(
    build
      .insertInto('role_menus')
      .columns(['tenant_id', 'role_id', 'menu_id'])
      .expression(
        build
          .selectFrom('roles')
          .innerJoin('tenants', 'tenants.id', 'roles.tenant_id')
          .innerJoin('menus', (on) => on.on('menu_code', 'in', codes))
          .select(['roles.tenant_id', 'roles.id as role_id', 'menus.id as menu_id'])
          .where('role_code', '=', ADMINISTRATOR)
          .where((where) => where.or([where('menu_code', 'not in', [...platformMenus]), where('tenant_code', '=', PLATFORM)])),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

async function syncUrls(
  tx: Transaction,
  urls: readonly { url: string; description: string; menu_code: string | null; platform_only: boolean }[],
): Promise<void> {
  const known = new Set((await tx.all(build.selectFrom('urls').select('url'))).map((row) => row.url))
  await tx.run(
    build
      .insertInto('urls')
      .values(urls.map((row) => ({ id: newId(), ...row })))
      .onConflict((conflict) =>
        conflict.column('url').doUpdateSet({
          // What somebody of the platform has written instead (which is a second version of the row) stays.
          description: sql`case when urls.version = 1 then excluded.description else urls.description end`,
          menu_code: sql`excluded.menu_code`,
          platform_only: sql`excluded.platform_only`,
        }),
      ),
  )
  // A URL without a route opens nothing; it stays, with who was granted it, for the version that has the route.
  const added = urls.map((row) => row.url).filter((url) => !known.has(url))
  if (added.length === 0) return
  await tx.run(
    build
      .insertInto('role_urls')
      .columns(['tenant_id', 'role_id', 'url_id'])
      .expression(
        build
          .selectFrom('roles')
          .innerJoin('tenants', 'tenants.id', 'roles.tenant_id')
          .innerJoin('urls', (on) => on.on('url', 'in', added))
          .select(['roles.tenant_id', 'roles.id as role_id', 'urls.id as url_id'])
          .where('role_code', '=', ADMINISTRATOR)
          .where((where) => where.or([where('platform_only', '=', false), where('tenant_code', '=', PLATFORM)])),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}
