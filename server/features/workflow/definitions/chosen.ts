/** Which instances are moved to another version. */
import { sql } from 'kysely'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'

interface Asked {
  readonly from: string
  readonly to: string
  readonly processInstanceId?: readonly string[] | undefined
}

/** The instances of the version `from` that go on, among the rows of the transaction; and what the nodes of that version are called. @throws Failure */
export async function chosen(tx: Transaction, { from, to, processInstanceId }: Asked, most: number) {
  const versions = await tx.all(build.selectFrom('process_definitions').select(['id', 'key']).where('id', 'in', [from, to]))
  if (versions.length < 2) fail('row.not-found')
  if (versions[0]?.key.toLowerCase() !== versions[1]?.key.toLowerCase())
    fail('process-definition.others', { field: { name: 'to', label: 'error.process-definition.others' } })
  const open = build
    .selectFrom('process_instances')
    .select('id')
    .where('definition_id', '=', from)
    .where('instance_state', '<>', 'ended')
    .orderBy('id')
    .limit(most)
  const rows = await tx.all(processInstanceId ? open.where(sql<boolean>`id = any(${processInstanceId}::uuid[])`) : open)
  if (processInstanceId && rows.length < new Set(processInstanceId).size) fail('row.not-found')
  return { ids: rows.map(({ id }) => id), nameOf: await namesOf(tx, from) }
}

/** What the nodes of a version are called. */
export async function namesOf(tx: Transaction, definitionId: string): Promise<(node: string) => string> {
  const drawn = await drawnDefinition(tx, definitionId)
  return (node) => drawn.nameOf(node) ?? node
}
