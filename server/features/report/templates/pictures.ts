/**
 * Pictures for cells of report templates: kept by whoever designs templates or brings some along, told to whoever opens them. A picture is never changed: another one
 * is another row, so a published version has the pictures that it was published with.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { MAX_PICTURE_MEGABYTES } from '../../../../model/reports/pictures.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { PagePicture } from '../../../documents/index.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../../../kernel/runtime/housekeeping.ts'
import { addressOf } from '../../../reports/index.ts'
import { loadPictures, readPicture, refusedPicture } from '../shared/pictures.ts'

const AT = { field: { name: 'file', label: 'report-list.file' } } as const
/** A picture that no template has is kept for so long: whoever undoes its removal finds it again. */
const UNUSED_DAYS = 30

/** @throws Failure `permission.denied` for whoever may do none of it with templates */
function assertMay(caller: Caller, ...operations: readonly string[]): void {
  const { allowed } = viewOf(caller, reportTemplates)
  if (!operations.some((operation) => allowed.includes(operation))) fail('permission.denied')
}

const describePicture = (id: string, { type, width, height }: PagePicture) => ({ id, mediaType: type, width, height })

export const uploadReportPicture = implement(contract.uploadReportPicture, {
  access: 'signed-in',
  summary: 'Keep a picture (PNG or JPEG) for the cells of report templates; the same one has the same id',
  of: reportTemplates,
  upload: { megabytes: MAX_PICTURE_MEGABYTES },
  async handle({ caller, upload, inTenant, services: { blobs } }) {
    if (!upload?.path || upload.size === 0) return fail('file.empty', AT)
    assertMay(caller, 'design', 'bring')
    if (upload.size >= upload.most) refuseSize(upload.most)
    const picture = await readPicture(await readFile(upload.path))
    if (typeof picture === 'string') throw refusedPicture(picture)
    const sha256 = createHash('sha256').update(picture.bytes).digest('hex')
    const known = await inTenant((tx) => use(tx, sha256))
    if (known !== undefined) return describePicture(known, picture)
    const written = await blobs.write(Readable.from([picture.bytes]))
    try {
      return await inTenant(async (tx) => {
        // Somebody else may have brought the same one meanwhile, or be about to.
        await advisoryLock(tx, `report picture ${caller.tenantId} ${sha256}`)
        const other = await use(tx, sha256)
        if (other !== undefined) {
          await blobs.discard(written)
          return describePicture(other, picture)
        }
        await blobs.keep(tx, written)
        const id = newId()
        const { type: media_type, width, height } = picture
        await tx.run(
          build
            .insertInto('report_pictures')
            .values({ tenant_id: caller.tenantId, id, blob_id: written.id, media_type, width, height, sha256 }),
        )
        return describePicture(id, picture)
      })
    } catch (error) {
      await blobs.discard(written)
      throw error
    }
  },
})

/** The id of the picture with this checksum, which is needed from now on; undefined where there is none. */
async function use(tx: Transaction, sha256: string): Promise<string | undefined> {
  const row = await tx.first(
    build
      .updateTable('report_pictures')
      .set({ used_at: sql<Date>`now()` })
      .where('sha256', '=', sha256)
      .returning('id'),
  )
  return row?.id
}

export const queryReportPicture = implement(contract.queryReportPicture, {
  access: 'signed-in',
  summary: 'A picture of report templates, as an address that has it within',
  of: reportTemplates,
  async handle({ input: { id }, caller, inTenant, services }) {
    assertMay(caller, 'open', 'design')
    const picture = (await inTenant((tx) => loadPictures(tx, services, [id]))).get(id) ?? fail('row.not-found')
    return { ...describePicture(id, picture), content: addressOf(picture) }
  },
})

/** Whether a template or one of its versions has the picture. */
const isUsedBy = (table: 'report_templates' | 'report_template_versions') =>
  sql<boolean>`exists (select from ${sql.table(table)} t where t.tenant_id = report_pictures.tenant_id
    and (jsonb_path_exists(t.content, '$.cells.* ? (@.picture == $id)', jsonb_build_object('id', report_pictures.id::text))
      or t.content #>> '{page,background,picture}' = report_pictures.id::text))`

/** A chore that throws away pictures which no template has had for a month. Those of published versions stay: the database refuses to remove them. */
export const unusedPictures = ({ transactions }: { readonly transactions: TransactionScopes }): Chore =>
  deleting(transactions, [
    build
      .deleteFrom('report_pictures')
      .where('used_at', '<', daysAgo(UNUSED_DAYS))
      .where(sql<boolean>`not ${isUsedBy('report_templates')}`)
      .where(sql<boolean>`not ${isUsedBy('report_template_versions')}`),
  ])
