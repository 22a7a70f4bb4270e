/**
 * Which zone the clock of each tenant goes by (docs/decisions/0096-one-clock.md). The database resolves it, at the beginning of the first
 * transaction of a tenant; it is remembered until an invalidation says that the tenant's parameters have changed.
 */
import pg from 'pg'
import type { TenantId } from '../../../model/brands.ts'
import type { Database } from './database.ts'

/** What the zones hear of changes by: `runtime/invalidations.ts`. */
interface Changes {
  subscribe(listener: (change: { readonly kind: string; readonly tenantId?: TenantId } | undefined) => void): void
  readonly reliable: boolean
}

export interface TimeZones {
  /** The zone of the tenant, if it is known for certain just now. */
  known(tenantId: TenantId): string | undefined
  /** Changes whenever something was forgotten. */
  readonly generation: number
  /** Remembers what was read, unless something has changed since that generation. */
  remember(tenantId: TenantId, zone: string, generation: number): void
  /** Until this is called nothing is remembered, since nobody would say that it is no longer so. */
  follow(changes: Changes): void
}

/** The remembered zones of tenants, none at first. */
export function openTimeZones(): TimeZones {
  const zones = new Map<TenantId, string>()
  let changes: Changes | undefined
  let generation = 0
  return {
    known: (tenantId) => (changes?.reliable ? zones.get(tenantId) : undefined),
    get generation() {
      return generation
    },
    remember(tenantId, zone, since) {
      if (since === generation && changes?.reliable) zones.set(tenantId, zone)
    },
    follow(of) {
      changes = of
      of.subscribe((change) => {
        if (change && change.kind !== 'parameters-changed' && change.kind !== 'tenant-changed') return
        generation += 1
        if (change?.tenantId) zones.delete(change.tenantId)
        else zones.clear()
      })
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By which clock a transaction goes, and how it comes to know. */
export interface TransactionClock {
  readonly serverZone: string
  /** Where it is known before the transaction. */
  readonly zone: string | undefined
  /** What sets it, behind whatever else begins the transaction; its result, where it has one, is given to {@link learn}. */
  readonly setting: string
  learn?(zone: string): void
}

/** By which clock a transaction of this tenant goes; of none, the server's. The server's zone is that of every connection. Another one is set for the transaction; one that is not known is looked up in the same trip. */
export function clockOf(
  { timeZone: serverZone }: Pick<Database, 'timeZone'>,
  zones: TimeZones,
  tenantId: TenantId | undefined,
): TransactionClock {
  if (tenantId === undefined) return { serverZone, zone: serverZone, setting: '' }
  const zone = zones.known(tenantId)
  if (zone !== undefined)
    return { serverZone, zone, setting: zone === serverZone ? '' : `; set local timezone = ${pg.escapeLiteral(zone)}` }
  if (!UUID.test(tenantId)) throw new TypeError('the id of a tenant must be a UUID')
  const { generation } = zones
  return {
    serverZone,
    zone,
    setting: `; select set_config('timezone', tenant_time_zone('${tenantId}'), true) as zone`,
    learn: (found) => zones.remember(tenantId, found, generation),
  }
}
