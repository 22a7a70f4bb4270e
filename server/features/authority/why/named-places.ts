/** What roles name whose scope is some places: the first names of each, as far as whoever asks sees them. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { organisations, projects, sites } from '../../../../model/index.ts'
import { MAX_PLACES } from '../../../../model/contract/authority/why.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

interface Named {
  readonly role_id: string
  readonly scoped_table: string
  readonly name: string
}

/** Returns the names of what a role names for a table (`''`: for everything): organisations, then projects, then sites, no more than {@link MAX_PLACES}. @param tx Of the caller, with their rows */
export async function namedPlaces(
  tx: Transaction,
  caller: Caller,
  roleIds: readonly string[],
): Promise<(roleId: string, table: string) => string[]> {
  const kinds = [
    ...(viewOf(caller, organisations).sees('orgName') ? [of(0, 'role_scope_organisations', 'organisations', 'org_id', 'org_name')] : []),
    ...(viewOf(caller, projects).sees('projectName') ? [of(1, 'role_scope_projects', 'projects', 'project_id', 'project_name')] : []),
    ...(viewOf(caller, sites).sees('siteName') ? [of(2, 'role_scope_sites', 'sites', 'site_id', 'site_name')] : []),
  ]
  if (kinds.length === 0 || roleIds.length === 0) return () => []
  const first = sql<Named>`
    select role_id, scoped_table, name from (
      select each.*, row_number() over (partition by role_id, scoped_table order by kind, name, id) as place
      from (${sql.join(kinds, sql` union all `)}) each where role_id = any(${[...roleIds]}::uuid[])
    ) numbered where place <= ${MAX_PLACES} order by role_id, scoped_table, place`
  const rows = await tx.all<Named>({ compile: () => first.compile(build) })
  return (roleId, table) => rows.filter((row) => row.role_id === roleId && row.scoped_table === table).map(({ name }) => name)
}

/** Those of one kind that any role names; in the caller's rows, since the database narrows the table that has the name. */
function of(kind: number, links: string, table: string, id: string, name: string): RawBuilder<unknown> {
  const [link, named] = [sql.ref(`link.${id}`), sql.ref(`named.${name}`)]
  return sql`select link.role_id, link.scoped_table, ${sql.lit(kind)} as kind, named.id, ${named} as name
    from ${sql.table(links)} link join ${sql.table(table)} named on named.tenant_id = link.tenant_id and named.id = ${link}`
}
