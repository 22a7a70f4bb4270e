/** Kept changes as people read them: fields by their labels, linked rows by their names, and nothing that the caller may not see. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { FieldChange } from '../../../../model/contract/admin/logs.ts'
import type { Field, Link } from '../../../../model/field.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { columnOf, rowFields } from '../../../../model/resource.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build, buildFor, typedAs } from '../../../kernel/database/sql.ts'
import type { DatabaseTables } from '../../../kernel/database/tables.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { inOneText } from '../../../kernel/resources/row-text.ts'
import type { LinkTable, Target } from './nouns.ts'
import { linkTable, nounNamed, nouns } from './nouns.ts'

export interface ChangeRow extends Pick<
  DatabaseTables['changes'],
  'table_name' | 'row_id' | 'verb' | 'before' | 'after' | 'user_id' | 'operation_id'
> {
  position: string
  time: string
}

export type Value = string | number | boolean | null

export const changeColumns = [
  'table_name',
  'row_id',
  'verb',
  'before',
  'after',
  'user_id',
  'operation_id',
  'position',
  sql<string>`to_char(changed_at, 'YYYY-MM-DD HH24:MI:SS')`.as('time'),
] as const

/** What the caller may see of changes to one row in the course of one operation, oldest first. */
export async function describeChanges(
  tx: Transaction,
  of: Resource,
  caller: Caller,
  t: Translate,
  rows: readonly ChangeRow[],
): Promise<FieldChange[]> {
  const names = await namesFor(tx, of, caller, rows)
  const own = rows.filter((row) => row.table_name === of.table).flatMap((row) => fieldsOf(of, caller, t, row, names))
  return [
    ...own,
    ...linksOf(
      rows.filter((row) => seesLink(caller, row)),
      names,
      t,
    ),
  ]
}

function fieldsOf(of: Resource, caller: Caller, t: Translate, { before, after }: ChangeRow, names: Names): FieldChange[] {
  const view = viewOf(caller, of)
  return rowFields(of)
    .filter((name) => view.sees(name))
    .flatMap((name) => {
      const field = of.fields[name] as Field
      const column = columnOf(name)
      if (!field.sql || (!Object.hasOwn(before ?? {}, column) && !Object.hasOwn(after ?? {}, column))) return []
      const [from, to] = [before, after].map((row) => wireValue(of, name, field, row?.[column])) as [Value, Value]
      if (from === to || (from === null && to === null)) return []
      const words = (value: Value) => wordsOf(name, field, value, names, t)
      return [{ field: name, label: t(fieldKey(of.name, name)), links: false, from, to, fromCn: words(from), toCn: words(to) }]
    })
}

/** A column as the calls of the noun give and take it. */
function wireValue(of: Resource, name: string, field: Field, value: unknown): Value {
  if (value === undefined || value === null) return null
  if (field.kind === 'time') return String(value).slice(0, 19).replace('T', ' ')
  if (name === of.parent) return String(value)
  return typeof value === 'object' ? JSON.stringify(value) : (value as Value)
}

function wordsOf(name: string, field: Field, value: Value, names: Names, t: Translate): string {
  if (value === null) return ''
  if (field.kind === 'choice') return t(`choice.${name}.${String(value)}` as LabelKey)
  if (field.kind === 'list' && field.options)
    return String(value)
      .split(/[\s,]+/)
      .map((part) => t(`choice.${name}.${part}` as LabelKey))
      .join(t('common.between'))
  if (field.kind === 'reference') return names.of(field.link?.to ?? '', String(value))
  return String(value)
}

/** A link is told to whoever sees every field that tells the same. */
export function seesLink(caller: Caller, { table_name }: Pick<ChangeRow, 'table_name'>): boolean {
  return (linkTable(table_name)?.equivalentFields ?? []).every(({ noun, field }) => viewOf(caller, nounNamed(noun) as Resource).sees(field))
}

function linksOf(rows: readonly ChangeRow[], names: Names, t: Translate): FieldChange[] {
  const byTable = Map.groupBy(
    rows.filter((row) => linkTable(row.table_name)),
    (row) => row.table_name,
  )
  return [...byTable].flatMap(([table, changes]) => {
    const link = linkTable(table) as LinkTable
    const added = new Set<string>()
    const removed = new Set<string>()
    for (const { verb, before, after } of changes) {
      const key = keyOf(link, (verb === 'delete' ? before : after) ?? {})
      const [to, from] = verb === 'delete' ? [removed, added] : [added, removed]
      // Deleted and added again in one operation: nothing changed.
      if (!from.delete(key)) to.add(key)
    }
    if (added.size + removed.size === 0) return []
    const called = Object.fromEntries([...removed, ...added].map((key) => [key, wordsOfLink(link, key, names, t)]))
    const words = (keys: ReadonlySet<string>) =>
      [...keys]
        .map((key) => called[key] ?? '')
        .sort()
        .join(t('common.between'))
    return [
      {
        field: link.field,
        label: t(link.label),
        links: true,
        from: [...removed],
        to: [...added],
        fromCn: words(removed),
        toCn: words(added),
        names: called,
      },
    ]
  })
}

