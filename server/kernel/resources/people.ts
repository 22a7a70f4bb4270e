/** How people are told of in statements that are written by hand: as lists tell of them (row-text.ts), the name with the account beside it. */
import type { RawBuilder } from 'kysely'
import { users } from '../../../model/index.ts'
import { sql } from 'kysely'
import { personText } from '../../../model/organisation/person-text.ts'
import type { Caller } from '../authorization/caller.ts'
import { viewOf } from '../authorization/view.ts'
import { shownText } from './row-text.ts'

const PERSON = { to: 'users', show: 'username' } as const

/** Whether the caller is told who somebody is: their roles hide the name, or the account, or neither, but not both. */
export const seesPeople = (caller: Caller): boolean => viewOf(caller, users).names(PERSON)

/**
 * The expression for what the caller is told of a person, of the table of users that the statement calls `alias`: null of nobody, and null where the caller's
 * roles hide both name and account, so that a statement needs no condition of its own to be silent.
 */
export const personIn = (caller: Caller, alias: string): RawBuilder<string | null> =>
  sql<string | null>`${shownText(PERSON, viewOf(caller, users), alias)}`

/** The same of the person whose id stands in a column of a table of the statement. @example personBehind(caller, 'task', 'assignee_id') */
export const personBehind = (caller: Caller, table: string, column: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select ${personIn(caller, 'named')} from users named where named.tenant_id = ${sql.ref(`${table}.tenant_id`)} and named.id = ${sql.ref(`${table}.${column}`)})`

/** The same of a person who has been read: empty where the caller's roles hide both. */
export function personSeen(caller: Caller, { username, nickname }: { readonly username: string; readonly nickname: string }): string {
  const seen = viewOf(caller, users).naming(PERSON)
  return personText({
    ...(seen.includes('username') ? { username } : {}),
    ...(seen.includes('nickname') ? { nickname } : {}),
  })
}
