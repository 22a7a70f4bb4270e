/** Names and codes of linked rows, as people write them, into ids; many at once, and only within what the caller sees. */
import { sql } from 'kysely'
import type { Link } from '../../../model/field.ts'
import { id as idCheck } from '../../../model/fields.ts'
import { resourceNamed } from '../../../model/index.ts'
import { accountIn } from '../../../model/organisation/person-text.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { buildFor, typedAs } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import { shownText } from '../../kernel/resources/row-text.ts'
import type { Found, Node } from './tree-index.ts'
import { TreeIndex } from './tree-index.ts'

/** How many texts are looked up in one statement. */
const BATCH = 2000

/** The noun a link points at; `undefined` for a table that is none. */
export function nounOf(link: Link): Resource | undefined {
  return resourceNamed(link.to)
}

/** Fields by which the rows of a noun can be named: its title and what is unique about it, as far as the caller sees them. */
export function namingFields(target: Resource, caller: Caller): string[] {
  const view = viewOf(caller, target)
  return [...new Set([target.title, ...(target.unique ?? [])])].filter((name) => view.sees(name) && target.fields[name]?.kind === 'text')
}

/** The ids behind the texts of one link. @param texts What is written in the file for this link, each once. */
export async function resolve(
  tx: Transaction,
  target: Resource,
  caller: Caller,
  texts: readonly string[],
): Promise<(text: string) => Found> {
  const names = namingFields(target, caller)
  const isTree = target.parent !== undefined && viewOf(caller, target).sees(target.parent)
  if (isTree && names.includes(target.title)) {
    const forest = await readTreeIndex(tx, target, names)
    return (text) => forest.find(text)
  }
  // An export names people with their accounts beside (row-text.ts), and what it says can be read back.
  const [view, link] = [viewOf(caller, target), { to: target.name, show: columnOf(target.title) }]
  const asExported = view.naming(link).length > 1 ? [shownText(link, view, target.table).as('asExported')] : []
  // Whoever has another name by now, or is exported by somebody who sees more, is still known by the account in the text.
  const hasAccounts = target.displayName !== undefined && names.includes(target.title)
  const withAccount = (text: string) => (hasAccounts ? [text, accountIn(text)] : [text])
  const [ids, accounts] = [new Map<string, string | undefined>(), new Map<string, string | undefined>()]
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH)
    const rows = await tx.all(
      typedAs<Record<string, string>>(
        buildFor
          .selectFrom(target.table)
          .select(['id', ...names.map((name) => `${columnOf(name)} as ${name}`), ...asExported])
          .where(named(names, batch.flatMap(withAccount))),
      ),
    )
    for (const row of rows) {
      for (const name of [...names, 'id', 'asExported']) note(ids, String(row[name] ?? ''), row['id'] as string)
      if (hasAccounts) note(accounts, String(row[target.title] ?? ''), row['id'] as string)
    }
  }
  return (text) => foundIn(ids, text) ?? foundIn(accounts, accountIn(text)) ?? 'none'
}

/** Nothing for a text that names none. */
function foundIn(ids: ReadonlyMap<string, string | undefined>, text: string): Found | undefined {
  const key = text.toLowerCase()
  if (!ids.has(key)) return undefined
  const id = ids.get(key)
  return id === undefined ? 'several' : { id }
}

/** The same row may be named twice by a text (its name is its code); two rows may not. */
function note(ids: Map<string, string | undefined>, text: string, id: string): void {
  const key = text.toLowerCase()
  if (key !== '') ids.set(key, !ids.has(key) || ids.get(key) === id ? id : undefined)
}

function named(names: readonly string[], texts: readonly string[]) {
  const words = texts.map((text) => text.toLowerCase())
  const ids = words.filter((word) => idCheck.safeParse(word).success)
  const conditions = [sql`id = any(${ids}::uuid[])`, ...names.map((name) => sql`lower(${sql.ref(columnOf(name))}) = any(${words}::text[])`)]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** Every node of a tree, so that a path can be followed. */
export async function readTreeIndex(tx: Transaction, target: Resource, names: readonly string[]): Promise<TreeIndex> {
  // What the product brings is named in every language.
  const localised = names
    .filter((name) => target.fields[name]?.localised)
    .flatMap((name) => ['_tw', '_en'].map((ending) => ({ name: `${name}${ending}`, column: `${columnOf(name)}${ending}` })))
  const columns = [...names.map((name) => ({ name, column: columnOf(name) })), ...localised]
  const others = columns.map(({ name }) => name).filter((name) => name !== target.title)
  const rows = await tx.all(
    typedAs<Record<string, string | null>>(
      buildFor.selectFrom(target.table).select(['id', 'parent_id', ...columns.map(({ name, column }) => `${column} as ${name}`)]),
    ),
  )
  return new TreeIndex(
    rows.map((row): Node => ({
      id: row['id'] as string,
      parent: row['parent_id'] ?? undefined,
      title: row[target.title] ?? '',
      codes: others.flatMap((name) => row[name] ?? []),
    })),
  )
}
