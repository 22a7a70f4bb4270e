/** Stores a tenant that is described as data: organisations, posts, roles with their grants, users. */
import type { Insertable } from 'kysely'
import { newTenantId } from '../kernel/database/as-tenant-id.ts'
import type { TenantId } from '../../model/brands.ts'
import type { OwnDictionarySeed, RoleSeed, TenantSeed, UserSeed } from '../../model/tenant/template.ts'
import { matchesUrl } from '../../model/tenant/template.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { DatabaseTables } from '../kernel/database/tables.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { PLATFORM, platformMenus } from '../../model/tenant/platform.ts'
import { named } from './named.ts'
import { storeParameters } from './store-parameters.ts'
import { storeRegistry } from './store-registry.ts'

/** Argon2id hashes by user name; `others` for the users nobody is given a password for. */
export interface Hashes {
  readonly of: ReadonlyMap<string, string>
  readonly others: string
  /** Somebody else knows the passwords: whoever signs in has to choose another. */
  readonly mustChange?: boolean
}

/** What the operator decides about a tenant, as columns of its entry. */
export type Limits = Partial<
  Pick<
    Insertable<DatabaseTables['tenants']>,
    | 'status'
    | 'package_id'
    | 'user_quota'
    | 'storage_quota'
    | 'point_quota'
    | 'entry_quota'
    | 'modbus_networks'
    | 'webhook_networks'
    | 'throwaway'
  >
> & { id?: TenantId; expires_at?: string | Date | null }

const DAY_MS = 24 * 3600 * 1000

/** Stores a tenant of the seed with its structure; returns its id. Runs in platform scope: the tenant does not exist before. */
export async function storeTenant(tx: Transaction, seed: TenantSeed, hashes: Hashes, limits: Limits = {}): Promise<TenantId> {
  const tenant_id = await storeEntry(tx, seed, limits)
  const organisation = named(seed.organisations, (row) => row.code)
  await tx.run(
    build.insertInto('organisations').values(
      seed.organisations.map((row) => ({
        tenant_id,
        id: organisation(row.code),
        parent_id: row.parent === undefined ? null : organisation(row.parent),
        org_name: row.orgName,
        org_type: row.orgType,
        org_description: row.orgDescription,
        org_sequence: row.orgSequence,
      })),
    ),
  )

  const post = named(seed.posts, (row) => row.postCode)
  if (seed.posts.length > 0) {
    await tx.run(
      build.insertInto('posts').values(
        seed.posts.map((row) => ({
          tenant_id,
          id: post(row.postCode),
          parent_id: row.parent === undefined ? null : post(row.parent),
          post_code: row.postCode,
          post_name: row.postName,
          post_sequence: row.postSequence,
        })),
      ),
    )
  }

  const role = named(seed.roles, (row) => row.roleCode)
  await tx.run(
    build.insertInto('roles').values(
      seed.roles.map((row, index) => ({
        tenant_id,
        id: role(row.roleCode),
        role_name: row.roleName,
        role_code: row.roleCode,
        role_description: row.roleDescription,
        created_at: new Date(Date.now() - (seed.roles.length - index) * 1000),
      })),
    ),
  )
  for (const row of seed.roles) await storeGrants(tx, tenant_id, role(row.roleCode), row, seed.tenantCode === PLATFORM)

  await storePeople(tx, tenant_id, seed.users, { organisation, post, role }, hashes)
  await storeDictionaries(tx, tenant_id, seed.dictionaries ?? [])
  if (seed.registry) await storeRegistry(tx, tenant_id, seed.registry)
  await storeParameters(tx, tenant_id)
  for (const [key, value] of Object.entries(seed.parameters ?? {}))
    await tx.run(
      build.updateTable('parameters').set({ param_value: value }).where('tenant_id', '=', tenant_id).where('param_key', '=', key),
    )
  return tenant_id
}

/** The tenant's entry alone, without anything in it; with the id that `limits` may name. */
export async function storeEntry(
  tx: Transaction,
  seed: Pick<TenantSeed, 'tenantCode' | 'tenantName' | 'tenantContact' | 'tenantEmail' | 'tenantTel'>,
  { id = newTenantId(), ...limits }: Limits,
): Promise<TenantId> {
  await tx.run(
    build.insertInto('tenants').values({
      id,
      tenant_code: seed.tenantCode,
      tenant_name: seed.tenantName,
      tenant_contact: seed.tenantContact,
      tenant_email: seed.tenantEmail,
      tenant_tel: seed.tenantTel,
      expires_at: null,
      ...(limits as Partial<Insertable<DatabaseTables['tenants']>>),
    }),
  )
  return id
}

/** Ids by the words a seed uses. */
export interface Known {
  readonly organisation: (code: string) => string
  readonly post: (code: string) => string
  readonly role: (code: string) => string
}

