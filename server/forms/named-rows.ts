/** What an entry names of the tenant: rows, members of dictionaries, readings. Whether they are there is asked as whoever sends it sees them. */
import { sql } from 'kysely'
import type { EntryData, EntryFault } from '../../model/form/check-entry.ts'
import { namedRows } from '../../model/form/named-rows.ts'
import type { FormDefinition } from '../../model/form/definition.ts'
import { resourceNamed } from '../../model/index.ts'
import { build, buildFor, typedAs } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import { cellsOf } from './cells.ts'

/** Of the rows that are named now and were not before, those that the sender does not see or that there are not. */
export async function missingRows(
  tx: Transaction,
  definition: FormDefinition,
  data: EntryData,
  before: EntryData | undefined,
): Promise<EntryFault[]> {
  const known = new Set(before ? namedRows(definition, before).map(({ noun, id }) => `${noun} ${id.toLowerCase()}`) : [])
  const asked = namedRows(definition, data).filter(({ noun, id }) => !known.has(`${noun} ${id.toLowerCase()}`))
  const byNoun = [...Map.groupBy(asked, ({ noun }) => noun)]
  const found = await Promise.all(
    byNoun.map(async ([noun, rows]) => {
      const table = resourceNamed(noun)?.table
      if (table === undefined) return rows
      const there = await tx.all(
        typedAs<{ id: string }>(
          buildFor
            .selectFrom(table)
            .select('id')
            .where(sql<boolean>`id = any(${pgArray(rows.map(({ id }) => id))}::uuid[])`),
        ),
      )
      const ids = new Set(there.map(({ id }) => id))
      return rows.filter(({ id }) => !ids.has(id.toLowerCase()))
    }),
  )
  return found.flat().map(({ field }) => ({ field, code: 'row' }))
}

/** Of what is chosen from dictionaries, what none of them has. */
export async function missingChoices(
  tx: Transaction,
  definition: FormDefinition,
  data: EntryData,
  before: EntryData | undefined,
): Promise<EntryFault[]> {
  const of = (entry: EntryData) => cellsOf(definition, entry).filter(({ part }) => part.kind === 'dictionary')
  const known = new Set(of(before ?? {}).map(({ part, value }) => `${part.dictionary} ${String(value)}`))
  const asked = of(data).filter(({ part, value }) => !known.has(`${part.dictionary} ${String(value)}`))
  if (asked.length === 0) return []
  const types = [...new Set(asked.map(({ part }) => part.dictionary ?? ''))]
  const rows = await tx.all(
    build
      .selectFrom('dictionaries')
      .select(['dict_type', 'dict_value'])
      .where('parent_id', 'is not', null)
      .where(sql<boolean>`dict_type = any(${types}::text[])`),
  )
  const there = new Set(rows.map(({ dict_type: type, dict_value: value }) => `${type} ${value}`))
  return asked
    .filter(({ part, value }) => !there.has(`${part.dictionary} ${String(value)}`))
    .map(({ where }) => ({ ...where, code: 'choice' }))
}

interface GivenReading {
  readonly point: string
  readonly value: number | null
  readonly quality: number
  readonly at: string
}

/** The database keeps the members of an object in an order of its own. */
const keyOf = ({ point, value, quality, at }: GivenReading) => [point, value, quality, at].join()

/** Of the readings that are new, those that their points never had: a client is not believed, what is stored is. */
export async function unstoredReadings(
  tx: Transaction,
  definition: FormDefinition,
  data: EntryData,
  before: EntryData | undefined,
): Promise<EntryFault[]> {
  const of = (entry: EntryData) => cellsOf(definition, entry).filter(({ part }) => part.kind === 'reading')
  const known = new Set(of(before ?? {}).map(({ value }) => keyOf(value as GivenReading)))
  const asked = of(data).filter(({ value }) => !known.has(keyOf(value as GivenReading)))
  const answers = await Promise.all(
    asked.map(async ({ value, where }): Promise<EntryFault[]> =>
      (await isStored(tx, value as GivenReading)) ? [] : [{ ...where, code: 'reading' }],
    ),
  )
  return answers.flat()
}

/** Whether the point had this value at that moment, to the millisecond in which pages are told of moments. */
async function isStored(tx: Transaction, { point, value, quality, at }: GivenReading): Promise<boolean> {
  const row = await tx.first(
    typedAs<{ one: number }>({
      compile: () =>
        sql`
      with asked as (select series, ${at}::timestamptz as at from points where id = ${point}::uuid)
      select 1 as one from asked, lateral (
        select time, value, quality from point_states s where s.tenant_id = ${tx.tenantId}::uuid and s.series = asked.series
        union all
        select time, value, quality from samples s where s.tenant_id = ${tx.tenantId}::uuid and s.series = asked.series
          and s.time > asked.at - interval '1 millisecond' and s.time < asked.at + interval '1 millisecond'
      ) told
      where told.time > asked.at - interval '1 millisecond' and told.time < asked.at + interval '1 millisecond'
        and told.value is not distinct from ${value}::float8 and told.quality = ${quality}::integer
      limit 1`.compile(build),
    }),
  )
  return row !== undefined
}
