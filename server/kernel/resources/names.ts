/** The names of linked rows for many rows at once, as lists show them; for exports, which ask for all of them. */
import { sql } from 'kysely'
import type { Field, Link } from '../../../model/field.ts'
import type { Listing, Resource } from '../../../model/resource.ts'
import { buildFor, typedAs } from '../database/sql.ts'
import { pgArray } from '../database/pg-array.ts'
import type { Transaction } from '../database/tenant.ts'
import type { View } from '../authorization/view.ts'
import { shownText, tableOf } from './row-text.ts'

export type ReadRow = Record<string, unknown> & { id: string }

interface Name {
  name: string
  place: string
}

/** Most names of one noun that are remembered at a time; a reading of any length stays within its memory. */
const MAX_REMEMBERED_NAMES = 20_000

/** Whether rows can show this field to people: a reference whose target's name is hidden has nothing but an id to show. */
export function isShown(of: Listing, view: View, name: string): boolean {
  const link = of.fields[name]?.link
  return !link || view.names(link)
}

/** Gives a function that replaces, in a batch of rows, ids of linked rows by their names; it remembers names from batch to batch. */
export function openNames(of: Resource, view: View): (tx: Transaction, rows: readonly ReadRow[]) => Promise<void> {
  const fields = view.fields
    .filter((name) => of.fields[name]?.link && isShown(of, view, name))
    .map((name) => ({ name, field: of.fields[name] as Field, link: of.fields[name]?.link as Link }))
  const known = new Map<string, Map<string, Name>>()

  return async (tx, rows) => {
    const ids = rows.map((row) => row.id)
    const linked = await Promise.all(
      fields.map(({ name, link }) =>
        link.through
          ? linksOf(tx, link, ids)
          : Promise.resolve(rows.flatMap((row) => (row[name] ? [{ from: row.id, to: String(row[name]) }] : []))),
      ),
    )
    const named = await Promise.all(
      fields.map(({ link }, index) =>
        namesOf(
          tx,
          link,
          view,
          (linked[index] ?? []).map((pair) => pair.to),
          known,
        ),
      ),
    )
    const places = new Map(ids.map((id, place) => [id, place]))
    for (const [index, { name }] of fields.entries()) {
      const names = named[index] as Map<string, Name>
      const found: (Name | Name[] | undefined)[] = []
      for (const { from, to } of linked[index] ?? []) {
        const target = names.get(to)
        const place = places.get(from)
        if (target === undefined || place === undefined) continue
        const before = found[place]
        found[place] = before === undefined ? target : [before, target].flat()
      }
      for (const [place, row] of rows.entries()) row[name] = textOf(found[place])
    }
  }
}

/** Of most rows it is one; several stand in the order in which they were created. */
function textOf(names: Name | Name[] | undefined): string | null {
  if (names === undefined) return null
  return Array.isArray(names)
    ? names
        .sort((one, other) => (one.place < other.place ? -1 : 1))
        .map(({ name }) => name)
        .join(',')
    : names.name
}

interface Pair {
  from: string
  to: string
}

/** The pairs of a link table that begin at these rows. */
export function linksOf(tx: Transaction, { through }: Link, ids: readonly string[]): Promise<Pair[]> {
  const { table, from, to, where = {} } = through as NonNullable<Link['through']>
  const links = buildFor
    .selectFrom(table)
    .select([sql`${sql.ref(from)}`.as('from'), sql`${sql.ref(to)}`.as('to')])
    .where(sql<boolean>`${sql.ref(from)} = any(${pgArray(ids)}::uuid[])`)
  return tx.all(
    typedAs<Pair>(
      Object.entries(where).reduce((query, [column, wanted]) => query.where(sql<boolean>`${sql.ref(column)} = ${sql.lit(wanted)}`), links),
    ),
  )
}

/** What a linked row is called, for whoever may see that name; undefined for one that is out of their sight. */
export async function nameOf(tx: Transaction, link: Link, view: View, id: string): Promise<string | undefined> {
  return (await namesOf(tx, link, view, [id], new Map())).get(id)?.name
}

/** By id; the place is that of {@link Link} in lists: order of creation, then id. */
async function namesOf(
  tx: Transaction,
  link: Link,
  view: View,
  ids: readonly string[],
  known: Map<string, Map<string, Name>>,
): Promise<Map<string, Name>> {
  const key = `${link.to}.${link.show}`
  let names = known.get(key)
  if (!names || names.size > MAX_REMEMBERED_NAMES) known.set(key, (names = new Map()))
  const missing = [...new Set(ids)].filter((id) => !names.has(id))
  if (missing.length > 0) {
    const place = sql`to_char(target.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || target.id::text`
    const rows = await tx.all(
      typedAs<Name & { id: string }>(
        buildFor
          .selectFrom(`${tableOf(link.to)} as target`)
          .select([sql`target.id`.as('id'), shownText(link, view).as('name'), place.as('place')])
          .where(sql<boolean>`target.id = any(${pgArray(missing)}::uuid[])`),
      ),
    )
    for (const { id, name, place: at } of rows) names.set(id, { name, place: at })
  }
  return names
}
