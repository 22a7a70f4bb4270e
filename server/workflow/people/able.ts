/**
 * Who is able: a user of the tenant who is enabled and whom a row of those who are asked stands for. Fragments of SQL, so that one place says what
 * it means to hold a role or a post, or to belong to an organisation: as everywhere in the product.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Asked } from '../people.ts'
import { MAX_CHAIN, holdsNow } from './absences.ts'

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

/**
 * The other way round: the kinds, ids and organisations under which somebody is asked, as the columns `person_kind`, `person_id`, `within_org`; also under
 * those of whomever they stand in for now: `for_id` is the one, or they themselves, and `categories` those of processes for which it holds, null for all.
 */
export function askedAs(userId: string): RawBuilder<unknown> {
  const nil = sql`${ANYWHERE}::uuid`
  return sql`(
    with recursive standing (id, categories, path) as (
      select person.id, null::text[], array[person.id] from users person where person.id = ${userId}::uuid and person.status = 1
      union all select absence.user_id, ${NARROWED}, standing.path || absence.user_id
        from standing join process_absences absence on absence.deputy_id = standing.id and ${holdsNow('absence')}
        where cardinality(standing.path) <= ${MAX_CHAIN} and absence.user_id <> all(standing.path)),
    self as (select person.id, person.org_id, standing.categories from standing join users person on person.id = standing.id where person.status = 1)
    select 'user' as person_kind, self.id as person_id, ${nil} as within_org, self.categories, self.id as for_id from self
    union select 'role', held.role_id, ${nil}, self.categories, self.id from self join held_roles held on held.user_id = self.id
    union select 'post', link.post_id, place.within_org, self.categories, self.id from self
      join user_posts link on link.user_id = self.id and link.status = 1
      cross join lateral (select ${nil} as within_org union all select self.org_id) place
    union select 'organisation', above.id, ${nil}, self.categories, self.id from self cross join lateral (
      with recursive above as (
        select place.id, place.parent_id from organisations place where place.id = self.org_id
        union select place.id, place.parent_id from organisations place join above on place.id = above.parent_id
      ) select above.id from above) above)`
}

/** Categories for which both hold: somebody's deputy and the deputy of that one. */
const NARROWED = sql`case when absence.categories = '{}' then standing.categories when standing.categories is null then absence.categories
  else array(select unnest(standing.categories) intersect select unnest(absence.categories)) end`

/** A condition: a row of those who are asked for a task is one under which somebody is asked ({@link askedAs}). @param people, mine Aliases of both */
export const isAskedAs = (people: string, mine: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.join(
    ['person_kind', 'person_id', 'within_org'].map((column) => sql`${sql.ref(`${people}.${column}`)} = ${sql.ref(`${mine}.${column}`)}`),
    sql` and `,
  )} and (${sql.ref(`${mine}.categories`)} is null or exists (select from process_tasks its
    join process_instances whole on whole.tenant_id = its.tenant_id and whole.id = its.instance_id
    join process_definitions drawn on drawn.tenant_id = whole.tenant_id and drawn.id = whole.definition_id
    where its.tenant_id = ${sql.ref(`${people}.tenant_id`)} and its.id = ${sql.ref(`${people}.task_id`)} and drawn.category = any(${sql.ref(`${mine}.categories`)}))))`
