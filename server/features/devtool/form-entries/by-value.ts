/**
 * Entries of one form by what a field says, among a million. Row security lets no index judge what a value is before it has judged whose it is
 * (`@>` is not leakproof), so the index of values is asked in the platform's scope for the ids of one form. Nobody is told of them: the caller's rows
 * are read among them, behind row security and with the same condition (as in server/kernel/resources/part-search.ts).
 */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Statement, TransactionScopes } from '../../../kernel/database/tenant.ts'
import type { EntryQuery } from './select-entries.ts'

/** With more of them it is as quick to go through the entries in their order. */
const MAX_MATCHES = 1000
/** Values that are looked up for one filter. */
const MAX_VALUES = 5

/** The ids of all entries that one of the filters can leave; nothing where the index is of no use. @param definition With the fields that the caller sees */
export async function idsByValue(
  transactions: TransactionScopes,
  tenantId: TenantId,
  definition: FormDefinition,
  { formId, filters = {} }: EntryQuery,
): Promise<readonly string[] | undefined> {
  const [field, among] =
    Object.entries(filters)
      .map(([id, filter]) => [definition.fields.find((each) => each.id === id && each.listed), filter.among] as const)
      .find(([known, values]) => known && values && values.length <= MAX_VALUES) ?? []
  if (!field || !among) return undefined
  const isSeveral = field.kind === 'checkboxes' || field.kind === 'multi-select'
  const wanted = among.map((value) => JSON.stringify({ [formId]: { [field.id]: isSeveral ? [value] : value } }))
  const matches = build
    .selectFrom('form_entries')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where(
      sql<boolean>`(${sql.join(
        wanted.map((each) => sql`jsonb_set('{}', array[form_id::text], data) @> ${each}::jsonb`),
        sql` or `,
      )})`,
    )
    .limit(sql.lit(MAX_MATCHES + 1))
  const found = await transactions.inPlatform(
    "an index of values cannot be asked behind row security; of what it gives the caller's rows are read behind it",
    async (tx) => {
      const [, rows] = await Promise.all([tx.run(BY_INDEX), tx.all(matches)])
      return rows
    },
    'read',
  )
  return found.length > MAX_MATCHES ? undefined : found.map(({ id }) => id)
}

/** The planner guesses that going through the rows finds enough of them soon. */
const BY_INDEX: Statement<unknown> = {
  compile: () =>
    sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']) as name`.compile(
      build,
    ),
}
