/** Pictures of a stop. They are sent one by one before the stop is recorded; one that is sent twice is one. */
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/maintenance/rounds.ts'
import { rounds } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { mediaTypeOf } from '../../../storage/index.ts'

const { MAX_ROUND_PHOTOS } = contract
const PICTURES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
const FIELD = { name: 'file', label: 'noun.files' } as const

export const addRoundPhoto = implement(contract.addRoundPhoto, {
  access: 'granted',
  summary: 'Send a picture of a stop of a round',
  of: rounds,
  upload: { megabytes: MAX_ROUND_PHOTOS.megabytes },
  async handle({ input: { id, stopId }, caller, upload, inTenant, services: { blobs } }) {
    if (!upload?.path) return fail('file.not-found', { field: FIELD })
    if (upload.size === 0) fail('file.empty', { field: FIELD })
    if (upload.size >= upload.most) refuseSize(upload.most)
    const { type } = await mediaTypeOf(upload.path)
    if (!PICTURES.includes(type)) fail('round.picture', { field: FIELD })
    if (await inTenant((tx) => isThere(tx, id, stopId))) return { id }
    const written = await blobs.write(createReadStream(upload.path))
    try {
      const isNew = await inTenant(async (tx) => {
        await assertRoom(tx, stopId)
        // Somebody else was as quick with the same one.
        if (await isThere(tx, id, stopId)) return false
        await blobs.keep(tx, written)
        await tx.run(
          build.insertInto('round_photos').values({
            tenant_id: caller.tenantId,
            id,
            result_id: stopId,
            blob_id: written.id,
            media_type: type,
            size: String(written.size),
            // An application that asks for itself is nobody.
            created_by: caller.client?.id === caller.userId ? null : caller.userId,
          }),
        )
        return true
      })
      if (!isNew) await blobs.discard(written)
    } catch (error) {
      await blobs.discard(written)
      throw error
    }
    return { id }
  },
})

/** @throws Failure `round.picture-id` for the id of a picture of another stop */
async function isThere(tx: Transaction, id: string, stopId: string): Promise<boolean> {
  const known = await tx
    .beyondScope('whether an id is in use is the same for everybody')
    .first(build.selectFrom('round_photos').select('result_id').where('id', '=', id))
  if (known && known.result_id !== stopId) fail('round.picture-id')
  return known !== undefined
}

/** The stop, held, with room for one more, in a round that is not done: pictures of one that was missed may come late. @throws Failure `row.not-found`, `round.over`, `round.pictures` */
async function assertRoom(tx: Transaction, stopId: string): Promise<void> {
  const stop = await tx.first(
    build
      .selectFrom('round_results as result')
      .innerJoin('rounds', (on) => on.onRef('rounds.tenant_id', '=', 'result.tenant_id').onRef('rounds.id', '=', 'result.round_id'))
      .select('rounds.round_state')
      .where('result.id', '=', stopId)
      .forUpdate('result'),
  )
  if (!stop) return fail('row.not-found')
  if (stop.round_state === 'done') fail('round.over')
  const there = await tx.first(
    build
      .selectFrom('round_photos')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('result_id', '=', stopId),
  )
  if ((there?.count ?? 0) >= MAX_ROUND_PHOTOS.count) fail('round.pictures', { values: { most: MAX_ROUND_PHOTOS.count } })
}

export const downloadRoundPhoto = implement(contract.downloadRoundPhoto, {
  access: 'granted',
  summary: 'Fetch a picture of a stop of a round',
  of: rounds,
  reads: true,
  file: 'application/octet-stream',
  handle: ({ input: { id }, inTenant, services: { blobs } }) =>
    inTenant(async (tx) => {
      const found = await tx.first(build.selectFrom('round_photos').select(['blob_id', 'media_type']).where('id', '=', id))
      if (!found) return fail('row.not-found')
      const { size, stream } = await blobs.open(tx, found.blob_id)
      return new Download({ name: `${id}.${found.media_type.slice('image/'.length)}`, type: found.media_type, size, stream })
    }),
})
