/**
 * Large files in pieces, by tus 1.0.0 (https://tus.io/protocols/resumable-upload): begun by POST, asked for by HEAD, sent by PATCH,
 * given up by DELETE. Whoever sends the last byte is told the file's id by the header `Upload-File`, as is everybody who asks
 * afterwards.
 */
import { ERRORS, Server, TUS_RESUMABLE } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { resumableUpload } from '../../../../../model/contract/file/contents.ts'
import { files } from '../../../../../model/file/files.ts'
import type { ErrorCode } from '../../../../../model/errors.ts'
import { Failure, fail } from '../../../../kernel/errors.ts'
import type { Call } from '../../../../kernel/http/http.ts'
import { implement } from '../../../../kernel/http/http.ts'
import { newId } from '../../../../kernel/ids.ts'
import { isBlobId } from '../../../../storage/index.ts'
import { steps } from './steps.ts'
import { UploadLock } from './upload-lock.ts'
import { UploadStore } from './upload-store.ts'

export const upload = implement(resumableUpload, {
  access: 'granted',
  summary:
    "Put a large file into a folder of one's own, in pieces or another version of one in its place (tus 1.0.0; metadata filename, parentId, replaces)",
  of: files,
  protocol: { methods: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'], contentType: 'application/offset+octet-stream', steps },
  handle: (call) => answer(call),
})

async function answer(call: Call<unknown>): Promise<Response> {
  const { request, reply } = call
  const { id } = request.params as { id?: string }
  reply.header('tus-resumable', TUS_RESUMABLE)
  // Where a request is refused, what else it would send is not waited for.
  if (request.method === 'PATCH' || request.method === 'POST') reply.header('connection', 'close')
  if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS_RESUMABLE) {
    reply.header('tus-version', TUS_RESUMABLE)
    fail('upload.protocol')
  }
  const isNew = request.method === 'POST'
  if (!isNew && request.method !== 'OPTIONS' && !isBlobId(id ?? '')) fail('file.not-found')
  if (request.method === 'PATCH' && request.headers['content-type'] !== upload.protocol?.contentType) fail('request.media-type')
  const lease = new UploadLock(call, isNew)
  const store = new UploadStore(call, lease)
  let thrown: unknown
  const tus = new Server({
    path: `/api${resumableUpload.path}`,
    relativeLocation: true,
    datastore: store,
    locker: lease,
    disableTerminationForFinishedUploads: true,
    namingFunction: newId,
    getFileIdFromRequest: () => id,
    allowedOrigins: () => false,
    onResponseError: (_request, error) => {
      thrown = error
      return undefined
    },
  })
  const given = await tus.handleWeb(asked(request))
  if (thrown !== undefined) throw failureOf(thrown)
  if (given.status >= 400) fail('request.malformed')
  reply.removeHeader('connection')
  const headers = new Headers([...given.headers].filter(([name]) => OURS.test(name)))
  if (store.fileId !== undefined) headers.set('upload-file', store.fileId)
  if (store.expires) headers.set('upload-expires', store.expires.toUTCString())
  else headers.delete('upload-expires')
  return new Response(null, { status: given.status, headers })
}

/** Of its answer; what it says of other origins is not for it to say. */
const OURS = /^(tus-.*|upload-.*|location)$/

/** The request as the library knows it, with nothing but what belongs to the protocol; its body is read by the store. */
function asked({ method, url, headers }: FastifyRequest): Request {
  const kept = Object.entries(headers).filter(
    ([name, value]) => /^(tus-.*|upload-.*|content-type|content-length)$/.test(name) && typeof value === 'string',
  ) as [string, string][]
  return new Request(new URL(url, 'http://outstation.invalid'), { method, headers: kept })
}

/** What the library refuses, in our words. */
const words = new Map<unknown, ErrorCode>([
  [ERRORS.FILE_NOT_FOUND, 'file.not-found'],
  [ERRORS.INVALID_OFFSET, 'upload.offset'],
  [ERRORS.FILE_NO_LONGER_EXISTS, 'upload.gone'],
  [ERRORS.INVALID_TERMINATION, 'upload.done'],
  [ERRORS.ERR_SIZE_EXCEEDED, 'request.too-large'],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED, 'request.too-large'],
])

function failureOf(thrown: unknown): unknown {
  if (thrown instanceof Error && !('status_code' in thrown)) return thrown
  return new Failure(
    words.get(thrown) ?? ((thrown as { status_code?: number }).status_code === 413 ? 'request.too-large' : 'request.malformed'),
  )
}
