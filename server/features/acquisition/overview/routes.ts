/** What there is and how it does, on one page. */
import * as contract from '../../../../model/contract/acquisition/overview.ts'
import { PRESENCES } from '../../../../model/acquisition/presence.ts'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import { WORTHS } from '../../../../model/acquisition/quality.ts'
import { devices, points, sites } from '../../../../model/index.ts'
import { readReceived } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { isHidden, viewOf } from '../../../kernel/authorization/view.ts'
import type { OfSite } from '../shared/device-states.ts'
import { countDevices } from '../shared/device-states.ts'
import { countPoints, countRegistered, readAiling, readPlaces } from './figures.ts'

const MAX_PLACES = 1000
const MAX_AILING = 10

const queryOverview = implement(contract.queryOverview, {
  access: 'granted',
  summary:
    'Projects, sites, devices by state and points by quality of the tenant, what comes in, the collectors, and what needs looking after; times in milliseconds since 1970',
  of: devices,
  async handle({ caller, services, inTenant }) {
    const view = viewOf(caller, devices)
    const [names, seesStatus, keys] = [view.sees('deviceName'), view.sees('deviceStatus'), viewOf(caller, points).sees('pointKey')]
    const [registered, ofSites, ofQuality, received, places, ailing] = await inTenant((tx) =>
      Promise.all([
        countRegistered(tx),
        countDevices(tx, seesStatus),
        isHidden(caller, { noun: 'points', field: 'newestQuality' }) ? null : countPoints(tx),
        readReceived(tx),
        seesPlaces(caller) ? readPlaces(tx, MAX_PLACES) : null,
        caller.urls.has('/acquisition/device/queryDevice') ? readAiling(tx, seesStatus, MAX_AILING) : null,
      ]),
    )
    const siteNames = viewOf(caller, sites).sees('siteName')
    const bySite = Map.groupBy(ofSites, ({ site_id: id }) => id)
    return {
      ...registered,
      received,
      perMinute: received.find(({ time }) => time === minuteBefore(services.clock.now()))?.readings ?? 0,
      devices: summed(
        PRESENCES,
        ofSites.map(({ state, count: devicesOfIt }) => [state, devicesOfIt]),
      ),
      points:
        ofQuality &&
        summed(
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
