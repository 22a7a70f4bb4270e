/**
 * Files on their way in: written to a folder of their own under a random name, never held in memory, and removed when the
 * call has been answered. The name the client gives is something to show and never part of a path.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_WORKBOOK_BYTES } from '../../../model/workbook.ts'
import { fail } from '../errors.ts'
import { newId } from '../ids.ts'

export interface Upload {
  /** Where it lies; `undefined` when the call brought no file. */
  readonly path: string | undefined
  readonly name: string
  readonly size: number
  /** Bytes a file has to be smaller than. */
  readonly most: number
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, unknown>>
  remove(): Promise<void>
}

const MEGABYTE = 1024 * 1024
/** Of a file that is read into memory, such as a workbook. */
export const MAX_MEMORY_FILE_MB = MAX_WORKBOOK_BYTES / MEGABYTE

/** Of anything but the one file there is little: names and short values. */
const sizes = { fileSize: MAX_WORKBOOK_BYTES, files: 1, fields: 20, fieldSize: 2000, fieldNameSize: 100, parts: 21, headerPairs: 20 }

/** Uploads older than this were left behind by a server that died. */
const STALE_MS = 60 * 60 * 1000

/** How the reader of multipart/form-data says that it is none: an error without a status. */
const BROKEN = /^(Multipart: Boundary not found$|Unexpected end of multipart data$|\w+ terminated early )/

/** The folder below the data directory where multipart uploads are written first. */
export const uploadFolder = (dataDir: string) => join(dataDir, 'uploads')

/** Lets the routes of this scope, and no others, take multipart/form-data. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: sizes, throwFileSizeLimit: false })
}

/**
 * The file and the fields of a multipart request, the file on disk.
 * @param megabytes What the tenant allows of workbooks, or the route of files that cost no memory.
 * @param assertSpace Asked for every piece: a file may take the room that was there when it began.
 * @throws Failure `upload.too-large`, what `assertSpace` throws, `upload.field` for a file in a field of another name.
 */
export async function receiveUpload(request: FastifyRequest, dataDir: string, megabytes: number, assertSpace: () => void): Promise<Upload> {
  const fields: Record<string, unknown> = Object.create(null)
  const folder = uploadFolder(dataDir)
  const path = join(folder, newId())
  const remove = () => rm(path, { force: true })
  const most = megabytes * MEGABYTE
  if (!request.isMultipart()) return { path: undefined, name: '', size: 0, most, fields, remove }
  let file: { name: string; size: number } | undefined
  try {
    for await (const part of request.parts({ limits: { ...sizes, fileSize: most } })) {
      if (part.type === 'file') file = await store(part, folder, path, most, assertSpace)
      else fields[part.fieldname] = part.value
    }
  } catch (error) {
    // What nobody reads any more would stand before the next request of the connection.
    request.raw.unpipe().resume()
    await remove()
    if (BROKEN.test(String((error as Error).message))) fail('request.malformed', { cause: error })
    throw error
  }
  return { path: file && path, name: file?.name ?? '', size: file?.size ?? 0, most, fields, remove }
}

async function store(
  part: MultipartFile,
  folder: string,
  path: string,
  most: number,
  assertSpace: () => void,
): Promise<{ name: string; size: number }> {
  if (part.fieldname !== 'file') fail('upload.field')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await pipeline(part.file, whileSpace(assertSpace), createWriteStream(path, { mode: 0o600, flags: 'wx' })).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC') fail('storage.full', { cause: error })
      throw error
    },
  )
  if (part.file.truncated) refuseSize(most)
  return { name: shownName(part.filename), size: (await stat(path)).size }
}

/** A step of a pipeline that passes on what comes, for as long as there is room for it. */
export function whileSpace(assertSpace: () => void) {
  return async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      assertSpace()
      yield piece
    }
  }
}

/** Refuses a file that is too large. @throws Failure `upload.too-large` */
export function refuseSize(most: number): never {
  return fail('upload.too-large', { values: { megabytes: Math.floor(most / MEGABYTE) } })
}

/** The last part of whatever path a browser sends, without control characters. */
export function shownName(name: string | undefined): string {
  return (
    (name ?? '')
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
      .toWellFormed()
      .slice(0, 200) ?? ''
  )
}

/** Deletes multipart uploads that a server that was killed has left. @param before What is younger may still be on its way. */
export async function sweepUploads(dataDir: string, before = Date.now() - STALE_MS): Promise<void> {
  for (const name of await readdir(uploadFolder(dataDir)).catch(() => [])) {
    const path = join(uploadFolder(dataDir), name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
