/** What anybody may do who has the address of a link. One that is unknown, expired, withdrawn or at rest answers like any other such. */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import { downloadLink, openLink } from '../../../../model/contract/file/links.ts'
import { MAX_FOLDER_DEPTH, files } from '../../../../model/file/files.ts'
import type { FileType } from '../../../../model/file/files.ts'
import { judgeAttempt, hashToken, passwordMatches } from '../../../identity/index.ts'
import { keyOf, networkOf, consumeAllowances } from '../../../kernel/database/counters.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { handOut } from './download.ts'
import type { Named } from './access.ts'
import { kilobytes, wireTimeOf } from './units.ts'

/** Links that lead nowhere, from one network within a quarter of an hour. */
const MISSES = { most: 100, seconds: 15 * 60 }

interface Link {
  readonly id: string
  readonly tenantId: TenantId
  readonly fileId: string
  readonly passwordHash: string | null
}
type Asking = Pick<Call<unknown>, 'services' | 'request'>

/** @throws Failure `file.link`, alike for whatever a link can no longer be. */
async function linkBehind({ services: { transactions }, request }: Asking, secret: string): Promise<Link> {
  const row = await transactions.inPlatform(
    'a link comes before its tenant is known',
    (tx) =>
      tx.first(
        build
          .selectFrom('file_links')
          .innerJoin('files', (on) => on.onRef('files.tenant_id', '=', 'file_links.tenant_id').onRef('files.id', '=', 'file_links.file_id'))
          .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'files.tenant_id').onRef('users.id', '=', 'files.owner_id'))
          .innerJoin('tenants', 'tenants.id', 'file_links.tenant_id')
          .select([
            'file_links.id',
            'file_links.tenant_id',
            'file_id',
            'file_links.password_hash',
            'bin_id',
            'users.status',
            'tenants.status as tenant_status',
            'tenants.expires_at',
            'marked_at',
            sql<boolean>`coalesce(file_links.expires_at <= now(), false)`.as('is_over'),
          ])
          .where('token_hash', '=', hashToken(secret)),
      ),
    'read',
  )
  if (row && !row.is_over && row.bin_id === null && row.status === 1 && isUsable(row)) {
    nameAuthor(request, { tenantId: row.tenant_id })
    return { id: row.id, tenantId: row.tenant_id, fileId: row.file_id, passwordHash: row.password_hash }
  }
  await consumeAllowances(transactions, [{ key: keyOf('link-address', networkOf(request.ip)), ...MISSES }])
  return fail('file.link')
}

/**
 * Guesses at the password of a link are counted as those at an account are.
 * @throws Failure `file.link-password`, `sign-in.locked`
 */
async function assertOpens(
  { services: { transactions, settings }, request }: Asking,
  { id: account, tenantId: tenant, passwordHash }: Link,
  given: string | undefined,
): Promise<void> {
  if (passwordHash === null) return
  const attempt = { account: `link ${account}`, tenant, address: request.ip, policy: await settings.of(tenant) }
  const opened =
    given === undefined
      ? undefined
      : await judgeAttempt(transactions, attempt, async () => ((await passwordMatches(passwordHash, given)) ? true : undefined))
  if (!opened) fail('file.link-password', { field: { name: 'password', label: 'field.files.password' } })
}

interface Step {
  of: string
  id: string
  original_filename: string
  file_type: FileType
  media_type: string | null
  blob_id: string | null
  size: string
}
interface Found {
  readonly at: Step
  readonly path: Named[]
}