/** The linked row, and what else belongs to the link. */
function keyOf({ to, detail }: LinkTable, row: Readonly<Record<string, unknown>>): string {
  return detail === undefined ? String(row[to]) : `${String(row[to])}:${String(row[detail])}`
}

/** Menus are known to people by their titles, and what hangs on them by its label. */
function wordsOfLink({ table, target, detail, detailOf }: LinkTable, key: string, names: Names, t: Translate): string {
  const [id = '', part = ''] = key.split(':')
  const name = names.of(table, id)
  if (detailOf) return `${name} (${names.of(`${table}/${detail}`, part)})`
  if (target.table !== 'menus') return name
  const title = texted(t, `menu.${name}`, name)
  if (detail === undefined) return title
  const noun = detail === 'field' ? nouns.find(({ menu, fields }) => menu === name && Object.hasOwn(fields, part)) : undefined
  return `${title}${t('common.means')}${noun ? t(fieldKey(noun.name, part)) : texted(t, `button.${part}`, part)}`
}

function texted(t: Translate, key: string, otherwise: string): string {
  const text = t(key as LabelKey)
  return text === key ? otherwise : text
}

interface Names {
  /** @param group A noun, or a link table. */
  of(group: string, id: string): string
}

/** Reads the names of everything the changes point at; one query a table. */
async function namesFor(tx: Transaction, of: Resource, caller: Caller, rows: readonly ChangeRow[]): Promise<Names> {
  const view = viewOf(caller, of)
  const wanted = new Map<string, { table: string; columns: readonly string[]; ids: Set<string> }>()
  const want = (group: string, table: string, link: Link, id: unknown) => {
    if (typeof id !== 'string') return
    if (!wanted.has(group)) wanted.set(group, { table, columns: view.naming(link), ids: new Set() })
    wanted.get(group)?.ids.add(id)
  }
  for (const row of rows) {
    const link = linkTable(row.table_name)
    const mayName = (target: Target) => view.names(linkTo(target))
    for (const side of [row.before, row.after]) {
      if (link && mayName(link.target) && side) want(link.table, link.target.table, linkTo(link.target), side[link.to])
      if (link?.detail && link.detailOf && mayName(link.detailOf) && side)
        want(`${link.table}/${link.detail}`, link.detailOf.table, linkTo(link.detailOf), side[link.detail])
      if (row.table_name !== of.table || !side) continue
      for (const [name, field] of Object.entries(of.fields)) {
        if (field.kind === 'reference' && field.link && view.names(field.link))
          want(field.link.to, nounNamed(field.link.to)?.table ?? field.link.to, field.link, side[columnOf(name)])
      }
    }
  }
  const found = new Map(
    await Promise.all(
      [...wanted].map(async ([group, { table, columns, ids }]) => [group, await readNames(tx, table, columns, [...ids])] as const),
    ),
  )
  return { of: (group, id) => found.get(group)?.get(id) ?? id.slice(0, 8) }
}

const linkTo = ({ noun, show }: Target): Link => ({ to: noun, show })

const nameOf = (parts: readonly RawBuilder<unknown>[]) => sql<string>`${inOneText(parts)}`.as('name')

/** The names of rows by their ids; those that are gone are named as they were when they were deleted. */
export async function readNames(
  tx: Transaction,
  table: string,
  shown: string | readonly string[],
  ids: readonly string[],
  from: string = table,
): Promise<Map<string, string>> {
  const columns = [shown].flat()
  if (ids.length === 0 || columns.length === 0) return new Map()
  const [there, gone] = await Promise.all([
    tx.all(
      typedAs<{ id: string; name: string }>(
        buildFor
          .selectFrom(from)
          .select(['id', nameOf(columns.map((column) => sql.ref(column)))])
          .where('id', 'in', ids),
      ),
    ),
    tx.all(
      build
        .selectFrom('changes')
        .select(['row_id as id', nameOf(columns.map((column) => sql`(before ->> ${column})`))])
        .where('table_name', '=', table)
        .where('verb', '=', 'delete')
        .where('row_id', 'in', ids),
    ),
  ])
  // What only the view makes has never been part of a change.
  return new Map([...gone, ...there].flatMap(({ id, name }) => (typeof name === 'string' ? [[id, name]] : [])))
}
