/** One call of HTTP to where a tenant has opened the way: pinned to the address that was judged, without redirects, bounded in time and size. */
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import type { Network } from '../../model/tenant/networks.ts'
import { addressOfPlace, placeOf } from '../kernel/network/webhook-address.ts'
import { signedHeaders } from '../kernel/network/webhook-signature.ts'

const TIMEOUT_MS = 10_000
const LOOK_UP_MS = 3000
const MAX_ANSWER_BYTES = 1_048_576

/** It was not answered, or not with success; the message says why, and by which host where it is about one. */
export class HttpRefused extends Error {
  readonly host: string | undefined

  constructor(message: string, host?: string) {
    super(message)
    this.host = host
  }
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  /** Besides those that every call has; by names in small letters. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** By which the call is signed. */
  readonly signing?: string | undefined
}

export interface Way {
  /** By which the other side knows a call that comes twice. */
  readonly key: string
  /** Names of hosts that are open; `*.example.com` for all below. */
  readonly hosts: readonly string[]
  readonly networks: readonly Network[]
  /** Milliseconds since 1970. */
  readonly now: number
  readonly signal: AbortSignal
}

/** The body of the answer, as JSON where it is that. @throws HttpRefused */
export async function httpCall(
  { method, url, headers = {}, body, signing }: HttpRequest,
  { key, hosts, networks, now, signal }: Way,
): Promise<unknown> {
  const place = placeOf(url)
  if (!place) throw new HttpRefused('the address is none of HTTP')
  if (!isOpenAddress(url, hosts)) throw new HttpRefused(`${place.host} is not open to processes`, place.host)
  const address = await addressOfPlace(place, networks, LOOK_UP_MS).catch(() => undefined)
  if (address === undefined) throw new HttpRefused(`${place.host} may not be asked, or is not found`, place.host)
  const text = method === 'GET' || body === null || body === undefined ? undefined : JSON.stringify(body)
  const signed = signing === undefined ? {} : signedHeaders({ secret: signing, id: key, body: text ?? '', now })
  const answer = await send({
    method,
    url: new URL(url),
    address,
    isSecure: place.isSecure,
    port: place.port,
    text,
    headers: { ...headers, ...signed, 'idempotency-key': key },
    signal,
  })
  if (answer.status < 200 || answer.status > 299) throw new HttpRefused(`HTTP ${answer.status}`)
  try {
    return answer.text === '' ? null : (JSON.parse(answer.text) as unknown)
  } catch {
    return answer.text
  }
}

/** Whether the host of a URL is among the names that are open; false where it is no URL of HTTP. What the name means is judged with each call. */
export function isOpenAddress(url: string, hosts: readonly string[]): boolean {
  const place = placeOf(url)
  return place !== undefined && hosts.some((host) => isOf(place.host.toLowerCase(), host))
}

const isOf = (host: string, open: string): boolean =>
  open.startsWith('*.') ? host.endsWith(open.slice(1)) : host === open.replace(/^\[|\]$/g, '')

interface Sending {
  readonly method: string
  readonly url: URL
  readonly address: string
  readonly isSecure: boolean
  readonly port: number
  readonly text: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

function send({ method, url, address, isSecure, port, text, headers, signal }: Sending): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const refuse = ({ name, code }: { name?: string; code?: string }) =>
      reject(signal.aborted ? signal.reason : new HttpRefused(name === 'TimeoutError' ? 'timeout' : (code ?? 'connection failed')))
    const sending = (isSecure ? requestSecure : requestPlain)({
      host: address,
      port,
      // The certificate is that of the name, and the connection that of the address.
      ...(isSecure && isIP(url.hostname) === 0 ? { servername: url.hostname } : {}),
      path: `${url.pathname}${url.search}`,
      method,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        accept: 'application/json',
        'user-agent': 'Outstation',
        ...(text === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        ...headers,
        host: url.host,
        ...(text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
      },
    })
    sending.on('error', refuse)
    sending.on('response', (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes <= MAX_ANSWER_BYTES) return void parts.push(part)
        reject(new HttpRefused('the answer is too large'))
        sending.destroy()
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      answer.on('error', refuse)
    })
    sending.end(text)
  })
}
