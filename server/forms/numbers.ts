/** What a form counts, and what no two that filled it in may say alike. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EntryData, EntryFault } from '../../model/form/check-entry.ts'
import type { FormDefinition } from '../../model/form/definition.ts'
import { build } from '../kernel/database/sql.ts'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'
import type { FileOwner } from './bind-files.ts'

/** The next number of a form. Whoever takes one keeps the form's next sender waiting until the end of the transaction: a moment. */
export async function nextNumber(tx: Transaction, formId: string): Promise<number> {
  const counter = await tx.first(
    build
      .insertInto('form_counters')
      .values({ tenant_id: tenantOf(tx), form_id: formId, last_number: 1 })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'form_id']).doUpdateSet({ last_number: sql`form_counters.last_number + 1` }))
      .returning('last_number'),
  )
  return counter?.last_number ?? fail('row.not-found')
}

/**
 * What the unique fields say is nobody else's from now on. The key makes two that say the same at once wait for each other. A process that came to
 * nothing leaves its values to others.
 */
export async function takeUnique(
  tx: Transaction,
  formId: string,
  owner: FileOwner,
  definition: FormDefinition,
  data: EntryData,
): Promise<EntryFault[]> {
  const uniques = definition.fields
    .filter(({ id, unique }) => unique && data[id] !== undefined)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  if (definition.fields.some(({ unique }) => unique)) await tx.run(build.deleteFrom('form_unique_values').where(owner.by, '=', owner.id))
  if (uniques.length === 0) return []
  const digests = uniques.map(({ id }) => digestOf(data[id]))
  await tx.run(
    build
      .deleteFrom('form_unique_values')
      .where('form_id', '=', formId)
      .where(sql<boolean>`value_digest = any(${digests}::text[])`)
      .where(
        sql<boolean>`instance_id in (select instance.id from process_instances instance
          where instance.outcome in ('rejected', 'cancelled', 'terminated'))`,
      ),
  )
  const taken = await tx.all(
    build
      .insertInto('form_unique_values')
      .values(
        uniques.map(({ id }) => ({
          tenant_id: tenantOf(tx),
          form_id: formId,
          field_id: id,
          value_digest: digestOf(data[id]),
          entry_id: owner.by === 'entry_id' ? owner.id : null,
          instance_id: owner.by === 'instance_id' ? owner.id : null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('field_id'),
  )
  const own = new Set(taken.map(({ field_id: field }) => field))
  return uniques.filter(({ id }) => !own.has(id)).map(({ id }) => ({ field: id, code: 'taken' }))
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** An entry that counts no more leaves its values to others. */
export async function leaveUnique(tx: Transaction, entryId: string): Promise<void> {
  await tx.run(build.deleteFrom('form_unique_values').where('entry_id', '=', entryId))
}
