/**
 * The calls to an S3 store: objects are put, got, asked for, listed and deleted, which every store can do. They are signed by aws4fetch
 * and sent by node's own client, so that what is read is a stream and what is written is at hand, should it have to be sent again.
 */
import { createHash } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Failure } from '../../kernel/errors.ts'
import type { Part } from '../../kernel/http/ranges.ts'
import type { S3Address } from './address.ts'
import type { Page } from './listing.ts'
import { readErrorCode, readPage } from './listing.ts'

export interface S3 {
  put(key: string, pieces: readonly Uint8Array[]): Promise<void>
  /** `undefined` where there is none. */
  get(key: string, part?: Part, signal?: AbortSignal): Promise<IncomingMessage | undefined>
  sizeOf(key: string): Promise<number | undefined>
  /** All there are below it, a thousand at a time and in the order of their keys. */
  list(prefix: string): AsyncGenerator<Page['objects']>
  remove(key: string): Promise<void>
  /** Whether the bucket answers to us. @throws S3Refusal, Failure as all others do */
  check(): Promise<void>
}

/** What the store said in its own words: such as `NoSuchBucket`, `SignatureDoesNotMatch`. */
export class S3Refusal extends Error {
  readonly code: string
  readonly status: number
  constructor(status: number, code: string) {
    super(`the S3 store answered ${status} ${code}`)
    this.code = code
    this.status = status
  }
}

interface Call {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: readonly Uint8Array[]
  readonly signal?: AbortSignal | undefined
}

const CONNECT_MS = 5000
/** Without a byte for so long, nothing more is to be expected. */
const SILENT_MS = 30_000
const TRIES = 3
/** A store that could not be reached is not asked again for so long: whoever comes meanwhile is told at once, instead of waiting as well. */
const REST_MS = 1000
const FULL = /Full|QuotaExceeded|InsufficientStorage|EntityTooLarge/

/** A client for the calls of the S3 protocol that the store needs, signed with AWS Signature Version 4. */
export function openS3(address: S3Address): S3 {
  const isSecure = address.urlOf('').protocol === 'https:'
  const [request, agent] = isSecure
    ? [requestHttps, new HttpsAgent({ keepAlive: true })]
    : [requestHttp, new HttpAgent({ keepAlive: true })]
  let awayUntil = 0

  async function once({ method, key = '', query = {}, headers = {}, body = [], signal }: Call): Promise<IncomingMessage> {
    const url = address.urlOf(key)
    url.search = new URLSearchParams(query).toString()
    const hash = createHash('sha256')
    for (const piece of body) hash.update(piece)
    const { accessKeyId, secretAccessKey, region } = address
    const signed = await new AwsV4Signer({
      // The checksum is signed as well: the store refuses what was changed on its way.
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
    }).sign()
    return new Promise((resolve, reject) => {
      const length = body.reduce((sum, piece) => sum + piece.byteLength, 0)
      const sent = request(
        signed.url,
        {
          method,
          agent,
          headers: { ...Object.fromEntries(signed.headers), ...(method === 'PUT' ? { 'content-length': length } : {}) },
          ...(signal ? { signal } : {}),
        },
        resolve,
      )
      sent.on('error', reject)
      watch(sent)
      for (const piece of body) sent.write(piece)
      sent.end()
    })
  }

  /** Tries again what may pass by itself. @throws Failure `storage.away`, `storage.full`; S3Refusal for what will not pass */
  async function send(call: Call): Promise<IncomingMessage> {
    if (performance.now() < awayUntil) throw away(new Error('it was away a moment ago'))
    for (let attempt = 1; ; attempt += 1) {
      let failed: unknown
      try {
        const answer = await once(call)
        const { statusCode: status = 0 } = answer
        if (status < 300 || status === 404 || status === 416) return answer
        const code = await readErrorCode(answer)
        failed = new S3Refusal(status, code)
        if (status === 507 || FULL.test(code)) throw new Failure('storage.full', { cause: failed })
        if (status < 500 && status !== 429 && status !== 408) throw failed
      } catch (error) {
        if (error instanceof Failure || error instanceof S3Refusal || call.signal?.aborted) throw error
        failed = error
      }
      if (attempt === TRIES) {
        if (!(failed instanceof S3Refusal)) awayUntil = performance.now() + REST_MS
        throw away(failed)
      }
      await sleep(100 * attempt ** 2)
    }
  }

  /** For calls whose answer has nothing to read. */
  async function done(call: Call): Promise<void> {
    const answer = await send(call)
    // What these call for need not be there: only a bucket can be missing.
    if (answer.statusCode === 404) throw new S3Refusal(404, await readErrorCode(answer))
    answer.resume()
  }

  return {
    put: (key, body) => maskRefusals(done({ method: 'PUT', key, body })),
    async get(key, part, signal) {
      const answer = await maskRefusals(
        send({ method: 'GET', key, signal, headers: part ? { range: `bytes=${part.start}-${part.end}` } : {} }),
      )
      if (answer.statusCode === (part ? 206 : 200)) return answer
      const code = await readErrorCode(answer)
      // Without its bucket a store has nothing, which is another thing than an object that is not there.
      if (code === 'NoSuchBucket' || answer.statusCode === 200) throw away(new S3Refusal(answer.statusCode ?? 0, code))
      return undefined
    },
    async sizeOf(key) {
      const answer = await maskRefusals(send({ method: 'HEAD', key }))
      answer.resume()
      if (answer.statusCode !== 404) return Number(answer.headers['content-length'])
      return undefined
    },
    async *list(prefix) {
      let marker: string | undefined
      do {
        const answer = await maskRefusals(
          send({
            method: 'GET',
            query: { prefix: `${address.prefix}${prefix}`, 'max-keys': '1000', ...(marker === undefined ? {} : { marker }) },
          }),
        )
        if (answer.statusCode === 404) throw away(new S3Refusal(404, await readErrorCode(answer)))
        const { objects, isTruncated } = await readPage(answer)
        marker = isTruncated ? objects.at(-1)?.key : undefined
        yield objects.map((object) => ({ ...object, key: object.key.slice(address.prefix.length) }))
      } while (marker !== undefined)
    },
    remove: (key) => maskRefusals(done({ method: 'DELETE', key })),
    async check() {
      const answer = await send({
        method: 'GET',
        query: { prefix: address.prefix, 'max-keys': '1' },
        signal: AbortSignal.timeout(CONNECT_MS),
      })
      if (answer.statusCode === 404) throw new S3Refusal(404, await readErrorCode(answer))
      answer.resume()
    },
  }
}

/** A refusal, such as of a key that was taken back, is for the operator; to everybody else the store is away. */
const maskRefusals = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof S3Refusal ? away(error) : error
  })

/** The failure `storage.away` with its cause. */
export const away = (cause: unknown) => new Failure('storage.away', { retryAfter: 5, cause })

/** Ends a call over which nothing comes any more; one whose reader takes nothing is left alone. */
function watch(sent: ClientRequest): void {
  let answer: IncomingMessage | undefined
  sent.on('response', (given) => {
    answer = given
  })
  const late = () => {
    if (!answer || answer.readableLength === 0)
      sent.destroy(Object.assign(new Error('the S3 store was silent for too long'), { code: 'ETIMEDOUT' }))
  }
  sent.on('socket', (socket: Socket) => {
    socket.setTimeout(socket.connecting ? CONNECT_MS : SILENT_MS).on('timeout', late)
    if (socket.connecting) socket.once('connect', () => socket.setTimeout(SILENT_MS))
    // It goes on to serve others.
    sent.once('close', () => socket.off('timeout', late))
  })
}
