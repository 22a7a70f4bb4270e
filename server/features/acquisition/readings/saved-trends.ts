/**
 * Trends that are kept under a name. One's own nobody else reads or changes; another's answers like one that is not there. A shared one belongs
 * to nobody: everybody who may read trends has it, with the points that they may see, and whoever may share changes it.
 */
import { sql } from 'kysely'
import { shareListView } from '../../../../model/contract/account/list-views.ts'
import * as contract from '../../../../model/contract/acquisition/trends.ts'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { queryReadingTrend } from '../../../../model/contract/acquisition/readings.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertFree, assertRoom } from '../../../kernel/resources/saved-views.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'

/** They lie beside the views of lists, as those of this page. */
export const PAGE = 'trends'
const NAME: { name: string; label: LabelKey } = { name: 'trendName', label: 'trends.name' }

/** Whether the caller reads trends at all. */
export const mayRead = (caller: Caller) => mayCall(caller, queryReadingTrend.path)

/** @throws Failure where the caller cannot read trends at all. */
function placeOf(caller: Caller) {
  return mayRead(caller) ? { page: PAGE, owner: caller.userId } : fail('permission.denied')
}

export const queryTrend = implement(contract.queryTrend, {
  access: 'signed-in',
  summary: 'The trends I have kept, and those that are shared',
  async handle({ caller, inTenant }) {
    // Open to whoever has signed in, as its declaration says; who cannot read trends has none.
    if (!mayRead(caller)) return { list: [], mayShare: false }
    const rows = await inTenant(async (tx) => {
      const found = await tx.all(
        build
          .selectFrom('list_views')
          .select(['id', 'view_name', 'owner_id', 'version', 'state'])
          .where('page', '=', PAGE)
          .where(usable(caller))
          .orderBy(sql`owner_id is null`)
          .orderBy(sql`lower(view_name)`)
          .orderBy('id'),
      )
      const kept = found.map((row) => ({ ...row, state: row.state as TrendState }))
      const seen = await seenIn(
        tx,
        kept.filter(({ owner_id }) => owner_id === null).map(({ state }) => state),
      )
      return kept.flatMap((row) => {
        const state = row.owner_id === null ? withinSight(row.state, seen) : row.state
        return state ? [{ ...row, state }] : []
      })
    })
    return {
      list: rows.map(({ id, view_name, owner_id, version, state }) => ({
        id,
        trendName: view_name,
        version,
        state,
        isShared: owner_id === null,
        mayChange: owner_id !== null || mayShare(caller),
      })),
      mayShare: mayShare(caller),
    }
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
  summary: 'Rename a trend, or keep other points or another range in it',
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => {
      const known = await changeable(tx, caller, input.id)
      const place = { page: PAGE, owner: known.owner_id }
      await advisoryLock(tx, `list views of ${known.owner_id ?? 'all'}`)
      // What somebody does not see of it would be lost.
      if (input.state && known.owner_id === null && !isInSight(known.state, await seenIn(tx, [known.state]))) fail('permission.denied')
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
  summary: 'Delete a trend',
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => {
      await changeable(tx, caller, input.id)
      await tx.run(build.deleteFrom('list_views').where('id', '=', input.id))
      return null
    }),
})

/** Sharing gives nobody a right: each reader has of a shared trend the points that they may see. */
export const shareTrend = implement(contract.shareTrend, {
  access: 'signed-in',
  summary: 'Share a trend of mine with everybody who may read trends, or make a shared one my own',
  handle: ({ input: { id, isShared }, caller, inTenant }) =>
    inTenant(async (tx) => {
      if (!mayShare(caller)) fail('permission.denied')
      const known = await changeable(tx, caller, id)
      const owner = isShared ? null : caller.userId
      if (owner === known.owner_id) return null
      await advisoryLock(tx, `list views of ${owner ?? 'all'}`)
      await assertRoom(tx, { page: PAGE, owner }, 'trend.too-many')
      await assertFree(tx, { page: PAGE, owner }, known.view_name, id, NAME)
      await tx.run(
        build
          .updateTable('list_views')
          .set({ audience: isShared ? 'tenant' : 'own', owner_id: owner, version: sql`version + 1`, updated_at: sql`now()` })
          .where('id', '=', id),
      )
      return null
    }),
})

/** Whoever shares views of lists shares trends. */
const mayShare = ({ urls }: Caller) => urls.has(shareListView.path)

const usable = (caller: Caller) => sql<boolean>`(owner_id = ${caller.userId}::uuid or (owner_id is null and audience = 'tenant'))`

/** The trend, for somebody who may change it; what one cannot use is not there. */
async function changeable(tx: Transaction, caller: Caller, trendId: string) {
  const { page } = placeOf(caller)
  const trend = await tx.first(
    build
      .selectFrom('list_views')
      .select(['id', 'view_name', 'owner_id', 'version', 'state'])
      .where('id', '=', trendId)
      .where('page', '=', page)
      .where(usable(caller))
      .forUpdate(),
  )
  if (!trend) fail('row.not-found')
  if (trend.owner_id === null && !mayShare(caller)) fail('permission.denied')
  return { ...trend, state: trend.state as TrendState }
}

/** Points and devices, of those that the trends name, whose rows the caller sees. */
export async function seenIn(tx: Transaction, states: readonly TrendState[]): Promise<ReadonlySet<string>> {
  const points = [...new Set(states.flatMap(({ points: ids }) => ids))]
  const devices = [...new Set(states.flatMap(({ compare }) => (compare === undefined || isWord(compare) ? [] : [compare])))]
  const found = await Promise.all([
    points.length > 0 ? tx.all(build.selectFrom('points').select('id').where('id', 'in', points)) : [],
    devices.length > 0 ? tx.all(build.selectFrom('devices').select('id').where('id', 'in', devices)) : [],
  ])
  return new Set(found.flat().map(({ id }) => id))
}

const isWord = (compare: string) => compare === 'day' || compare === 'week'

/** The trend with what of it is seen; undefined where that is none of its points. */
export function withinSight({ points, hidden, compare, ...rest }: TrendState, seen: ReadonlySet<string>): TrendState | undefined {
  const own = points.filter((id) => seen.has(id))
  if (own.length === 0) return undefined
  const isSeen = compare !== undefined && (isWord(compare) || seen.has(compare))
  return { ...rest, points: own, hidden: hidden.filter((id) => own.includes(id)), ...(isSeen ? { compare } : {}) }
}

const isInSight = (state: TrendState, seen: ReadonlySet<string>) => state.points.every((id) => seen.has(id))
