/** Pictures that a tenant keeps for its report templates: checked as they come, found by whoever names them, read for those who fill a template. */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Translate } from '../../../../model/labels/index.ts'
import { MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE, picturesOf } from '../../../../model/reports/pictures.ts'
import type { PictureType } from '../../../../model/reports/pictures.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { isDrawable, isPlain } from '../../../documents/index.ts'
import type { PagePicture } from '../../../documents/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Pictures } from '../../../reports/index.ts'
import { pictureOf } from '../../../storage/index.ts'
import { invalid } from './content.ts'

/** What keeps a file from being a picture of reports. */
export type PictureRefusal = 'template.picture-type' | 'template.picture-size' | 'template.picture-form'

/**
 * The picture without what is not shown of it, or why it is none. What it is is told by what stands in it, whatever it is called; it is unpacked once, so that nothing that
 * unpacks to more than it says is kept.
 */
export async function readPicture(bytes: Buffer): Promise<PagePicture | PictureRefusal> {
  const found = pictureOf(bytes)
  if (!found || found.width === 0 || found.height === 0) return 'template.picture-type'
  const { width, height } = found
  if (Math.max(width, height) > MAX_PICTURE_SIDE || width * height > MAX_PICTURE_PIXELS) return 'template.picture-size'
  if (!(await isDrawable(found.bytes))) return 'template.picture-type'
  return isPlain(found.bytes) ? found : 'template.picture-form'
}

/** The values that the sentences of refusals have. */
const LIMITS = { side: MAX_PICTURE_SIDE, most: MAX_PICTURE_PIXELS } as const

/**
 * Looks whether the tenant has each picture of a draft. One of another tenant is as unknown as one that there is none of.
 * @throws Failure `template.invalid` with the cell that names another one
 */
export async function assertPictures(tx: Transaction, t: Translate, content: ReportTemplate): Promise<void> {
  const named = picturesOf(content)
  const kept = new Set((await rowsOf(tx, [...named.keys()])).map(({ id }) => id))
  const faults = [...named].flatMap(([id, place]) => (kept.has(id) ? [] : [{ place, code: 'picture' as const, detail: '' }]))
  if (faults.length > 0) throw invalid(t, faults, 'template.invalid')
}

/** The same, in the transaction that keeps the draft: they are needed from now on, and not thrown away while it is stored. @throws Failure `template.invalid` */
export async function takePictures(tx: Transaction, t: Translate, content: ReportTemplate): Promise<void> {
  const ids = [...picturesOf(content).keys()]
  if (ids.length === 0) return
  await tx.run(
    build
      .updateTable('report_pictures')
      .set({ used_at: sql<Date>`now()` })
      .where('id', 'in', ids),
  )
  await assertPictures(tx, t, content)
}

const rowsOf = async (tx: Transaction, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx.all(build.selectFrom('report_pictures').select(['id', 'blob_id', 'media_type', 'width', 'height']).where('id', 'in', ids))

/** The pictures among these that the tenant has, with their bytes. */
export async function loadPictures(tx: Transaction, { blobs }: Pick<Services, 'blobs'>, ids: readonly string[]): Promise<Pictures> {
  const found = new Map<string, PagePicture>()
  // One after the other: a report takes one connection and reads one file at a time.
  for (const { id, blob_id: blob, media_type: type, width, height } of await rowsOf(tx, ids)) {
    const { stream } = await blobs.open(tx, blob)
    found.set(id, { type: type as PictureType, width, height, bytes: await buffer(stream) })
  }
  return found
}

/** The failure of a file that is no picture of reports. */
export const refusedPicture = (refusal: PictureRefusal): Failure =>
  new Failure(refusal, { values: LIMITS, field: { name: 'file', label: 'report-list.file' } })
