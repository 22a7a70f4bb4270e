/** Whom tasks ask that nobody has taken: people, roles, posts and organisations by their names, as far as the caller sees those. */
import { sql } from 'kysely'
import { organisations, posts, roles } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'

const MAX_NAMES = 2000

/** The names by the ids of the tasks. */
export async function candidateNames(tx: Transaction, caller: Caller, taskIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (taskIds.length === 0) return new Map()
  const rows = await tx.all(
    build
      .selectFrom('process_task_people as person')
      .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'person.tenant_id').onRef('users.id', '=', 'person.person_id'))
      .leftJoin('roles', (on) => on.onRef('roles.tenant_id', '=', 'person.tenant_id').onRef('roles.id', '=', 'person.person_id'))
      .leftJoin('posts', (on) => on.onRef('posts.tenant_id', '=', 'person.tenant_id').onRef('posts.id', '=', 'person.person_id'))
      .leftJoin('organisations', (on) =>
        on.onRef('organisations.tenant_id', '=', 'person.tenant_id').onRef('organisations.id', '=', 'person.person_id'),
      )
      .select([
        'person.task_id',
        'person.person_kind',
        personIn(caller, 'users').as('who'),
        'roles.role_name',
        'posts.post_name',
        'organisations.org_name',
      ])
      .where(sql<boolean>`person.task_id = any(${taskIds}::uuid[])`)
      .limit(MAX_NAMES),
  )
  const sees = {
    user: seesPeople(caller),
    role: viewOf(caller, roles).sees('roleName'),
    post: viewOf(caller, posts).sees('postName'),
    organisation: viewOf(caller, organisations).sees('orgName'),
  }
  const byTask = Map.groupBy(
    rows.filter(({ person_kind: kind }) => sees[kind]),
    ({ task_id }) => task_id,
  )
  return new Map(
    [...byTask].map(([id, people]) => [id, people.flatMap((row) => row.who ?? row.role_name ?? row.post_name ?? row.org_name ?? [])]),
  )
}
