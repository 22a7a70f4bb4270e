/** Rows of a noun that belong to rows of another, along declared references (model/belonging.ts): what a choice is narrowed by, and checked against. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { wayBetween } from '../../../model/belonging.ts'
import { resourceNamed } from '../../../model/index.ts'
import { pathOf } from '../../../model/noun-calls.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import type { Caller } from '../authorization/caller.ts'
import { mayCall, viewOf } from '../authorization/view.ts'
import { tableOf } from './row-text.ts'
import { subtreeOf } from './select.ts'

/**
 * The condition that `row`, of the noun, belongs to one of the rows of another; of a tree, also to one below these.
 * Undefined where no reference leads there, and where the caller does not see all references on the way: a choice that was narrowed by one would tell it.
 * @param owner The name of the other noun
 */
export function belongsTo(caller: Caller, of: Resource, owner: string, ids: readonly string[]): RawBuilder<SqlBool> | undefined {
  const way = wayBetween(of.name, owner)
  return way && conditionAlong(caller, of, 'row', way, ids)
}

function conditionAlong(
  caller: Caller,
  of: Resource,
  alias: string,
  [field, ...further]: readonly string[],
  ids: readonly string[],
): RawBuilder<SqlBool> | undefined {
  const { link } = (field === undefined ? undefined : of.fields[field]) ?? {}
  const target = link && resourceNamed(link.to)
  if (field === undefined || !target || !viewOf(caller, of).sees(field)) return undefined
  const column = sql.ref(`${alias}.${columnOf(field)}`)
  if (further.length === 0)
    return target.parent === undefined
      ? sql<SqlBool>`${column} = any(${ids}::uuid[])`
      : sql<SqlBool>`${column} in ${subtreeOf(tableOf(target.name), ids)}`
  if (!mayCall(caller, pathOf(target, 'query'))) return undefined
  const next = `${alias}_${field}`
  const inner = conditionAlong(caller, target, next, further, ids)
  return (
    inner &&
    sql<SqlBool>`${column} in (select ${sql.ref(`${next}.id`)} from ${sql.table(target.readsFrom ?? target.table)} as ${sql.ref(next)} where ${inner})`
  )
}
