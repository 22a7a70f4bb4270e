/** The picture of a person: seen by the people of the tenant, and by nobody else. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/account/profile.ts'
import { id as isId } from '../../../../model/fields.ts'
import { users } from '../../../../model/index.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertMayChangeUsers } from '../../../kernel/authorization/guard-roles.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Asking } from '../../../kernel/resources/noun-writes.ts'
import { pictureOf } from '../../../storage/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Section 5 of the specification: under 10 MB. */
const MAX_AVATAR_BYTES = 10 * 1024 * 1024
/** A side. What is larger costs everybody who sees it; the page sends no more than 512. */
const MAX_SIDE_PIXELS = 4096
const YEAR_SECONDS = 31_536_000

const addressOf = (blob: string) => `/api${contract.queryAvatar.path}?id=${blob}`

/**
 * Whose picture it is about: the caller's, or that of somebody whose other fields the caller may change as well.
 * @throws Failure `identity.foreign` for somebody who may not.
 */
function personOf({ caller, input: { id = caller.userId } }: Pick<Call<{ id?: string | undefined }>, 'caller' | 'input'>): string {
  if (id === caller.userId) return id
  const view = viewOf(caller, users)
  return !caller.client && view.allowed.includes('update') && view.sees('avatar') ? id : fail('identity.foreign')
}

/** @throws Failure `row.not-found`, or that of {@link assertMayChangeUsers} for somebody who has more rights than the caller. */
async function assertChangeable(tx: Transaction, { caller, services }: Asking, userId: string): Promise<void> {
  if (userId === caller.userId) return
  const id = isId.safeParse(userId).success ? userId : fail('row.not-found')
  await assertMayChangeUsers(tx, services.grants, caller, [id])
  if (!(await tx.first(build.selectFrom('users').select('id').where('id', '=', id).forUpdate()))) fail('row.not-found')
}

export const uploadAvatar = implement(contract.uploadAvatar, {
  access: 'signed-in',
  summary: 'Show oneself, or somebody whom one may change, with another picture',
  upload: true,
  async handle(call) {
    const {
      caller,
      inTenant,
      services: { blobs },
      upload,
    } = call
    const userId = personOf(call)
    await inTenant((tx) => assertChangeable(tx, call, userId))
    if (!upload?.path) return fail('avatar.missing', { field: { name: 'file', label: 'error.avatar.missing' } })
    if (upload.size >= MAX_AVATAR_BYTES) fail('avatar.size', { field: { name: 'file', label: 'error.avatar.size' } })
    const picture = pictureOf(await readFile(upload.path))
    if (!picture) return fail('avatar.type', { field: { name: 'file', label: 'error.avatar.type' } })
    if (Math.max(picture.width, picture.height) > MAX_SIDE_PIXELS) fail('avatar.pixels', { values: { pixels: MAX_SIDE_PIXELS } })
    const written = await blobs.write(Readable.from([picture.bytes]))
    await inTenant(async (tx) => {
      await assertChangeable(tx, call, userId)
      // The picture of before makes room first: with both of them the tenant might have no room for either.
      await tx.run(build.deleteFrom('avatars').where('user_id', '=', userId))
      await blobs.keep(tx, written)
      const row = { blob_id: written.id, media_type: picture.type }
      // What was shown before is given up by the table itself (migrations/0018_avatars.sql).
      await tx.run(
        build
          .insertInto('avatars')
          .values({ tenant_id: caller.tenantId, user_id: userId, ...row })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ ...row, created_at: sql`now()` })),
      )
      await tx.run(
        build
          .updateTable('users')
          .set({ avatar: addressOf(written.id), updated_at: sql`now()`, version: sql`version + 1` })
          .where('id', '=', userId),
      )
    })
    return addressOf(written.id)
  },
})

export const deleteAvatar = implement(contract.deleteAvatar, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Show oneself, or somebody whom one may change, with no picture any more',
  async handle(call) {
    const userId = personOf(call)
    await call.inTenant(async (tx) => {
      await assertChangeable(tx, call, userId)
      await tx.run(build.deleteFrom('avatars').where('user_id', '=', userId))
      await tx.run(
        build
          .updateTable('users')
          .set({ avatar: null, updated_at: sql`now()`, version: sql`version + 1` })
          .where('id', '=', userId)
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
