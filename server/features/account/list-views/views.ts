/** Saved views: everybody's own; those that are shared are changed by whoever may share. */
import { sql } from 'kysely'
import { addListView, deleteListView, updateListView } from '../../../../model/contract/account/list-views.ts'
import { MAX_VIEW_BYTES, listPages } from '../../../../model/lists/forms.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertFree, assertRoom } from '../../../kernel/resources/saved-views.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { storable } from './check.ts'
import { listOf, mayShare, usable } from './read.ts'

export const addView = implement(addListView, {
  access: 'signed-in',
  summary: 'Keep filters, order and columns of a list as a view of my own',
  handle: ({ input, caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const state = storable(listOf(input.page, caller), caller, input.state, MAX_VIEW_BYTES, t)
      await advisoryLock(tx, `list views of ${caller.userId}`)
      const place = { page: input.page, owner: caller.userId }
      await assertRoom(tx, place)
      await assertFree(tx, place, input.viewName)
      const own = newId()
      await tx.run(
        build
          .insertInto('list_views')
          .values({ tenant_id: caller.tenantId, id: own, page: input.page, view_name: input.viewName, owner_id: caller.userId, state }),
      )
      return own
    }),
})

export const changeView = implement(updateListView, {
  access: 'signed-in',
  summary: 'Rename a view, or keep other filters, order and columns in it',
  handle: ({ input, caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const view = await changeable(tx, caller, input.id)
      const of = listOf(view.page, caller)
      if (input.version !== undefined && input.version !== view.version) fail('row.changed')
      await advisoryLock(tx, `list views of ${view.owner_id ?? 'all'}`)
      if (input.viewName !== undefined) await assertFree(tx, { page: view.page, owner: view.owner_id }, input.viewName, input.id)
      await tx.run(
        build
          .updateTable('list_views')
          .set({
            ...(input.viewName === undefined ? {} : { view_name: input.viewName }),
            ...(input.state ? { state: storable(of, caller, input.state, MAX_VIEW_BYTES, t) } : {}),
            version: sql`version + 1`,
            updated_at: sql`now()`,
          })
          .where('id', '=', input.id),
      )
      return null
    }),
})

export const removeView = implement(deleteListView, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Delete a view',
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => {
      await changeable(tx, caller, input.id)
      await tx.run(build.deleteFrom('list_views').where('id', '=', input.id))
      return null
    }),
})

/** The view, for somebody who may change it; what one cannot use is not there. */
export async function changeable(tx: Transaction, caller: Caller, viewId: string) {
  const view = await tx.first(
    build
      .selectFrom('list_views')
      .select(['id', 'page', 'view_name', 'owner_id', 'version'])
      .where('id', '=', viewId)
      .where('page', 'in', listPages)
      .where(usable(caller))
      .forUpdate(),
  )
  if (!view) fail('row.not-found')
  if (view.owner_id === null && !mayShare(caller)) fail('permission.denied')
  return view
}
