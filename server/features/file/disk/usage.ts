/** What somebody stores: all they have, with earlier versions, what lies in the bin, and what is on its way. */
import { sql } from 'kysely'
import { queryFileUsage } from '../../../../model/contract/file/disk.ts'
import { files } from '../../../../model/file/files.ts'
import type { Settings } from '../../../../model/system/known-parameters.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

const MEGABYTE = 1024 * 1024

async function usedBy(tx: Transaction, { userId }: Pick<Caller, 'userId'>): Promise<number> {
  const bytes = sql<string>`coalesce(sum(size), 0)::text`.as('bytes')
  const sums = await Promise.all([
    tx.first(build.selectFrom('files').select(bytes).where('owner_id', '=', userId).where('size', '>', '0')),
    tx.first(build.selectFrom('file_versions').select(bytes).where('owner_id', '=', userId)),
    tx.first(build.selectFrom('uploads').select(bytes).where('owner_id', '=', userId).where('file_id', 'is', null)),
  ])
  return sums.reduce((sum, row) => sum + Number(row?.bytes ?? 0), 0)
}

/**
 * Asked after something was added, in the turn of the owner, so that two at once do not each fit alone.
 * @throws Failure `file.quota`
 */
export async function assertRoom(
  tx: Transaction,
  caller: Pick<Caller, 'userId'>,
  { 'file.userMegabytes': megabytes }: Pick<Settings, 'file.userMegabytes'>,
): Promise<void> {
  if (megabytes > 0 && (await usedBy(tx, caller)) > megabytes * MEGABYTE) fail('file.quota', { values: { megabytes } })
}

export const usage = implement(queryFileUsage, {
  access: 'granted',
  summary: 'How many bytes the caller and the tenant store, and may store; 0 where there is no limit',
  of: files,
  handle: ({ caller, inTenant, services: { settings } }) =>
    inTenant(async (tx) => {
      const of = (what: 'usage_of' | 'quota_of') => sql<string>`coalesce(${sql.raw(what)}(${caller.tenantId}::uuid, 'storage'), 0)::text`
      const [used, tenant, { 'file.userMegabytes': megabytes }] = await Promise.all([
        usedBy(tx, caller),
        tx.first(build.selectNoFrom([of('usage_of').as('used'), of('quota_of').as('quota')])),
        settings.within(tx, caller.tenantId),
      ])
      return { used, quota: megabytes * MEGABYTE, tenantUsed: Number(tenant?.used ?? 0), tenantQuota: Number(tenant?.quota ?? 0) }
    }),
})
