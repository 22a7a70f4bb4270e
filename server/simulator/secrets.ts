/**
 * Secrets of the simulated devices: made anew at each start, kept in memory, and stored as a hash like any device's. Whoever gives a
 * demonstration's device a secret takes it over, for `secret_changed_at` tells that somebody did; the simulator leaves it alone then.
 */
import { sql } from 'kysely'
import { hashDeviceSecret, newDeviceSecret } from '../acquisition/index.ts'
import type { Services } from '../kernel/services.ts'
import { build } from '../kernel/database/sql.ts'
import type { SimulatedDevice } from './devices.ts'

/**
 * The secrets that the devices sign in with now, by device; makes those that are missing.
 * @param known Secrets that were given before; a device that has its own still keeps it.
 */
export async function giveSecrets(
  { transactions, invalidations }: Pick<Services, 'transactions' | 'invalidations'>,
  devices: readonly SimulatedDevice[],
  known: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const codes = [...new Set(devices.map(({ tenantCode }) => tenantCode))]
  const given = new Map<string, string>()
  const tenants =
    codes.length === 0
      ? []
      : await transactions.inPlatform(
          'the simulator looks for the tenants of the demonstration',
          (tx) => tx.all(build.selectFrom('tenants').select(['id', 'tenant_code']).where('tenant_code', 'in', codes)),
          'read',
        )
  for (const { id: tenantId, tenant_code } of tenants) {
    const wanted = devices.filter(({ tenantCode, isPolled }) => tenantCode === tenant_code && !isPolled).map(({ code }) => code)
    if (wanted.length === 0) continue
    await transactions.inTenant({ tenantId }, async (tx) => {
      const rows = await tx.all(
        build
          .selectFrom('devices')
          .select(['id', 'device_code', 'secret_hash'])
          .where('device_code', 'in', wanted)
          .where('connection', '=', 'push')
          .where('device_status', '=', 1)
          .where('secret_changed_at', 'is', null)
          .forUpdate(),
      )
      let changed = false
      for (const row of rows) {
        const name = `${tenant_code}/${row.device_code}`
        const before = known.get(name)
        const secret = before !== undefined && row.secret_hash === hashDeviceSecret(before) ? before : newDeviceSecret()
        given.set(name, secret)
        if (secret === before) continue
        changed = true
        await tx.run(
          build
            .updateTable('devices')
            .set({ secret_hash: hashDeviceSecret(secret) })
            .where('id', '=', row.id)
            .where(sql<boolean>`secret_changed_at is null`),
        )
      }
      if (changed) await invalidations.publish(tx, { kind: 'registry-changed', tenantId })
    })
  }
  return given
}

/** Says that something about the devices of these tenants is not as it was. */
export async function publishRegistryChange(
  { transactions, invalidations }: Pick<Services, 'transactions' | 'invalidations'>,
  tenantCodes: ReadonlySet<string>,
): Promise<void> {
  if (tenantCodes.size === 0) return
  await transactions.inPlatform('the simulator looks for the tenants of the demonstration', async (tx) => {
    const tenants = await tx.all(
      build
        .selectFrom('tenants')
        .select('id')
        .where('tenant_code', 'in', [...tenantCodes]),
    )
    for (const { id: tenantId } of tenants) await invalidations.publish(tx, { kind: 'registry-changed', tenantId })
  })
}
