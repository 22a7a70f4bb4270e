/** A plan, a round that has begun and a part with a move, of a tenant for the self-test. */
import { randomUUID } from 'node:crypto'
import { maintenancePlans, roundStops, spareParts } from '../../../../model/index.ts'
import type { Route } from '../../../kernel/http/http.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'
import { addRow } from './values.ts'

type Ids = Readonly<Record<string, string>>

const PATH = '/api/maintenance'
/** One item that takes anything. */
const CHECKS = JSON.stringify([{ key: 'seen', text: 'Seen', kind: 'text', required: false, opensOrder: false }])

/** Gives the ids, by the tables. */
export async function giveUpkeep(
  admin: Caller,
  canary: string,
  dataOf: <Data>(answer: ProbeAnswer) => Data,
): Promise<Record<string, string>> {
  const { values: stop } = await addRow(admin, roundStops, { checks: CHECKS, stopName: canary })
  const round = dataOf<{ id: string }>(await admin.post(`${PATH}/round/startRound`, { routeId: stop['routeId'], requestId: randomUUID() }))
  const { stops } = dataOf<{ stops: { id: string }[] }>(
    await admin.ask({ method: 'GET', path: `${PATH}/round/queryRoundDetail?id=${round.id}` }),
  )
  const { id: part } = await addRow(admin, spareParts, { partDescription: canary })
  const move = { partId: part, moveKind: 'in', quantity: 5, moveReason: canary, requestId: randomUUID() }
  const { id: moved } = dataOf<{ id: string }>(await admin.post(`${PATH}/partmove/movePart`, move))
  const { id: plan } = await addRow(admin, maintenancePlans, { planDescription: canary })
  return {
    rounds: round.id,
    round_results: stops[0]?.id ?? '',
    spare_parts: part,
    part_moves: moved,
    maintenance_plans: plan,
    round_routes: String(stop['routeId']),
  }
}

/** What a call about plans, rounds or parts needs besides; nothing of those that every noun has. */
export function upkeepFor({ path }: Pick<Route, 'path'>, mine: Ids): Record<string, unknown> | undefined {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  // What can be done once, and what makes something new each time, is asked about what is none.
  const none = mine['spare_parts']
  const known: Readonly<Record<string, object>> = {
    queryPlanPreview: { id: mine['maintenance_plans'] },
    queryRoundDetail: { id: mine['rounds'] },
    startRound: { routeId: none, requestId: randomUUID() },
    recordRoundStop: { id: none, results: [], requestId: randomUUID() },
    finishRound: { id: none },
    downloadRoundPhoto: { id: none },
    movePart: { partId: mine['rounds'], moveKind: 'in', quantity: 1, moveReason: 'probe', requestId: randomUUID() },
    queryOrderPart: { id: none },
    // Of two moments no two answers are the same.
    queryConsole: { asOf: Date.UTC(2026, 0, 1) },
  }
  const named = path.startsWith('/maintenance/') ? known[verb] : undefined
  return named && { ...named }
}
