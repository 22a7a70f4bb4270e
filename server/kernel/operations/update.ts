/** `update{Noun}`: changes the fields that are given, and no others. */
import { sql } from 'kysely'
import type { Resource } from '../../../model/resource.ts'
import { columnOf, updateSchema } from '../../../model/resource.ts'
import { fail } from '../errors.ts'
import type { Call, Route } from '../http.ts'
import { route } from '../http.ts'
import { buildFor } from '../sql.ts'
import type { Statement, Transaction } from '../tenant.ts'
import { viewOf } from '../view.ts'
import { writtenSchema } from './schemas.ts'
import { assertNoCycle } from './tree.ts'
import type { Values } from './write.ts'
import { assertRule, assertWritable, columnsOf, translated, writeLinks } from './write.ts'

export type Change = { id: string; version?: number } & Values

/** @example update: update(organisations) */
export function update(of: Resource, change: typeof changeRow = changeRow): Route {
  return route({
    method: 'PUT',
    path: `${of.api.base}/update${of.api.noun}`,
    access: 'granted',
    summary: `Change one of ${of.name}`,
    of,
    input: updateSchema(of),
    output: writtenSchema,
    handle: (call) => call.inTenant((tx) => change(tx, of, call, call.input as Change)),
  })
}

type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services'>

/**
 * Changes one row. With `version` given, a row that somebody else has changed meanwhile is refused.
 * @throws Failure `row.not-found`, `row.changed`, `row.taken`, `reference.not-found`, `tree.cycle`, `request.invalid`.
 */
export async function changeRow(tx: Transaction, of: Resource, { caller, t }: Asking, { id, version, ...values }: Change): Promise<{ id: string; version: number }> {
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => name in of.fields))
  assertWritable(of, viewOf(caller, of), given, t)
  await assertStoredRule(tx, of, id, given, t)
  const parentId = of.parent === undefined ? undefined : given[of.parent]
  if (typeof parentId === 'string' && parentId !== '0') await assertNoCycle(tx, of, id, parentId)
  const statement = buildFor.updateTable(of.table)
    .set({ ...columnsOf(of, given), updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id).$if(version !== undefined, (query) => query.where('version', '=', version))
    .returning('version') as unknown as Statement<{ version: number }>
  const changed = await translated(of, () => tx.first(statement))
  if (!changed) fail(version !== undefined && (await exists(tx, of, id)) ? 'row.changed' : 'row.not-found')
  await writeLinks(tx, of, id, given)
  return { id, version: changed.version }
}

/** A rule looks at several fields, of which a change may name only one: the rest comes from the stored row. */
async function assertStoredRule(tx: Transaction, of: Resource, id: string, given: Values, t: Asking['t']): Promise<void> {
  if (!of.rule) return
  const names = Object.entries(of.fields).filter(([name, field]) => field.sql && field.access !== 'secret' && !(name in given)).map(([name]) => name)
  const stored = await tx.first(buildFor.selectFrom(of.table)
    .select(names.map((name) => `${columnOf(name)} as ${name}`)).where('id', '=', id).forUpdate() as unknown as Statement<Values>)
  if (stored) assertRule(of, { ...stored, ...given }, t)
}

async function exists(tx: Transaction, of: Resource, id: string): Promise<boolean> {
  return (await tx.first(buildFor.selectFrom(of.table).select('id').where('id', '=', id))) !== undefined
}
