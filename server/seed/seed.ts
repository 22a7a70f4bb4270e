/** Fills an empty database, and brings the catalogue of an older one up to date: in one transaction, but for what lies on the demonstration's disks. */
import { belongings, demonstration, platform } from '../../seeds/demonstration.ts'
import type { TenantSeed } from '../../seeds/tenant.ts'
import type { Feature } from '../kernel/http/http.ts'
import { hashPassword, newPassword, wirePassword } from '../identity/index.ts'
import type { Services } from '../kernel/services.ts'
import type { Module } from '../module.ts'
import { build } from '../kernel/database/sql.ts'
import { advisoryLock } from '../kernel/database/advisory-lock.ts'
import { storeBuiltIn } from './built-in.ts'
import { standard } from '../../seeds/packages.ts'
import { limitsOf, storePackage, storeTenant, storeParameters } from '../tenancy/index.ts'
import { switchOffExamples, syncCatalogue } from './catalogue.ts'
import { furnish } from './furnish.ts'

/** An account whose password is told once. */
export interface FirstPassword {
  tenantCode: string
  username: string
  password: string
}

/** Accounts of a demonstration tenant that people are told of; the others cannot be signed in to without a new password. */
const ANNOUNCED = ['admin', 'editor', 'viewer']

/** Gives the first passwords; nothing when the database had its seeds already. */
export async function seed(
  services: Services,
  features: readonly Feature[],
  demonstrations: readonly NonNullable<Module['demonstration']>[],
): Promise<FirstPassword[]> {
  const { config, transactions, invalidations } = services
  const tenants = [platform, ...(config.demo ? demonstration.map((tenant) => simulatedAt(config.simulatorPort, tenant)) : [])]
  const isFresh = await transactions.inPlatform('the seeds make the first tenants', async (tx) => !(await isSeeded(tx)), 'read')
  const accounts = isFresh ? tenants.flatMap((tenant) => firstPasswords(tenant, config.demoPassword)) : []
  const hashes = await Promise.all(accounts.map((account) => hashPassword(wirePassword(account.password))))
  const others = isFresh ? await hashPassword(wirePassword(config.demoPassword ?? newPassword())) : ''

  const made = await transactions.inPlatform('the seeds make the first tenants', async (tx) => {
    // Several servers may start at once on one database; the first one seeds.
    await advisoryLock(tx, 'seeds')
    const changed = await syncCatalogue(tx, features)
    if (changed) await invalidations.publish(tx, { kind: 'catalogue-changed' })
    if (!isFresh || (await isSeeded(tx))) {
      await storeParameters(tx)
      await storeBuiltIn(tx)
      return []
    }
    if (config.demo) await storePackage(tx, standard)
    else await switchOffExamples(tx)
    for (const tenant of tenants) {
      const of = new Map(
        accounts.flatMap((account, index) =>
          account.tenantCode === tenant.tenantCode ? [[account.username, hashes[index] as string]] : [],
        ),
      )
      // Whoever has read the output of the start knows the operator's first password; one that was chosen is theirs already.
      const mustChange = tenant === platform && config.demoPassword === undefined
      await storeTenant(tx, tenant, { of, others, mustChange }, await limitsOf(tx, tenant.limits))
    }
    await storeBuiltIn(tx)
    await tx.run(build.insertInto('installation').values({ key: 'seeded', value: tenants.map((tenant) => tenant.tenantCode).join(',') }))
    return accounts
  })
  // Files lie outside of the database, and so are no part of that transaction.
  if (config.demo && made.length > 0) await furnishDemonstration(services, demonstrations)
  return made
}

/** Its Modbus devices stand where the simulator does. */
function simulatedAt(port: number | undefined, tenant: TenantSeed): TenantSeed {
  if (!port || !tenant.registry) return tenant
  return {
    ...tenant,
    registry: {
      ...tenant.registry,
      devices: tenant.registry.devices.map((device) => (device.modbus ? { ...device, modbus: { ...device.modbus, port } } : device)),
    },
  }
}

async function furnishDemonstration(services: Services, demonstrations: Parameters<typeof seed>[2]): Promise<void> {
  for (const things of belongings) {
    const { organisations } = demonstration.find(({ tenantCode }) => tenantCode === things.tenantCode) as TenantSeed
    const tenantId = await furnish(services, things, new Map(organisations.map(({ code, orgName }) => [code, orgName])))
    for (const demonstrate of demonstrations) await demonstrate(services, { tenantId, things })
  }
}

async function isSeeded(tx: Parameters<Parameters<Services['transactions']['inPlatform']>[1]>[0]): Promise<boolean> {
  return (await tx.first(build.selectFrom('installation').select('key').where('key', '=', 'seeded'))) !== undefined
}

function firstPasswords({ tenantCode, users }: TenantSeed, chosen: string | undefined): FirstPassword[] {
  return users
    .filter(({ username }) => ANNOUNCED.includes(username))
    .map(({ username }) => ({ tenantCode, username, password: chosen ?? newPassword() }))
}
