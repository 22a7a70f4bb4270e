/** Who may start a process: the organisations that its model names, with all below them, and the people it names; where it names none, everybody. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { build } from '../../kernel/database/sql.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'

type Somebody = Pick<Caller, 'userId'>

/** Returns a condition on models by their ids: somebody who is enabled may start them. Of what no model is behind, everybody may. */
export function isStartableBy({ userId }: Somebody, model: RawBuilder<string | null>): RawBuilder<boolean> {
  const places = sql`select from process_model_organisations link where link.model_id = ${model}`
  const people = sql`select from process_model_users link where link.model_id = ${model}`
  return sql<boolean>`(exists (select from users person where person.id = ${userId}::uuid and person.status = 1) and (
    not exists (${places}) and not exists (${people})
    or exists (${people} and link.user_id = ${userId}::uuid)
    or exists (${places} and link.org_id in (
      with recursive above as (
        select place.id, place.parent_id from users person join organisations place on place.tenant_id = person.tenant_id and place.id = person.org_id
          where person.id = ${userId}::uuid
        union select place.id, place.parent_id from organisations place join above on place.id = above.parent_id
      ) select above.id from above))))`
}

/** Returns a condition on versions: they can be started, and do not begin with their events alone. */
export const beginsByHand = (rules: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${rules} ->> 'byEvents', 'false') <> 'true'`

/** Whether somebody may start what was deployed of a model. */
export async function mayStart(tx: Transaction, caller: Somebody, modelId: string | null): Promise<boolean> {
  const found = await tx.first(build.selectNoFrom(isStartableBy(caller, sql<string | null>`${modelId}::uuid`).as('may')))
  return found?.may === true
}

/**
 * Returns those of the keys whose process is for some alone, of whom somebody is none. What a process calls or starts it begins in its own name, whoever started it, so
 * that whoever deploys it is asked for (docs/decisions/0192-processes-that-nobody-attends-to.md). @param keys In small letters @param tx It has to see the whole tenant
 */
export async function keysBarredFrom(
  tx: Pick<Transaction, 'all'>,
  caller: Somebody,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const key = sql<string>`lower(definition.key)`
  const newest = build
    .selectFrom('process_definitions as definition')
    .distinctOn(key)
    .select([key.as('key'), 'definition.model_id'])
    .where(sql<boolean>`${key} = any(${keys}::text[])`)
    .orderBy(key)
    .orderBy('definition.definition_version', 'desc')
  const model = sql.ref<string | null>('newest.model_id')
  const isForSome = sql<boolean>`(exists (select from process_model_organisations link where link.model_id = ${model})
    or exists (select from process_model_users link where link.model_id = ${model}))`
  const rows = await tx.all(
    build
      .selectFrom(newest.as('newest'))
      .select('newest.key')
      .where(isForSome)
      .where(sql<boolean>`not ${isStartableBy(caller, model)}`),
  )
  return new Set(rows.map((row) => row.key))
}

/** Returns those of the keys whose process somebody may start: deployed, not suspended, and none that begins by itself. @param tx It has to see the whole tenant */
export async function startableKeys(tx: Pick<Transaction, 'all'>, caller: Somebody, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const newest = build
    .selectFrom('process_definitions')
    .distinctOn('key')
    .select(['key', 'model_id', 'rules'])
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .where('suspended', '=', 0)
    .orderBy('key')
    .orderBy('definition_version', 'desc')
  const rows = await tx.all(
    build
      .selectFrom(newest.as('newest'))
      .select('key')
      .where(isStartableBy(caller, sql.ref('newest.model_id')))
      .where(beginsByHand(sql.ref('newest.rules'))),
  )
  return new Set(rows.map(({ key }) => key))
}
