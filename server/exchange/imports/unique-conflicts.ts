/** Which values of a unique field are in use already: one question for thousands of rows. */
import { sql } from 'kysely'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { isOfTenants } from '../../kernel/resources/write.ts'
import { buildFor, typedAs } from '../../kernel/database/sql.ts'
import type { InScope } from './types.ts'

const BATCH = 5000

/** Those of the keys that rows of the table already have. @param keys In lower case, as the unique indexes compare. */
export async function uniqueConflicts(of: Resource, name: string, keys: readonly string[], within: InScope): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  if (keys.length === 0) return taken
  const column = of.fields[name]?.kind === 'text' ? sql`lower(${sql.ref(columnOf(name))})` : sql`${sql.ref(columnOf(name))}::text`
  await within(
    of,
    async (tx) => {
      for (let start = 0; start < keys.length; start += BATCH) {
        const batch = keys.slice(start, start + BATCH)
        const rows = await tx.all(
          typedAs<{ value: string }>(
            buildFor
              .selectFrom(of.table)
              .select(column.as('value'))
              .where(sql<boolean>`${column} = any(${batch}::text[])`)
              .$if(isOfTenants(of), (query) => query.where('tenant_id', '=', tx.tenantId)),
          ),
        )
        for (const { value } of rows) taken.add(value)
      }
    },
    'read',
  )
  return taken
}
