/** Sites and devices where they are, for maps. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { ScreenList, ScreenRows } from '../../../../model/contract/screen/screens.ts'
import { devices, sites } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { own } from '../../../kernel/resources/row-text.ts'
import { gravest } from './gravest.ts'
import { orderedBy, readRows, seenNoun } from './list-query.ts'

const POSITION = ['longitude', 'latitude'] as const

/** Sites that have a position, with how many devices they have; undefined for whoever does not see where they are. */
export async function sitePlaces(
  tx: Transaction,
  siteId: string | undefined,
  limit: number,
  caller: Caller,
): Promise<ScreenList | undefined> {
  const noun = seenNoun(caller, sites, POSITION)
  if (!noun) return undefined
  const counted = seenNoun(caller, devices, ['siteId', 'presence'])
  const count = (which: RawBuilder<unknown>) =>
    counted
      ? sql`(select count(*)::integer from device_list d where d.tenant_id = ${own('tenant_id')} and d.site_id = ${own('id')} and ${which})`
      : sql`null`
  const { rows, total } = await readRows<ScreenRows<'places'>[number]>(tx, noun, {
    filters: {},
    only: [...positioned(), ...(siteId === undefined ? [] : [sql<boolean>`${own('id')} = ${siteId}::uuid`])],
    columns: {
      name: noun.plain('siteName'),
      longitude: noun.plain('longitude'),
      latitude: noun.plain('latitude'),
      devices: count(sql`true`),
      online: count(sql`d.presence in ('online', 'late')`),
      priority: counted ? gravest(caller, sql`standing.site_id = ${own('id')}`) : sql`null`,
    },
    order: orderedBy(noun.view.sees('siteCode') ? 'siteCode' : undefined),
    limit,
  })
  return { of: 'places', rows: [...rows], total }
}

const positioned = () => POSITION.map((field) => sql<boolean>`${own(field)} is not null`)

/** Devices where their sites are; undefined for whoever does not see where that is. */
export async function devicePlaces(
  tx: Transaction,
  siteId: string | undefined,
  limit: number,
  caller: Caller,
): Promise<ScreenList | undefined> {
  const noun = seenNoun(caller, devices, ['siteId'])
  if (!noun || !seenNoun(caller, sites, POSITION)) return undefined
  const of = (field: string) =>
    sql`(select ${sql.ref(`place.${field}`)} from sites place where place.tenant_id = ${own('tenant_id')} and place.id = ${own('site_id')})`
  const { rows, total } = await readRows<ScreenRows<'places'>[number]>(tx, noun, {
    filters: { siteId },
    only: [
      sql`exists (select from sites place where place.tenant_id = ${own('tenant_id')} and place.id = ${own('site_id')} and place.longitude is not null)`,
    ],
    columns: {
      name: noun.plain('deviceName'),
      longitude: of('longitude'),
      latitude: of('latitude'),
      devices: sql`1`,
      online: noun.view.sees('presence') ? sql`(${own('presence')} in ('online', 'late'))::integer` : sql`null`,
      priority: gravest(caller, sql`standing.id = ${own('id')}`),
    },
    order: orderedBy(noun.view.sees('deviceCode') ? 'deviceCode' : undefined),
    limit,
  })
  return { of: 'places', rows: [...rows], total }
}
