/** Files on their way in, and pictures on their way out. What they are is found in what they contain; a name is only ever shown. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { queryPicture, uploadFile } from '../../../../model/contract/file/contents.ts'
import { EDITOR_PICTURES, SHOWN_PICTURES, fileName, files } from '../../../../model/file/files.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { MediaType } from '../../../storage/index.ts'
import { mediaTypeOf, pictureOf } from '../../../storage/index.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { requireReadable } from './access.ts'
import { storeFile } from './store-file.ts'

/** A picture may be asked for again before this, whoever may no longer see it. */
const SHOWN_SECONDS = 300

const isOneOf = (types: readonly string[], { type }: Pick<MediaType, 'type'>) => types.includes(type)

export const storeUpload = implement(uploadFile, {
  access: 'granted',
  summary: "Put a file into a folder of one's own, or another version of one in its place, or a picture into a text",
  of: files,
  upload: true,
  async handle({ caller, input: { uploadType, id: folder, replaces }, upload, inTenant, services: { blobs, settings } }) {
    const field = { name: 'file', label: 'noun.files' } as const
    if (!upload?.path) return fail('file.not-found', { field })
    if (upload.size === 0) fail('file.empty', { field })
    if (upload.size >= upload.most) refuseSize(upload.most)
    const name = fileName.safeParse(upload.name)
    if (!name.success) return fail('file.name', { field })
    const is = await mediaTypeOf(upload.path)
    const forText = uploadType === 'editor'
    const source = forText ? await pictureFor(upload.path, is) : createReadStream(upload.path)
    const storing = { caller, blobs, settings: await settings.of(caller.tenantId) }
    const written = await blobs.write(source)
    try {
      return await inTenant((tx) =>
        storeFile(tx, storing, { written, is, name: name.data, ...(forText ? { forText } : { folder, replaces }) }),
      )
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

export const picture = implement(queryPicture, {
  access: 'signed-in',
  summary: "A picture of one's own, or one that is shared, as a page shows it",
  file: 'image/*',
  async handle({ caller, input, inTenant, reply, services: { blobs } }) {
    const { name, type, size, stream } = await inTenant(async (tx) => {
      const { blobId, originalFilename, mediaType } = await requireReadable(tx, caller, input.id)
      if (blobId === null || !isOneOf(SHOWN_PICTURES, { type: mediaType ?? '' })) fail('file.not-found')
      return { name: originalFilename, type: mediaType ?? '', ...(await blobs.open(tx, blobId)) }
    })
    reply
      .header('cache-control', `private, max-age=${SHOWN_SECONDS}`)
      .header('vary', 'authorization')
      .header('content-security-policy', "default-src 'none'; sandbox")
    return new Download({ name, type, size, stream, isInline: true })
  },
})
