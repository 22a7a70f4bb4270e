/** An upload that is whole becomes a file: of what happens in between, all or nothing is there afterwards. */
import { Failure } from '../../../../kernel/errors.ts'
import { failureInWords } from '../../../../kernel/http/failures.ts'
import type { Call } from '../../../../kernel/http/http.ts'
import { newId } from '../../../../kernel/ids.ts'
import { lockFilesOf } from '../free-name.ts'
import { storeFile } from '../store-file.ts'
import type { UploadRow } from './rows.ts'
import { noteFile } from './rows.ts'

/** Gives the file's id. What was written stays until the row is there, so that all of it can be done once more. */
export async function complete(
  { caller, inTenant, services: { blobs, partialUploads, settings } }: Pick<Call<unknown>, 'caller' | 'inTenant' | 'services'>,
  upload: UploadRow,
  holder: string,
): Promise<string> {
  const size = Number(upload.size)
  const { is, sha256 } = await partialUploads.become(upload.id, size)
  const written = { id: upload.id, size, sha256, isPartialUpload: true } as const
  const storing = { caller, blobs, settings: await settings.of(caller.tenantId) }
  const replaces = upload.replaces_id ?? undefined
  try {
    const fileId = await inTenant(async (tx) => {
      // Its room is its own from the beginning: it is given back before the file takes it.
      const id = replaces ?? newId()
      await lockFilesOf(tx, caller)
      await noteFile(tx, caller, upload.id, holder, id)
      return (
        await storeFile(tx, storing, { written, is, name: upload.original_filename, folder: upload.parent_id ?? undefined, replaces, id })
      ).id
    })
    await partialUploads.done(upload.id)
    return fileId
  } catch (error) {
    // Of any other error it is not known whether the file is there by now; if it is not, it is swept away.
    if (failureInWords(error) instanceof Failure) await partialUploads.unmake(upload.id)
    throw error
  }
}
