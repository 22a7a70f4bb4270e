/** What processes name: whoever removes a role, a post, an organisation, a user or a form would leave tasks and processes that ask nobody. */
import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import { subtree } from '../../kernel/resources/select.ts'
import { statement } from '../statement.ts'

export type NamedKind = 'user' | 'role' | 'post' | 'organisation'

interface Uses {
  readonly tasks: number
  readonly processes: number
}

/**
 * Refuses that what processes name is removed.
 * @throws Failure `process.names` with how many open tasks, and newest versions of processes, name one of them
 */
export async function assertNotAsked(tx: Transaction, kind: NamedKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const gone =
    kind === 'post' ? await withBelow(tx, 'posts', ids) : kind === 'organisation' ? await withBelow(tx, 'organisations', ids) : ids
  const { tasks, processes } = await usesOf(tx, kind, gone)
  if (tasks > 0 || processes > 0) fail('process.names', { values: { tasks, processes } })
}

/** What is below goes along. */
async function withBelow(tx: Transaction, table: 'posts' | 'organisations', ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(
    statement(
      sql<{ id: string }>`select distinct node.id from unnest(${ids}::uuid[]) as root, lateral ${subtree(table, sql.ref('root'))} as node`,
    ),
  )
  return rows.map(({ id }) => id)
}

async function usesOf(tx: Transaction, kind: NamedKind, ids: readonly string[]): Promise<Uses> {
  const wanted = sql`any(${ids}::uuid[])`
  const within = kind === 'organisation' ? sql`or people.within_org = ${wanted}` : sql``
  const assigned = kind === 'user' ? sql`or task.assignee_id = ${wanted} or task.owner_id = ${wanted}` : sql``
  // Rules stand at different depths of the JSON; every one of them is an object with a kind and an id, or with an organisation.
  const paths = { kind, ids }
  const path =
    kind === 'organisation'
      ? sql`'$.** ? ((@.kind == "organisation" && @.id == $ids[*]) || (@.kind == "post" && @.organisation == $ids[*]))'`
      : sql`'$.** ? (@.kind == $kind && @.id == $ids[*])'`
  const found = await tx.beyondScope('whoever is named by processes cannot be removed, whichever rows somebody sees').first(
    statement(sql<Uses>`select
      (select count(*)::integer from process_tasks task where task.task_state in ('waiting', 'open') and (exists (select from process_task_people people
        where people.tenant_id = task.tenant_id and people.task_id = task.id and (people.person_kind = ${kind} and people.person_id = ${wanted} ${within})) ${assigned})) as tasks,
      (select count(*)::integer from (select distinct on (lower(definition.key)) definition.rules from process_definitions definition
        order by lower(definition.key), definition.definition_version desc) newest
        where jsonb_path_exists(newest.rules, ${path}::jsonpath, ${JSON.stringify(paths)}::jsonb)) as processes`),
  )
  return found ?? { tasks: 0, processes: 0 }
}
