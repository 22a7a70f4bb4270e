import type { InputOf } from '../../../../model/contract/contract.ts'
import * as contract from '../../../../model/contract/authority/roles.ts'
import { lockChangeableRole, publishGrants, refuse } from '../../../identity/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { isWider, readScopes } from '../../../kernel/authorization/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import { isNarrowed } from '../../../kernel/database/row-scope.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'

export const queryDataScope = implement(contract.queryDataScope, {
  access: 'granted',
  summary: 'Which rows a role sees',
  handle: ({ inTenant, input: { roleId } }) =>
    inTenant(async (tx) => {
      const [scopes, organisations, projects, sites] = await Promise.all([
        tx.all(build.selectFrom('role_scopes').select(['scoped_table', 'kind']).where('role_id', '=', roleId).orderBy('scoped_table')),
        tx.all(
          build
            .selectFrom('role_scope_organisations')
            .innerJoin('organisations', 'organisations.id', 'org_id')
            .select(['scoped_table', 'organisations.id', 'org_name as name'])
            .where('role_id', '=', roleId)
            .orderBy('org_name'),
        ),
        tx.all(
          build
            .selectFrom('role_scope_projects')
            .innerJoin('projects', 'projects.id', 'project_id')
            .select(['scoped_table', 'projects.id', 'project_name as name'])
            .where('role_id', '=', roleId)
            .orderBy('project_name'),
        ),
        tx.all(
          build
            .selectFrom('role_scope_sites')
            .innerJoin('sites', 'sites.id', 'site_id')
            .select(['scoped_table', 'sites.id', 'site_name as name'])
            .where('role_id', '=', roleId)
            .orderBy('site_name'),
        ),
      ])
      const of = (rows: readonly { scoped_table: string; id: string; name: string }[], table: string) =>
        rows.filter(({ scoped_table }) => scoped_table === table).map(({ id, name }) => ({ id, name }))
      return scopes.map(({ scoped_table: table, kind }) => ({
        table,
        kind,
        organisations: of(organisations, table),
        projects: of(projects, table),
        sites: of(sites, table),
      }))
    }),
})

type Scopes = InputOf<typeof contract.authorizeDataScope>['scopes']

/** Nobody gives a role more than they see themselves, and the administrator's sees all. */
export const authorizeDataScope = implement(contract.authorizeDataScope, {
  access: 'granted',
  summary: 'Say which rows a role sees; replaces what there was',
  handle: (call) => {
    const {
      t,
      caller,
      input: { roleId, scopes },
    } = call
    if (new Set(scopes.map(({ table }) => table)).size < scopes.length) refuse('scopes', t('check.scope-twice'))
    const namesNothing = scopes.find(
      ({ kind, organisations, projects, sites }) => kind === 'some' && organisations.length + projects.length + sites.length === 0,
    )
    if (namesNothing) refuse('scopes', t('check.scope-empty'))
    return call.inTenant(async (tx) => {
      await lockChangeableRole(tx, call, { id: roleId })
      await assertSeen(tx, scopes)
      await storeScopes(tx, [roleId], scopes)
      const stored = (await readScopes(tx, [roleId])).get(roleId) ?? new Map()
      if (isWider(caller.rows, { scopes: stored })) fail('grant.exceeds', { field: { name: 'scopes', label: 'error.grant.exceeds' } })
      await publishGrants(tx, call)
      return { stored: scopes.length }
    })
  },
})

/** What the caller does not see is as unknown as what does not exist. */
async function assertSeen(tx: Transaction, scopes: Scopes): Promise<void> {
  for (const table of ['organisations', 'projects', 'sites'] as const) {
    const ids: string[] = [...new Set(scopes.flatMap((scope) => (scope.kind === 'some' ? (scope[table] as string[]) : [])))]
    if (ids.length === 0) continue
    const found = await tx.all(build.selectFrom(table).select('id').where('id', 'in', ids))
    if (found.length < ids.length) fail('reference.not-found', { field: { name: 'scopes', label: `noun.${table}` } })
  }
}

/** Stores the scopes of roles in place of those they had. */
async function storeScopes(tx: Transaction, roleIds: readonly string[], scopes: Scopes): Promise<void> {
  const tenant_id = tenantOf(tx)
  await tx.run(build.deleteFrom('role_scopes').where('role_id', 'in', roleIds))
  // That a role sees all is said by nothing, where nothing differs from it.
  if (scopes.length === 0 || scopes.every(({ kind }) => kind === 'all')) return
  const rows = roleIds.flatMap((role_id) => scopes.map((scope) => ({ ...scope, role_id })))
  const base = ({ role_id, table }: (typeof rows)[number]) => ({ tenant_id, role_id, scoped_table: table })
  await tx.run(build.insertInto('role_scopes').values(rows.map((row) => ({ ...base(row), kind: row.kind }))))
  const some = rows.filter(({ kind }) => kind === 'some')
  const of = (key: 'organisations' | 'projects' | 'sites') =>
    some.flatMap((row) => [...new Set(row[key])].map((id) => ({ ...base(row), id })))
  const [organisations, projects, sites] = [of('organisations'), of('projects'), of('sites')]
  if (organisations.length > 0)
    await tx.run(build.insertInto('role_scope_organisations').values(organisations.map(({ id, ...row }) => ({ ...row, org_id: id }))))
  if (projects.length > 0)
    await tx.run(build.insertInto('role_scope_projects').values(projects.map(({ id, ...row }) => ({ ...row, project_id: id }))))
  if (sites.length > 0) await tx.run(build.insertInto('role_scope_sites').values(sites.map(({ id, ...row }) => ({ ...row, site_id: id }))))
}

/** A role without a scope sees everything. So one that is made by somebody who does not begins with the least there is. */
export async function narrowNewRoles(tx: Transaction, { rows }: Caller, roleIds: readonly string[]): Promise<void> {
  if (isNarrowed(rows)) await storeScopes(tx, roleIds, [{ table: '', kind: 'own', organisations: [], projects: [], sites: [] }])
}