/** Stores users of the seed, with their organisation, post and roles. */
export async function storePeople(
  tx: Transaction,
  tenant_id: TenantId,
  people: readonly UserSeed[],
  { organisation, post, role }: Known,
  hashes: Hashes,
): Promise<void> {
  const user = named(people, (row) => row.username)
  await tx.run(
    build.insertInto('users').values(
      people.map((row, index) => ({
        tenant_id,
        id: user(row.username),
        username: row.username,
        nickname: row.nickname,
        email: row.email,
        prefix: row.prefix,
        mobile: row.mobile,
        password_hash: hashes.of.get(row.username) ?? hashes.others,
        org_id: organisation(row.org),
        status: row.status,
        created_at: new Date(Date.now() - row.createdDaysAgo * DAY_MS - index * 61_000),
        phone: null,
        address: null,
        profile: null,
        avatar: null,
        province_region_code: null,
        city_region_code: null,
        must_change_password: hashes.mustChange ? 1 : null,
        password_changed_at: null,
      })),
    ),
  )
  await tx.run(
    build
      .insertInto('user_roles')
      .values(people.flatMap((row) => row.roles.map((code) => ({ tenant_id, user_id: user(row.username), role_id: role(code) })))),
  )
  const posts = people.flatMap((row) => [
    ...(row.post === undefined ? [] : [{ tenant_id, user_id: user(row.username), post_id: post(row.post), post_type: 1 }]),
    ...(row.partTimePost === undefined ? [] : [{ tenant_id, user_id: user(row.username), post_id: post(row.partTimePost), post_type: 2 }]),
  ])
  if (posts.length > 0) await tx.run(build.insertInto('user_posts').values(posts))
  await insertAll(
    tx,
    'user_post_roles',
    people.flatMap(({ username, partTimePost, partTimeRoles = [] }) =>
      partTimePost === undefined
        ? []
        : partTimeRoles.map((code) => ({ tenant_id, user_id: user(username), post_id: post(partTimePost), role_id: role(code) })),
    ),
  )
}

/** Types of a tenant's own stand below those of the product. */
const AFTER_THE_PRODUCTS = 101

async function storeDictionaries(tx: Transaction, tenant_id: TenantId, dictionaries: readonly OwnDictionarySeed[]): Promise<void> {
  await insertAll(
    tx,
    'dictionaries',
    dictionaries.flatMap(({ type, name, members }, at) => {
      const id = newId()
      const own = { tenant_id, dict_type: type }
      return [
        { ...own, id, dict_name: name, dict_value: type, dict_sequence: AFTER_THE_PRODUCTS + at, parent_id: null },
        ...members.map(([value, text], index) => ({
          ...own,
          id: newId(),
          dict_name: text,
          dict_value: value,
          dict_sequence: index + 1,
          parent_id: id,
        })),
      ]
    }),
  )
}

async function storeGrants(tx: Transaction, tenant_id: TenantId, role_id: string, seed: RoleSeed, isPlatform: boolean): Promise<void> {
  const menus = await tx.all(build.selectFrom('menus').select(['id', 'menu_code', 'parent_id']))
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const byCode = new Map(menus.map((menu) => [menu.menu_code, menu]))
  const granted = new Set<string>()
  for (const menu of menus) {
    if (seed.menus !== 'all' && !(seed.menus as readonly string[]).includes(menu.menu_code)) continue
    if (!isPlatform && platformMenus.has(menu.menu_code)) continue
    // The groups above a page come along.
    for (let at: typeof menu | undefined = menu; at; at = at.parent_id === null ? undefined : byId.get(at.parent_id)) granted.add(at.id)
  }
  await insertAll(
    tx,
    'role_menus',
    [...granted].map((menu_id) => ({ tenant_id, role_id, menu_id })),
  )

  const urls = (await tx.all(build.selectFrom('urls').select(['id', 'url', 'platform_only']))).filter(
    (url) => isPlatform || !url.platform_only,
  )
  const allowed = urls.filter(({ url }) => seed.urls === 'all' || seed.urls.some((pattern) => matchesUrl(pattern, url)))
  await insertAll(
    tx,
    'role_urls',
    allowed.map(({ id: url_id }) => ({ tenant_id, role_id, url_id })),
  )

  await insertAll(
    tx,
    'role_hidden_buttons',
    seed.hiddenButtons.map((name) => {
      const [code = '', button = ''] = name.split(':')
      return { tenant_id, role_id, menu_id: byCode.get(code)?.id as string, button }
    }),
  )
  await insertAll(
    tx,
    'role_hidden_fields',
    seed.hiddenFields.flatMap(({ menu, fields }) =>
      fields.map((field) => ({ tenant_id, role_id, menu_id: byCode.get(menu)?.id as string, field })),
    ),
  )
}

type FilledTable = 'role_menus' | 'role_urls' | 'role_hidden_buttons' | 'role_hidden_fields' | 'user_post_roles' | 'dictionaries'

async function insertAll(tx: Transaction, table: FilledTable, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await tx.run(build.insertInto(table).values(rows as never))
}
