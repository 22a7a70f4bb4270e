/** What has to be known to say why, read from the tables and from what the server itself goes by. */
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Kind } from '../../../../model/contract/authority/why.ts'
import { resources } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { ScopeKind } from '../../../../model/row-scope.ts'
import type { ScopedTable } from '../../../../model/scoped-nouns.ts'
import { PLATFORM } from '../../../../model/tenant/platform.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import type { GrantStore, RoleGrants } from '../../../kernel/authorization/grants.ts'
import { build } from '../../../kernel/database/sql.ts'
import { callsBehind, decidingRoles, hiddenBy } from '../../../kernel/authorization/hiding.ts'
import { fieldsDisclosedBy, isWithheld } from '../../../kernel/authorization/withheld.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { namedPlaces } from './named-places.ts'
import type { Facts, RoleFacts } from './verdict.ts'

export interface HeldRole {
  readonly id: string
  readonly roleCode: string
  readonly roleName: string
  readonly isDirect: boolean
  readonly posts: readonly { postCode: string; postName: string; inUse: boolean }[]
}

/** Which rows a role sees. */
export type ScopesOfRole = { table: ScopedTable; kind: ScopeKind; named: number; places: string[] }[]

export interface Item {
  readonly kind: Kind
  /** A menu's code, a URL's path, `menuCode:button` or `menuCode:field`. */
  readonly name: string
}

export interface UserRow {
  id: string
  username: string
  nickname: string
  status: number
}

/**
 * What is known about the user and the item: roles, what each of them has stored, and what of it is in effect. @throws Failure
 * `row.not-found`
 */
export async function readFacts(
  tx: Transaction,
  caller: Caller,
  grants: GrantStore,
  userId: string,
  item: Item,
): Promise<{ user: UserRow; held: HeldRole[]; facts: Facts; scopesOf: (roleId: string) => ScopesOfRole }> {
  const user = await tx.first(build.selectFrom('users').select(['id', 'username', 'nickname', 'status']).where('id', '=', userId))
  if (!user) fail('row.not-found')
  const tenant = await tx.first(
    build
      .selectFrom('tenants')
      .select(['status as tenant_status', 'expires_at', 'marked_at', 'tenant_code'])
      .where('id', '=', tenantOf(tx)),
  )
  const held = await readHeld(tx, userId)
  const loaded = new Map(
    (
      await grants.load(
        tx,
        held.map((role) => role.id),
      )
    ).map((role) => [role.id, role]),
  )
  const stored = await readStored(tx, item)
  const isActive = (role: HeldRole) => role.isDirect || role.posts.some((post) => post.inUse)
  const active = held.filter(isActive).flatMap((role) => loaded.get(role.id) ?? [])
  const deciding =
    item.kind === 'button' || item.kind === 'field' ? decidingRoles(item.name.split(':')[0] as string, setOf[item.kind], active) : active
  const roles = held.map((role): RoleFacts => ({
    id: role.id,
    isActive: isActive(role),
    decides: deciding.some(({ id }) => id === role.id),
    isStored: stored.has(role.id),
    isEffective: hasEffect(loaded.get(role.id), item),
  }))
  const entry = await readEntry(tx, item)
  const facts: Facts = {
    kind: item.kind,
    userEnabled: user.status === 1,
    tenantUsable: tenant !== undefined && isUsable(tenant),
    platformOnly: entry.platformOnly && tenant?.tenant_code !== PLATFORM,
    menuOff: entry.menuOff,
    isOpen: entry.isOpen,
    roles,
    ...(await readBehind(tx, active, item)),
    ...fieldsBehind(active, item),
  }
  const placesOf = await namedPlaces(
    tx,
    caller,
    held.map(({ id }) => id),
  )
  const scopesOf = (roleId: string): ScopesOfRole => {
    const scopes = [...(loaded.get(roleId)?.scopes ?? [])].map(([table, { kind, organisations, projects, sites }]) => ({
      table,
      kind,
      named: organisations.length + projects.length + sites.length,
      places: placesOf(roleId, table),
    }))
    return scopes.some(({ table }) => table === '') ? scopes : [{ table: '', kind: 'all', named: 0, places: [] }, ...scopes]
  }
  return { user, held, facts, scopesOf }
}

async function readHeld(tx: Transaction, userId: string): Promise<HeldRole[]> {
  const [direct, ofPosts] = await Promise.all([
    tx.all(build.selectFrom('user_roles').select('role_id').where('user_id', '=', userId)),
    tx.all(
      build
        .selectFrom('user_post_roles as granted')
        .innerJoin('user_posts', (on) =>
          on.onRef('user_posts.user_id', '=', 'granted.user_id').onRef('user_posts.post_id', '=', 'granted.post_id'),
        )
        .innerJoin('posts', 'posts.id', 'granted.post_id')
        .select(['role_id', 'post_code', 'post_name', 'user_posts.status'])
        .where('granted.user_id', '=', userId)
        .orderBy('post_code'),
    ),
  ])
  const ids = [...new Set([...direct, ...ofPosts].map((row) => row.role_id))]
  if (ids.length === 0) return []
  const roles = await tx.all(
    build.selectFrom('roles').select(['id', 'role_code', 'role_name']).where('id', 'in', ids).orderBy('created_at').orderBy('id'),
  )
  return roles.map(({ id, role_code, role_name }) => ({
    id,
    roleCode: role_code,
    roleName: role_name,
    isDirect: direct.some((row) => row.role_id === id),
    posts: ofPosts
      .filter((row) => row.role_id === id)
      .map((row) => ({ postCode: row.post_code, postName: row.post_name, inUse: row.status === 1 })),
  }))
}

