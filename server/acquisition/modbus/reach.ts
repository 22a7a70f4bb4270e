/** Where a tenant's devices may stand: in its networks, and where the simulator speaks for them. */
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Network } from '../../../model/tenant/networks.ts'
import { networksOf } from '../../../model/tenant/networks.ts'
import { addressOf, isWithin, mayBeWithin } from '../../kernel/network/host.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Acquisition } from '../acquisition.ts'
import { SIMULATED_HOST } from '../simulator-state.ts'

/** For the look-up of a name. */
const LOOK_UP_MS = 1500

export interface Reach {
  readonly tenantCode: string
  readonly networks: readonly Network[]
}
export interface ModbusEndpoint {
  readonly host: string
  readonly port: number
  readonly unit: number
}
type Simulating = Pick<Acquisition, 'simulates'>

/** The networks that the tenant of the transaction may be led to. */
export async function readReach(tx: Transaction): Promise<Reach> {
  const row = await tx.first(build.selectFrom('tenants').select(['tenant_code', 'modbus_networks']).where('id', '=', tenantOf(tx)))
  return { tenantCode: row?.tenant_code ?? '', networks: networksOf(row?.modbus_networks) }
}

/** The address to connect to, and by no other name. Nothing where the tenant may not be led there. */
export async function addressFor(
  simulating: Simulating,
  { tenantCode, networks }: Reach,
  { host, port, unit }: ModbusEndpoint,
): Promise<string | undefined> {
  return simulating.simulates(tenantCode, host, port, unit) ? SIMULATED_HOST : addressOf(host, port, networks, LOOK_UP_MS)
}

/** Whether a device may be registered at this address, without looking its name up. */
export function mayStand(simulating: Simulating, { tenantCode, networks }: Reach, { host, port, unit }: ModbusEndpoint): boolean {
  return simulating.simulates(tenantCode, host, port, unit) || mayBeWithin(host, port, networks)
}

/**
 * Whether this unit of a connected bus may be polled for the tenant. The same once its bus is connected: behind one port the simulator
 * speaks for the units of several tenants.
 */
export function mayAskUnit(simulating: Simulating, { tenantCode, networks }: Reach, { host, port, unit }: ModbusEndpoint): boolean {
  return host !== SIMULATED_HOST || simulating.simulates(tenantCode, host, port, unit) || isWithin(host, port, networks)
}
