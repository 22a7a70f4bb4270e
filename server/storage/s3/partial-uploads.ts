/**
 * Files that arrive in pieces, by way of any server: their full parts lie where the file will have them, so that it is there when the last one
 * is. What a piece leaves behind its last full part lies beside them, under where it ends, until the next piece takes it up.
 */
import { buffer } from 'node:stream/consumers'
import { createHash } from 'node:crypto'
import type { PartialUploads } from '../partial-uploads.ts'
import { hashMemory, activeUploadIds } from '../partial-uploads.ts'
import { fail } from '../../kernel/errors.ts'
import { mediaTypeIn } from '../media-type.ts'
import { isBlobId } from '../store.ts'
import type { S3 } from './client.ts'
import { PART, PartWriter, folderOf, readParts } from './parts.ts'

const RESTS = 'drafts/'
const restsOf = (id: string) => `${RESTS}${id}/`
const restAt = (id: string, position: number) => `${restsOf(id)}${position}`
/** After so long, what is no full part yet is made safe as well: no more than that is sent once more after a server died. */
const SAFE_EVERY_MS = 10_000

/** Partial uploads as objects of a bucket, one for each part that has come. */
export function s3PartialUploads(s3: S3): PartialUploads {
  const hashes = hashMemory()

  async function removeRests(id: string, except?: number): Promise<void> {
    for await (const objects of s3.list(restsOf(id))) {
      await Promise.all(
        objects.filter(({ key }) => key !== (except === undefined ? '' : restAt(id, except))).map(({ key }) => s3.remove(key)),
      )
    }
  }

  /** What stays because the store is away goes with the next piece, or the sweep. */
  const forgetRests = (id: string, except?: number) => removeRests(id, except).catch(() => undefined)

  async function sha256Of(id: string, size: number): Promise<string> {
    const known = hashes.upTo(id, size)
    if (known) return known.digest('hex')
    const hash = createHash('sha256')
    for await (const chunk of readParts(s3, id, { start: 0, end: size - 1 })) hash.update(chunk as Buffer)
    return hash.digest('hex')
  }

  return {
    async append({ id, size }, at, source, onKept) {
      const hash = hashes.upTo(id, at)
      let kept = at
      let keeping: Promise<void> = Promise.resolve()
      let since = performance.now()
      let broken: { error: unknown } | undefined
      // One after the other, and never back.
      const keep = (position: number) => {
        since = performance.now()
        keeping = keeping.then(async () => {
          if (position <= kept) return
          kept = position
          await onKept(position)
        })
        keeping.catch((error: unknown) => {
          broken ??= { error }
        })
        return keeping
      }
      const writer = new PartWriter(s3, id, { at, onStored: (position) => void keep(position) })
      if (at % PART > 0) await writer.add(await restOf(id, at))
      const keepRest = async () => {
        await writer.settle()
        if (writer.rest.length > 0) await s3.put(restAt(id, writer.position), writer.rest)
        await keep(writer.position)
      }
      try {
        for await (const chunk of source) {
          hash?.update(chunk)
          await writer.add(chunk)
          if (broken) break
          if (performance.now() - since >= SAFE_EVERY_MS) await keepRest()
        }
      } catch (error) {
        broken ??= { error }
      }
      try {
        if (writer.position === size) {
          await writer.end()
          await keep(size)
        } else await keepRest()
        await keeping
        if (hash) hashes.remember(id, kept, hash)
        await forgetRests(id, kept === size ? undefined : kept)
      } catch (error) {
        broken ??= { error }
      }
      if (broken) throw (broken as { error: unknown }).error
      return kept
    },

    async become(id, size) {
      let found = 0
      for await (const objects of s3.list(folderOf(id))) for (const object of objects) found += object.size
      // Thrown away meanwhile, or by hand: there is nothing to go on with.
      if (found !== size) fail('upload.gone')
      const read = async (length: number, position: number) => buffer(readParts(s3, id, { start: position, end: position + length - 1 }))
      const [is, sha256] = await Promise.all([mediaTypeIn(size, read), sha256Of(id, size)])
      return { is, sha256 }
    },
    unmake: async () => undefined,
    done: (id) => forgetRests(id),
    async remove(id) {
      hashes.forget(id)
      await removeRests(id)
      for await (const objects of s3.list(folderOf(id))) await Promise.all(objects.map(({ key }) => s3.remove(key)))
    },

    async sweep(transactions) {
      // Full parts go with the sweep of files, which knows of uploads as well.
      for await (const objects of s3.list(RESTS)) {
        const ids = [...new Set(objects.map(({ key }) => key.slice(RESTS.length, RESTS.length + 36)).filter(isBlobId))]
        const wanted = await activeUploadIds(transactions, ids)
        for (const id of ids) if (!wanted.has(id)) await removeRests(id)
      }
    },
  }

  async function restOf(id: string, at: number): Promise<Buffer> {
    const body = await s3.get(restAt(id, at))
    const rest = body && (await buffer(body))
    return rest?.byteLength === at % PART ? rest : fail('upload.gone')
  }
}
