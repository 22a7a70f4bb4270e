/** A device that is polled stands where its tenant may be led to: judged when somebody says where that is, and again at each connection. */
import { sql } from 'kysely'
import { MODBUS_PORT } from '../../../../model/tenant/networks.ts'
import type { ModbusEndpoint } from '../../../acquisition/index.ts'
import { mayStand, readReach } from '../../../acquisition/index.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, NewRow, Refusals, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

const number = (value: unknown, otherwise: number) => (value === undefined || value === null || value === '' ? otherwise : Number(value))

/** Where a device with these values stands. Nothing where it is not polled. */
function placeOf({ connection, modbusHost, modbusPort, modbusUnit }: Values): ModbusEndpoint | undefined {
  if (connection !== 'modbus' || typeof modbusHost !== 'string' || modbusHost === '') return undefined
  return { host: modbusHost.toLowerCase(), port: number(modbusPort, MODBUS_PORT), unit: number(modbusUnit, 1) }
}

/** The address as `host:port`, an IPv6 host in brackets. */
export const textOf = ({ host, port }: Pick<ModbusEndpoint, 'host' | 'port'>) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** Refuses an address outside of the networks. @param at Nothing that the caller has not said, who may not see the rest. */
export function refuse(at: string): never {
  throw refusal(at)
}

const refusal = (at: string) =>
  new Failure('modbus.address', { field: { name: 'modbusHost', label: 'field.devices.modbusHost' }, values: { at } })

/** Failures by position for devices whose Modbus address lies outside of the networks of the tenant. */
export async function judgePlaces(tx: Transaction, { services }: Pick<Asking, 'services'>, rows: readonly NewRow[]): Promise<Refusals> {
  const places = rows.map(({ values }) => placeOf(values))
  if (!places.some(Boolean)) return new Map()
  const reach = await readReach(tx)
  return new Map(
    places.flatMap((place, at): [number, Failure][] =>
      place && !mayStand(services.acquisition, reach, place) ? [[at, refusal(textOf(place))]] : [],
    ),
  )
}

/** Only what is changed is judged: a device that may not be asked any more can still be renamed. */
export async function judgeMoves(
  tx: Transaction,
  { services }: Pick<Asking, 'services'>,
  changes: readonly RowChange[],
): Promise<Refusals> {
  const moved = changes.filter(({ values }) => ['connection', 'modbusHost', 'modbusPort', 'modbusUnit'].some((name) => name in values))
  if (moved.length === 0) return new Map()
  const stored = await tx.all(
    build
      .selectFrom('devices')
      .where(sql<boolean>`id = any(${moved.map(({ id }) => id)}::uuid[])`)
      .select(['id', 'connection', 'modbus_host as modbusHost', 'modbus_port as modbusPort', 'modbus_unit as modbusUnit']),
  )
  const before = new Map(stored.map((row) => [row.id, row]))
  const places = changes.map(({ id, values }) => {
    const row = before.get(id)
    const [was, is] = row && moved.some((change) => change.id === id) ? [placeOf(row), placeOf({ ...row, ...values })] : []
    return is && !(was && textOf(was) === textOf(is) && was.unit === is.unit) ? is : undefined
  })
  if (!places.some(Boolean)) return new Map()
  const reach = await readReach(tx)
  return new Map(
    places.flatMap((place, at): [number, Failure][] =>
      place && !mayStand(services.acquisition, reach, place)
        ? [[at, refusal('modbusHost' in (changes[at]?.values ?? {}) ? textOf(place) : '')]]
        : [],
    ),
  )
}
