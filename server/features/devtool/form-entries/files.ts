/**
 * Files of entries come before the entry is sent, and wait for it for a day. They are fetched by whoever sees the entry and the field, and before it
 * is sent by whoever brought them.
 */
import {
  downloadEntryFile as downloadContract,
  uploadEntryFile as uploadContract,
} from '../../../../model/contract/devtool/form-entries.ts'
import { MAX_ENTRY_FILE } from '../../../../model/devtool/form-entries.ts'
import { formEntries } from '../../../../model/index.ts'
import { fieldsOf, keepFile, publishedForm, versionOf } from '../../../forms/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { isSeen } from './seen-entries.ts'

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
          .where('id', '=', id)
          // Those of processes are fetched by whoever sees the process.
          .where('instance_id', 'is', null),
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
