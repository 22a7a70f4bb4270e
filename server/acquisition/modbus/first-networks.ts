/**
 * Tenants from before there were networks: an upgrade should not stop their readings, so the first start gives each the addresses that its
 * devices have. What two tenants ask goes to neither, for it cannot be told whose it is; nor does what may never be asked.
 */
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import { MODBUS_PORT, networksOf, overlap, parseNetwork } from '../../../model/tenant/networks.ts'
import { isClosed, isOwn, resolve } from '../../kernel/network/host.ts'
import { build } from '../../kernel/database/sql.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'

const LOOK_UP_MS = 3000
/** What opened the loopback address to the devices of all tenants. */
const PARAMETER = 'acquisition.localDevices'

type Note = (details: object, text: string) => void
interface Wish {
  readonly tenantId: TenantId
  readonly tenantCode: string
  readonly host: string
  readonly port: number
  readonly addresses: readonly string[]
}

/**
 * Gives tenants from before networks were introduced those in which their devices already are; once. Does nothing where every tenant has
 * been looked at.
 */
export async function giveNetworks(transactions: TransactionScopes, note: Note): Promise<void> {
  const found = await transactions.inPlatform('tenants from before there were networks keep what they ask', readPending, 'read')
  if (found.tenants.length === 0) return
  const addresses = new Map(
    await Promise.all(
      [...new Set(found.devices.map(({ host }) => host))].map(async (host) => [host, await resolve(host, LOOK_UP_MS)] as const),
    ),
  )
  const wishes = found.devices.map((device): Wish => ({ ...device, addresses: addresses.get(device.host) ?? [] }))
  const given = new Map<string, Set<string>>()
  const left: string[] = []
  for (const wish of wishes) {
    const entries = wish.addresses.map((address) => entryOf(address, wish.port))
    const isAnothers =
      wishes.some(
        (other) =>
          other.tenantId !== wish.tenantId &&
          other.port === wish.port &&
          other.addresses.some((address) => wish.addresses.includes(address)),
      ) ||
      entries.some((entry) =>
        found.given.some(
          ({ id, networks }) => id !== wish.tenantId && networks.some((network) => overlap(network, parseNetwork(entry) ?? network)),
        ),
      )
    const isBarred = wish.addresses.some((address) => isClosed(address) || (isOwn(address) && !found.isLocal))
    if (entries.length === 0 || isAnothers || isBarred) left.push(`${wish.tenantCode}: ${wish.host}:${wish.port}`)
    else for (const entry of entries) given.set(wish.tenantId, (given.get(wish.tenantId) ?? new Set()).add(entry))
  }
  await transactions.inPlatform('tenants from before there were networks keep what they ask', async (tx) => {
    for (const { id } of found.tenants) {
      const text = [...(given.get(id) ?? [])].join('\n')
      await tx.run(
        build
          .updateTable('tenants')
          .set({
            networks_from_devices: false,
            ...(text === '' ? {} : { modbus_networks: text, updated_at: sql`now()`, version: sql`version + 1` }),
          })
          .where('id', '=', id)
          .where('networks_from_devices', '=', true),
      )
    }
    await tx.run(build.deleteFrom('parameters').where('param_key', '=', PARAMETER))
  })
  if (given.size > 0)
    note(
      { tenants: given.size },
      'tenants were given the addresses of their Modbus devices as networks; look through them on the page of tenants',
    )
  if (left.length > 0)
    note(
      { devices: left },
      'these Modbus devices are not asked until their tenant is given a network for them: two tenants ask there, the name is unknown, or it is an address of the server',
    )
}

const entryOf = (address: string, port: number) => `${address.includes(':') ? `[${address}]` : address}:${port}`

async function readPending(tx: Transaction) {
  const [tenants, devices, local, others] = await Promise.all([
    tx.all(build.selectFrom('tenants').select('id').where('networks_from_devices', '=', true)),
    tx.all(
      build
        .selectFrom('devices')
        .innerJoin('tenants', 'tenants.id', 'devices.tenant_id')
        .where('networks_from_devices', '=', true)
        .where('connection', '=', 'modbus')
        .where('modbus_host', 'is not', null)
        .where('modbus_host', '!=', '')
        .select(['devices.tenant_id', 'tenant_code', 'modbus_host', 'modbus_port'])
        .distinct()
        .orderBy('tenant_code')
        .orderBy('modbus_host'),
    ),
    tx.first(build.selectFrom('parameters').select('param_value').where('param_key', '=', PARAMETER).where('param_value', '=', 'true')),
    tx.all(build.selectFrom('tenants').select(['id', 'modbus_networks']).where('modbus_networks', 'is not', null)),
  ])
  return {
    tenants,
    isLocal: local !== undefined,
    given: others.map(({ id, modbus_networks }) => ({ id, networks: networksOf(modbus_networks) })),
    devices: devices.map((row) => ({
      tenantId: row.tenant_id,
      tenantCode: row.tenant_code,
      host: (row.modbus_host ?? '').toLowerCase(),
      port: row.modbus_port ?? MODBUS_PORT,
    })),
  }
}
