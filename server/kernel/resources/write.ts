/** What adding and updating share: values into columns, links into their tables, the database's refusals into words. */
import { sql } from 'kysely'
import type { Field, Link } from '../../../model/field.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { LabelKey, Translate } from '../../../model/labels/index.ts'
import { resourceNamed } from '../../../model/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { fail } from '../errors.ts'
import { cleanHtml, isRichTextEmpty } from './rich-text.ts'
import { buildFor, typedAs } from '../database/sql.ts'
import { pgArray } from '../database/pg-array.ts'
import { isNarrowed } from '../database/row-scope.ts'
import type { Transaction } from '../database/tenant.ts'
import { advisoryLock } from '../database/advisory-lock.ts'
import type { View } from '../authorization/view.ts'
import { mayWrite } from '../authorization/view.ts'
import type { Values } from './noun-writes.ts'

export type { Values } from './noun-writes.ts'

/** Columns and their values; an absent optional value is null, the parent `'0'` too. Links are not columns. */
export function columnsOf(of: Resource, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => of.fields[name]?.sql)
      .flatMap(([name, value]) => [
        [
          columnOf(name),
          value === undefined || (name === of.parent && value === '0') ? null : of.fields[name]?.rich ? cleanHtml(String(value)) : value,
        ],
        // Words of one's own stand in every language.
        ...(of.fields[name]?.localised
          ? [
              [`${columnOf(name)}_tw`, null],
              [`${columnOf(name)}_en`, null],
            ]
          : []),
      ]),
  )
}

/** Refuses values of fields outside the view. A field outside the view is refused like one that does not exist. */
export function assertWritable(of: Resource, view: View, given: Iterable<string>, t: Translate): void {
  const unknown = [...given].filter((name) => name in of.fields && !mayWrite(view, name, of.fields[name] as Field))
  if (unknown.length > 0) fail('request.invalid', { fields: unknown.map((field) => ({ field, message: t('check.unknown', { field }) })) })
}

/** Refuses a required rich text without visible content. Of a rich text that is required, something has to be left once it is clean. */
export function assertRichTextNotEmpty(of: Resource, given: Values, t: Translate): void {
  const empty = Object.entries(given).filter(
    ([name, value]) =>
      of.fields[name]?.rich && of.fields[name].required && value !== undefined && isRichTextEmpty(cleanHtml(String(value))),
  )
  if (empty.length > 0)
    fail('request.invalid', {
      fields: empty.map(([field]) => ({ field, message: t('check.required', { field: t(fieldKey(of.name, field)) }) })),
    })
}

/** Refuses a row that breaks the rule of the noun. The rule over several fields of the row as it would be stored. */
export function assertRule(of: Resource, row: Values, t: Translate): void {
  const broken = of.rule?.(row)
  if (broken)
    fail('request.invalid', {
      fields: [{ field: broken.field, message: t(broken.code as LabelKey, { field: t(fieldKey(of.name, broken.field)) }) }],
    })
}

/** Replaces the words, and the linked rows of every `references` field, that `values` names. */
export async function writeLinks(tx: Transaction, of: Resource, id: string, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = of.fields[name]
    if (field?.kind === 'words' && Array.isArray(value))
      await writeWords(tx, field.stored as NonNullable<Field['stored']>, id, value as string[])
    if (field?.kind !== 'references' || !Array.isArray(value)) continue
    const { table, from, to } = (field.link as Link).through as NonNullable<Link['through']>
    await tx.run(
      buildFor
        .deleteFrom(table)
        .where(from, '=', id)
        .where(to, 'not in', value.length > 0 ? value : [id]),
    )
    if (value.length === 0) continue
    const rows = value.map((target) => ({ tenant_id: tx.tenantId, [from]: id, [to]: target }))
    await mapConstraintErrors(
      of,
      () =>
        tx.run(
          buildFor
            .insertInto(table)
            .values(rows)
            .onConflict((conflict) => conflict.doNothing()),
        ),
      name,
    )
  }
}

async function writeWords(
  tx: Transaction,
  { table, from, column }: NonNullable<Field['stored']>,
  id: string,
  words: readonly string[],
): Promise<void> {
  const before = await tx.all(
    typedAs<{ word: string; sequence: number }>(
      buildFor
        .selectFrom(table)
        .select([`${column} as word`, 'sequence'])
        .where(from, '=', id),
    ),
  )
  // What stays as it is is not written, and so not in the history.
  const gone = before.filter(({ word, sequence }) => words[sequence] !== word).map(({ word }) => word)
  const rows = words.flatMap((word, sequence) =>
    before.some((row) => row.word === word && row.sequence === sequence) ? [] : [{ [from]: id, [column]: word, sequence }],
  )
  if (gone.length > 0) await tx.run(buildFor.deleteFrom(table).where(from, '=', id).where(column, 'in', gone))
  if (rows.length > 0) await tx.run(buildFor.insertInto(table).values(rows))
}

