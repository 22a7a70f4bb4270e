/** Deleting for good, by hand and by time. */
import { sql } from 'kysely'
import type { Blobs } from '../../../storage/index.ts'
import type { Services } from '../../../kernel/services.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Deletes what lies in the bin under these ids. Gives the number of files and folders; what they contained goes once that has happened. */
export async function eraseForGood(tx: Transaction, blobs: Pick<Blobs, 'discard'>, tops: readonly string[]): Promise<number> {
  if (tops.length === 0) return 0
  const gone = build.selectFrom('files').where('bin_id', 'in', tops)
  const [rows, former] = await Promise.all([
    tx.all(gone.select('blob_id')),
    tx.all(build.selectFrom('file_versions').select('blob_id').where('file_id', 'in', gone.select('id'))),
  ])
  // Rows below, versions and rows of blobs go with them (migrations/0022_files.sql, 0023_disk.sql).
  await tx.run(build.deleteFrom('files').where('id', 'in', tops))
  tx.afterCommit(() => {
    for (const { blob_id: blob } of [...rows, ...former]) if (blob !== null) void blobs.discard({ id: blob }).catch(() => undefined)
  })
  return rows.length
}

/** Bins are emptied of what has lain in them for as long as the tenant keeps it. */
export async function emptyOldBins({
  transactions,
  settings,
  blobs,
}: Pick<Services, 'transactions' | 'settings' | 'blobs'>): Promise<void> {
  const tenants = await transactions.inPlatform(
    'bins of all tenants are emptied',
    (tx) => tx.all(build.selectFrom('files').select('tenant_id').distinct().whereRef('bin_id', '=', 'id')),
    'read',
  )
  for (const { tenant_id: tenantId } of tenants) {
    const { 'file.recycleDays': days } = await settings.of(tenantId)
    await transactions.inTenant({ tenantId }, async (tx) => {
      const old = await tx.all(
        build
          .selectFrom('files')
          .select('id')
          .whereRef('bin_id', '=', 'id')
          .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${days}::integer)`)
          .forUpdate(),
      )
      await eraseForGood(
        tx,
        blobs,
        old.map(({ id }) => id),
      )
    })
  }
}
