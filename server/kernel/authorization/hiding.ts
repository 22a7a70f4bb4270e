/**
 * What roles hide together. A field is hidden when every role that lets its holder query the noun hides it, a button when
 * every role that has its page does: a role that cannot open a page has no say in what the page shows
 * (docs/decisions/0062-who-may-show-a-field.md).
 */
import { resources } from '../../../model/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { rowFields } from '../../../model/resource.ts'
import type { RoleGrants } from './grants.ts'
import { intersection, union } from './grants.ts'

export type Hiding = 'hiddenFields' | 'hiddenButtons'

/**
 * The paths of the calls that an operation of a page's nouns makes.
 * @example callsBehind('sysuser', 'add') // ['/admin/sysuser/addSysUser']
 */
export function callsBehind(menuCode: string, operation: string): string[] {
  return Object.values<Resource>(resources)
    .filter((of) => of.menu === menuCode)
    .flatMap(({ api, calls = {} }) => [
      `${api.base}/${operation}${api.noun}`,
      ...Object.entries(calls)
        .filter(([of]) => of === operation || (operation === 'authorize' && of.startsWith('authorize')))
        .map(([, url]) => url),
    ])
}

/**
 * The roles of a user that decide whether something on this page is hidden: those that open the page; where none does (its
 * rows are told of elsewhere), those that may call anything.
 */
export function decidingRoles(menuCode: string, kind: Hiding, roles: readonly RoleGrants[]): readonly RoleGrants[] {
  const opens =
    kind === 'hiddenButtons'
      ? (role: RoleGrants) => role.menus.has(menuCode)
      : (role: RoleGrants) => queriesOf(menuCode).some((url) => role.urls.has(url))
  return firstOf(
    roles.filter(opens),
    roles.filter((role) => role.urls.size > 0),
    roles,
  )
}

/**
 * What is hidden (`menuCode:part`) from somebody who holds these roles and has narrowed them to `active`. What is hidden from
 * all roles held together stays hidden: setting a role aside never uncovers anything.
 */
export function hiddenBy(kind: Hiding, active: readonly RoleGrants[], held: readonly RoleGrants[]): ReadonlySet<string> {
  if (held.length <= 1) return intersection(held.map((role) => role[kind]))
  const names = [...union(held.map((role) => role[kind]))]
  return new Set(
    [...Map.groupBy(names, menuOf)].flatMap(([menu, parts]) => {
      const hide = (roles: readonly RoleGrants[]) => intersection(decidingRoles(menu, kind, roles).map((role) => role[kind]))
      const [together, now] = [hide(held), active.length === held.length ? undefined : hide(active)]
      return parts.filter((name) => together.has(name) || now?.has(name))
    }),
  )
}

function firstOf<Item>(...lists: readonly (readonly Item[])[]): readonly Item[] {
  return lists.find((list) => list.length > 0) ?? []
}

const menuOf = (name: string) => name.slice(0, name.indexOf(':'))

const queries = new Map<string, string[]>()

function queriesOf(menuCode: string): string[] {
  let known = queries.get(menuCode)
  if (!known) queries.set(menuCode, (known = callsBehind(menuCode, 'query')))
  return known
}

let all: ReadonlySet<string> | undefined

/** Every field of every noun, as roles name those they hide. */
export function everyField(): ReadonlySet<string> {
  all ??= new Set(Object.values<Resource>(resources).flatMap((of) => rowFields(of).map((name) => `${of.menu}:${name}`)))
  return all
}
