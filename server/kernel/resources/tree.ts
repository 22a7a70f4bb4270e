/** Trees: nesting rows, the tree of options, and the rule that nothing stands below itself. */
import { sql } from 'kysely'
import type { TreeNode } from '../../../model/contract/nouns.ts'
import { treeContract } from '../../../model/contract/nouns.ts'
import type { Resource } from '../../../model/resource.ts'
import { fail } from '../errors.ts'
import type { Route } from '../http/http.ts'
import { isOlderClient } from '../http/older-clients.ts'
import { implement } from '../http/http.ts'
import { build, typedAs } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import { advisoryLock } from '../database/advisory-lock.ts'
import { viewOf } from '../authorization/view.ts'
import { textOf } from './row-text.ts'
import { orderOf, ordered, rowsOf, subtree } from './select.ts'

/** A row and the rows below it. */
export type Nested<Row> = Row & { children?: Nested<Row>[] }

/** Rows with their children inside them, in the order given; `children` is absent where there are none. */
export function nest<Row extends { readonly id: string }>(rows: readonly Row[], parent: keyof Row): Nested<Row>[] {
  const below = Map.groupBy(rows, (row) => String(row[parent] ?? '0'))
  const known = new Set(rows.map((row) => row.id))
  const grow = (row: Row): Nested<Row> => {
    const children = below.get(row.id)
    return children ? { ...row, children: children.map(grow) } : row
  }
  return rows.filter((row) => !known.has(String(row[parent]))).map(grow)
}

/**
 * `query{Noun}Tree`: every node as an option for tree inputs, as `{ list }` or, where the contract says so, as the data itself.
 * @param code The field by which older clients know the nodes instead of by their ids.
 * @example tree: tree(organisations)
 */
export function tree(of: Resource, shape: 'list' | 'bare' = 'list', code?: string): Route {
  return implement(treeContract(of, shape), {
    access: 'signed-in',
    summary: `Tree of ${of.name} for inputs`,
    of,
    async handle({ caller, inScopeOf }) {
      const view = viewOf(caller, of)
      const answer = (list: TreeNode[]) => (shape === 'list' ? { list } : list)
      if (!view.sees(of.title)) return answer([])
      const order = orderOf(of, view, undefined) as NonNullable<ReturnType<typeof orderOf>>
      const byCode = code !== undefined && isOlderClient(caller) && view.sees(code) ? code : undefined
      const rows = await inScopeOf(of, (tx) =>
        tx.all(
          typedAs<{ id: string; label: string; parentId: string; code: string | null }>(
            ordered(rowsOf(of, view, {}), order).select([
              sql`row.id`.as('id'),
              textOf(of, view, of.title).as('label'),
              (view.sees(of.parent as string) ? sql`coalesce(row.parent_id::text, '0')` : sql`'0'`).as('parentId'),
              (byCode ? textOf(of, view, byCode) : sql`null`).as('code'),
            ]),
          ),
        ),
      )
      const codes = new Map(byCode ? rows.map((row) => [row.id, row.code]) : [])
      const named = (id: string) => codes.get(id) ?? id
      return answer(
        nest(
          rows.map(({ id, label, parentId }) => {
            const name = named(id)
            return { id: name, key: name, value: name, title: label, label, parentId: named(parentId) }
          }),
          'parentId',
        ),
      )
    },
  })
}

/**
 * Refuses a parent that is the row itself or below it. Moves within one tree wait for one another until they are committed: of two nodes
 * that move below each other at the same moment, each would still see the other where it was.
 * @throws Failure `tree.cycle` when `parentId` is the node itself or stands below it.
 */
export async function assertNoCycle(tx: Transaction, of: Resource, id: string, parentId: string): Promise<void> {
  await advisoryLock(tx, `tree:${of.table}`)
  // A part of the tree that the caller does not see closes the circle as well.
  const inside = await tx
    .beyondScope('a circle may close out of scope')
    .first(build.selectNoFrom(sql<boolean>`${parentId}::uuid in ${subtree(of.table, id)}`.as('inside')))
  if (inside?.inside) fail('tree.cycle', { field: { name: of.parent as string, label: 'error.tree.cycle' } })
}
