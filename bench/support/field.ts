/** Devices of a demonstration tenant as measurements need them, and the process that sends for them. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { hashDeviceSecret, newDeviceSecret } from '../../server/acquisition/device-secrets.ts'
import type { Running } from '../../tests/support/process.ts'
import { run, until } from '../../tests/support/process.ts'
import { ask, programOf } from './child.ts'
import { DEMONSTRATION, PASSWORD, copyFurnished } from './furnished.ts'
import type { Load, LoadResult } from './mqtt-load.ts'

export const TENANT = '10001'
export { PASSWORD }

export interface Field {
  readonly codes: readonly string[]
  readonly secret: string
  /** Where the tables are, once the server has stopped or beside it. */
  onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
  start(): Promise<Running & { readonly mqttPort: number }>
}

/** A topic that devices of the bench may publish to because of their type. */
export const MAPPED_TOPIC = 'bench/SENSOR'

/** Gives all devices of the bench a type whose rules read what they send at {@link MAPPED_TOPIC}. */
export function addMapping(database: Database, keys: readonly string[] = KEYS): Promise<void> {
  return database.asOwner(async (client) => {
    await client.query(
      `with type as (
        insert into device_types (tenant_id, id, type_code, type_name) select id, gen_random_uuid(), 'bench', 'bench' from tenants where tenant_code = $1
        returning tenant_id, id
      ), rules as (
        insert into type_mappings (tenant_id, id, device_type_id, rule_name, message_source, topic_filter, message_format, value_path, point_key, time_path, time_format)
        select tenant_id, gen_random_uuid(), id, key, 'mqtt', 'bench/+', 'json', 'values.' || key, key, 'ts', 'milliseconds' from type, unnest($2::text[]) as key
      )
      update devices set device_type_id = type.id from type where devices.tenant_id = type.tenant_id and device_code like 'bench-%'`,
      [TENANT, keys],
    )
  })
}

const KEYS = ['temperature', 'humidity', 'pressure'] as const

/** @param prepare More that has to be there, before the server that is measured starts. */
export async function openField({
  scratch,
  folder,
  devices,
  keys = KEYS,
  prepare,
}: {
  /** The database on PostgreSQL; without one the embedded engine. */
  scratch: { readonly url: string; readonly isFurnished: boolean } | undefined
  folder: string
  devices: number
  keys?: readonly string[]
  prepare?: (database: Database) => Promise<void>
}): Promise<Field> {
  const variables = {
    ...DEMONSTRATION,
    DATA_DIR: `${folder}/data`,
    MQTT_PORT: '0',
    TIME_ZONE: 'UTC',
    ...(scratch ? { DATABASE_URL: scratch.url } : {}),
  }
  const onDatabase = async <Result>(work: (database: Database) => Promise<Result>) => {
    const database = await openDatabase({ databaseUrl: scratch?.url, dataDir: variables.DATA_DIR, timeZone: 'UTC' })
    return work(database).finally(() => database.close())
  }
  mkdirSync(folder, { recursive: true })
  // The tables and the tenant; then the devices, while nobody else is at the embedded files.
  if (!(scratch ? scratch.isFurnished : copyFurnished(variables.DATA_DIR))) await (await run(variables)).stop()
  const secret = newDeviceSecret()
  const codes = Array.from({ length: devices }, (_, index) => `bench-${index + 1}`)
  await onDatabase(async (database) => {
    await addDevices(database, codes, secret, keys)
    await prepare?.(database)
  })
  return {
    codes,
    secret,
    onDatabase,
    async start() {
      const server = await run(variables, { logFile: `${folder}/log` })
      let port: string | undefined
      await until('the broker listens', () => (port = /"collector":"mqtt"[^}]*"port":(\d+)/.exec(server.output())?.[1]) !== undefined)
      return Object.assign(server, { mqttPort: Number(port) })
    },
  }
}

function addDevices(database: Database, codes: readonly string[], secret: string, keys: readonly string[]): Promise<void> {
  return database.asOwner(async (client) => {
    await client.query('update tenants set point_quota = 1000000 where tenant_code = $1', [TENANT])
    await client.query(
      `insert into devices (tenant_id, id, device_code, device_name, secret_hash)
      select tenants.id, device.id, code, code, $3 from tenants, unnest($1::text[], $2::uuid[]) as device (code, id) where tenant_code = $4`,
      [codes, codes.map(() => randomUUID()), hashDeviceSecret(secret), TENANT],
    )
    await client.query(
      `insert into points (tenant_id, id, device_id, point_key, point_name)
      select tenant_id, gen_random_uuid(), id, key, key from devices, unnest($2::text[]) as key where device_code = any($1)`,
      [codes, keys],
    )
  })
}

/** Resolves with what has become of it when all is acknowledged, or nothing more is. */
export function send({
  codes,
  secret,
  ...rest
}: Omit<Load, 'devices' | 'password'> & Pick<Field, 'codes' | 'secret'>): Promise<LoadResult> {
  const devices = codes.map((code) => ({ username: `${TENANT}/${code}`, code }))
  return ask<LoadResult>('the devices', programOf('support/mqtt-load.ts'), { ...rest, devices, password: secret } satisfies Load)
}
