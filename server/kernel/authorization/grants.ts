/**
 * What a role may do: what it was granted, as far as the package of its tenant has it. Here alone the two meet, so what a
 * package takes away no role gives, and it is there again with the package. Loaded once and remembered until an invalidation says
 * that grants of the tenant have changed.
 */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import { PLATFORM, platformMenus } from '../../../model/tenant/platform.ts'
import type { Invalidations } from '../runtime/invalidations.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import type { RoleScopes } from './row-scope.ts'
import { readScopes } from './row-scope.ts'

export interface RoleGrants {
  readonly id: string
  readonly code: string
  /** Paths without `/api`, such as `/admin/sysuser/querySysUser`. */
  readonly urls: ReadonlySet<string>
  readonly menus: ReadonlySet<string>
  /** `menuCode:field` this role does not see. */
  readonly hiddenFields: ReadonlySet<string>
  /** `menuCode:button` this role is not shown. */
  readonly hiddenButtons: ReadonlySet<string>
  /** Which rows this role sees; without any it sees all. */
  readonly scopes: RoleScopes
}

const EVERYTHING: RoleScopes = new Map()

export interface GrantStore {
  /** Grants of the given roles of the transaction's tenant; roles that do not exist are left out. */
  load(tx: Transaction, roleIds: readonly string[]): Promise<RoleGrants[]>
  /** Whether this is what {@link load} would give for the role without reading it: nobody has invalidated it. */
  isRemembered(tenantId: TenantId, role: RoleGrants): boolean
}

/** What roles grant, loaded once per tenant and cached until they are invalidated. */
export function openGrants(invalidations: Invalidations): GrantStore {
  const known = new Map<string, RoleGrants>()
  let generation = 0
  invalidations.subscribe((invalidation) => {
    if (invalidation && invalidation.kind !== 'grants-changed' && invalidation.kind !== 'catalogue-changed') return
    generation += 1
    known.clear()
  })
  return {
    async load(tx, roleIds) {
      // By tenant, too: what another tenant's role may do must not be found here under its id.
      const key = (id: string) => `${tx.tenantId}/${id}`
      const missing = roleIds.filter((id) => !known.has(key(id)))
      if (missing.length === 0) return roleIds.flatMap((id) => known.get(key(id)) ?? [])
      const before = generation
      const read = await readGrants(tx, missing)
      const remembered = roleIds.flatMap((id) => known.get(key(id)) ?? read.find((role) => role.id === id) ?? [])
      if (before === generation && invalidations.reliable) for (const role of read) known.set(key(role.id), role)
      return remembered
    },
    isRemembered: (tenantId, role) => known.get(`${tenantId}/${role.id}`) === role,
  }
}

/** Whether the tenant's package has the row; a tenant without a package may have everything. Only this tenant's entry is seen here. */
function inPackage(
  tenantId: TenantId | undefined,
  table: 'package_menus' | 'package_urls',
  column: 'menu_id' | 'url_id',
): RawBuilder<SqlBool> {
  return sql`not exists (select from tenants where tenants.id = ${tenantId} and package_id is not null and not exists
    (select from ${sql.table(table)} as packed where packed.package_id = tenants.package_id and packed.${sql.ref(column)} = ${sql.ref(table === 'package_urls' ? 'urls.id' : 'menus.id')}))`
}

/** What is the platform's own gives nothing to another tenant's role, whatever its rows say. */
function isOwn(tenantId: TenantId | undefined, ownOfPlatform: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`(not ${ownOfPlatform} or exists (select from tenants where tenants.id = ${tenantId} and tenant_code = ${PLATFORM}))`
}

async function readGrants(tx: Transaction, roleIds: readonly string[]): Promise<RoleGrants[]> {
  const [roles, scopes, urls, menus, fields, buttons] = await Promise.all([
    tx.all(build.selectFrom('roles').select(['id', 'role_code']).where('id', 'in', roleIds)),
    readScopes(tx, roleIds),
    tx.all(
      build
        .selectFrom('role_urls')
        .innerJoin('urls', 'urls.id', 'url_id')
        .select(['role_id', 'url as value'])
        .where('role_id', 'in', roleIds)
        .where(inPackage(tx.tenantId, 'package_urls', 'url_id'))
        .where(isOwn(tx.tenantId, sql`platform_only`)),
    ),
    tx.all(
      build
        .selectFrom('role_menus')
        .innerJoin('menus', 'menus.id', 'menu_id')
        .select(['role_id', 'menu_code as value'])
        .where('role_id', 'in', roleIds)
        .where(inPackage(tx.tenantId, 'package_menus', 'menu_id'))
        .where(isOwn(tx.tenantId, sql`menu_code in (${sql.join([...platformMenus])})`)),
    ),
    tx.all(
      build
        .selectFrom('role_hidden_fields')
        .innerJoin('menus', 'menus.id', 'menu_id')
        .select(['role_id', 'menu_code', 'field as value'])
        .where('role_id', 'in', roleIds),
    ),
    tx.all(
      build
        .selectFrom('role_hidden_buttons')
        .innerJoin('menus', 'menus.id', 'menu_id')
        .select(['role_id', 'menu_code', 'button as value'])
        .where('role_id', 'in', roleIds),
    ),
  ])
  const of = (rows: { role_id: string; value: string; menu_code?: string }[], id: string) =>
    new Set(
      rows.filter((row) => row.role_id === id).map((row) => (row.menu_code === undefined ? row.value : `${row.menu_code}:${row.value}`)),
    )
  return roles.map(({ id, role_code: code }) => ({
    id,
    code,
    urls: of(urls, id),
    menus: of(menus, id),
    hiddenFields: of(fields, id),
    hiddenButtons: of(buttons, id),
    scopes: scopes.get(id) ?? EVERYTHING,
  }))
}

/** Everything at least one of the roles has. */
export function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]))
}

/** Everything all of the roles have: what is hidden by every active role is hidden. Without a role there is no such thing. */
export function intersection(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = sets
  return new Set([...(first ?? [])].filter((value) => others.every((set) => set.has(value))))
}
