import { CLOCK_TIME } from '../acquisition/clock-time.ts'
import { NO_BLANKS, integer, list, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { anyOf, creator, place } from '../row-scope.ts'
import { RHYTHM_UNITS } from './due-days.ts'

/** Times of one day at which a round of a route is due. */
export const MAX_ROUND_TIMES = 24

/** Where somebody goes again and again to look: its stops stand in round-stops.ts, what was found in rounds.ts. */
export const roundRoutes = resource({
  name: 'round-routes',
  api: { base: '/maintenance/roundroute', noun: 'RoundRoute' },
  table: 'round_routes',
  scope: 'tenant',
  ownedBy: anyOf(place('site_id'), creator),
  menu: 'roundroutes',
  title: 'routeCode',
  displayName: 'routeName',
  order: ['routeCode', 'ascend'],
  unique: ['routeCode'],
  serverColumns: ['created_by', 'counts_from'],
  fields: {
    routeCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    routeName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    siteId: reference({ to: 'sites', show: 'site_name', required: true, filter: 'equals' }),
    everyCount: integer({ min: 1, max: 999, required: true }),
    everyUnit: oneOf({ of: RHYTHM_UNITS, required: true }),
    /** The day that is counted from; its hour says nothing. */
    firstDue: time({ required: true }),
    /** `HH:mm` by the clock of the tenant. */
    roundTimes: list({ each: CLOCK_TIME, separator: ',', max: 6 * MAX_ROUND_TIMES, required: true }),
    /** Minutes after which a round that was not done is missed. */
    graceMinutes: integer({ min: 5, max: 10_080, required: true }),
    nextDue: time({ filter: 'range', sort: true, write: 'never' }),
    assigneeId: reference({ to: 'users', show: 'username', filter: 'equals' }),
    notifyRole: reference({ to: 'roles', show: 'role_name' }),
    routeStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    routeDescription: text({ max: 256 }),
  },
})
