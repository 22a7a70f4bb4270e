import { computed, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

const PATH = '/maintenance/round'

/** `missed`: nobody had done it by the time that its route allows. */
export const ROUND_STATES = ['due', 'running', 'done', 'missed'] as const
export type RoundState = (typeof ROUND_STATES)[number]

/** Fields of a round that the call for its stops tells: whoever does not see all of them is told none of its stops. */
export const DISCLOSED_WITH_STOPS = ['roundState', 'dueAt', 'dueUntil', 'startedAt', 'doneAt', 'itemsFailed'] as const

/** Rounds as they fall due, are done stop by stop, or are missed. The server adds them, and its calls move them. */
export const rounds = resource({
  name: 'rounds',
  api: { base: PATH, noun: 'Round' },
  table: 'rounds',
  readsFrom: 'round_list',
  scope: 'tenant',
  ownedBy: follows('round_routes', 'route_id'),
  menu: 'rounds',
  title: 'roundName',
  order: ['dueAt', 'descend'],
  serverColumns: ['request_id'],
  calls: {
    detail: `${PATH}/queryRoundDetail`,
    start: `${PATH}/startRound`,
    record: `${PATH}/recordRoundStop`,
    finish: `${PATH}/finishRound`,
  },
  fields: {
    routeId: reference({ to: 'round-routes', show: 'route_code', required: true, filter: 'equals', write: 'never' }),
    /** Of the route. */
    siteId: computed(reference({ to: 'sites', show: 'site_name', filter: 'equals' }), { noun: 'round-routes', field: 'siteId' }),
    /** Of the route when it fell due. */
    roundName: text({ max: 64, required: true, filter: 'contains', sort: true, write: 'never' }),
    roundState: oneOf({ of: ROUND_STATES, required: true, filter: 'equals', sort: true, write: 'never' }),
    dueAt: time({ required: true, filter: 'range', sort: true, write: 'never' }),
    dueUntil: time({ required: true, filter: 'range', sort: true, write: 'never' }),
    startedAt: time({ write: 'never' }),
    doneAt: time({ filter: 'range', sort: true, write: 'never' }),
    doneBy: reference({ to: 'users', show: 'username', filter: 'equals', write: 'never' }),
    stopCount: integer({ required: true, write: 'never' }),
    stopsDone: integer({ required: true, write: 'never' }),
    itemsFailed: integer({ required: true, sort: true, write: 'never' }),
  },
})
