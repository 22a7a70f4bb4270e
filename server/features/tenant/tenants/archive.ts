/** A tenant's data as one file: made by a job, fetched by whoever asked for it. */
import { z } from 'zod'
import { asTenantId } from '../../../kernel/database/as-tenant-id.ts'
import { archiveSysTenant, queryArchiveSysTenant } from '../../../../model/contract/tenant/tenants.ts'
import { id } from '../../../../model/fields.ts'
import { tenants } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { JobFiles } from '../../../kernel/runtime/jobs.ts'
import type { JobKinds } from '../../../kernel/runtime/job.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { build } from '../../../kernel/database/sql.ts'
import { writeArchive } from '../../../tenancy/index.ts'

const KIND = 'tenant-archive'
const input = z.strictObject({ tenantId: z.pipe(id, z.transform(asTenantId)), tenantCode: z.string() })

/** What can be done in the background. */
export const tenantJobs: JobKinds = {
  async [KIND]({ input: given, caller, services, signal, progress }) {
    const { tenantId } = input.parse(given)
    // Asked again: whoever asked for it may have lost the right meanwhile.
    if (!mayArchive(caller)) fail('permission.denied')
    let rows = 0
    const file = await services.blobs.write(
      writeArchive(services, tenantId, { by: caller.username, signal, onRows: (now) => progress((rows = now)) }),
      signal,
    )
    return { done: rows, result: { rows, sha256: file.sha256 }, file }
  },
}

/** Whoever may not make one (any more) is not given one that was made. */
export const tenantFiles: JobFiles = {
  [KIND](job, caller) {
    if (!mayArchive(caller)) return undefined
    const { tenantCode } = input.parse(job.input)
    return { name: `tenant-${tenantCode}-${job.finishedAt.toISOString().slice(0, 10)}.zip`, type: 'application/zip' }
  },
}

const mayArchive = (caller: Caller) => caller.isPlatform && caller.urls.has(archiveSysTenant.path)

export const archiveTenant = implement(archiveSysTenant, {
  access: 'platform',
  summary: 'Begin to write everything a tenant has into one file',
  of: tenants,
  async handle({ input: { id: tenantId }, caller, inTenant, inScopeOf, services, request, t }) {
    const tenant = await inScopeOf(tenants, (tx) =>
      tx.first(
        build
          .selectFrom('tenants')
          .select(['tenant_code', 'tenant_name'])
          .where('id', '=', asTenantId(tenantId))
          .where('throwaway', '=', false),
      ),
    )
    if (!tenant) fail('row.not-found')
    const title = `${t('tenants.archive')} ${tenant.tenant_name}`
    const job = { kind: KIND, title, input: { tenantId, tenantCode: tenant.tenant_code } }
    return { jobId: await inTenant((tx) => services.jobs.enqueue(tx, caller, languageOfRequest(request), job)) }
  },
})

const mine = (jobId: string, userId: string) =>
  build.selectFrom('jobs').where('jobs.id', '=', jobId).where('user_id', '=', userId).where('kind', '=', KIND)

export const queryArchive = implement(queryArchiveSysTenant, {
  access: 'platform',
  summary: "How far the file with a tenant's data is",
  async handle({ input: { jobId }, caller, inTenant, t }) {
    const job = await inTenant((tx) =>
      tx.first(
        mine(jobId, caller.userId)
          .leftJoin('blobs', (on) => on.onRef('blobs.tenant_id', '=', 'jobs.tenant_id').onRef('blobs.id', '=', 'blob_id'))
          .select(['status', 'done', 'size', 'error']),
      ),
    )
    if (!job) fail('row.not-found')
    return {
      status: job.status,
      rows: Number(job.done),
      size: job.size === null ? null : Number(job.size),
      message: job.error === null ? null : t(`error.${job.error}` as LabelKey),
    }
  },
})
