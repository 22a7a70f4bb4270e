/**
 * The rows in somebody's scope, from the scopes of their roles: those of all roles that are active together, each as it says. Nobody grants a
 * role whose scope is wider than their own (docs/decisions/0095-rights-by-row.md).
 */
import { sql } from 'kysely'
import type { ScopeKind } from '../../../model/row-scope.ts'
import type { ScopedTable } from '../../../model/scoped-nouns.ts'
import { SCOPED_TABLES } from '../../../model/scoped-nouns.ts'
import { build, typedAs, buildFor } from '../database/sql.ts'
import type { RowScope, ScopeSets } from '../database/row-scope.ts'
import { isNarrowed, rowScopeOf } from '../database/row-scope.ts'
import type { Transaction } from '../database/tenant.ts'

/** What one role sees, of the rest (`''`) or of one table. What `some` names stands with what it belongs to, for {@link isWider}. */
export interface RoleScope {
  readonly kind: ScopeKind
  readonly organisations: readonly string[]
  /** Those, and all below them. */
  readonly below: readonly string[]
  readonly projects: readonly { readonly id: string; readonly org_id: string | null }[]
  readonly sites: readonly { readonly id: string; readonly org_id: string | null; readonly project_id: string | null }[]
}

/** By table; a role without any sees all. */
export type RoleScopes = ReadonlyMap<ScopedTable, RoleScope>

interface Scoped {
  readonly id: string
  readonly scopes: RoleScopes
}

/** The organisation somebody belongs to, with all below it where one of their roles asks for that. */
export interface Home {
  readonly id: string
  readonly below: readonly string[]
}

const scopeOf = ({ scopes }: Pick<Scoped, 'scopes'>, table: ScopedTable): RoleScope | undefined => scopes.get(table) ?? scopes.get('')

/** The scope of these roles together. Without a role it is oneself and the organisation one belongs to. */
export function rowsOf(userId: string, home: Home | undefined, roles: readonly Scoped[]): RowScope {
  const sets = (table: ScopedTable): ScopeSets => {
    const scopes = roles.map((role) => scopeOf(role, table))
    const has = (kind: ScopeKind) => scopes.some((scope) => scope?.kind === kind)
    const some = scopes.filter((scope) => scope?.kind === 'some') as RoleScope[]
    const own = home && (has('below') ? home.below : has('organisation') ? [home.id] : [])
    const named = some.flatMap(({ below }) => below)
    const naming = (at: ScopedTable) =>
      roles.flatMap(({ id, scopes: of }) => {
        const scope = of.get(at)
        return scope?.kind === 'some' && scope.sites.length > 0 && scope === scopeOf({ scopes: of }, table) ? [id] : []
      })
    return {
      oneself: userId,
      home: home?.id,
      all: scopes.some((scope) => scope === undefined || scope.kind === 'all'),
      own: has('own'),
      organisations: distinct([...(own ?? []), ...named]),
      trees: distinct([...(home && has('below') ? home.below : []), ...named]),
      projects: distinct(some.flatMap(({ projects }) => projects.map(({ id }) => id))),
      sites: distinct(some.flatMap(({ sites }) => sites.map(({ id }) => id))),
      naming: distinct(naming('')),
      namingHere: table === '' ? [] : distinct(naming(table)),
    }
  }
  const different = SCOPED_TABLES.filter((table) => roles.some(({ scopes }) => scopes.has(table)))
  return rowScopeOf(Object.fromEntries(['', ...different].map((table) => [table, sets(table)])))
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)]

/** Whether a role shows rows that are not in this scope, to whomever of those in scope it is given. */
export function isWider(rows: RowScope, role: Pick<Scoped, 'scopes'>): boolean {
  return isNarrowed(rows) && ['', ...SCOPED_TABLES].some((table) => isWiderIn(rows, table, scopeOf(role, table)))
}