/** What lies in the link under these ids, and the ways to it. @throws Failure `file.not-found` where one of them lies elsewhere. */
async function within(tx: Transaction, { fileId }: Link, wanted: readonly string[]): Promise<Found[]> {
  const chains = Map.groupBy(
    await tx.all({
      compile: () =>
        sql<Step>`
    with recursive chain as (
      select id as of, id, parent_id, original_filename, file_type, media_type, blob_id, size, 0 as steps from files where id = any(${wanted}::uuid[]) and bin_id is null
      union all
      select chain.of, above.id, above.parent_id, above.original_filename, above.file_type, above.media_type, above.blob_id, above.size, chain.steps + 1
      from chain join files above on above.id = chain.parent_id where chain.id <> ${fileId} and chain.steps < ${sql.lit(MAX_FOLDER_DEPTH)}
    ) select of, id, original_filename, file_type, media_type, blob_id, size::text as size from chain order by of, steps`.compile(build),
    }),
    (step) => step.of,
  )
  return wanted.map((id) => {
    const chain = chains.get(id) ?? []
    const [at] = chain
    if (!at || chain.at(-1)?.id !== fileId) return fail('file.not-found')
    return { at, path: chain.map((step) => ({ id: step.id, label: step.original_filename })).reverse() }
  })
}

const open = implement(openLink, {
  access: 'public',
  space: 'essential',
  summary: 'What a link leads to: a file, or a folder with what lies in it. Without the password it tells that it needs one',
  of: files,
  async handle({ input, services, request }) {
    const asking = { services, request }
    const link = await linkBehind(asking, input.token)
    if (link.passwordHash !== null && input.password === undefined)
      return { needsPassword: true, id: '', name: '', fileType: 'other', contentType: '', size: 0, list: [], total: 0, path: [] }
    await assertOpens(asking, link, input.password)
    return services.transactions.inTenant(
      { tenantId: link.tenantId },
      async (tx) => {
        const [found] = await within(tx, link, [input.id ?? link.fileId])
        const { at, path } = found ?? fail('file.not-found')
        const inside = build.selectFrom('files').where('parent_id', '=', at.id).where('place_id', '=', at.id).where('bin_id', 'is', null)
        const [rows, count] =
          at.file_type === 'folder'
            ? await Promise.all([
                tx.all(
                  inside
                    .select(['id', 'original_filename', 'file_type', 'media_type', 'size', wireTimeOf('updated_at').as('updated')])
                    .orderBy('is_file')
                    .orderBy('name_key')
                    .orderBy('id')
                    .limit(input.pageSize)
                    .offset((input.currentPage - 1) * input.pageSize),
                ),
                tx.first(inside.select(sql<number>`count(*)::integer`.as('total'))),
              ])
            : [[], undefined]
        return {
          needsPassword: false,
          id: at.id,
          name: at.original_filename,
          fileType: at.file_type,
          contentType: at.media_type ?? '',
          size: kilobytes(at.size),
          path,
          total: count?.total ?? 0,
          list: rows.map((row) => ({
            id: row.id,
            originalFilename: row.original_filename,
            fileType: row.file_type,
            contentType: row.media_type ?? '',
            size: kilobytes(row.size),
            updateTime: row.updated,
          })),
        }
      },
      'read',
    )
  },
})

const download = implement(downloadLink, {
  access: 'public',
  space: 'essential',
  summary: 'Fetch what a link leads to, or some of what lies in it: one file as it is, several or a folder as a .zip',
  of: files,
  reads: true,
  file: 'application/octet-stream',
  async handle({ input, services, request, t }) {
    const asking = { services, request }
    const link = await linkBehind(asking, input.token)
    await assertOpens(asking, link, input.password)
    return services.transactions.inTenant(
      { tenantId: link.tenantId },
      async (tx) => {
        const wanted = input.id ?? [link.fileId]
        const found = await within(tx, link, wanted)
        const still = async () => {
          await linkBehind(asking, input.token)
          await services.transactions.inTenant({ tenantId: link.tenantId }, (again) => within(again, link, wanted), 'read')
        }
        return handOut(
          tx,
          { services, tenantId: link.tenantId, t, still },
          found.map(({ at }) => ({ id: at.id, originalFilename: at.original_filename, mediaType: at.media_type, blobId: at.blob_id })),
        )
      },
      'read',
    )
  },
})

export const linkRoutes = [open, download]
