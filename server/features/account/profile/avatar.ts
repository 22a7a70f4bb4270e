/** The picture somebody shows themselves with: seen by the people of the tenant, and by nobody else. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/account/profile.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { pictureOf } from '../../../storage/index.ts'
import { build } from '../../../kernel/database/sql.ts'

/** Section 5 of the specification: under 10 MB. */
const MAX_AVATAR_BYTES = 10 * 1024 * 1024
/** A side. What is larger costs everybody who sees it; the page sends no more than 512. */
const MAX_SIDE_PIXELS = 4096
const YEAR_SECONDS = 31_536_000

const addressOf = (blob: string) => `/api${contract.queryAvatar.path}?id=${blob}`

export const uploadAvatar = implement(contract.uploadAvatar, {
  access: 'signed-in',
  summary: 'Show oneself with another picture',
  upload: true,
  async handle({ caller, input, inTenant, services: { blobs }, upload }) {
    if (input.id !== undefined && input.id !== caller.userId) fail('identity.foreign')
    if (!upload?.path) return fail('avatar.missing', { field: { name: 'file', label: 'error.avatar.missing' } })
    if (upload.size >= MAX_AVATAR_BYTES) fail('avatar.size', { field: { name: 'file', label: 'error.avatar.size' } })
    const picture = pictureOf(await readFile(upload.path))
    if (!picture) return fail('avatar.type', { field: { name: 'file', label: 'error.avatar.type' } })
    if (Math.max(picture.width, picture.height) > MAX_SIDE_PIXELS) fail('avatar.pixels', { values: { pixels: MAX_SIDE_PIXELS } })
    const written = await blobs.write(Readable.from([picture.bytes]))
    await inTenant(async (tx) => {
      // The picture of before makes room first: with both of them the tenant might have no room for either.
      await tx.run(build.deleteFrom('avatars').where('user_id', '=', caller.userId))
      await blobs.keep(tx, written)
      const row = { blob_id: written.id, media_type: picture.type }
      // What was shown before is given up by the table itself (migrations/0018_avatars.sql).
      await tx.run(
        build
          .insertInto('avatars')
          .values({ tenant_id: caller.tenantId, user_id: caller.userId, ...row })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ ...row, created_at: sql`now()` })),
      )
      await tx.run(
        build
          .updateTable('users')
          .set({ avatar: addressOf(written.id), updated_at: sql`now()`, version: sql`version + 1` })
          .where('id', '=', caller.userId),
      )
    })
    return addressOf(written.id)
  },
})

export const deleteAvatar = implement(contract.deleteAvatar, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Show oneself with no picture any more',
  async handle({ caller, inTenant }) {
    await inTenant(async (tx) => {
      await tx.run(build.deleteFrom('avatars').where('user_id', '=', caller.userId))
      await tx.run(
        build
          .updateTable('users')
          .set({ avatar: null, updated_at: sql`now()`, version: sql`version + 1` })
          .where('id', '=', caller.userId)
          .where('avatar', 'is not', null),
      )
    })
    return null
  },
})

export const queryAvatar = implement(contract.queryAvatar, {
  access: 'signed-in',
  summary: "The picture of somebody of one's own tenant",
  file: 'image/*',
  async handle({ input, inTenant, reply, services: { blobs } }) {
    const { type, size, stream } = await inTenant(async (tx) => {
      const avatar = await tx.first(build.selectFrom('avatars').select('media_type').where('blob_id', '=', input.id))
      if (!avatar) fail('row.not-found')
      return { type: avatar.media_type, ...(await blobs.open(tx, input.id)) }
    })
    // Another picture has another address. What is kept is kept for this browser, and for whoever is signed in there now.
    reply.header('cache-control', `private, max-age=${YEAR_SECONDS}, immutable`).header('vary', 'authorization')
    return new Download({ name: type === 'image/png' ? 'avatar.png' : 'avatar.jpg', type, size, stream })
  },
})
