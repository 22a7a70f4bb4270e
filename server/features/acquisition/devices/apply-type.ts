/** A device has the points of its type: it is given them when it is added, and what it lacks when somebody asks for it. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/devices.ts'
import { pointFields } from '../../../../model/acquisition/point-fields.ts'
import { devices } from '../../../../model/index.ts'
import { columnOf } from '../../../../model/resource.ts'
import { registryChanged } from '../../../acquisition/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'
import type { NewRow } from '../../../kernel/resources/noun-writes.ts'
import { newId } from '../../../kernel/ids.ts'
import { build, buildFor, typedAs } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Points stored by one statement. */
const BATCH = 5000

const columns = Object.keys(pointFields).map(columnOf)

/** Copies to each device the points of its type whose keys it lacks. Gives their number. */
export async function givePoints(tx: Transaction, deviceIds: readonly string[]): Promise<number> {
  const missing = await tx.all(
    build
      .selectFrom('devices')
      .innerJoin('type_points', (on) =>
        on.onRef('type_points.tenant_id', '=', 'devices.tenant_id').onRef('type_points.device_type_id', '=', 'devices.device_type_id'),
      )
      .select(['devices.id as device_id', 'type_points.id as type_point_id'])
      .where(sql<boolean>`devices.id = any(${deviceIds}::uuid[])`)
      .where(
        sql<boolean>`not exists (select from points where points.tenant_id = devices.tenant_id and points.device_id = devices.id and lower(points.point_key) = lower(type_points.point_key))`,
      )
      .orderBy('devices.id')
      .orderBy('type_points.created_at')
      .orderBy('type_points.id'),
  )
  let given = 0
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH).map((row) => ({ ...row, id: newId() }))
    given += await tx.run(typedAs({ compile: () => copy(JSON.stringify(batch)).compile(buildFor) }))
  }
  return given
}

/** How many points each of the new devices will be given, by its type. */
export async function pointsToGive(tx: Transaction, rows: readonly NewRow[]): Promise<number[]> {
  const types = [...new Set(rows.flatMap(({ values: { deviceTypeId } }) => (typeof deviceTypeId === 'string' ? [deviceTypeId] : [])))]
  const counted = await tx.all(
    build
      .selectFrom('type_points')
      .select(['device_type_id', sql<string>`count(*)`.as('count')])
      .where(sql<boolean>`device_type_id = any(${types}::uuid[])`)
      .groupBy('device_type_id'),
  )
  const counts = new Map(counted.map(({ device_type_id, count }) => [device_type_id, Number(count)]))
  return rows.map(({ values: { deviceTypeId } }) => counts.get(deviceTypeId as string) ?? 0)
}

/** Whoever was given the same points this very moment keeps them. */
function copy(rows: string) {
  const copied = sql.join(columns.map((name) => sql.ref(name)))
  return sql`insert into points (tenant_id, id, device_id, ${copied})
    select type_points.tenant_id, new.id, new.device_id, ${copied}
    from json_to_recordset(${rows}::json) as new (id uuid, device_id uuid, type_point_id uuid)
    join type_points on type_points.id = new.type_point_id
    order by new.id on conflict do nothing`
}

export const applyDeviceType = implement(contract.applyDeviceType, {
  access: 'granted',
  summary: 'Give devices the points of their type that they lack; what they have stays as it is',
  of: devices,
  handle: (call) =>
    call.inTenant(async (tx) => {
      await assertAllExist(tx, devices, call.input.id)
      const added = await givePoints(tx, call.input.id)
      await registryChanged(tx, call)
      return { added }
    }),
})
