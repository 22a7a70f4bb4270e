/** Names of the rows that entries name, as far as whoever reads them sees those names. */
import { sql } from 'kysely'
import type { EntryData } from '../../model/form/check-entry.ts'
import { namedRows } from '../../model/form/named-rows.ts'
import type { FormDefinition } from '../../model/form/definition.ts'
import { formEntries, resourceNamed } from '../../model/index.ts'
import { columnOf } from '../../model/resource.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { viewOf } from '../kernel/authorization/view.ts'
import { buildFor, typedAs } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import { shownText, tableOf } from '../kernel/resources/row-text.ts'

/** By the ids of the rows. */
export type Names = Readonly<Record<string, string>>

/** The names of the rows that the entries name. @param definition Of the fields that are seen */
export async function namesIn(
  tx: Transaction,
  caller: Caller,
  definition: FormDefinition,
  entries: readonly EntryData[],
): Promise<Record<string, string>> {
  const view = viewOf(caller, formEntries)
  const byNoun = Map.groupBy(
    entries.flatMap((data) => namedRows(definition, data)),
    ({ noun }) => noun,
  )
  const found = await Promise.all(
    [...byNoun].map(async ([noun, rows]) => {
      const of = resourceNamed(noun)
      if (!of) return []
      const link = { to: noun, show: columnOf(of.title) }
      if (!view.names(link)) return []
      return tx.all(
        typedAs<{ id: string; name: string }>(
          buildFor
            .selectFrom(`${tableOf(noun)} as target`)
            .select([sql`target.id`.as('id'), shownText(link, view).as('name')])
            .where(sql<boolean>`target.id = any(${pgArray(new Set(rows.map(({ id }) => id)))}::uuid[])`),
        ),
      )
    }),
  )
  return Object.fromEntries(found.flat().map(({ id, name }) => [id, name]))
}
