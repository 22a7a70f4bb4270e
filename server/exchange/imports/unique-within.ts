/** What is unique among the rows that share another value, such as the key of a point within its device: in the file, and beside what is there. */
import { sql } from 'kysely'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import type { Values } from '../../kernel/resources/write.ts'
import { buildFor, typedAs } from '../../kernel/database/sql.ts'
import type { RowErrors } from './row-errors.ts'
import type { Asking, InScope, Plan } from './types.ts'

interface Placed {
  readonly row: number
  readonly owner: string
  readonly value: string
  readonly key: string
  /** It is there already, and stays. */
  readonly isKept: boolean
}

/** Adds an error for each row whose value is taken within its parent, by another row of the file or of the table. */
export async function markWithin(of: Resource, plans: readonly Plan[], findings: RowErrors, { t }: Asking, within: InScope): Promise<void> {
  for (const [name, ownerName] of Object.entries(of.uniqueWithin ?? {})) {
    const field = t(fieldKey(of.name, name))
    const placed = plans.flatMap(({ row: { row }, values, existing }): Placed[] => {
      const stands: Values = { ...existing?.before, ...values }
      const [owner, value] = [stands[ownerName], stands[name]]
      const isKept = existing !== undefined && values?.[ownerName] === undefined && values?.[name] === undefined
      if (typeof owner !== 'string' || typeof value !== 'string' || findings.hasAt(row, ownerName)) return []
      return [{ row, owner, value: value.toLowerCase(), key: keyOf(owner, value), isKept }]
    })
    const taken = await takenWithin(of, name, ownerName, placed.filter(({ isKept }) => !isKept), within) // prettier-ignore
    const first = new Map<string, number>()
    for (const { row, key, isKept } of placed) {
      const before = first.get(key)
      // What stays is its own record's alone: a row that has it as well names the same record.
      if (before !== undefined && !isKept) findings.add(row, { field: name, message: t('import.check.twin', { field, row: before }) })
      else if (before === undefined && !isKept && taken.has(key))
        findings.add(row, { field: name, message: t('error.row.taken', { field }) })
      if (before === undefined) first.set(key, row)
    }
  }
}

/** As the unique index compares: without regard to case. */
const keyOf = (owner: string, value: string) => `${owner} ${value.toLowerCase()}`

async function takenWithin(
  of: Resource,
  name: string,
  ownerName: string,
  placed: readonly Placed[],
  within: InScope,
): Promise<ReadonlySet<string>> {
  const [owner, column] = [sql.ref(columnOf(ownerName)), sql`lower(${sql.ref(columnOf(name))})`]
  const owners = [...new Set(placed.map((row) => row.owner))]
  const values = [...new Set(placed.map((row) => row.value))]
  const owned = of.fields[ownerName]?.kind === 'reference' ? sql`any(${owners}::uuid[])` : sql`any(${owners}::text[])`
  if (owners.length === 0) return new Set()
  const found = await within(
    of,
    (tx) =>
      tx.all(
        typedAs<{ owner: string; value: string }>(
          buildFor
            .selectFrom(of.table)
            .select([sql`${owner}::text`.as('owner'), column.as('value')])
            .where(sql<boolean>`${owner} = ${owned} and ${column} = any(${values}::text[])`),
        ),
      ),
    'read',
  )
  return new Set(found.map((row) => keyOf(row.owner, row.value)))
}
