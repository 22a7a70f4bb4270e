import { sql } from 'kysely'
import { updateListPreference } from '../../../../model/contract/account/list-views.ts'
import { MAX_LOOK_BYTES } from '../../../../model/lists/forms.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { storable } from './check.ts'
import { listOf, usable } from './read.ts'

export const changePreference = implement(updateListPreference, {
  access: 'signed-in',
  unlogged: true,
  summary: 'Keep how I want to see a list: its columns, its density, and the view it opens with',
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
