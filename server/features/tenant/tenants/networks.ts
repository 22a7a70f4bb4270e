/** The networks of a tenant's Modbus devices are its own: no two tenants have the same port of an address, for Modbus knows no password. */
import { sql } from 'kysely'
import { networksOf, isSingle, overlap } from '../../../../model/tenant/networks.ts'
import type { Network } from '../../../../model/tenant/networks.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { GoodRow } from '../../../exchange/index.ts'
import { isClosed, isOwn, statement } from '../../../acquisition/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

interface Given {
  readonly tenant: string
  readonly networks: readonly Network[]
}
type Wrong =
  | { code: 'tenant.network-closed'; values: { entry: string } }
  | { code: 'tenant.network-taken'; values: { entry: string; other: string; tenant: string } }

const field = { name: 'modbusNetworks', label: 'field.tenants.modbusNetworks' } as const

/** @param tenantId Whose they are to be; nothing for a new tenant. @throws Failure that names the entry, and the tenant that has it. */
export async function assertNetworks(tx: Transaction, tenantId: string | undefined, text: unknown): Promise<void> {
  const networks = networksOf(typeof text === 'string' ? text : '')
  if (networks.length === 0) return
  // Two operators at once would not see what the other gives.
  await tx.all(statement<{ done: unknown }>(sql`select pg_advisory_xact_lock(hashtext('outstation.networks')) as done`))
  const wrong = wrongWith(networks, await readGiven(tx, tenantId))
  if (wrong) fail(wrong.code, { field, values: wrong.values })
}

/** The same of the rows of a file, among themselves as well. */
export async function judgeNetworks(tx: Transaction, { t }: { readonly t: Translate }, rows: readonly GoodRow[]) {
  const given = await readGiven(tx, undefined)
  return new Map(
    rows.flatMap(({ values }, at) => {
      const networks = networksOf(typeof values['modbusNetworks'] === 'string' ? values['modbusNetworks'] : '')
      const wrong = wrongWith(networks, given)
      given.push({ tenant: String(values['tenantName'] ?? ''), networks })
      return wrong
        ? [[at, { field: field.name, message: t(`error.${wrong.code}`, { field: t(field.label), ...wrong.values }) }] as const]
        : []
    }),
  )
}

async function readGiven(tx: Transaction, except: string | undefined): Promise<Given[]> {
  const rows = await tx.all(
    build
      .selectFrom('tenants')
      .select(['id', 'tenant_name', 'modbus_networks'])
      .where('modbus_networks', 'is not', null)
      .orderBy('tenant_code'),
  )
  return rows.flatMap(({ id, tenant_name, modbus_networks }) =>
    id === except ? [] : [{ tenant: tenant_name, networks: networksOf(modbus_networks) }],
  )
}

function wrongWith(networks: readonly Network[], given: readonly Given[]): Wrong | undefined {
  for (const network of networks) {
    const entry = network.text
    if (isUseless(network)) return { code: 'tenant.network-closed', values: { entry } }
    for (const { tenant, networks: others } of given) {
      const other = others.find((each) => overlap(each, network))
      if (other) return { code: 'tenant.network-taken', values: { entry, other: other.text, tenant } }
    }
  }
  return undefined
}

/** Nothing in it would ever be asked, or the server itself is what it begins with. */
const isUseless = (network: Network) => isClosed(network.address) || (isOwn(network.address) && !isSingle(network))
