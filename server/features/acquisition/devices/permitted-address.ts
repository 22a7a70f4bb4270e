/** A device that is polled stands where its tenant may be led to: judged when somebody says where that is, and again at each connection. */
import { MODBUS_PORT } from '../../../../model/tenant/networks.ts'
import type { ModbusEndpoint } from '../../../acquisition/index.ts'
import { mayStand, readReach } from '../../../acquisition/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Asking, Finding, GoodRow } from '../../../exchange/index.ts'
import type { Values } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

const number = (value: unknown, otherwise: number) => (value === undefined || value === null || value === '' ? otherwise : Number(value))

/** Where a device with these values stands. Nothing where it is not polled. */
function placeOf({ connection, modbusHost, modbusPort, modbusUnit }: Values): ModbusEndpoint | undefined {
  if (connection !== 'modbus' || typeof modbusHost !== 'string' || modbusHost === '') return undefined
  return { host: modbusHost.toLowerCase(), port: number(modbusPort, MODBUS_PORT), unit: number(modbusUnit, 1) }
}

export const textOf = ({ host, port }: Pick<ModbusEndpoint, 'host' | 'port'>) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

export async function assertMayStand(
  tx: Transaction,
  { services }: Pick<Asking, 'services'>,
  values: Values,
  given = values,
): Promise<void> {
  const place = placeOf(values)
  if (place && !mayStand(services.acquisition, await readReach(tx), place)) refuse('modbusHost' in given ? textOf(place) : '')
}

/** @param at Nothing that the caller has not said, who may not see the rest. */
export function refuse(at: string): never {
  fail('modbus.address', { field: { name: 'modbusHost', label: 'field.devices.modbusHost' }, values: { at } })
}

/** Only what is changed is judged: a device that may not be asked any more can still be renamed. */
export async function assertMayMove(
  tx: Transaction,
  asking: Pick<Asking, 'services'>,
  { id, ...changed }: Values & { id: string },
): Promise<void> {
  if (!['connection', 'modbusHost', 'modbusPort', 'modbusUnit'].some((name) => name in changed)) return
  const before = await tx.first(
    build
      .selectFrom('devices')
      .where('id', '=', id)
      .select(['connection', 'modbus_host as modbusHost', 'modbus_port as modbusPort', 'modbus_unit as modbusUnit']),
  )
  if (!before) return
  const [was, is] = [placeOf(before), placeOf({ ...before, ...changed })]
  if (!was || !is || textOf(was) !== textOf(is) || was.unit !== is.unit)
    await assertMayStand(tx, asking, { ...before, ...changed }, changed)
}

/** The same of the rows of a file. */
export async function judgePlaces(
  tx: Transaction,
  { services, t }: Asking,
  rows: readonly GoodRow[],
): Promise<ReadonlyMap<number, Finding>> {
  const reach = await readReach(tx)
  return new Map(
    rows.flatMap(({ values }, at): [number, Finding][] => {
      const place = placeOf(values)
      if (!place || mayStand(services.acquisition, reach, place)) return []
      return [
        [at, { field: 'modbusHost', message: t('error.modbus.address', { field: t('field.devices.modbusHost'), at: textOf(place) }) }],
      ]
    }),
  )
}
