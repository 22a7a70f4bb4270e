/** What others let the caller read: with everybody, with the caller, with a role of theirs, with an organisation they are in. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Caller } from '../../../kernel/authorization/caller.ts'

/** The caller's organisation and those above it: what is shared with one of them is shared with its people. */
const line = ({ userId }: Caller) => sql`(
  with recursive line as (
    select organisations.id, organisations.parent_id from organisations join users on users.org_id = organisations.id where users.id = ${userId}
    union
    select above.id, above.parent_id from organisations above join line on above.id = line.parent_id
  ) select id from line)`

const rolesOf = ({ active }: Caller) => sql`${active.map(({ id }) => id)}::uuid[]`

/** Whether the row itself, and not a folder above it, is shared with the caller. */
export function isShown(caller: Caller, row: string): RawBuilder<boolean> {
  const own = sql.ref(`${row}.id`)
  return sql<boolean>`(${sql.ref(`${row}.is_shared`)} = 1
    or exists (select from file_share_users given where given.file_id = ${own} and given.user_id = ${caller.userId})
    or exists (select from file_share_roles given where given.file_id = ${own} and given.role_id = any(${rolesOf(caller)}))
    or exists (select from file_share_orgs given where given.file_id = ${own} and given.org_id in ${line(caller)}))`
}

/** Ids of what others share with the caller, without what lies in another of them. Pictures of texts are seen in their texts. */
export function sharedTops(caller: Caller): RawBuilder<unknown> {
  return sql`(
    with recursive given as (
      select id as file_id from files where is_shared = 1 and not for_text and bin_id is null
      union select file_id from file_share_users where user_id = ${caller.userId}
      union select file_id from file_share_roles where role_id = any(${rolesOf(caller)})
      union select file_id from file_share_orgs where org_id in ${line(caller)}
    ), shown as (
      select files.id, files.parent_id from files join given on given.file_id = files.id where owner_id <> ${caller.userId} and bin_id is null
    ), above as (
      select id, parent_id from shown
      union
      select above.id, files.parent_id from above join files on files.id = above.parent_id
    ) select id from shown where not exists (select from above join shown higher on higher.id = above.parent_id where above.id = shown.id))`
}
