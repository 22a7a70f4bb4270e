/** Which points a tenant's rules look at, what was seen of them last, and which of their alarms are active. */
import { sql } from 'kysely'
import type { Millis, TenantId } from '../../../model/brands.ts'
import type { AlarmKind } from '../../../model/acquisition/alarm-rules.ts'
import { REASONS, RETENTION } from '../../../model/acquisition/quality.ts'
import { build } from '../../kernel/database/sql.ts'
import { pgArray } from '../../kernel/database/pg-array.ts'
import { isUsable } from '../../tenancy/index.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import type { Newest } from './load-changes.ts'
import { readNewest } from './load-changes.ts'

/** A rule at a point, as the tables have it. */
export interface Target {
  ruleId: string
  ruleName: string
  kind: AlarmKind
  limit: number | null
  deadband: number | null
  silent: number | null
  onDelay: number | null
  offDelay: number | null
  priority: number
  pointId: string
  series: string
  point: string
  device: string
  time: Millis | null
  value: number | null
  quality: number | null
  reason: number | null
}

/** An alarm whose condition holds as far as the tables know. */
export interface ActiveAlarm {
  id: string
  ruleId: string
  pointId: string
  conditionAt: Millis | null
}

/** Tenants in use that have rules. */
export async function tenantsWithRules(transactions: TransactionScopes): Promise<TenantId[]> {
  const rows = await transactions.inPlatform(
    'the rules of all tenants are watched over',
    (tx) =>
      tx.all(
        build
          .selectFrom('tenants')
          .select(['id', 'status as tenant_status', 'expires_at', 'marked_at'])
          .where(
            sql<boolean>`exists (select from alarm_rules as kind where kind.tenant_id = tenants.id) or exists (select from alarms as alarm where alarm.tenant_id = tenants.id and alarm.active)`,
          ),
      ),
    'read',
  )
  return rows.filter((row) => isUsable(row)).map(({ id }) => id)
}

/** One short transaction that reads. The embedded engine serves nobody else during one, so each page has its own. */
type Open = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

interface Rule extends Pick<
  Target,
  'ruleId' | 'ruleName' | 'kind' | 'limit' | 'deadband' | 'silent' | 'onDelay' | 'offDelay' | 'priority'
> {
  deviceId: string | null
  typeId: string | null
  key: string
}
interface DeviceRow {
  id: string
  name: string
  typeId: string | null
}
interface Spot {
  pointId: string
  deviceId: string
  key: string
  point: string
  series: string
  class: number
}
/** Rows a statement: each is to take some ten milliseconds on the embedded engine. */
const RULES = 1000
const DEVICES = 1000
const POINTS_OF_DEVICES = 100
const STATES = 500
const LATE = 200

/**
 * Every rule in use at every point it looks at, with the newest value of the point. The tables are read one by one and joined here:
 * the planner of a database that was never analysed takes each of them for nearly empty, and joined them row by row, which
 * held the embedded engine for minutes. What changes meanwhile is told by an event, and read again.
 *
 * The newest values are written once a second (states.ts), so a killed server may have stored samples newer than those: they are
 * looked for where samples lie, as far back as a day.
 * @param isKnown Whether this server has watched the point since before: then it has seen what was stored.
 */
export async function readTargets(open: Open, tenantId: TenantId, isKnown: (series: number) => boolean): Promise<Target[]> {
  const rules = await readRules(open)
  const places = await readPlaces(open, rules)
  const atDevice = Map.groupBy(
    rules.filter(({ deviceId }) => deviceId !== null),
    ({ deviceId, key }) => `${deviceId} ${key}`,
  )
  const atType = Map.groupBy(
    rules.filter(({ deviceId }) => deviceId === null),
    ({ typeId, key }) => `${typeId} ${key}`,
  )
  const keysOfDevice = keysBy(rules, ({ deviceId }) => deviceId)
  const keysOfType = keysBy(
    rules.filter(({ deviceId }) => deviceId === null),
    ({ typeId }) => typeId,
  )
  const targets: Target[] = []
  for (const some of pages([...places.values()], POINTS_OF_DEVICES)) {
    const keys = new Set(some.flatMap(({ id, typeId }) => [...(keysOfDevice.get(id) ?? []), ...(keysOfType.get(typeId ?? '') ?? [])]))
    const found = (await open((tx) => readPoints(tx, some, keys))).flatMap((spot) => {
      const place = places.get(spot.deviceId) as DeviceRow
      const here = [...(atDevice.get(`${spot.deviceId} ${spot.key}`) ?? []), ...(atType.get(`${place.typeId} ${spot.key}`) ?? [])].filter(
        ({ typeId }) => typeId === null || typeId === place.typeId,
      )
      return here.map((rule) => ({ rule, spot, place }))
    })
    const newest = await readLatest(open, tenantId, [...new Map(found.map(({ spot }) => [spot.series, spot])).values()], isKnown)
    for (const { rule, spot, place } of found) {
      const { time = null, value = null, quality = null, reason = null } = newest.get(spot.series) ?? {}
      targets.push({
        ...rule,
        pointId: spot.pointId,
        series: spot.series,
        point: spot.point,
        device: place.name,
        time,
        value,
        quality,
        reason,
      })
    }
  }
  return targets
}

