/** The rows that a file names by their key: as they are stored, and as an export would show them. */
import { sql } from 'kysely'
import type { Field, Link } from '../../../model/field.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { typedAs } from '../../kernel/database/sql.ts'
import { pgArray } from '../../kernel/database/pg-array.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import type { ReadRow } from '../../kernel/resources/names.ts'
import { isShown, linksOf, openNames } from '../../kernel/resources/names.ts'
import type { Values } from '../../kernel/resources/noun-writes.ts'
import { rowsOf, withBareColumns } from '../../kernel/resources/select.ts'
import { columnsFor } from '../formats.ts'
import type { ReferenceResolver } from './resolve-references.ts'
import type { Asking, FileRow, InScope } from './types.ts'

export interface ExistingRow {
  readonly id: string
  readonly version: number
  readonly isBuiltIn: boolean
  /** What is stored, as a change would say it: links as ids, a text of the product in each language. */
  readonly values: Values
  /** What an export shows, by field. */
  readonly shown: ReadonlyMap<string, string>
}

/** What a file names: one row, several, or none. */
export type Named = ExistingRow | 'several' | undefined

/** Parts of a key, as they are compared. */
const joined = (parts: readonly unknown[]) => parts.map((part) => String(part).toLowerCase()).join('\u0000')
/** The key of a row that is there; of a tree's top row the parent is `0`. */
const keyOf = (key: readonly string[], values: Values) => joined(key.map((name) => values[name] ?? '0'))

/** How many keys are looked up in one statement. */
const KEYS = 20_000

/**
 * Gives a function that finds the rows that some of these rows of the file name, by the number of the row in the file.
 *
 * Which rows the keys name is asked of all of them first. Behind row security no index serves `lower(…)`, which is not leakproof: each such
 * question reads all rows of the tenant, so that asked for a thousand rows of the file at a time it took longer the more of them there were.
 * By their ids the rows are found by an index, a batch at a time, and compared with the key once more as they are then.
 */
export async function openExisting(
  of: Resource,
  key: readonly string[],
  asking: Asking,
  within: InScope,
  resolver: ReferenceResolver,
  file: readonly FileRow[],
): Promise<(rows: readonly FileRow[]) => Promise<ReadonlyMap<number, Named>>> {
  const view = viewOf(asking.caller, of)
  const exported = columnsFor({ of, caller: asking.caller }, asking.t)
  const names = openNames(of, view)
  const localised = Object.keys(of.fields).filter((name) => of.fields[name]?.localised && view.sees(name))
  const keys = new Map(
    file.flatMap((row): [number, string[]][] => {
      const parts = key.map((name) => partOf(of, name, row, resolver))
      return parts.every((part) => part !== undefined) ? [[row.row, parts]] : []
    }),
  )
  const ids = await idsOf(of, key, [...keys.values()], asking, within)

  return async (rows) => {
    const named = rows.flatMap(({ row }): [number, string][] => {
      const parts = keys.get(row)
      return parts ? [[row, joined(parts)]] : []
    })
    const there = [...new Set(named.flatMap(([, each]) => ids.get(each) ?? []))]
    if (there.length === 0) return new Map()
    const found = await within(
      of,
      async (tx) => {
        const query = withBareColumns(rowsOf(of, view, {}).where(sql<boolean>`row.id = any(${pgArray(there)}::uuid[])`), of, view)
        const more = localised.flatMap((name) =>
          ['', '_tw', '_en'].map((ending) => sql.ref(`row.${columnOf(name)}${ending}`).as(variant(name, ending))),
        )
        const builtIn = of.scope === 'layered' ? [sql.ref('row.built_in').as('builtIn')] : []
        const all = await tx.all(typedAs<ReadRow>(query.select([sql.ref('row.version').as('version'), ...builtIn, ...more])))
        const stored = all.map((row) => ({ ...row }) as ReadRow)
        for (const [name, field] of Object.entries(of.fields))
          if (field.kind === 'references' && view.sees(name)) await addLinks(name, field)
        await names(tx, all)
        return stored.map((row, at): ExistingRow => existing(row, all[at] as ReadRow))

        async function addLinks(name: string, { link }: Field): Promise<void> {
          const pairs = await linksOf(tx, link as Link, stored.map(({ id }) => id)) // prettier-ignore
          const linked = Map.groupBy(pairs, ({ from }) => from)
          for (const row of stored) row[name] = (linked.get(row.id) ?? []).map(({ to }) => to)
        }
      },
      'read',
    )
    const byKey = Map.groupBy(found, ({ values }) => keyOf(key, values))
    return new Map(
      named.map(([row, each]): [number, Named] => {
        const same = byKey.get(each) ?? []
        return [row, same.length > 1 ? 'several' : same[0]]
      }),
    )
  }

  function existing({ id, version, builtIn, ...stored }: ReadRow, named: ReadRow): ExistingRow {
    const isTop = of.parent !== undefined && (stored[of.parent] ?? null) === null
    return {
      id,
      version: version as number,
      isBuiltIn: builtIn === true,
      values: isTop ? { ...stored, [of.parent as string]: '0' } : stored,
      shown: new Map(
        exported.filter(({ name }) => isShown(of, view, name)).map(({ name, cell }) => [name, String(cell(named) ?? '').trim()]),
      ),
    }
  }
}

