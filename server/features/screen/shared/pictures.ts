/** Pictures and maps of screens: kept for whoever designs, told to whoever is shown a screen, thrown away when nobody needs them. */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { DownloadedPicture, ScreenPicture } from '../../../../model/contract/screen/pictures.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { idsIn, referencesOf } from '../../../../model/screens/references.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../../../kernel/runtime/housekeeping.ts'

/** A picture that no screen has is kept for so long: whoever undoes its removal finds it again. */
const UNUSED_DAYS = 30
const MAX_LISTED = 500

export interface PictureRow {
  readonly id: string
  readonly media_type: string
  readonly picture_name: string
  readonly width: number | null
  readonly height: number | null
  readonly review_number: string | null
}

/** A row as calls tell of it. */
export const pictureOfRow = (row: PictureRow): ScreenPicture => ({
  id: row.id,
  pictureName: row.picture_name,
  mediaType: row.media_type as ScreenPicture['mediaType'],
  width: row.width,
  height: row.height,
  reviewNumber: row.review_number,
})

const described = ['id', 'media_type', 'picture_name', 'width', 'height', 'review_number'] as const

/** Says, in the transaction that keeps the draft, that its pictures are needed from now on, so that they are not thrown away while it is stored. */
export async function usePictures(tx: Transaction, content: ScreenDocument): Promise<void> {
  const ids = idsIn(referencesOf(content), 'pictures')
  if (ids.length === 0) return
  await tx.run(
    build
      .updateTable('screen_pictures')
      .set({ used_at: sql<Date>`now()` })
      .where('id', 'in', ids),
  )
}

/** All pictures of the tenant, the newest first. */
export async function listPictures(tx: Transaction): Promise<ScreenPicture[]> {
  const rows = await tx.all(
    build.selectFrom('screen_pictures').select(described).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MAX_LISTED),
  )
  return rows.map(pictureOfRow)
}

/** A picture with what stands in it: an address that begins with `data:`, or the text of a map. @throws Failure `row.not-found` */
export async function loadPicture(tx: Transaction, { blobs }: Pick<Services, 'blobs'>, id: string): Promise<DownloadedPicture> {
  const row = await tx.first(
    build
      .selectFrom('screen_pictures')
      .select([...described, 'blob_id'])
      .where('id', '=', id),
  )
  if (!row) return fail('row.not-found')
  const bytes = await buffer((await blobs.open(tx, row.blob_id)).stream)
  const isMap = row.media_type === 'application/geo+json'
  return { ...pictureOfRow(row), content: isMap ? bytes.toString('utf8') : `data:${row.media_type};base64,${bytes.toString('base64')}` }
}

const isNamedBy = (table: 'screens' | 'screen_versions') =>
  sql<boolean>`exists (select from ${sql.table(table)} t where t.tenant_id = screen_pictures.tenant_id and screen_names_picture(t.content, screen_pictures.id))`

/** A chore that throws away pictures which no screen has had for a month. Those of published versions stay: the database refuses to remove them. */
export const unusedScreenPictures = ({ transactions }: { readonly transactions: TransactionScopes }): Chore =>
  deleting(transactions, [
    build
      .deleteFrom('screen_pictures')
      .where('used_at', '<', daysAgo(UNUSED_DAYS))
      .where(sql<boolean>`not ${isNamedBy('screens')}`)
      .where(sql<boolean>`not ${isNamedBy('screen_versions')}`),
  ])