async function readRules(open: Open): Promise<Rule[]> {
  return everyPage(RULES, (last: Rule | undefined) =>
    open((tx) =>
      tx.all(
        statement(sql<Rule>`
    select id as "ruleId", rule_name as "ruleName", alarm_kind as kind, alarm_limit as "limit", alarm_deadband as deadband, silent_seconds as silent,
      on_delay as "onDelay", off_delay as "offDelay", alarm_priority as priority, device_id as "deviceId", device_type_id as "typeId", lower(point_key) as key
    from alarm_rules where rule_status = 1 and id > ${last?.ruleId ?? LOWEST}::uuid order by id limit ${sql.lit(RULES)}`),
      ),
    ),
  )
}

/** The devices in use that rules name, themselves or by their type. */
async function readPlaces(open: Open, rules: readonly Rule[]): Promise<Map<string, DeviceRow>> {
  const ids = [...new Set(rules.flatMap(({ deviceId }) => deviceId ?? []))]
  const types = [...new Set(rules.flatMap(({ deviceId, typeId }) => (deviceId === null ? (typeId ?? []) : [])))]
  const columns = sql`id, device_name as name, device_type_id as "typeId"`
  const places = new Map<string, DeviceRow>()
  for (const some of pages(ids, DEVICES)) {
    for (const row of await open((tx) =>
      tx.all(statement(sql<DeviceRow>`select ${columns} from devices where device_status = 1 and id = any(${pgArray(some)}::uuid[])`)),
    ))
      places.set(row.id, row)
  }
  if (types.length > 0) {
    const rows = await everyPage(DEVICES, (last: DeviceRow | undefined) =>
      open((tx) =>
        tx.all(
          statement(sql<DeviceRow>`
      select ${columns} from devices where device_status = 1 and device_type_id = any(${pgArray(types)}::uuid[]) and id > ${last?.id ?? LOWEST}::uuid order by id limit ${sql.lit(DEVICES)}`),
        ),
      ),
    )
    for (const row of rows) places.set(row.id, row)
  }
  return places
}

const classOf = sql`case retention ${sql.join(
  Object.entries(RETENTION).map(([name, code]) => sql`when ${sql.lit(name)} then ${sql.lit(code)}`),
  sql` `,
)} end`

/** The key is compared as an expression no index has: looked up there, it would be every key at every device. */
function readPoints(tx: Transaction, devices: readonly DeviceRow[], keys: ReadonlySet<string>): Promise<Spot[]> {
  return tx.all(
    statement(sql<Spot>`
    select id as "pointId", device_id as "deviceId", lower(point_key) as key, point_name as point, series, ${classOf} as class
    from points where device_id = any(${pgArray(devices.map(({ id }) => id))}::uuid[]) and lower(point_key) || '' = any(${pgArray(keys)}::text[])`),
  )
}

async function readLatest(
  open: Open,
  tenantId: TenantId,
  spots: readonly Spot[],
  isKnown: (series: number) => boolean,
): Promise<Map<string, Newest>> {
  const newest = new Map<string, Newest>()
  for (const some of pages(spots, STATES)) {
    for (const row of await open((tx) =>
      readNewest(
        tx,
        some.map(({ series }) => Number(series)),
      ),
    ))
      newest.set(row.series, row)
  }
  for (const some of pages(
    spots.filter(({ series }) => !isKnown(Number(series))),
    LATE,
  )) {
    const since = some.map(({ series }) => newest.get(series)?.time ?? 0)
    const rows = await open((tx) =>
      tx.all(
        statement(sql<Newest>`
      select u.series, (extract(epoch from late.time) * 1000)::float8 as time, late.value, late.quality, late.reason
      from unnest(${pgArray(some.map(({ series }) => series))}::bigint[], ${pgArray(some.map((spot) => spot.class))}::smallint[], ${pgArray(since)}::float8[]) as u (series, class, since)
      cross join lateral (
        select x.time, x.value, x.quality, x.reason from samples x
        where x.tenant_id = ${tenantId}::uuid and x.series = u.series and x.retention = u.class and x.reason <> ${sql.lit(REASONS.clock)}
          and x.time > to_timestamp(u.since / 1000) and x.time > now() - interval '1 day'
        order by x.time desc limit 1) late`),
      ),
    )
    for (const row of rows) newest.set(row.series, row)
  }
  return newest
}

/** Alarms whose condition holds. Read before the rules: what is raised while those are read is nobody's orphan. */
export function readActive(open: Open): Promise<ActiveAlarm[]> {
  return everyPage(RULES, (last: ActiveAlarm | undefined) =>
    open((tx) =>
      tx.all(
        statement(sql<ActiveAlarm>`
    select id, rule_id as "ruleId", point_id as "pointId", (extract(epoch from condition_at) * 1000)::float8 as "conditionAt"
    from alarms where active and id > ${last?.id ?? LOWEST}::uuid order by id limit ${sql.lit(RULES)}`),
      ),
    ),
  )
}

/** No row has it: where the first page begins. */
const LOWEST = '00000000-0000-0000-0000-000000000000'

function* pages<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

async function everyPage<Row>(size: number, read: (last: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await read(rows.at(-1))
    rows.push(...page)
    if (page.length < size) return rows
  }
}

function keysBy(rules: readonly Rule[], of: (rule: Rule) => string | null): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  for (const rule of rules) {
    const place = of(rule)
    if (place === null) continue
    const known = keys.get(place)
    if (known) known.add(rule.key)
    else keys.set(place, new Set([rule.key]))
  }
  return keys
}
