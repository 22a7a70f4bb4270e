/** Files for fields come before what is filled in is sent, and wait for it for a day. */
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import { fileName } from '../../model/file/files.ts'
import type { FormField } from '../../model/form/definition.ts'
import type { Blobs } from '../storage/index.ts'
import { mediaTypeOf } from '../storage/index.ts'
import { build } from '../kernel/database/sql.ts'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'
import type { Call } from '../kernel/http/http.ts'
import { refuseSize } from '../kernel/http/uploads.ts'
import { newId } from '../kernel/ids.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../kernel/runtime/housekeeping.ts'

/** Files of one person, or of one link, that wait for what they are sent with. */
const MAX_WAITING = { person: 200, link: 500 } as const

type Upload = NonNullable<Call<unknown>['upload']>

export interface Bringing {
  readonly upload: Upload | undefined
  readonly blobs: Blobs
  readonly inTenant: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  readonly formId: string
  readonly field: string
  readonly createdBy?: string | null
  readonly linkId?: string
  /** The field, as far as whoever brings the file may write it. */
  readonly fieldOf: (tx: Transaction) => Promise<FormField | undefined>
}

/** Keeps a file that waits for its entry. @throws Failure `file.not-found`, `file.empty`, `upload.too-large`, `file.name`, `entry.file`, `file.picture`, `entry.too-many-files`, `quota.storage` */
export async function keepFile({ upload, blobs, inTenant, formId, field, createdBy = null, linkId, fieldOf }: Bringing) {
  const named = { name: 'file', label: 'entries.file' } as const
  if (!upload?.path) return fail('file.not-found', { field: named })
  if (upload.size === 0) fail('file.empty', { field: named })
  if (upload.size >= upload.most) refuseSize(upload.most)
  const name = fileName.safeParse(upload.name)
  if (!name.success) return fail('file.name', { field: named })
  const { type, kind } = await mediaTypeOf(upload.path)
  const part = await inTenant(fieldOf)
  assertTaken(part, name.data, kind, type)
  const written = await blobs.write(createReadStream(upload.path))
  const id = newId()
  try {
    await inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('forms').select('id').where('id', '=', formId)))) fail('row.not-found')
      await assertFew(tx, createdBy, linkId)
      await blobs.keep(tx, written)
      await tx.run(
        build.insertInto('form_files').values({
          tenant_id: tenantOf(tx),
          id,
          form_id: formId,
          field_id: field,
          entry_id: null,
          instance_id: null,
          link_id: linkId ?? null,
          file_name: name.data,
          media_type: type,
          size: String(written.size),
          blob_id: written.id,
          created_by: createdBy,
        }),
      )
    })
  } catch (error) {
    await blobs.discard(written)
    throw error
  }
  return { id, name: name.data, size: written.size, mediaType: type }
}

/** Pictures and signatures are told by what stands in them; files by their endings, as far as the form says which. */
function assertTaken(part: FormField | undefined, name: string, kind: string, type: string): asserts part is FormField {
  const named = { name: 'file', label: 'entries.file' } as const
  if (!part || !['files', 'pictures', 'signature'].includes(part.kind)) return fail('entry.file', { field: named })
  // What can hold a script is shown as no picture.
  if (part.kind !== 'files' && (kind !== 'image' || type === 'image/svg+xml')) fail('entry.file', { field: named })
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (part.kind === 'files' && part.fileTypes && !part.fileTypes.includes(ending)) fail('entry.file', { field: named })
}

async function assertFew(tx: Transaction, createdBy: string | null, linkId: string | undefined): Promise<void> {
  const waiting = await tx.first(
    build
      .selectFrom('form_files')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('entry_id', 'is', null)
      .where('instance_id', 'is', null)
      .where(
        linkId === undefined ? sql<boolean>`created_by is not distinct from ${createdBy}::uuid` : sql<boolean>`link_id = ${linkId}::uuid`,
      ),
  )
  if ((waiting?.count ?? 0) >= (linkId === undefined ? MAX_WAITING.person : MAX_WAITING.link)) fail('entry.too-many-files')
}

/** Throws away files that nothing has, a day after they came. Their bytes go with a sweep of the store. */
export const expiredFormFiles = (transactions: TransactionScopes): Chore =>
  deleting(transactions, [
    build.deleteFrom('form_files').where('entry_id', 'is', null).where('instance_id', 'is', null).where('created_at', '<', daysAgo(1)),
  ])
