import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '../../../../model/fields.ts'
import { MAX_LOOK_BYTES, listPage, lookSchema } from '../../../../model/lists/views.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { storable } from './check.ts'
import { listOf, usable } from './read.ts'

/** What is absent stays as it was. */
const preference = z.strictObject({
  page: listPage,
  look: lookSchema.optional(),
  defaultViewId: z.preprocess((value) => (value === '' ? null : value), z.nullable(id)).optional(),
})

export const updateListPreference = route({
  method: 'PUT',
  path: '/account/listview/updateListPreference',
  access: 'signed-in',
  unlogged: true,
  summary: 'Keep how I want to see a list: its columns, its density, and the view it opens with',
  input: preference,
  handle: ({ input: { page, look, defaultViewId }, caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const of = listOf(page, caller)
      if (
        defaultViewId &&
        !(await tx.first(
          build.selectFrom('list_views').select('id').where('id', '=', defaultViewId).where('page', '=', page).where(usable(caller)),
        ))
      )
        fail('row.not-found')
      const given = {
        ...(look ? { look: storable(of, caller, { look }, MAX_LOOK_BYTES, t) } : {}),
        ...(defaultViewId === undefined ? {} : { default_view_id: defaultViewId }),
      }
      await tx.run(
        build
          .insertInto('user_preferences')
          .values({ tenant_id: caller.tenantId, user_id: caller.userId, page, ...given })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'page']).doUpdateSet({ ...given, updated_at: sql`now()` })),
      )
      return null
    }),
})
