/** A finished run of a tenant for the self-test, with a point, a note, a stage and what was found of it. */
import { points, runs } from '../../../../model/index.ts'
import type { Route } from '../../../kernel/http/http.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'
import { UNIT, addRow } from './values.ts'

type Ids = Readonly<Record<string, string>>

const PATH = '/api/acquisition/run'

/** Gives the ids, by the tables. */
export async function giveRun(admin: Caller, canary: string, dataOf: <Data>(answer: ProbeAnswer) => Data): Promise<Record<string, string>> {
  const post = async <Data>(verb: string, body: object) => dataOf<Data>(await admin.post(`${PATH}/${verb}`, body))
  const { id, values } = await addRow(admin, runs, {
    runKind: 'same-condition',
    startedAt: '2026-01-01 08:00:00',
    runDescription: canary,
  })
  const { id: pointId } = await addRow(admin, points, { unit: UNIT })
  const { id: boundId } = await post<{ id: string }>('addRunPoint', { id, role: 'ambient', pointId })
  const { id: noteId } = await post<{ id: string }>('addRunNote', { id, kind: 'other', text: canary })
  await post('confirmStage', { id, stage: 'curing', at: Date.UTC(2026, 0, 1, 12) })
  await post('finishRun', { id, endedAt: Date.UTC(2026, 0, 2) })
  const { list } = dataOf<{ list: { id: string }[] }>(await admin.ask({ method: 'GET', path: `${PATH}/queryRunVerdict?id=${id}` }))
  return {
    runs: id,
    limit_sets: String(values['limitSetId']),
    run_points: boundId,
    run_notes: noteId,
    verdict_items: list[0]?.id ?? '',
  }
}

/** What a call about runs or limit sets needs besides; nothing of those that every noun has. */
export function runFor({ path }: Pick<Route, 'path'>, mine: Ids): Record<string, unknown> | undefined {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  // What can be done once, and what gives a new id each time, is asked about what is none.
  const none = { id: mine['limit_sets'] }
  const known: Readonly<Record<string, object>> = {
    queryRunDetail: { id: mine['runs'] },
    queryRunVerdict: { id: mine['runs'] },
    queryRunCurve: { id: mine['runs'] },
    queryForecast: { id: mine['runs'] },
    addRunPoint: { ...none, role: 'ambient', pointId: mine['limit_sets'] },
    deleteRunPoint: none,
    addRunNote: { ...none, kind: 'other', text: 'probe' },
    confirmStage: { ...none, stage: 'curing', at: Date.UTC(2026, 0, 1, 12) },
    finishRun: none,
    acceptRun: { ...none, decision: 'void', reason: 'probe' },
    waiveVerdict: { ...none, reason: 'probe' },
    publishLimitSet: { id: mine['runs'] },
    queryLimitSetVersion: { id: mine['limit_sets'] },
  }
  const named = path.startsWith('/acquisition/') ? known[verb] : undefined
  return named && { ...named }
}
