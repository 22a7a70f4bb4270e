/** `add{Noun}`: one new row. */
import { sql } from 'kysely'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { addSchema } from '../../../model/schemas.ts'
import { accessTo } from '../http/access.ts'
import { fail } from '../errors.ts'
import type { Call, Route } from '../http/http.ts'
import { route } from '../http/http.ts'
import { newId } from '../ids.ts'
import { buildFor } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import { mayWrite, viewOf } from '../authorization/view.ts'
import { writtenSchema } from './schemas.ts'
import type { Values } from './write.ts'
import {
  assertParentThere,
  assertRule,
  assertRichTextNotEmpty,
  assertWritable,
  columnsOf,
  isOfTenants,
  mapConstraintErrors,
  writeLinks,
} from './write.ts'

/** @example add: add(organisations) */
export function add(of: Resource, insert: typeof insertRow = insertRow): Route {
  return route({
    method: 'POST',
    path: `${of.api.base}/add${of.api.noun}`,
    access: accessTo(of, 'write'),
    summary: `Add one of ${of.name}`,
    of,
    input: addSchema(of),
    output: writtenSchema,
    handle: (call) => call.inScopeOf(of, (tx) => insert(tx, of, call, call.input as Values)),
  })
}

type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services'>

/**
 * Checks the values against view and rule and stores the row.
 * @param extra Columns that are not fields of the noun, such as a password's hash.
 */
export async function insertRow(
  tx: Transaction,
  of: Resource,
  { caller, t }: Asking,
  values: Values,
  extra: Values = {},
): Promise<{ id: string; version: number }> {
  const view = viewOf(caller, of)
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  for (const [name, field] of Object.entries(of.fields)) {
    if (field.required && !mayWrite(view, name, field)) fail('field.hidden', { values: { field: t(fieldKey(of.name, name)) } })
  }
  assertWritable(of, view, given, t)
  assertRichTextNotEmpty(of, given, t)
  assertRule(of, given, t)
  await assertParentThere(tx, of, given)
  const id = newId()
  const owner = isOfTenants(of) ? { tenant_id: tx.tenantId } : {}
  const row = { ...columnsOf(of, given), ...extra, ...owner, id, created_at: sql`now()` }
  await mapConstraintErrors(of, () => tx.run(buildFor.insertInto(of.table).values(row)))
  await writeLinks(tx, of, id, given)
  return { id, version: 1 }
}
