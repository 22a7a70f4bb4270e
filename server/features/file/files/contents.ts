/** Files on their way in and out. What they are is found in what they contain; a name is only ever shown. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { PICTURE, pictureAddress } from '../../../../model/file/address.ts'
import { EDITOR_PICTURES, SHOWN_PICTURES, UPLOAD_TYPES, fileName, files } from '../../../../model/file/files.ts'
import { id } from '../../../../model/fields.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Download } from '../../../kernel/download.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http.ts'
import type { MediaType } from '../../../kernel/media-type.ts'
import { mediaTypeOf } from '../../../kernel/media-type.ts'
import { pictureOf } from '../../../kernel/picture.ts'
import { newId } from '../../../kernel/secrets.ts'
import { build } from '../../../kernel/sql.ts'
import type { Transaction } from '../../../kernel/tenant.ts'
import { refuseSize } from '../../../kernel/uploads.ts'
import { ownFolder, seen } from './read.ts'
import { assertFree, folderId, isFree, takeTurnAt } from './write.ts'

const BASE = files.api.base
/** A picture may be asked for again before this, whoever may no longer see it. */
const SHOWN_SECONDS = 300

const isOneOf = (types: readonly string[], { type }: Pick<MediaType, 'type'>) => types.includes(type)

export const uploadFile = route({
  method: 'POST',
  path: `${BASE}/uploadFile`,
  access: 'granted',
  summary: 'Put a file into a folder of one\'s own, or a picture into a text',
  of: files,
  upload: true,
  input: z.strictObject({ uploadType: z.enum(UPLOAD_TYPES).default('file'), id: folderId }),
  output: z.strictObject({ id: z.string(), originalFilename: z.string(), fileType: z.string(), contentType: z.string(), url: z.string() }),
  async handle({ caller, input: { uploadType, id: wanted }, upload, inTenant, services: { blobs } }) {
    const field = { name: 'file', label: 'noun.files' } as const
    if (!upload?.path) return fail('file.not-found', { field })
    if (upload.size === 0) fail('file.empty', { field })
    if (upload.size >= upload.most) refuseSize(upload.most)
    const name = fileName.safeParse(upload.name)
    if (!name.success) return fail('file.name', { field })
    const is = await mediaTypeOf(upload.path)
    const forEditor = uploadType === 'editor'
    const source = forEditor ? await pictureFor(upload.path, is) : createReadStream(upload.path)
    const place = forEditor ? undefined : wanted
    const written = await blobs.write(source)
    try {
      return await inTenant(async (tx) => {
        await takeTurnAt(tx, caller)
        await ownFolder(tx, caller, place)
        const originalFilename = forEditor ? await freeName(tx, caller, name.data) : name.data
        if (!forEditor) await assertFree(tx, caller, place, originalFilename)
        await blobs.keep(tx, written)
        const row = newId()
        await tx.run(build.insertInto('files').values({
          tenant_id: caller.tenantId, id: row, owner_id: caller.userId, parent_id: place ?? null, original_filename: originalFilename, file_type: is.kind, media_type: is.type,
          // Whoever reads the text is to see its pictures.
          size: String(written.size), sha256: written.sha256, blob_id: written.id, is_shared: forEditor ? 1 : 0,
        }))
        return { id: row, originalFilename, fileType: is.kind, contentType: is.type, url: isOneOf(SHOWN_PICTURES, is) ? pictureAddress(row) : '' }
      })
    } catch (error) {
      await blobs.discard(written)
      throw error
    }
  },
})

/** The picture alone where it can be written anew: it is for others, and where it was taken is not. */
async function pictureFor(path: string, is: MediaType): Promise<Readable> {
  if (!isOneOf(EDITOR_PICTURES, is)) fail('file.picture', { field: { name: 'file', label: 'noun.files' } })
  if (is.type !== 'image/png' && is.type !== 'image/jpeg') return createReadStream(path)
  const picture = pictureOf(await readFile(path))
  return picture ? Readable.from([picture.bytes]) : fail('file.picture', { field: { name: 'file', label: 'noun.files' } })
}

const MOST_TRIES = 1000

/** Pasted pictures are all called alike. */
async function freeName(tx: Transaction, caller: Caller, name: string): Promise<string> {
  if (await isFree(tx, caller, undefined, name)) return name
  const [, stem = name, end = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(name) ?? []
  for (let at = 2; at <= MOST_TRIES; at += 1) {
    const numbered = `${stem.slice(0, 240)} (${at})${end}`
    if (await isFree(tx, caller, undefined, numbered)) return numbered
  }
  return `${newId()}${end}`
}

/** As a POST, as specified, it has no ranges (RFC 9110, section 14.2). */
export const downloadFile = route({
  method: 'POST',
  path: `${BASE}/downloadFile`,
  access: 'granted',
  summary: 'Fetch a file of one\'s own, or one that is shared',
  of: files,
  reads: true,
  file: 'application/octet-stream',
  input: z.strictObject({ id }),
  handle: ({ caller, input, inTenant, services: { blobs } }) => inTenant(async (tx) => {
    const { blobId, originalFilename, mediaType } = await seen(tx, caller, input.id)
    if (blobId === null) fail('file.not-found')
    const { size, stream } = await blobs.open(tx, blobId)
    return new Download({ name: originalFilename, type: mediaType ?? 'application/octet-stream', size, stream })
  }),
})

export const queryPicture = route({
  method: 'GET',
  path: PICTURE,
  access: 'signed-in',
  summary: 'A picture of one\'s own, or one that is shared, as a page shows it',
  file: 'image/*',
  input: z.object({ id }),
  async handle({ caller, input, inTenant, reply, services: { blobs } }) {
    const { name, type, size, stream } = await inTenant(async (tx) => {
      const { blobId, originalFilename, mediaType } = await seen(tx, caller, input.id)
      if (blobId === null || !isOneOf(SHOWN_PICTURES, { type: mediaType ?? '' })) fail('file.not-found')
      return { name: originalFilename, type: mediaType ?? '', ...await blobs.open(tx, blobId) }
    })
    reply.header('cache-control', `private, max-age=${SHOWN_SECONDS}`).header('vary', 'authorization').header('content-security-policy', 'default-src \'none\'; sandbox')
    return new Download({ name, type, size, stream, isInline: true })
  },
})
