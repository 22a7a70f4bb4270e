import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '../../../../model/fields.ts'
import { AUDIENCES } from '../../../../model/lists/audiences.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http/http.ts'
import { assertFree, assertRoom } from '../../../kernel/resources/saved-views.ts'
import { build } from '../../../kernel/database/sql.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { listOf, SHARE } from './read.ts'
import { changeable } from './views.ts'

const split = (value: unknown) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : value
const roleIds = z
  .preprocess(
    split,
    z
      .array(id)
      .max(200)
      .transform((ids) => [...new Set(ids)]),
  )
  .default([])

/** Sharing gives nobody a right: each reader sees of the rows, and of the view, what their own roles let them see. */
export const shareListView = route({
  method: 'POST',
  path: SHARE,
  access: 'granted',
  summary: 'Share a saved view with the tenant or with roles, or make a shared one my own',
  input: z
    .strictObject({ id, audience: z.enum(AUDIENCES), roleId: roleIds })
    .refine(({ audience, roleId }) => audience !== 'roles' || roleId.length > 0, { path: ['roleId'], error: 'required' }),
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
