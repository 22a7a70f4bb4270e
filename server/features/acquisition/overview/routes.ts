/** What there is and how it does, on one page. */
import { z } from 'zod'
import { PRESENCES } from '../../../../model/acquisition/presence.ts'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import { devices, points, sites } from '../../../../model/index.ts'
import { readReceived } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { OfSite } from './figures.ts'
import { countDevices, countPoints, countRegistered, readAiling, readPlaces } from './figures.ts'

const WORTHS = ['good', 'uncertain', 'bad', 'stale', 'none'] as const
const MAX_PLACES = 1000
const MAX_AILING = 10

const count = z.int()
const moment = z.number().nullable()
const counts = <Name extends string>(names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>)

const queryOverview = route({
  method: 'GET',
  path: '/acquisition/overview/queryOverview',
  access: 'granted',
  summary:
    'Projects, sites, devices by state and points by quality of the tenant, what comes in, the collectors, and what needs looking after; times in milliseconds since 1970',
  of: devices,
  output: z.strictObject({
    projects: count,
    sites: count,
    devices: counts(PRESENCES),
    points: counts(WORTHS),
    /** Values stored in the last minute that is over. */
    perMinute: count,
    /** The last hour; minutes in which nothing came are left out, the last one is not over yet. */
    received: z.array(z.strictObject({ time: z.number(), readings: count, refused: count })),
    collectors: z.array(z.strictObject({ name: z.string(), state: z.string(), port: count.nullable(), error: z.string().nullable() })),
    /** With the worst state of its devices; null for whoever may not ask for sites or does not see where they are. */
    places: z
      .array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          longitude: z.number(),
          latitude: z.number(),
          devices: count,
          state: z.enum(PRESENCES).nullable(),
        }),
      )
      .nullable(),
    /** Null for whoever may not ask for devices. */
    ailing: z
      .array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          state: z.enum(PRESENCES),
          seen: moment,
          error: z.strictObject({ code: z.string(), at: z.string(), time: moment }).nullable(),
        }),
      )
      .nullable(),
  }),
  async handle({ caller, services, inTenant }) {
    const view = viewOf(caller, devices)
    const [names, tellsStatus, keys] = [view.sees('deviceName'), view.sees('deviceStatus'), viewOf(caller, points).sees('pointKey')]
    const [registered, ofSites, ofQuality, received, places, ailing] = await inTenant((tx) =>
      Promise.all([
        countRegistered(tx),
        countDevices(tx, tellsStatus),
        countPoints(tx),
        readReceived(tx),
        seesPlaces(caller) ? readPlaces(tx, MAX_PLACES) : null,
        caller.urls.has('/acquisition/device/queryDevice') ? readAiling(tx, tellsStatus, MAX_AILING) : null,
      ]),
    )
    const siteNames = viewOf(caller, sites).sees('siteName')
    const bySite = Map.groupBy(ofSites, ({ site_id: id }) => id)
    return {
      ...registered,
      received,
      perMinute: received.find(({ time }) => time === minuteBefore(Date.now()))?.readings ?? 0,
      devices: summed(
        PRESENCES,
        ofSites.map(({ state, count: devicesOfIt }) => [state, devicesOfIt]),
      ),
      points: summed(
        WORTHS,
        ofQuality.map(({ worth, count: pointsOfIt }) => [worth, pointsOfIt]),
      ),
      collectors: [
        { name: 'http', state: 'listening', port: null, error: null },
        ...Object.entries(services.acquisition.collectors).map(([name, { state }]) => ({
          name,
          state: state.state,
          port: 'port' in state ? state.port : null,
          error: 'error' in state ? state.error : null,
        })),
      ],
      places: places && places.map((place) => ({ ...place, name: siteNames ? place.name : '', ...stateOf(bySite.get(place.id) ?? []) })),
      ailing:
        ailing &&
        ailing.map(({ id, name, state, seen, error, detail, error_at: time }) => ({
          id,
          name: names ? name : '',
          state,
          seen,
          error: error === null ? null : { code: error, at: keys ? (detail ?? '') : '', time },
        })),
    }
  },
})

const MINUTE_MS = 60_000

const minuteBefore = (now: number) => (Math.floor(now / MINUTE_MS) - 1) * MINUTE_MS

/** Where they stand is two of their fields. */
function seesPlaces(caller: Caller): boolean {
  const view = viewOf(caller, sites)
  return caller.urls.has('/acquisition/site/querySite') && view.sees('longitude') && view.sees('latitude')
}

function summed<Name extends string>(names: readonly Name[], found: readonly (readonly [Name, number])[]): Record<Name, number> {
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (const [name, more] of found) sums[name] += more
  return sums
}

/** From the best to the worst: what nobody uses says nothing about a site. */
const SEVERITY: readonly Presence[] = ['disabled', 'never', 'online', 'late', 'silent']

function stateOf(ofSite: readonly OfSite[]): { devices: number; state: Presence | null } {
  const worst = [...ofSite].sort((one, other) => SEVERITY.indexOf(other.state) - SEVERITY.indexOf(one.state))[0]
  return { devices: ofSite.reduce((sum, { count: more }) => sum + more, 0), state: worst?.state ?? null }
}

export const overviewFeature: Feature = { tag: 'overview', routes: [queryOverview] }