/**
 * Runs a write and says in the caller's terms what the database refused: a value that is taken, a row that is not there
 * (or is another tenant's: the composite keys make no difference), a row that is still in use.
 * @param linkField Field to blame for a missing target of a link table.
 */
export async function mapConstraintErrors<Result>(of: Resource, work: () => Promise<Result>, linkField?: string): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string }
    const name =
      linkField ??
      Object.keys(of.fields).find((field) => constraint === `${of.table}_${columnOf(field)}_${code === '23505' ? 'key' : 'fkey'}`)
    if (code === '23505' && name) fail('row.taken', { field: { name, label: fieldKey(of.name, name) } })
    if (code === '23503' && name) fail('reference.not-found', { field: { name, label: fieldKey(of.name, name) } })
    if (code === '42501' && OUT_OF_SCOPE.test(String((error as Error).message))) outOfScope(of)
    throw error
  }
}

/** How PostgreSQL says that a row would not be seen by those who write it (row-policies.ts). */
const OUT_OF_SCOPE = /row-level security policy "scope/

/** Refuses a row that is not, or would not be, in the scope of the one who writes it; blames the field that says whose it is. */
export function outOfScope({ ownedBy, fields }: Resource): never {
  const columns = ownedBy === undefined || ownedBy === 'tenant' || 'whole' in ownedBy ? [] : 'anyOf' in ownedBy ? ownedBy.anyOf : [ownedBy]
  const field = columns.map(({ column }) => Object.keys(fields).find((each) => columnOf(each) === column)).find(Boolean)
  return fail('row.out-of-scope', field ? { field: { name: field, label: 'error.row.out-of-scope' } } : {})
}

/**
 * Refuses references to rows that the caller does not see: to them those do not exist, though the keys would take them.
 * @throws Failure `reference.not-found`.
 */
export async function assertReferencesSeen(tx: Transaction, of: Resource, rows: readonly Values[]): Promise<void> {
  if (!isNarrowed(tx.rows)) return
  for (const [name, { link }] of Object.entries(of.fields)) {
    const target = link && resourceNamed(link.to)
    if (!target?.ownedBy || target.ownedBy === 'tenant') continue
    const ids = new Set(rows.flatMap((values) => values[name] ?? []).map(String))
    ids.delete('0')
    if (ids.size === 0) continue
    const seen = buildFor
      .selectFrom(target.table)
      .select(sql`count(*)`.as('count'))
      .where(sql<boolean>`id = any(${pgArray(ids)}::uuid[])`)
    const found = await tx.first(typedAs<{ count: string }>(seen))
    if (Number(found?.count) < ids.size) fail('reference.not-found', { field: { name, label: fieldKey(of.name, name) } })
  }
}

/** Refuses ids of which one does not exist in the tenant. Ids as `delete` takes them: all there, and in this tenant; or nothing happens. */
export async function assertAllExist(tx: Transaction, of: Resource, ids: readonly string[]): Promise<void> {
  const found = await tx.first(
    typedAs<{ count: string }>(
      buildFor
        .selectFrom(of.table)
        .select(sql`count(*)`.as('count'))
        .where(sql<boolean>`id = any(${ids}::uuid[])`),
    ),
  )
  if (Number(found?.count) !== ids.length) fail('row.not-found')
}

/** Whether rows carry the tenant they belong to. */
export function isOfTenants({ scope }: Resource): boolean {
  return scope === 'tenant' || scope === 'layered'
}

/**
 * Refuses a parent that does not exist. In a layered tree a tenant's node may hang below a built-in one, which is another
 * tenant's row: no foreign key can say that. So the parent is looked up, under row security, while nobody else changes the tree.
 */
export async function assertParentThere(tx: Transaction, of: Resource, given: Values): Promise<void> {
  const parentId = of.scope === 'layered' && of.parent !== undefined ? given[of.parent] : undefined
  if (parentId === undefined || parentId === '0') return
  await advisoryLock(tx, `tree:${of.table}`)
  const found = await tx.first(buildFor.selectFrom(of.table).select('id').where('id', '=', parentId))
  if (!found) fail('reference.not-found', { field: { name: of.parent as string, label: fieldKey(of.name, of.parent as string) } })
}

/**
 * Refuses built-in rows.
 * @throws Failure `row.built-in` when one of the rows came with the product: everybody reads it, no tenant changes it.
 */
export async function assertNotBuiltIn(tx: Transaction, of: Resource, ids: readonly string[]): Promise<void> {
  if (of.scope !== 'layered') return
  if (of.parent !== undefined) await advisoryLock(tx, `tree:${of.table}`)
  const found = await tx.first(
    buildFor
      .selectFrom(of.table)
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('built_in', '=', true),
  )
  if (found) fail('row.built-in')
}