/** Name under which a text of the product is read in one of its languages. */
const variant = (name: string, ending: string) => `${name}?${ending}`

/** What the row may say in the field and still say the same: a text of the product in any language. */
export function variantsOf({ fields }: Resource, { values }: ExistingRow, name: string): unknown[] {
  return fields[name]?.localised ? ['', '_tw', '_en'].map((ending) => values[variant(name, ending)]) : [values[name]]
}

/** A part of the key as it is stored; nothing where the cell is empty, or names no row or several. */
function partOf(of: Resource, name: string, row: FileRow, resolver: ReferenceResolver): string | undefined {
  const text = row.texts[name] ?? ''
  if (of.fields[name]?.kind !== 'reference') return text === '' ? undefined : text
  if (name === of.parent && (text === '' || resolver.isTop(text))) return '0'
  const found = text === '' ? 'none' : resolver.find(name, text, row)
  return typeof found === 'object' ? found.id : undefined
}

/** The ids of the rows that have these keys, of which a caller sees several where they are not unique. */
async function idsOf(
  of: Resource,
  key: readonly string[],
  keys: readonly (readonly string[])[],
  { caller }: Asking,
  within: InScope,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (keys.length === 0) return new Map()
  const rows = rowsOf(of, viewOf(caller, of), {}).select([
    sql.ref('row.id').as('id'),
    ...key.map((name) => sql.ref(`row.${columnOf(name)}`).as(name)),
  ])
  const found = await within(
    of,
    async (tx) => {
      const all: ReadRow[] = []
      for (let start = 0; start < keys.length; start += KEYS)
        all.push(...(await tx.all(typedAs<ReadRow>(rows.where(wanted(of, key, keys.slice(start, start + KEYS)))))))
      return all
    },
    'read',
  )
  const ids = new Map<string, string[]>()
  for (const row of found) {
    const each = keyOf(key, row)
    const before = ids.get(each)
    if (before) before.push(row.id)
    else ids.set(each, [row.id])
  }
  return ids
}

function wanted(of: Resource, key: readonly string[], keys: readonly (readonly string[])[]) {
  const columns = key.map((name) => {
    const column = sql.ref(`row.${columnOf(name)}`)
    if (name === of.parent) return sql`coalesce(${column}::text, '0')`
    return of.fields[name]?.kind === 'text' ? sql`lower(${column})` : column
  })
  const values = key.map((name, at) => {
    const parts = keys.map((each) => each[at] as string)
    return name !== of.parent && of.fields[name]?.kind === 'reference'
      ? sql`${parts}::uuid[]`
      : sql`${parts.map((part) => part.toLowerCase())}::text[]`
  })
  return sql<boolean>`(${sql.join(columns)}) in (select * from unnest(${sql.join(values)}))`
}
