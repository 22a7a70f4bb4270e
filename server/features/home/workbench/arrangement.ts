/** How the caller has arranged their workbench. Only their own can be read or changed: no call takes the id of a person. */
import { sql } from 'kysely'
import { queryWorkbench, resetWorkbench, updateWorkbench } from '../../../../model/contract/home/workbench.ts'
import type { PlacedCard } from '../../../../model/home/workbench.ts'
import { CARDS } from '../../../../model/home/workbench.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export const readArrangement = implement(queryWorkbench, {
  access: 'signed-in',
  summary: 'How I have arranged my workbench; null where it is as it came',
  handle: ({ caller, inTenant }) =>
    inTenant(async (tx) => {
      // An entry that has left the catalogue is no shortcut any more; one that the caller's menu does not show now may be back tomorrow.
      const shortcuts = sql<string[] | null>`case when shortcuts is not null then array(
      select code from unnest(shortcuts) with ordinality as picked (code, place) where exists (select from menus where menu_code = code) order by place) end`
      const kept = await tx.first(
        build
          .selectFrom('workbenches')
          .select(['cards', shortcuts.as('shortcuts')])
          .where('user_id', '=', caller.userId),
      )
      return { cards: known(kept?.cards as readonly PlacedCard[] | null | undefined), shortcuts: kept?.shortcuts ?? null }
    }),
})

/** Without cards that this version does not have. */
function known(cards: readonly PlacedCard[] | null | undefined): PlacedCard[] | null {
  return cards?.filter(({ card }) => CARDS.includes(card)) ?? null
}

export const changeArrangement = implement(updateWorkbench, {
  access: 'signed-in',
  unlogged: true,
  summary: 'Arrange my workbench; what is absent stays as it was',
  handle: ({ input: { cards, shortcuts }, caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const strangers = await strangersOf(tx, shortcuts ?? [])
      if (strangers.length > 0)
        fail('request.invalid', { fields: [{ field: 'shortcuts', message: t('check.choice', { field: 'shortcuts' }) }] })
      const given = { ...(cards ? { cards: JSON.stringify(cards) } : {}), ...(shortcuts ? { shortcuts } : {}) }
      await tx.run(
        build
          .insertInto('workbenches')
          .values({ tenant_id: caller.tenantId, user_id: caller.userId, ...given })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ ...given, updated_at: sql`now()` })),
      )
      return null
    }),
})

/** Codes that no entry of the menu has. */
async function strangersOf(tx: Transaction, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const found = new Set(
    (await tx.all(build.selectFrom('menus').select('menu_code').where('menu_code', 'in', codes))).map(({ menu_code }) => menu_code),
  )
  return codes.filter((code) => !found.has(code))
}

export const resetArrangement = implement(resetWorkbench, {
  access: 'signed-in',
  unlogged: true,
  summary: 'Have my workbench as it came',
  handle: ({ caller, inTenant }) =>
    inTenant(async (tx) => {
      await tx.run(build.deleteFrom('workbenches').where('user_id', '=', caller.userId))
      return null
    }),
})
