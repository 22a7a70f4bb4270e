import { sql } from 'kysely'
import { shareListView } from '../../../../model/contract/account/list-views.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertFree, assertRoom } from '../../../kernel/resources/saved-views.ts'
import { build } from '../../../kernel/database/sql.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { listOf } from './read.ts'
import { changeable } from './views.ts'

/** Sharing gives nobody a right: each reader sees of the rows, and of the view, what their own roles let them see. */
export const shareView = implement(shareListView, {
  access: 'granted',
  summary: 'Share a saved view with the tenant or with roles, or make a shared one my own',
  handle: ({ input: { id: viewId, audience, roleId }, caller, inTenant }) =>
    inTenant(async (tx) => {
      const view = await changeable(tx, caller, viewId)
      listOf(view.page, caller)
      const owner = audience === 'own' ? caller.userId : null
      await advisoryLock(tx, `list views of ${owner ?? 'all'}`)
      if (owner !== view.owner_id) {
        await assertRoom(tx, { page: view.page, owner })
        await assertFree(tx, { page: view.page, owner }, view.view_name, viewId)
      }
      await tx.run(
        build
          .updateTable('list_views')
          .set({ audience, owner_id: owner, version: sql`version + 1`, updated_at: sql`now()` })
          .where('id', '=', viewId),
      )
      await tx.run(build.deleteFrom('list_view_roles').where('view_id', '=', viewId))
      if (audience !== 'roles') return null
      const known = await tx.all(build.selectFrom('roles').select('id').where('id', 'in', roleId))
      if (known.length < roleId.length) fail('reference.not-found', { field: { name: 'roleId', label: 'noun.roles' } })
      await tx.run(
        build.insertInto('list_view_roles').values(roleId.map((role_id) => ({ tenant_id: caller.tenantId, view_id: viewId, role_id }))),
      )
      return null
    }),
})
