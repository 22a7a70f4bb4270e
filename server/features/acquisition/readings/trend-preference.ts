/**
 * What somebody has looked at in trends, and their favourite points. It lies beside how they want to see lists, and nobody else reads it. Points
 * are told as their owner sees them now: one that is out of their sight is left out, and comes back with the right to see it.
 */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/trend-preference.ts'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { MAX_TREND_LINES } from '../../../../model/acquisition/trends.ts'
import { points } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { firstTrend, USUAL_RANGE } from './first-trend.ts'
import { PAGE, mayRead, seenIn, withinSight } from './saved-trends.ts'
import { pointsWithDevices, seenOf } from '../shared/seen-points.ts'

const { MAX_PREFERRED } = contract

interface Kept {
  readonly last?: TrendState
  readonly recent: readonly string[]
  readonly favourites: readonly string[]
}

export const queryTrendPreference = implement(contract.queryTrendPreference, {
  access: 'signed-in',
  summary: 'What trends open with for me, and my recent and favourite points',
  async handle({ caller, inTenant }) {
    // Open to whoever has signed in, as its declaration says; who cannot read trends has none.
    if (!mayRead(caller)) return { opening: null, recent: [], favourites: [] }
    return inTenant(async (tx) => {
      const { last, recent, favourites } = await readKept(tx, caller)
      const shown = await seenPoints(tx, caller, [...recent, ...favourites])
      const own = favourites.flatMap((id) => shown.get(id) ?? [])
      const opening = (last && withinSight(last, await seenIn(tx, [last]))) ?? ofPoints(own) ?? (await firstTrend(tx))
      return { opening: opening ?? null, recent: recent.flatMap((id) => shown.get(id) ?? []), favourites: own }
    })
  },
})

const ofPoints = (some: readonly contract.PreferredPoint[]): TrendState | undefined =>
  some.length === 0 ? undefined : { points: some.slice(0, MAX_TREND_LINES).map(({ pointId }) => pointId), hidden: [], range: USUAL_RANGE }

export const updateLastTrend = implement(contract.updateLastTrend, {
  access: 'signed-in',
  unlogged: true,
  summary: 'Keep what I look at in trends, so that they open with it and its points are recent ones',
  async handle({ input: { state }, caller, inTenant }) {
    await inTenant((tx) =>
      change(tx, caller, ({ recent, ...kept }) => ({
        ...kept,
        last: state,
        recent: [...new Set([...state.points, ...recent])].slice(0, MAX_PREFERRED.recent),
      })),
    )
    return null
  },
})

export const updateFavouritePoint = implement(contract.updateFavouritePoint, {
  access: 'signed-in',
  unlogged: true,
  summary: 'Make a point one of my favourites in trends, or none any more',
  handle: ({ input: { pointId, isFavourite }, caller, inTenant }) =>
    inTenant(async (tx) => {
      const { favourites } = await change(tx, caller, async (kept) => {
        const others = kept.favourites.filter((id) => id !== pointId)
        if (!isFavourite) return { ...kept, favourites: others }
        const seen = await seenPoints(tx, caller, [pointId, ...others])
        if (!seen.has(pointId)) fail('row.not-found')
        // Those that are out of sight make room, and no others.
        const wanted = [pointId, ...(others.length < MAX_PREFERRED.favourites ? others : others.filter((id) => seen.has(id)))]
        if (wanted.length > MAX_PREFERRED.favourites) fail('trend.too-many-favourites', { values: { most: MAX_PREFERRED.favourites } })
        return { ...kept, favourites: wanted }
      })
      const shown = await seenPoints(tx, caller, favourites)
      return { list: favourites.flatMap((id) => shown.get(id) ?? []) }
    }),
})

async function readKept(tx: Transaction, { userId }: Caller): Promise<Kept> {
  const row = await tx.first(build.selectFrom('user_preferences').select('look').where('user_id', '=', userId).where('page', '=', PAGE))
  const { last, recent = [], favourites = [] } = (row?.look ?? {}) as Partial<Record<keyof Kept, string[]>> & { last?: string }
  return { ...(last === undefined ? {} : { last: JSON.parse(last) as TrendState }), recent, favourites }
}

/** Whoever has two pages open changes one after the other. @throws Failure where the caller cannot read trends */
async function change(tx: Transaction, caller: Caller, to: (kept: Kept) => Kept | Promise<Kept>): Promise<Kept> {
  if (!mayRead(caller)) fail('permission.denied')
  await advisoryLock(tx, `trend preference of ${caller.userId}`)
  const kept = await to(await readKept(tx, caller))
  // The trend as a text: jsonb writes an end of an axis such as 1e300 out in all its digits.
  const look = JSON.stringify({ ...kept, ...(kept.last ? { last: JSON.stringify(kept.last) } : {}) })
  await tx.run(
    build
      .insertInto('user_preferences')
      .values({ tenant_id: caller.tenantId, user_id: caller.userId, page: PAGE, look })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'page']).doUpdateSet({ look, updated_at: sql`now()` })),
  )
  return kept
}

/** Those of the points that the caller sees, by their ids. */
async function seenPoints(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<Map<string, contract.PreferredPoint>> {
  if (ids.length === 0) return new Map()
  const view = viewOf(caller, points)
  const rows = await tx.all(pointsWithDevices().where('points.id', 'in', [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, { pointId: row.id, point: seenOf(view, row) }]))
}