function isWiderIn({ sets = {} }: RowScope, table: ScopedTable, scope: RoleScope | undefined): boolean {
  const held = sets[table] ?? sets['']
  if (held?.all) return false
  if (held === undefined || scope === undefined || scope.kind === 'all') return true
  const [organisations, trees] = [new Set(held.organisations), new Set(held.trees)]
  if (scope.kind === 'some') {
    return !(
      scope.below.every((id) => trees.has(id)) &&
      scope.projects.every(({ id, org_id }) => held.projects.includes(id) || organisations.has(org_id ?? '')) &&
      scope.sites.every(
        ({ id, org_id, project_id }) =>
          held.sites.includes(id) || held.projects.includes(project_id ?? '') || organisations.has(org_id ?? ''),
      )
    )
  }
  if (scope.kind === 'own') return false
  // What such a role shows depends on where its holder belongs, and that is wherever the caller sees people.
  const people = sets['users'] ?? sets['']
  const wanted = scope.kind === 'below' ? trees : organisations
  return people === undefined || people.all || [...people.organisations, people.home ?? ''].some((id) => !wanted.has(id))
}

/** The organisation of a user, as far as these roles need it; nothing for those who see every row anyway, and for applications. */
export async function homeOf(tx: Transaction, userId: string, roles: readonly Scoped[]): Promise<Home | undefined> {
  if (roles.length > 0 && roles.every(({ scopes }) => scopes.size === 0)) return undefined
  const asks = roles.some(({ scopes }) => [...scopes.values()].some(({ kind }) => kind === 'below'))
  const user = await tx.first(build.selectFrom('users').select('org_id').where('id', '=', userId))
  if (!user) return undefined
  const below = asks ? await tx.all(statementBelow(sql`select ${user.org_id}::uuid as id`)) : []
  return { id: user.org_id, below: below.map(({ id }) => id) }
}

const statementBelow = (roots: ReturnType<typeof sql>) =>
  typedAs<{ id: string }>({
    compile: () =>
      sql`with recursive below as (${roots} union select o.id from organisations o join below b on o.parent_id = b.id) select id from below`.compile(
        buildFor,
      ),
  })

/** The scopes of roles, by role; of those that see all there is nothing. Read whole whoever asks: what is remembered of a role is the same for all. */
export async function readScopes(tx: Transaction, roleIds: readonly string[]): Promise<ReadonlyMap<string, RoleScopes>> {
  const whole = tx.beyondScope('what a role sees is the same whoever asks')
  const rows = await whole.all(
    build.selectFrom('role_scopes').select(['role_id', 'scoped_table', 'kind']).where('role_id', 'in', roleIds).orderBy('scoped_table'),
  )
  if (rows.length === 0) return new Map()
  const [named, organisations, projects, sites] = await Promise.all([
    whole.all(
      build.selectFrom('role_scope_organisations').select(['role_id', 'scoped_table', 'org_id as id']).where('role_id', 'in', roleIds),
    ),
    whole.all(
      typedAs<{ role_id: string; scoped_table: string; id: string }>({
        compile: () =>
          sql`with recursive below as (
            select role_id, scoped_table, org_id as id from role_scope_organisations where role_id = any(${roleIds}::uuid[])
            union select b.role_id, b.scoped_table, o.id from organisations o join below b on o.parent_id = b.id
          ) select role_id, scoped_table, id from below`.compile(buildFor),
      }),
    ),
    whole.all(
      build
        .selectFrom('role_scope_projects')
        .innerJoin('projects', 'projects.id', 'project_id')
        .select(['role_id', 'scoped_table', 'projects.id', 'projects.org_id'])
        .where('role_id', 'in', roleIds),
    ),
    whole.all(
      build
        .selectFrom('role_scope_sites')
        .innerJoin('site_owners', 'site_owners.site_id', 'role_scope_sites.site_id')
        .select(['role_id', 'scoped_table', 'site_owners.site_id as id', 'site_owners.org_id', 'site_owners.project_id'])
        .where('role_id', 'in', roleIds),
    ),
  ])
  const of = <Target extends { role_id: string; scoped_table: string }>(targets: readonly Target[], row: (typeof rows)[number]) =>
    targets.filter(({ role_id, scoped_table }) => role_id === row.role_id && scoped_table === row.scoped_table)
  return new Map(
    [...Map.groupBy(rows, (row) => row.role_id)].map(([roleId, own]) => [
      roleId,
      new Map(
        own.map((row): [ScopedTable, RoleScope] => [
          row.scoped_table,
          {
            kind: row.kind,
            organisations: of(named, row).map(({ id }) => id),
            below: of(organisations, row).map(({ id }) => id),
            projects: of(projects, row),
            sites: of(sites, row),
          },
        ]),
      ),
    ]),
  )
}
