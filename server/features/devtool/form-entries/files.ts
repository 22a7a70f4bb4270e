/**
 * Files of entries come before the entry is sent, and wait for it for a day. They are fetched by whoever sees the entry and the field, and before it
 * is sent by whoever brought them.
 */
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import {
  downloadEntryFile as downloadContract,
  uploadEntryFile as uploadContract,
} from '../../../../model/contract/devtool/form-entries.ts'
import { MAX_ENTRY_FILE } from '../../../../model/devtool/form-entries.ts'
import { fileName } from '../../../../model/file/files.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { formEntries } from '../../../../model/index.ts'
import { mediaTypeOf } from '../../../storage/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction, TransactionScopes } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../../../kernel/runtime/housekeeping.ts'
import { publishedForm, versionOf } from '../shared/published.ts'
import { fieldsOf, isSeen } from './seen-entries.ts'

/** Files of one person, or of one link, that wait for their entries. */
const MAX_WAITING = { person: 200, link: 500 } as const

export const uploadEntryFile = implement(uploadContract, {
  access: 'granted',
  summary: 'Bring a file for a field of an entry, before the entry is sent',
  of: formEntries,
  upload: { megabytes: MAX_ENTRY_FILE.megabytes },
  handle({ input: { formId, field }, caller, upload, inTenant, services: { blobs } }) {
    return keepFile({
      upload,
      blobs,
      inTenant,
      formId,
      field,
      createdBy: caller.client?.id === caller.userId ? null : caller.userId,
      async fieldOf(tx) {
        const { definition } = await publishedForm(tx, formId)
        return definition.fields.find((each) => each.id === field && fieldsOf(caller, definition).mayWrite(each))
      },
    })
  },
})

interface Bringing {
  readonly upload: Call<unknown>['upload']
  readonly blobs: Call<unknown>['services']['blobs']
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
      .where(
        linkId === undefined ? sql<boolean>`created_by is not distinct from ${createdBy}::uuid` : sql<boolean>`link_id = ${linkId}::uuid`,
      ),
  )
  if ((waiting?.count ?? 0) >= (linkId === undefined ? MAX_WAITING.person : MAX_WAITING.link)) fail('entry.too-many-files')
}

export const downloadEntryFile = implement(downloadContract, {
  access: 'granted',
  summary: 'Fetch a file of an entry',
  of: formEntries,
  reads: true,
  file: 'application/octet-stream',
  handle: ({ input: { id }, caller, inTenant, services: { blobs } }) =>
    inTenant(async (tx) => {
      const file = await tx.first(
        build
          .selectFrom('form_files')
          .select(['form_id', 'field_id', 'entry_id', 'file_name', 'media_type', 'blob_id', 'created_by'])
          .where('id', '=', id),
      )
      if (!file || !(await mayFetch(tx, caller, file))) return fail('row.not-found')
      const { size, stream } = await blobs.open(tx, file.blob_id)
      return new Download({ name: file.file_name, type: file.media_type, size, stream })
    }),
})

interface Kept {
  readonly form_id: string | null
  readonly field_id: string
  readonly entry_id: string | null
  readonly created_by: string | null
}

async function mayFetch(tx: Transaction, caller: Call<unknown>['caller'], file: Kept): Promise<boolean> {
  if (file.entry_id === null || file.form_id === null) return file.created_by === caller.userId
  const entry = await tx.first(
    build.selectFrom('form_entries as entry').select(['form_version']).where('id', '=', file.entry_id).where(isSeen(caller)),
  )
  if (!entry) return false
  const form = await publishedForm(tx, file.form_id)
  const whole = await versionOf(tx, file.form_id, entry.form_version)
  return whole.fields.some((field) => field.id === file.field_id && fieldsOf(caller, form.definition).sees(field))
}

/** Throws away files that no entry has, a day after they came. Their bytes go with a sweep of the store. */
export const expiredEntryFiles = (transactions: TransactionScopes): Chore =>
  deleting(transactions, [build.deleteFrom('form_files').where('entry_id', 'is', null).where('created_at', '<', daysAgo(1))])
