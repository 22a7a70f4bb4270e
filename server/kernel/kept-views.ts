/** What people keep under names of their own (`list_views`): views of lists, and trends. How many, and that no two are called the same. */
import { sql } from 'kysely'
import type { LabelKey } from '../../model/labels/index.ts'
import { fail } from './errors.ts'
import { build } from './sql.ts'
import type { Transaction } from './tenant.ts'

/** Of one page that one person, or all together as shared ones, may keep. */
export const MOST_VIEWS = 50

export interface Place { readonly page: string; readonly owner: string | null }

/** @throws Failure of the given code, with `most`. */
export async function assertRoom(tx: Transaction, { page, owner }: Place, code: 'list-view.too-many' | 'trend.too-many' = 'list-view.too-many'): Promise<void> {
  const counted = await tx.first(build.selectFrom('list_views').select(sql<string>`count(*)`.as('count')).where('page', '=', page).where('owner_id', owner === null ? 'is' : '=', owner))
  if (Number(counted?.count ?? 0) >= MOST_VIEWS) fail(code, { values: { most: MOST_VIEWS } })
}

/** @throws Failure `row.taken`, named after `field`. */
export async function assertFree(tx: Transaction, { page, owner }: Place, name: string, except?: string, field: { name: string; label: LabelKey } = { name: 'viewName', label: 'view.name' }): Promise<void> {
  const named = await tx.all(build.selectFrom('list_views').select('id').where('page', '=', page).where('owner_id', owner === null ? 'is' : '=', owner).where(sql`lower(view_name)`, '=', sql`lower(${name})`))
  if (named.some((row) => row.id !== except)) fail('row.taken', { field })
}
