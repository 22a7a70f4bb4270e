import { integer, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { CHECKLIST, MAX_CHECKLIST_TEXT } from './checklist.ts'

/** Stops of one route that a round has at most. */
export const MAX_STOPS = 60

/** The stops of a route in their order: what is looked at there, and on which machine. */
export const roundStops = resource({
  name: 'round-stops',
  api: { base: '/maintenance/roundstop', noun: 'RoundStop' },
  table: 'round_stops',
  scope: 'tenant',
  ownedBy: follows('round_routes', 'route_id'),
  menu: 'roundstops',
  title: 'stopName',
  order: ['stopOrder', 'ascend'],
  uniqueWithin: { stopOrder: 'routeId' },
  fields: {
    routeId: reference({ to: 'round-routes', show: 'route_code', required: true, write: 'once', filter: 'equals' }),
    stopOrder: integer({ min: 1, max: 999, required: true, sort: true }),
    stopName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    equipmentId: reference({ to: 'equipment', show: 'equipment_name', filter: 'equals' }),
    /** A checklist as JSON (checklist.ts). */
    checks: text({ max: MAX_CHECKLIST_TEXT, required: true, format: CHECKLIST }),
    stopDescription: text({ max: 256 }),
  },
})
