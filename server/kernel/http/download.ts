/**
 * A file as the answer of a route: the handler returns a {@link Download} and `http.ts` sends it. Whatever fails before
 * the first byte is an ordinary failure in the envelope; whoever hangs up ends the work behind the stream.
 *
 * @example handle: async ({ services }) => new Download({ name: 'users.xlsx', type: XLSX, stream: rows.pipe(writer) })
 */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { fail } from '../errors.ts'
import { wantedOf } from './ranges.ts'
import type { Part } from './ranges.ts'
import { StoredFile } from './stored-file.ts'

interface Contents {
  /** As people see it when they save it; any characters. */
  readonly name: string
  readonly type: string
  /** Shown in the page instead of kept: for pictures alone, whose contents have been looked at. */
  readonly isInline?: true
}

/** A file that can be read from anywhere, and so in parts (ranges.ts). */
interface Readables {
  readonly size: number
  readonly sha256: string
  read(part?: Part): Promise<Readable>
  /** Of a part that is asked for no more than this is sent at once, which readers have to expect (RFC 9110, section 15.3.7). */
  readonly most?: number
}

export type DownloadOf = Contents & ({ readonly bytes: Uint8Array } | { readonly stream: Readable; readonly size?: number } | Readables)

export class Download {
  readonly of: DownloadOf
  constructor(of: DownloadOf) {
    this.of = of
  }
}

/** Sends a stream as a file to be saved. @throws whatever the stream fails with before its first byte. */
export async function sendDownload({ of }: Download, reply: FastifyReply): Promise<FastifyReply> {
  if ('read' in of) return sendPart(of, reply)
  const size = 'bytes' in of ? of.bytes.byteLength : of.size
  if ('stream' in of) await firstByte(of.stream, reply)
  reply.header('content-disposition', dispositionOf(of.name, of.isInline ? 'inline' : 'attachment')).header('content-type', of.type)
  if (size !== undefined) reply.header('content-length', size)
  return reply.send('bytes' in of ? Buffer.from(of.bytes.buffer, of.bytes.byteOffset, of.bytes.byteLength) : of.stream)
}

async function sendPart(
  { size, sha256, read, most = Infinity, ...contents }: Contents & Readables,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`
  const { headers, method } = reply.request
  const isHead = method === 'HEAD'
  // RFC 9110, section 14.2: only a GET asks for parts.
  const wanted = wantedOf(isHead ? { ...headers, range: undefined } : headers, etag, size)
  reply.header('etag', etag).header('accept-ranges', 'bytes')
  if (wanted === 'known') return reply.code(304).send()
  if (wanted === 'changed') fail('file.changed')
  if (wanted === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    return fail('file.range')
  }
  if (wanted === 'all' && isHead) {
    return reply
      .header('content-disposition', dispositionOf(contents.name, contents.isInline ? 'inline' : 'attachment'))
      .header('content-type', contents.type)
      .header('content-length', size)
      .send()
  }
  if (wanted === 'all') return sendDownload(new Download({ ...contents, size, stream: await read() }), reply)
  const { start } = wanted
  const end = Math.min(wanted.end, start + most - 1)
  reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return sendDownload(new Download({ ...contents, size: end - start + 1, stream: await read({ start, end }) }), reply)
}

/** Waits until there is something to send, so that a failure on the way there still finds an answer to be written into. */
async function firstByte(stream: Readable, reply: FastifyReply): Promise<void> {
  reply.raw.once('close', () => stream.destroy())
  // A file is open by now, and to look into it would keep it from its own way to the network.
  if (stream instanceof StoredFile || stream.readableLength > 0 || stream.readableEnded) return
  await new Promise<void>((resolve, reject) => {
    if (stream.errored) reject(stream.errored)
    stream.once('readable', resolve).once('error', reject).once('close', resolve)
  })
}

/**
 * The header `Content-Disposition` for a file of this name. RFC 6266 and RFC 8187. Folders and control characters have no place in the
 * name of a file.
 */
export function dispositionOf(name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const plain = name.replace(/[\u0000-\u001f\u007f/\\]/g, '_').slice(0, 200)
  return `${kind}; filename*=UTF-8''${encodeURIComponent(plain.toWellFormed()).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
