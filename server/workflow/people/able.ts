/**
 * Who is able: a user of the tenant who is enabled and whom a row of those who are asked stands for. Fragments of SQL, so that one place says what
 * it means to hold a role or a post, or to belong to an organisation: as everywhere in the product.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Asked } from '../people.ts'

/** The nil UUID: of a post that counts wherever its holder is. */
export const ANYWHERE = '00000000-0000-0000-0000-000000000000'

/** Columns of a row of those who are asked, by the alias of its table. */
export interface AskedColumns {
  readonly kind: RawBuilder<string>
  readonly id: RawBuilder<string>
  readonly within: RawBuilder<string>
}

/** The columns of a table of those who are asked, by its alias. */
export const columnsOf = (alias: string): AskedColumns => ({
  kind: sql.ref(`${alias}.person_kind`),
  id: sql.ref(`${alias}.person_id`),
  within: sql.ref(`${alias}.within_org`),
})

const EVERY_KIND: ReadonlySet<Asked['kind']> = new Set(['user', 'role', 'post', 'organisation'])

/**
 * Ids and usernames of the able people whom a row stands for: a query.
 * @param where A condition on `person` besides
 * @param kinds The kinds of rows that there are; all where it says nothing
 */
export function ablePeople(
  { kind, id, within }: AskedColumns,
  where: RawBuilder<boolean> = sql`true`,
  kinds: ReadonlySet<Asked['kind']> = EVERY_KIND,
): RawBuilder<unknown> {
  const people = sql`select person.id, person.username from users person where person.status = 1 and ${where}`
  const ways: Readonly<Record<Asked['kind'], RawBuilder<unknown>>> = {
    user: sql`${people} and ${kind} = 'user' and person.id = ${id}`,
    role: sql`${people} and ${kind} = 'role' and person.id in (select held.user_id from held_roles held where held.role_id = ${id})`,
    post: sql`${people} and ${kind} = 'post' and (${within} = ${ANYWHERE}::uuid or person.org_id = ${within})
      and person.id in (select link.user_id from user_posts link where link.post_id = ${id} and link.status = 1)`,
    organisation: sql`${people} and ${kind} = 'organisation' and person.org_id in (
      with recursive below as (select ${id} as id union select place.id from organisations place join below on place.parent_id = below.id)
      select below.id from below)`,
  }
  return sql`(${sql.join(
    [...kinds].map((each) => ways[each]),
    sql` union all `,
  )})`
}

/** The other way round: the kinds, ids and organisations under which somebody is asked, as the columns `person_kind`, `person_id`, `within_org`. */
export function askedAs(userId: string): RawBuilder<unknown> {
  const nil = sql`${ANYWHERE}::uuid`
  const self = sql`users person where person.id = ${userId}::uuid and person.status = 1`
  return sql`(
    select 'user' as person_kind, person.id as person_id, ${nil} as within_org from ${self}
    union select 'role', held.role_id, ${nil} from held_roles held where held.user_id = ${userId}::uuid and exists (select from ${self})
    union select 'post', link.post_id, place.within_org from user_posts link
      cross join lateral (select ${nil} as within_org union all select person.org_id from ${self}) place
      where link.user_id = ${userId}::uuid and link.status = 1 and exists (select from ${self})
    union select 'organisation', above.id, ${nil} from (
      with recursive above as (
        select place.id, place.parent_id from organisations place where place.id = (select person.org_id from ${self})
        union select place.id, place.parent_id from organisations place join above on place.id = above.parent_id
      ) select above.id from above) above)`
}
