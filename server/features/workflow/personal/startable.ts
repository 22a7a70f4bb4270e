import { sql } from 'kysely'
import type { Startable } from '../../../../model/contract/workflow/instances.ts'
import { processDefinitions } from '../../../../model/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { contains } from '../../../kernel/resources/select.ts'
import { beginsByHand, isStartableBy } from '../../../workflow/index.ts'

/** Returns the newest version of each process that the caller may start; one whose newest version is suspended, or begins with its events alone, cannot be started. */
export async function startableBy(tx: Transaction, caller: Caller, name: string | undefined): Promise<Startable[]> {
  const view = viewOf(caller, processDefinitions)
  const newest = build
    .selectFrom('process_definitions')
    .distinctOn(sql`lower(key)`)
    .select([
      'id',
      'key',
      'name',
      'category',
      'description',
      'definition_version',
      'form_id',
      'form_version',
      'model_id',
      'suspended',
      'rules',
    ])
    .select(sql<boolean>`coalesce((rules ->> 'picks')::boolean, false)`.as('picks'))
    .orderBy(sql`lower(key)`)
    .orderBy('definition_version', 'desc')
  const rows = await tx.all(
    build
      .selectFrom(newest.as('newest'))
      .selectAll()
      .where('suspended', '=', 0)
      .where(isStartableBy(caller, sql.ref('newest.model_id')))
      .where(beginsByHand(sql.ref('newest.rules')))
      .$if(name !== undefined && name !== '' && view.sees('name'), (query) => query.where(contains([sql.ref('newest.name')], name)))
      .orderBy('category')
      .orderBy('name')
      .orderBy('id'),
  )
  return rows.map((row) => ({
    id: row.id,
    key: view.sees('key') ? row.key : '',
    name: view.sees('name') ? row.name : '',
    category: view.sees('category') ? row.category : null,
    description: view.sees('description') ? row.description : null,
    definitionVersion: row.definition_version,
    formId: row.form_id,
    formVersion: row.form_version,
    picks: row.picks,
  }))
}
