/** Trends that somebody keeps under a name. Only their own can be read or changed; another's answers like one that is not there. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/trends.ts'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { queryReadingTrend } from '../../../../model/contract/acquisition/readings.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertFree, assertRoom } from '../../../kernel/resources/saved-views.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'

/** They lie beside the views of lists, as those of this page. */
const PAGE = 'trends'
const NAME: { name: string; label: LabelKey } = { name: 'trendName', label: 'trends.name' }

const mayRead = ({ urls }: Caller) => urls.has(queryReadingTrend.path)

/** @throws Failure where the caller cannot read trends at all. */
function placeOf(caller: Caller) {
  return mayRead(caller) ? { page: PAGE, owner: caller.userId } : fail('permission.denied')
}

export const queryTrend = implement(contract.queryTrend, {
  access: 'signed-in',
  summary: 'The trends I have kept',
  async handle({ caller, inTenant }) {
    // Open to whoever has signed in, as its declaration says; who cannot read trends has none.
    if (!mayRead(caller)) return { list: [] }
    const { page, owner } = placeOf(caller)
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('list_views')
          .select(['id', 'view_name', 'version', 'state'])
          .where('page', '=', page)
          .where('owner_id', '=', owner)
          .orderBy(sql`lower(view_name)`)
          .orderBy('id'),
      ),
    )
    return { list: rows.map((row) => ({ id: row.id, trendName: row.view_name, version: row.version, state: row.state as TrendState })) }
  },
})

export const addTrend = implement(contract.addTrend, {
  access: 'signed-in',
  summary: 'Keep points and a range of time as a trend of my own',
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => {
      const place = placeOf(caller)
      await advisoryLock(tx, `list views of ${caller.userId}`)
      await assertRoom(tx, place, 'trend.too-many')
      await assertFree(tx, place, input.trendName, undefined, NAME)
      const own = newId()
      await tx.run(
        build.insertInto('list_views').values({
          tenant_id: caller.tenantId,
          id: own,
          page: place.page,
          view_name: input.trendName,
          owner_id: place.owner,
          state: JSON.stringify(input.state),
        }),
      )
      return own
    }),
})

export const updateTrend = implement(contract.updateTrend, {
  access: 'signed-in',
  summary: 'Rename a trend of mine, or keep other points or another range in it',
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => {
      const place = placeOf(caller)
      await advisoryLock(tx, `list views of ${caller.userId}`)
      const known = await ownTrend(tx, caller, input.id)
      if (input.version !== undefined && input.version !== known.version) fail('row.changed')
      if (input.trendName !== undefined) await assertFree(tx, place, input.trendName, input.id, NAME)
      await tx.run(
        build
          .updateTable('list_views')
          .set({
            ...(input.trendName === undefined ? {} : { view_name: input.trendName }),
            ...(input.state ? { state: JSON.stringify(input.state) } : {}),
            version: sql`version + 1`,
            updated_at: sql`now()`,
          })
          .where('id', '=', input.id),
      )
      return null
    }),
})

export const deleteTrend = implement(contract.deleteTrend, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Delete a trend of mine',
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => {
      await ownTrend(tx, caller, input.id)
      await tx.run(build.deleteFrom('list_views').where('id', '=', input.id))
      return null
    }),
})

async function ownTrend(tx: Transaction, caller: Caller, trendId: string): Promise<{ version: number }> {
  const { page, owner } = placeOf(caller)
  return (
    (await tx.first(
      build
        .selectFrom('list_views')
        .select('version')
        .where('id', '=', trendId)
        .where('page', '=', page)
        .where('owner_id', '=', owner)
        .forUpdate(),
    )) ?? fail('row.not-found')
  )
}
