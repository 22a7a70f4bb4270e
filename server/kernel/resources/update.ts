/** `update{Noun}`: changes the fields that are given, and no others. */
import { sql } from 'kysely'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { updateSchema } from '../../../model/schemas.ts'
import { accessTo } from '../http/access.ts'
import { fail } from '../errors.ts'
import type { Call, Route } from '../http/http.ts'
import { route } from '../http/http.ts'
import { buildFor, typedAs } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import { viewOf } from '../authorization/view.ts'
import { writtenSchema } from './schemas.ts'
import { assertNoCycle } from './tree.ts'
import type { Values } from './write.ts'
import {
  assertNotBuiltIn,
  assertParentThere,
  assertRule,
  assertRichTextNotEmpty,
  assertWritable,
  columnsOf,
  mapConstraintErrors,
  writeLinks,
} from './write.ts'

export type Change = { id: string; version?: number } & Values

/** @example update: update(organisations) */
export function update(of: Resource, change: typeof changeRow = changeRow): Route {
  return route({
    method: 'PUT',
    path: `${of.api.base}/update${of.api.noun}`,
    access: accessTo(of, 'write'),
    summary: `Change one of ${of.name}`,
    of,
    input: updateSchema(of),
    output: writtenSchema,
    handle: (call) => call.inScopeOf(of, (tx) => change(tx, of, call, call.input as Change)),
  })
}

type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services'>

/**
 * Changes one row. With `version` given, a row that somebody else has changed meanwhile is refused.
 * @throws Failure `row.not-found`, `row.changed`, `row.taken`, `reference.not-found`, `tree.cycle`, `request.invalid`.
 */
export async function changeRow(
  tx: Transaction,
  of: Resource,
  { caller, t }: Asking,
  { id, version, ...values }: Change,
): Promise<{ id: string; version: number }> {
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => name in of.fields))
  assertWritable(of, viewOf(caller, of), given, t)
  assertRichTextNotEmpty(of, given, t)
  await assertNotBuiltIn(tx, of, [id])
  await assertParentThere(tx, of, given)
  const parentId = of.parent === undefined ? undefined : given[of.parent]
  if (typeof parentId === 'string' && parentId !== '0') await assertNoCycle(tx, of, id, parentId)
  await assertRuleHolds(tx, of, t, id, version, given)
  const statement = typedAs<{ version: number }>(
    buildFor
      .updateTable(of.table)
      .set({ ...columnsOf(of, given), updated_at: sql`now()`, version: sql`version + 1` })
      .where('id', '=', id)
      .$if(version !== undefined, (query) => query.where('version', '=', version))
      .returning('version'),
  )
  const changed = await mapConstraintErrors(of, () => tx.first(statement))
  if (!changed) fail(version !== undefined && (await exists(tx, of, id)) ? 'row.changed' : 'row.not-found')
  await writeLinks(tx, of, id, given)
  return { id, version: changed.version }
}

/**
 * A change may name only one of the fields a rule looks at, so it judges the row as it will stand, held from now on: the table may
 * have the same rule, and has no words for it. Of a row that is not there, or was changed meanwhile, the change itself will say so.
 * A change of other fields breaks no rule: it is spared a statement and the round trip of waiting for it.
 */
async function assertRuleHolds(
  tx: Transaction,
  of: Resource,
  t: Asking['t'],
  id: string,
  version: number | undefined,
  given: Values,
): Promise<void> {
  if (!of.rule?.over.some((name) => name in given)) return
  const before = await tx.first(
    typedAs<Values>(
      buildFor
        .selectFrom(of.table)
        .select(of.rule.over.map((name) => `${columnOf(name)} as ${name}`))
        .where('id', '=', id)
        .$if(version !== undefined, (query) => query.where('version', '=', version))
        .forUpdate(),
    ),
  )
  if (before) assertRule(of, { ...before, ...given }, t)
}

async function exists(tx: Transaction, of: Resource, id: string): Promise<boolean> {
  return (await tx.first(buildFor.selectFrom(of.table).select('id').where('id', '=', id))) !== undefined
}
