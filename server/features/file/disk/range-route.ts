/** A file read from anywhere in it: by programs and players, and by a browser that goes on where it was interrupted. */
import type { FastifyReply } from 'fastify'
import { readContent } from '../../../../model/contract/file/contents.ts'
import { files } from '../../../../model/file/files.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { requireOwn, requireReadable } from './access.ts'
import { contentsOfVersion } from './versions.ts'

export const content = implement(readContent, {
  access: 'granted',
  summary: "Read a file of one's own or one that is shared, or an earlier version of one's own, or parts of it (RFC 9110, section 14)",
  of: files,
  file: 'application/octet-stream',
  head: true,
  handle: ({ caller, input, inTenant, reply, services }) => inTenant((tx) => handedOut(tx, caller, services, input, reply)),
})

/** To be kept and never to be shown, whatever is in it. @param most Bytes of one answer, where a part is asked for. @throws Failure `file.not-found` for what the caller may not see, or a folder. */
export async function handedOut(
  tx: Transaction,
  caller: Caller,
  { blobs }: Pick<Services, 'blobs'>,
  { id: fileId, versionId }: { id: string; versionId?: string | undefined },
  reply: FastifyReply,
  most?: number,
): Promise<Download> {
  const { blobId, originalFilename, mediaType } =
    versionId === undefined
      ? await requireReadable(tx, caller, fileId)
      : { ...(await requireOwn(tx, caller, fileId)), ...(await contentsOfVersion(tx, fileId, versionId)) }
  if (blobId === null) fail('file.not-found')
  const found = await blobs.find(tx, blobId)
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  return new Download({
    name: originalFilename,
    type: mediaType ?? 'application/octet-stream',
    ...found,
    ...(most === undefined ? {} : { most }),
  })
}
