/** Devices with points and a secret, and what is stored of them. */
import { randomUUID } from 'node:crypto'
import type { TenantId } from '../../model/brands.ts'
import { millis } from '../../model/brands.ts'
import { hashDeviceSecret, newDeviceSecret } from '../../server/acquisition/device-secrets.ts'
import { build } from '../../server/kernel/database/sql.ts'
import type { BuiltTenant } from './builders.ts'
import { unique } from './builders.ts'
import type { TestServer } from './server.ts'

export interface BuiltDevice {
  readonly tenantId: TenantId
  readonly id: string
  readonly code: string
  /** `<tenant>/<device>`. */
  readonly name: string
  readonly secret: string
  /** Numbers of the points by key. */
  readonly series: Readonly<Record<string, number>>
}

interface PointValues {
  unit?: string
  display_unit?: string
  decimals?: number
  state_texts?: string
  scale?: number
  value_offset?: number
  range_low?: number
  range_high?: number
  stale_seconds?: number
  deadband?: number
  max_interval_seconds?: number
  frozen_seconds?: number
  retention?: 'short' | 'standard' | 'long'
}

export async function buildDevice(
  { services }: Pick<TestServer, 'services'>,
  tenant: Pick<BuiltTenant, 'id' | 'code'>,
  points: Readonly<Record<string, PointValues>> = { temperature: {}, humidity: {} },
): Promise<BuiltDevice> {
  const [id, code, secret] = [randomUUID(), `d-${unique()}`, newDeviceSecret()]
  const rows = await services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
    await tx.run(
      build.insertInto('devices').values({
        tenant_id: tenant.id,
        id,
        device_code: code,
        device_name: code,
        connection: 'push',
        device_status: 1,
        secret_hash: hashDeviceSecret(secret),
      } as never),
    )
    return tx.all(
      build
        .insertInto('points')
        .values(
          Object.entries(points).map(([key, values]) => ({
            tenant_id: tenant.id,
            id: randomUUID(),
            device_id: id,
            point_key: key,
            point_name: key,
            ...values,
          })) as never,
        )
        .returning(['point_key', 'series']),
    )
  })
  return {
    tenantId: tenant.id,
    id,
    code,
    name: `${tenant.code}/${code}`,
    secret,
    series: Object.fromEntries(rows.map((row) => [row.point_key, Number(row.series)])),
  }
}

/** Changes the device as its administrator would, and says so. */
export async function changeDevice(
  { services }: Pick<TestServer, 'services'>,
  { tenantId, id }: Pick<BuiltDevice, 'tenantId' | 'id'>,
  values: {
    device_status?: 0 | 1
    device_type_id?: string
    secret_hash?: string
    connection?: 'push' | 'modbus'
    modbus_unit?: number
    modbus_port?: number
    gateway_id?: string
    gateway_name?: string
  },
): Promise<void> {
  await services.transactions.inTenant({ tenantId }, async (tx) => {
    await tx.run(
      build
        .updateTable('devices')
        .set(values as never)
        .where('id', '=', id),
    )
    await services.invalidations.publish(tx, { kind: 'registry-changed', tenantId })
  })
}

export interface RegisterValues extends PointValues {
  register_kind: 'holding' | 'input' | 'coil' | 'discrete'
  register_address: number
  register_format: string
  byte_order?: string
}

/** A device that is asked every second. */
export async function buildPolledDevice(
  { services }: Pick<TestServer, 'services'>,
  tenant: Pick<BuiltTenant, 'id' | 'code'>,
  at: { host?: string; port: number; unit: number },
  points: Readonly<Record<string, RegisterValues>>,
): Promise<Omit<BuiltDevice, 'secret'>> {
  const [id, code] = [randomUUID(), `m-${unique()}`]
  const rows = await services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
    await tx.run(
      build.insertInto('devices').values({
        tenant_id: tenant.id,
        id,
        device_code: code,
        device_name: code,
        connection: 'modbus',
        device_status: 1,
        modbus_host: at.host ?? '127.0.0.1',
        modbus_port: at.port,
        modbus_unit: at.unit,
        poll_seconds: 1,
      } as never),
    )
    const stored = await tx.all(
      build
        .insertInto('points')
        .values(
          Object.entries(points).map(([key, values]) => ({
            byte_order: 'ABCD',
            tenant_id: tenant.id,
            id: randomUUID(),
            device_id: id,
            point_key: key,
            point_name: key,
            ...values,
          })) as never,
        )
        .returning(['point_key', 'series']),
    )
    await services.invalidations.publish(tx, { kind: 'registry-changed', tenantId: tenant.id })
    return stored
  })
  return {
    tenantId: tenant.id,
    id,
    code,
    name: `${tenant.code}/${code}`,
    series: Object.fromEntries(rows.map((row) => [row.point_key, Number(row.series)])),
  }
}

/** What is known of a device, as far as it has been written. */
export async function stateOf(
  { database, services }: Pick<TestServer, 'database' | 'services'>,
  deviceId: string,
): Promise<{ seen: boolean; error: string | null; detail: string | null } | undefined> {
  await services.acquisition.states.flush()
  return database.asOwner(async (client) => {
    const { rows } = await client.query<{ seen: boolean; error: string | null; detail: string | null }>(
      'select seen_at is not null as seen, error, error_detail as detail from device_states where device_id = $1',
      [deviceId],
    )
    return rows[0]
  })
}

/** Ids of the points by key. */
export async function pointsOf(
  { services }: Pick<TestServer, 'services'>,
  { tenantId, id }: Pick<BuiltDevice, 'tenantId' | 'id'>,
): Promise<Readonly<Record<string, string>>> {
  const rows = await services.transactions.inTenant(
    { tenantId },
    (tx) => tx.all(build.selectFrom('points').select(['id', 'point_key']).where('device_id', '=', id)),
    'read',
  )
  return Object.fromEntries(rows.map((row) => [row.point_key, row.id]))
}

/** What the device sends, through the door of all collectors. Resolves when it is stored. */
export async function sendReadings(
  { services }: Pick<TestServer, 'services'>,
  { name }: BuiltDevice,
  readings: readonly { key: string; time: number; value: number | undefined }[],
): Promise<void> {
  const { registry, ingest } = services.acquisition
  const device = await registry.find(name)
  if (!device) throw new Error('the device is not known')
  await ingest.accept(device, { readings: readings.map((each) => ({ ...each, time: millis(each.time) })), faults: [] }, 100)
}

export interface StoredSample {
  readonly time: number
  readonly value: number | null
  readonly quality: number
  readonly reason: number
  readonly retention: number
}

/** Of one point, in the order of time; times in milliseconds. */
export async function samplesOf({ database }: Pick<TestServer, 'database'>, series: number): Promise<StoredSample[]> {
  return database.asOwner(async (client) => {
    const { rows } = await client.query<StoredSample>(
      'select extract(epoch from time)::float8 * 1000 as time, value, quality, reason, retention from samples where series = $1 order by samples.time',
      [series],
    )
    return rows
  })
}

/** Any port of this machine's loopback address: where the devices of tests stand. */
export const LOOPBACK = '127.0.0.1:1-65535'

/** Networks as the operator gives them, whoever else has them. */
export async function giveNetworksTo(
  { services }: Pick<TestServer, 'services'>,
  { id }: Pick<BuiltTenant, 'id'>,
  networks: string | null,
): Promise<void> {
  await services.transactions.inPlatform('a test gives networks', async (tx) => {
    await tx.run(build.updateTable('tenants').set({ modbus_networks: networks }).where('id', '=', id))
    await services.invalidations.publish(tx, { kind: 'registry-changed', tenantId: id })
  })
}
