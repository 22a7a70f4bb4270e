/** Rounds: their list, and what is done with them. They fall due by the rhythm of their route (server/maintenance/rounds/). */
import * as contract from '../../../../model/contract/maintenance/rounds.ts'
import { rounds } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { addRound, finishRound as endRound, heldRoute, planEnd, recordStop } from '../../../maintenance/index.ts'
import { isLabelOfStop } from '../shared/label-token.ts'
import { queryRoundDetail } from './detail.ts'
import { addRoundPhoto, downloadRoundPhoto } from './photos.ts'

/** Who does it; an application that asks for itself is nobody. */
const personOf = (caller: Caller): string | null => (caller.client?.id === caller.userId ? null : caller.userId)

const startRound = implement(contract.startRound, {
  access: 'granted',
  summary: 'Begin a round of a route by hand',
  of: rounds,
  handle: ({ input: { routeId, requestId }, inTenant, services }) =>
    inTenant(async (tx) => {
      const route = await heldRoute(tx, routeId)
      if (!route) return fail('row.not-found')
      const known = await tx
        .beyondScope('whether a name of a request is in use is the same for everybody')
        .first(build.selectFrom('rounds').select(['id', 'route_id']).where('request_id', '=', requestId))
      if (known) return known.route_id === routeId ? { id: known.id } : fail('round.request')
      const now = services.clock.now()
      const id = await addRound(tx, route, { dueAt: now, state: 'running', requestId })
      if (id === undefined) return fail('round.no-stops')
      await planEnd(tx, services, id, now + route.graceMs)
      return { id }
    }),
})

const recordRoundStop = implement(contract.recordRoundStop, {
  access: 'granted',
  summary: 'Store what was found at a stop of a round; failed items open their orders',
  of: rounds,
  handle: ({ input: { id, results, scanned, token, requestId }, caller, inTenant, services }) =>
    inTenant(async (tx) => {
      const wasScanned = token === undefined ? scanned === 1 : await isLabelOfStop(tx, token, id)
      return recordStop(tx, services, { resultId: id, results, wasScanned, requestId, userId: personOf(caller) })
    }),
})

const finishRound = implement(contract.finishRound, {
  access: 'granted',
  summary: 'End a round of which every stop was recorded',
  of: rounds,
  async handle({ input: { id }, caller, inTenant, services }) {
    await inTenant((tx) => endRound(tx, services, id, personOf(caller)))
    return null
  },
})

export const roundsFeature: Feature = {
  tag: 'rounds',
  routes: [
    list(rounds),
    ...exportsOf(rounds),
    queryRoundDetail,
    startRound,
    recordRoundStop,
    finishRound,
    addRoundPhoto,
    downloadRoundPhoto,
  ],
}
