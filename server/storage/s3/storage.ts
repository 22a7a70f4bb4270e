/** The two halves of an S3 store, and why there is none. */
import { text } from 'node:stream/consumers'
import { Failure } from '../../kernel/errors.ts'
import type { Storage } from '../storage.ts'
import type { S3Address } from './address.ts'
import { S3Refusal, openS3 } from './client.ts'
import { clockOf } from './clock.ts'
import { s3PartialUploads } from './partial-uploads.ts'
import { s3Store } from './store.ts'

const OWNER = 'installation'

/** Store and partial uploads in a bucket, after it has been tried whether it can be written to. */
export async function openS3Storage(address: S3Address): Promise<Storage> {
  const s3 = openS3(address)
  await s3.check()
  return {
    store: s3Store(s3, await clockOf(s3)),
    partialUploads: s3PartialUploads(s3),
    place: address.shown,
    owner: {
      key: `${address.prefix}${OWNER}`,
      async read() {
        const found = await s3.get(OWNER)
        return found && text(found)
      },
      write: (installation) => s3.put(OWNER, [Buffer.from(installation)]),
    },
  }
}

/** In the words of the store's own errors; what is not among them is named by its code. */
const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  InvalidAccessKeyId: 'the store does not know this key',
  SignatureDoesNotMatch: 'the secret is wrong',
  AccessDenied: 'the key may not list and write objects of this bucket',
  AuthorizationHeaderMalformed: 'the region is wrong',
  PermanentRedirect: 'the bucket is in another region',
  RequestTimeTooSkewed: 'the clocks of this machine and of the store differ by too much',
}

/** The sentence for the operator: why the bucket cannot be used. */
export function reasonAgainstS3(error: unknown): string {
  const cause = error instanceof Failure ? error.cause : error
  if (cause instanceof S3Refusal) return `${reasons[cause.code] ?? 'the store refuses us'} (${cause.status} ${cause.code})`
  const { code, name, message } = cause as { code?: string | number; name?: string; message?: string }
  return `the store cannot be reached (${typeof code === 'string' ? code : name === 'TimeoutError' || name === 'AbortError' ? 'no answer within five seconds' : message})`
}