const setOf = { menu: 'menus', url: 'urls', button: 'hiddenButtons', field: 'hiddenFields' } as const satisfies Record<
  Kind,
  keyof RoleGrants
>

/** Whether the role grants, or hides, the item as things stand. */
export function hasEffect(role: RoleGrants | undefined, { kind, name }: Item): boolean {
  return role?.[setOf[kind]].has(name) ?? false
}

/** The roles for which the tables have a row about the item. */
async function readStored(tx: Transaction, { kind, name }: Item): Promise<Set<string>> {
  const [menuCode = '', part = ''] = name.split(':')
  const rows =
    kind === 'url'
      ? await tx.all(build.selectFrom('role_urls').innerJoin('urls', 'urls.id', 'url_id').select('role_id').where('url', '=', name))
      : kind === 'menu'
        ? await tx.all(
            build.selectFrom('role_menus').innerJoin('menus', 'menus.id', 'menu_id').select('role_id').where('menu_code', '=', name),
          )
        : kind === 'button'
          ? await tx.all(
              build
                .selectFrom('role_hidden_buttons')
                .innerJoin('menus', 'menus.id', 'menu_id')
                .select('role_id')
                .where('menu_code', '=', menuCode)
                .where('button', '=', part),
            )
          : await tx.all(
              build
                .selectFrom('role_hidden_fields')
                .innerJoin('menus', 'menus.id', 'menu_id')
                .select('role_id')
                .where('menu_code', '=', menuCode)
                .where('field', '=', part),
            )
  return new Set(rows.map((row) => row.role_id))
}

/** The item in the catalogue. @throws Failure `row.not-found` for one that is not there. */
async function readEntry(tx: Transaction, { kind, name }: Item): Promise<{ platformOnly: boolean; menuOff: boolean; isOpen: boolean }> {
  const found = { platformOnly: false, menuOff: false, isOpen: false }
  if (kind === 'url') {
    const url = await tx.first(build.selectFrom('urls').select('platform_only').where('url', '=', name))
    return url ? { ...found, platformOnly: url.platform_only } : fail('row.not-found')
  }
  const [menuCode = '', part = ''] = name.split(':')
  const menu = await tx.first(build.selectFrom('menus').select(['id', 'menu_status']).where('menu_code', '=', menuCode))
  if (!menu) fail('row.not-found')
  if (kind === 'menu') return { ...found, menuOff: menu.menu_status !== 1 }
  const isThere =
    kind === 'field'
      ? nounsOf(menuCode).some((of) => of.fields[part]?.access === 'row')
      : (await tx.first(build.selectFrom('menu_buttons').select('button').where('menu_id', '=', menu.id).where('button', '=', part))) !==
        undefined
  return isThere ? found : fail('row.not-found')
}

function nounsOf(menuCode: string): Resource[] {
  return Object.values<Resource>(resources).filter((of) => of.menu === menuCode)
}

/** Whether roles see what a call tells; nothing where no role could hide it. */
function fieldsBehind(active: readonly RoleGrants[], { kind, name }: Item): Pick<Facts, 'fieldsSeen'> {
  return kind === 'url' && fieldsDisclosedBy(name).length > 0
    ? { fieldsSeen: !isWithheld(hiddenBy('hiddenFields', active, active), name) }
    : {}
}

/** What lies behind a button or a field: the page it is on, and the call that it makes or comes from. */
async function readBehind(
  tx: Transaction,
  active: readonly RoleGrants[],
  { kind, name }: Item,
): Promise<Pick<Facts, 'menuGranted' | 'callGranted'>> {
  if (kind !== 'button' && kind !== 'field') return {}
  const [menuCode = '', part = ''] = name.split(':')
  const calls = callsBehind(menuCode, kind === 'field' ? 'query' : part)
  // A call that is not in the catalogue needs no grant.
  const needed =
    calls.length === 0 ? [] : (await tx.all(build.selectFrom('urls').select('url').where('url', 'in', calls))).map((row) => row.url)
  const holds = (url: string) => active.some((role) => role.urls.has(url))
  return {
    ...(kind === 'button' ? { menuGranted: active.some((role) => role.menus.has(menuCode)) } : {}),
    ...(needed.length > 0 ? { callGranted: needed.some(holds) } : {}),
  }
}
