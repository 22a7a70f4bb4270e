/**
 * Pictures and maps for screens: kept by whoever designs screens or brings some along, told to whoever is shown a screen. One is never changed: another one is
 * another row, so a published version has those that it was published with.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/screen/pictures.ts'
import type { ScreenPicture } from '../../../../model/contract/screen/pictures.ts'
import { screens } from '../../../../model/index.ts'
import { idsIn, referencesOf } from '../../../../model/screens/references.ts'
import { readMap } from '../../../../model/screens/geojson.ts'
import { isDrawable } from '../../../documents/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { newId } from '../../../kernel/ids.ts'
import { pictureOf } from '../../../storage/index.ts'
import type { PictureRow } from '../shared/pictures.ts'
import { screenShownTo } from '../shared/published.ts'
import { listPictures, loadPicture, pictureOfRow } from '../shared/pictures.ts'

const FIELD = { name: 'file', label: 'screens.file' } as const
const AT = { field: FIELD } as const
const MAX_NAME = 128

/** @throws Failure `permission.denied` for whoever may do none of it with screens */
function assertMay(caller: Caller, ...operations: readonly string[]): void {
  const { allowed } = viewOf(caller, screens)
  if (!operations.some((operation) => allowed.includes(operation))) fail('permission.denied')
}

/** What is kept of a file. */
type Kept = Omit<PictureRow, 'id' | 'picture_name'> & { readonly bytes: Buffer }

export const uploadScreenPicture = implement(contract.uploadScreenPicture, {
  access: 'signed-in',
  summary: 'Keep a picture (PNG or JPEG) for big screens; the same one has the same id',
  of: screens,
  upload: { megabytes: contract.MAX_SCREEN_PICTURE_MEGABYTES },
  async handle(call) {
    return keepFile(call, async (bytes) => {
      const found = pictureOf(bytes)
      if (!found || found.width === 0 || found.height === 0) return fail('screen.picture-type', AT)
      const { width, height, type } = found
      const [side, most] = [contract.MAX_SCREEN_PICTURE_SIDE, contract.MAX_SCREEN_PICTURE_PIXELS]
      if (Math.max(width, height) > side || width * height > most)
        throw new Failure('screen.picture-size', { ...AT, values: { side, most } })
      if (!(await isDrawable(found.bytes))) fail('screen.picture-type', AT)
      return { media_type: type, width, height, review_number: null, bytes: found.bytes }
    })
  },
})

export const uploadScreenMap = implement(contract.uploadScreenMap, {
  access: 'signed-in',
  summary: 'Keep a map (GeoJSON) for big screens, with the number under which it was reviewed, which is drawn on it',
  of: screens,
  upload: { megabytes: contract.MAX_MAP_MEGABYTES },
  async handle(call) {
    return keepFile(call, async (bytes) => {
      const map = readMap(parsed(bytes)) ?? fail('screen.map', AT)
      const text = Buffer.from(JSON.stringify(map))
      return { media_type: 'application/geo+json', width: null, height: null, review_number: call.input.reviewNumber, bytes: text }
    })
  },
})

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

export const queryScreenPicture = implement(contract.queryScreenPicture, {
  access: 'signed-in',
  summary: 'The pictures and maps that a tenant keeps for big screens',
  of: screens,
  async handle({ caller, inTenant }) {
    assertMay(caller, 'open', 'design')
    return { list: await inTenant(listPictures) }
  },
})

export const downloadScreenPicture = implement(contract.downloadScreenPicture, {
  access: 'signed-in',
  allowedWith: ['read-only', 'screen'],
  summary: 'A picture of big screens as an address that has it within, or a map as GeoJSON',
  of: screens,
  async handle({ input: { id }, caller, inTenant, services }) {
    assertMay(caller, 'show', 'open', 'design')
    return inTenant(async (tx) => {
      await assertOnOwnScreen(tx, caller, id)
      return loadPicture(tx, services, id)
    })
  },
})

/** A display is told pictures and maps of what it shows, and no others. @throws Failure `row.not-found` */
async function assertOnOwnScreen(tx: Transaction, caller: Caller, pictureId: string): Promise<void> {
  if (!caller.screen) return
  const { content } = await screenShownTo(tx, caller.screen, caller)
  if (!idsIn(referencesOf(content), 'pictures').includes(pictureId)) fail('row.not-found')
}

/** Keeps what is made of the file that came along. @throws Failure `permission.denied`, `file.empty`, and what `read` refuses */
async function keepFile(
  { caller, upload, inTenant, services: { blobs } }: Pick<Call<unknown>, 'caller' | 'upload' | 'inTenant' | 'services'>,
  read: (bytes: Buffer) => Promise<Kept>,
): Promise<ScreenPicture> {
  if (!upload?.path || upload.size === 0) return fail('file.empty', AT)
  assertMay(caller, 'design', 'bring')
  if (upload.size >= upload.most) refuseSize(upload.most)
  const { bytes, ...kept } = await read(await readFile(upload.path))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const known = await inTenant((tx) => use(tx, sha256, kept.review_number))
  if (known !== undefined) return known
  const written = await blobs.write(Readable.from([bytes]))
  try {
    return await inTenant(async (tx) => {
      // Somebody else may have brought the same one meanwhile, or be about to.
      await advisoryLock(tx, `screen picture ${caller.tenantId} ${sha256}`)
      const other = await use(tx, sha256, kept.review_number)
      if (other !== undefined) {
        await blobs.discard(written)
        return other
      }
      await blobs.keep(tx, written)
      const row = { ...kept, id: newId(), picture_name: nameOf(upload.name) }
      await tx.run(build.insertInto('screen_pictures').values({ ...row, tenant_id: caller.tenantId, blob_id: written.id, sha256 }))
      return pictureOfRow(row)
    })
  } catch (error) {
    await blobs.discard(written)
    throw error
  }
}

/** What the file was called, by which people choose it. */
const nameOf = (name: string): string =>
  name
    .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
    .slice(0, MAX_NAME)
    .toWellFormed()

/** The same one, which is needed from now on; undefined where there is none. */
async function use(tx: Transaction, sha256: string, reviewNumber: string | null): Promise<ScreenPicture | undefined> {
  const row = await tx.first(
    build
      .updateTable('screen_pictures')
      .set({ used_at: sql<Date>`now()` })
      .where('sha256', '=', sha256)
      .where('review_number', 'is not distinct from', reviewNumber)
      .returning(['id', 'media_type', 'picture_name', 'width', 'height', 'review_number']),
  )
  return row && pictureOfRow(row)
}
