/** What people keep under names of their own (`list_views`): views of lists, and trends. How many, and that no two are called the same. */
import { sql } from 'kysely'
import type { LabelKey } from '../../../model/labels/index.ts'
import { fail } from '../errors.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'

/** Of one page that one person, or all together as shared ones, may keep. */
export const MAX_VIEWS_PER_PAGE = 50

export interface ViewScope {
  readonly page: string
  readonly owner: string | null
}

/** Refuses another saved view where there are as many as may be. @throws Failure of the given code, with `most`. */
export async function assertRoom(
  tx: Transaction,
  { page, owner }: ViewScope,
  code: 'list-view.too-many' | 'trend.too-many' = 'list-view.too-many',
): Promise<void> {
  const counted = await tx.first(
    build
      .selectFrom('list_views')
      .select(sql<string>`count(*)`.as('count'))
      .where('page', '=', page)
      .where('owner_id', owner === null ? 'is' : '=', owner),
  )
  if (Number(counted?.count ?? 0) >= MAX_VIEWS_PER_PAGE) fail(code, { values: { most: MAX_VIEWS_PER_PAGE } })
}

/** Refuses a name that another saved view of that page has. @throws Failure `row.taken`, named after `field`. */
export async function assertFree(
  tx: Transaction,
  { page, owner }: ViewScope,
  name: string,
  except?: string,
  field: { name: string; label: LabelKey } = { name: 'viewName', label: 'view.name' },
): Promise<void> {
  const named = await tx.all(
    build
      .selectFrom('list_views')
      .select('id')
      .where('page', '=', page)
      .where('owner_id', owner === null ? 'is' : '=', owner)
      .where(sql`lower(view_name)`, '=', sql`lower(${name})`),
  )
  if (named.some((row) => row.id !== except)) fail('row.taken', { field })
}
