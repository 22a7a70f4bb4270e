/** What the words of a file mean: members of dictionaries, and rows of nouns by their names. */
import { sql } from 'kysely'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { resourceNamed } from '../../../../model/index.ts'
import { columnOf } from '../../../../model/resource.ts'
import { membersOf } from '../../../forms/index.ts'
import { plain } from '../../../exchange/index.ts'
import { buildFor, typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Known } from './import-cells.ts'
import { nounOf } from './import-cells.ts'
import type { Line } from './import-table.ts'

/** Members of dictionaries by value and by label, and rows by their names, as the caller sees them. A name that several rows have names none. */
export async function lookUp(
  tx: Transaction,
  definition: FormDefinition,
  columns: readonly (FormField | undefined)[],
  lines: readonly Line[],
): Promise<Known> {
  const members = new Map<string, string>()
  for (const language of ['zh', 'tw', 'en'] as const)
    for (const { type, value, label } of await membersOf(tx, definition, language))
      for (const word of [label, value]) members.set(`${type} ${plain(word)}`, value)
  const rows = new Map<string, string>()
  const names = new Map<string, Set<string>>()
  for (const [at, field] of columns.entries()) {
    const noun = field && nounOf(field)
    if (noun === undefined) continue
    const known = names.get(noun) ?? new Set<string>()
    names.set(noun, known)
    for (const { cells } of lines) if (cells[at]?.trim()) known.add(cells[at].trim())
  }
  for (const [noun, wanted] of names) {
    const of = resourceNamed(noun)
    if (!of) continue
    const title = columnOf(of.title)
    const found = await tx.all(
      typedAs<{ id: string; name: string }>(
        buildFor
          .selectFrom(of.table)
          .select(['id', `${title} as name`])
          .where(sql<boolean>`${sql.ref(title)} = any(${[...wanted]}::text[])`),
      ),
    )
    for (const [name, same] of Map.groupBy(found, (row) => row.name))
      if (same.length === 1 && same[0]) rows.set(`${noun} ${name}`, same[0].id)
  }
  return { members, rows, zone: await tx.timeZone() }
}
