/** The text of a body that may be compressed. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { Translate } from '../../../../model/labels/index.ts'
import { fail } from '../../../kernel/errors.ts'

/** A megabyte of zeros compressed a thousandfold is a gigabyte: unpacking ends here. */
export const MAX_INFLATED_BYTES = 8 * 1024 ** 2

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

/**
 * The text of the body, unpacked where it came compressed.
 * @throws Failure `request.too-large`, `request.content-encoding` for another than gzip, `readings.refused` for damaged ones.
 */
export async function textOf({ body, headers }: FastifyRequest, t: Translate): Promise<string> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return bytes.toString('utf8')
  if (encoding !== 'gzip') fail('request.content-encoding')
  const inflated = await inflate(bytes, { maxOutputLength: MAX_INFLATED_BYTES }).catch((error: { code?: string }) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') fail('request.too-large')
    return fail('readings.refused', { fields: [{ field: 'body', message: t('refusal.encoding') }] })
  })
  return inflated.toString('utf8')
}
