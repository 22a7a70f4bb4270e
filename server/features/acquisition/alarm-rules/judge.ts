/** A rule watches a point that there is: of its device, of its type, or of both. A rule that watches nothing is a safety function that fails silently. */
import { sql } from 'kysely'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { statement } from '../../../acquisition/index.ts'
import { startableKeys } from '../../../workflow/index.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, NewRow, Refusals, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Where a rule looks. */
interface Place {
  readonly deviceId: string | null
  readonly deviceTypeId: string | null
  readonly pointKey: string
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const placeOf = ({ deviceId, deviceTypeId, pointKey }: Values): Place => ({
  deviceId: textOf(deviceId),
  deviceTypeId: textOf(deviceTypeId),
  pointKey: textOf(pointKey) ?? '',
})

const isSame = (one: Place, other: Place) =>
  one.deviceId === other.deviceId && one.deviceTypeId === other.deviceTypeId && one.pointKey.toLowerCase() === other.pointKey.toLowerCase()

/** Failures by position for rules that would watch no point, or start a process that there is not. */
export async function judgeNew(tx: Transaction, asking: Asking, rows: readonly NewRow[]): Promise<Refusals> {
  const processes = await judgeProcesses(tx, asking, rows)
  const points = await judge(
    tx,
    rows.map(({ values }) => placeOf(values)),
  )
  return new Map([...processes, ...points])
}

/** Only what is changed is judged: a rule whose point has gone since can still be renamed, or put out of use. */
export async function judgeChanges(tx: Transaction, asking: Asking, changes: readonly RowChange[]): Promise<Refusals> {
  const processes = await judgeProcesses(tx, asking, await withNewProcess(tx, changes))
  return new Map([...processes, ...(await judgePlaces(tx, changes))])
}

/** A process that somebody may not start themselves is none that an alarm starts for them; nor is one that is not deployed, or suspended. */
async function judgeProcesses(tx: Transaction, { caller }: Asking, rows: readonly { readonly values: Values }[]): Promise<Refusals> {
  const asked = rows.map(({ values }) => textOf(values['processKey']))
  const keys = asked.filter((key) => key !== null)
  if (keys.length === 0) return new Map()
  const whole = tx.beyondScope('who may start a process is said by its model, in whichever organisation that was drawn')
  const startable = await startableKeys(whole, caller, keys)
  return new Map(
    asked.flatMap((key, at) => (key === null || startable.has(key) ? [] : [[at, refusal('alarm.no-process', 'processKey')] as const])),
  )
}

/** A rule whose process has gone since can still be changed otherwise. */
async function withNewProcess(tx: Transaction, changes: readonly RowChange[]): Promise<readonly { readonly values: Values }[]> {
  const named = changes.filter(({ values }) => textOf(values['processKey']) !== null).map(({ id }) => id)
  if (named.length === 0) return []
  const stored = await tx.all(
    build
      .selectFrom('alarm_rules')
      .where(sql<boolean>`id = any(${named}::uuid[])`)
      .select(['id', 'process_key']),
  )
  const before = new Map(stored.map(({ id, process_key }) => [id, process_key]))
  return changes.map(({ id, values }) => ({ values: values['processKey'] === before.get(id) ? {} : values }))
}

async function judgePlaces(tx: Transaction, changes: readonly RowChange[]): Promise<Refusals> {
  const moved = changes.filter(({ values }) => ['deviceId', 'deviceTypeId', 'pointKey'].some((name) => name in values))
  if (moved.length === 0) return new Map()
  const stored = await tx.all(
    build
      .selectFrom('alarm_rules')
      .where(sql<boolean>`id = any(${moved.map(({ id }) => id)}::uuid[])`)
      .select(['id', 'device_id as deviceId', 'device_type_id as deviceTypeId', 'point_key as pointKey']),
  )
  const before = new Map(stored.map((row) => [row.id, row]))
  return judge(
    tx,
    changes.map(({ id, values }) => {
      const row = before.get(id)
      if (!row) return undefined
      const place = placeOf({ ...row, ...values })
      return isSame(place, placeOf(row)) ? undefined : place
    }),
  )
}

interface Found {
  at: number
  /** Null where there is no such device, which the reference says. */
  hasDevice: boolean
  hasType: boolean
  isOfType: boolean
  atDevice: boolean
  atType: boolean
}

/** Looked up one by one: as a join a database that was never analysed would read every key at every device. */
async function judge(tx: Transaction, places: readonly (Place | undefined)[]): Promise<Refusals> {
  const asked = places.flatMap((place, at) => (place && place.pointKey !== '' ? [{ at, ...place }] : []))
  if (asked.length === 0) return new Map()
  const found = await tx.all(
    statement(sql<Found>`
    select u.at, device.id is not null as "hasDevice", type.id is not null as "hasType",
      coalesce(device.device_type_id = u.type_id, false) as "isOfType",
      exists (select from points p where p.tenant_id = ${tx.tenantId}::uuid and p.device_id = u.device_id and lower(p.point_key) = u.key) as "atDevice",
      exists (select from type_points p where p.tenant_id = ${tx.tenantId}::uuid and p.device_type_id = u.type_id and lower(p.point_key) = u.key) as "atType"
    from jsonb_to_recordset(${JSON.stringify(
      asked.map(({ at, deviceId, deviceTypeId, pointKey }) => ({
        at,
        device_id: deviceId,
        type_id: deviceTypeId,
        key: pointKey.toLowerCase(),
      })),
    )}::jsonb) as u (at integer, device_id uuid, type_id uuid, key text)
    left join devices device on device.tenant_id = ${tx.tenantId}::uuid and device.id = u.device_id
    left join device_types type on type.tenant_id = ${tx.tenantId}::uuid and type.id = u.type_id`),
  )
  return new Map(
    found.flatMap((row): [number, Failure][] => {
      const failure = refusalOf(row, places[row.at] as Place)
      return failure ? [[row.at, failure]] : []
    }),
  )
}

/** Of a device or a type that is not there, or not the caller's to see, nothing is said here: the reference is refused. */
function refusalOf({ hasDevice, hasType, isOfType, atDevice, atType }: Found, { deviceId, deviceTypeId }: Place): Failure | undefined {
  if ((deviceId !== null && !hasDevice) || (deviceTypeId !== null && !hasType)) return undefined
  if (deviceId !== null && deviceTypeId !== null && !isOfType) return refusal('alarm.other-type', 'deviceId')
  if (deviceId !== null && !atDevice) return refusal('alarm.no-point-of-device', 'pointKey')
  return deviceTypeId !== null && !atType ? refusal('alarm.no-point-of-type', 'pointKey') : undefined
}

type RefusalCode = 'alarm.other-type' | 'alarm.no-point-of-device' | 'alarm.no-point-of-type' | 'alarm.no-process'

function refusal(code: RefusalCode, name: 'deviceId' | 'pointKey' | 'processKey'): Failure {
  const label: LabelKey = `field.alarm-rules.${name}`
  return new Failure(code, { field: { name, label } })
}
