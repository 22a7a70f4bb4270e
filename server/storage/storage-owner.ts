/**
 * Whose files lie in a store that others can reach as well. What has no row is thrown away, and to an installation nothing of another's has one:
 * a trial that was given the address of the real bucket would empty it. An object with the installation's id says whose it is.
 */
import { PLATFORM } from '../../model/tenant/platform.ts'
import { StartError } from '../kernel/start-error.ts'
import { build } from '../kernel/database/sql.ts'
import type { Storage } from './storage.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'

/**
 * Checks that the store belongs to this installation, and claims a new one. Once before anything else is done with the store, and once
 * when the first start has made the installation.
 * @throws {StartError}
 */
export async function claimStorage({ owner }: Pick<Storage, 'owner'>, transactions: TransactionScopes): Promise<void> {
  if (!owner) return
  const own = await transactions.inPlatform(
    'a store belongs to an installation, known by its platform tenant',
    (tx) => tx.first(build.selectFrom('tenants').select('id').where('tenant_code', '=', PLATFORM)),
    'read',
  )
  const found = await owner.read()
  if (found !== undefined && found !== own?.id) {
    throw new StartError(
      `S3_URL: the files there belong to another installation. Name another bucket, or a prefix after it; if that installation is gone for good, delete the object "${owner.key}" first.`,
    )
  }
  if (found === undefined && own) await owner.write(own.id)
}
