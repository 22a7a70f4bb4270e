/** What the tus library asks of a store, answered for one request: its caller's uploads are there, and no others. */
import { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import { z } from 'zod'
import { folderId, orAbsent } from '../../../../../model/contract/file/values.ts'
import { fileName, files } from '../../../../../model/file/files.ts'
import { id } from '../../../../../model/fields.ts'
import { describe } from '../../../../../model/messages.ts'
import { fail } from '../../../../kernel/errors.ts'
import type { Call } from '../../../../kernel/http/http.ts'
import { refuseSize, shownName, whileSpace } from '../../../../kernel/http/uploads.ts'
import { assertFree, lockFilesOf } from '../free-name.ts'
import { requireOwn, requireOwnFolder } from '../access.ts'
import { assertRoom } from '../usage.ts'
import { whileHeld } from './body.ts'
import { complete } from './complete.ts'
import type { UploadLock } from './upload-lock.ts'
import type { UploadRow } from './rows.ts'
import { EXPIRES_MS, addUpload, noteReceived, removeUpload } from './rows.ts'

const MEGABYTE = 1024 * 1024
/** What comes with an upload is short. */
const MAX_METADATA_BYTES = 4096

/** Where it is to be: a folder of the caller's, or in place of what a file of theirs contains. */
const placeSchema = z.object({ parentId: folderId, replaces: orAbsent(id) })

export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  /** The file, once the upload is whole. */
  fileId: string | undefined
  /** Until when it waits for more. */
  expires: Date | undefined
  readonly #call: Call<unknown>
  readonly #lease: UploadLock

  constructor(call: Call<unknown>, lease: UploadLock) {
    super()
    this.#call = call
    this.#lease = lease
  }

  override async create(upload: Upload): Promise<Upload> {
    const { caller, inTenant, services, t } = this.#call
    const { size = 0, metadata = {} } = upload
    const field = { name: 'filename', label: 'field.files.originalFilename' } as const
    const settings = await services.settings.of(caller.tenantId)
    const most = settings['upload.largeMegabytes'] * MEGABYTE
    if (size === 0) fail('file.empty', { field: { name: 'file', label: 'noun.files' } })
    if (size >= most) refuseSize(most)
    const kept = JSON.stringify(metadata)
    if (kept.length > MAX_METADATA_BYTES) fail('request.too-large')
    const name = fileName.safeParse(shownName(metadata['filename'] ?? undefined))
    if (!name.success || kept.includes('\\u0000')) fail('file.name', { field })
    const place = placeSchema.safeParse(
      { parentId: metadata['parentId'] ?? undefined, replaces: metadata['replaces'] ?? undefined },
      { reportInput: true },
    )
    if (!place.success) return fail('request.invalid', { fields: describe(place.error.issues, files, t) })
    const { parentId, replaces } = place.data
    const row = await inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      if (replaces !== undefined && (await requireOwn(tx, caller, replaces)).fileType === 'folder') fail('file.not-found')
      await requireOwnFolder(tx, caller, parentId)
      if (replaces === undefined) await assertFree(tx, caller, parentId, name.data)
      const added = await addUpload(tx, caller, {
        id: upload.id,
        parent_id: parentId ?? null,
        replaces_id: replaces ?? null,
        original_filename: name.data,
        metadata: kept,
        size: String(size),
        holder: this.#lease.holder,
      })
      await assertRoom(tx, caller, settings)
      return added
    })
    this.#lease.began(row)
    this.expires = row.expires_at
    return upload
  }

  override async getUpload(uploadId: string): Promise<Upload> {
    const row = this.#lease.row
    this.fileId ??= row.file_id ?? undefined
    // All of it was there when a server died: whoever asks where to go on finds it done.
    if (this.fileId === undefined && row.received === row.size) await this.#complete(row)
    if (this.fileId === undefined) this.expires ??= row.expires_at
    return new Upload({
      id: uploadId,
      size: Number(row.size),
      offset: this.fileId === undefined ? Number(row.received) : Number(row.size),
      metadata: row.metadata as unknown as Record<string, string | null>,
      creation_date: new Date(row.expires_at.getTime() - EXPIRES_MS).toISOString(),
    })
  }

  /** What the library hands over is the body by way of five streams, which took longer than the disk: the body itself is read, and measured, here. */
  override write(_source: Readable, uploadId: string, offset: number): Promise<number> {
    return this.#lease.during(this.#write(uploadId, offset))
  }

  async #write(uploadId: string, offset: number): Promise<number> {
    const {
      caller,
      inTenant,
      request: { body, raw },
      services: { transactions, partialUploads },
    } = this.#call
    const { holder, row, signal } = this.#lease
    if (this.fileId !== undefined || !(body instanceof Readable)) return offset
    const room = Number(row.size) - offset
    try {
      const received = await partialUploads.append(
        { id: uploadId, size: Number(row.size) },
        offset,
        whileSpace(() => transactions.assertSpace('bulk'))(whileHeld(body, signal, room)),
        async (now) => {
          this.expires = await inTenant((tx) => noteReceived(tx, caller, uploadId, holder, now))
        },
      )
      if (received === Number(row.size)) await this.#complete(row)
      return received
    } catch (error) {
      // Nobody is there any more to be told.
      if (raw.destroyed && !raw.readableEnded) fail('upload.busy', { cause: error })
      throw error
    }
  }

  async #complete(row: UploadRow): Promise<void> {
    this.fileId = await complete(this.#call, row, this.#lease.holder)
    this.expires = undefined
  }

  override async remove(uploadId: string): Promise<void> {
    const {
      caller,
      inTenant,
      services: { partialUploads },
    } = this.#call
    if (await inTenant((tx) => removeUpload(tx, caller, uploadId))) await partialUploads.remove(uploadId)
  }

  override getExpiration(): number {
    return EXPIRES_MS
  }
}
