/** The networks of a tenant's Modbus devices are its own: no two tenants have the same port of an address, for Modbus knows no password. */
import { sql } from 'kysely'
import { networksOf, isSingle, overlap } from '../../../../model/tenant/networks.ts'
import type { Network } from '../../../../model/tenant/networks.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { NewRow, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
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

/** Two operators at once would not see what the other gives. */
export async function lockNetworks(tx: Transaction): Promise<void> {
  await tx.all(statement<{ done: unknown }>(sql`select pg_advisory_xact_lock(hashtext('outstation.networks')) as done`))
}

/** Networks of new or changed tenants, beside those of the others and among themselves. The refusal names the entry, and the tenant that has it. */
export async function judgeNetworks(tx: Transaction, rows: readonly (NewRow | RowChange)[]): Promise<Refusals> {
  const wanted = rows.map(({ values }) => networksOf(typeof values['modbusNetworks'] === 'string' ? values['modbusNetworks'] : ''))
  if (wanted.every((networks) => networks.length === 0)) return new Map()
  const given = await readGiven(
    tx,
    rows.flatMap(({ id, values }) => ('modbusNetworks' in values ? [id] : [])),
  )
  return new Map(
    wanted.flatMap((networks, at): [number, Failure][] => {
      const wrong = wrongWith(networks, given)
      given.push({ tenant: String(rows[at]?.values['tenantName'] ?? ''), networks })
      return wrong ? [[at, new Failure(wrong.code, { field, values: wrong.values })]] : []
    }),
  )
}

async function readGiven(tx: Transaction, except: readonly string[]): Promise<Given[]> {
  const rows = await tx.all(
    build
      .selectFrom('tenants')
      .select(['id', 'tenant_name', 'modbus_networks'])
      .where('modbus_networks', 'is not', null)
      .orderBy('tenant_code'),
  )
  return rows.flatMap(({ id, tenant_name, modbus_networks }) =>
    except.includes(id) ? [] : [{ tenant: tenant_name, networks: networksOf(modbus_networks) }],
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
