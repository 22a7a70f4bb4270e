/** Calls as the server answers them: through the whole of it, from the rate limit to the database, without a socket. */
import { setTimeout as wait } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { TenantId } from '../../../../model/brands.ts'
import type { Services } from '../../../kernel/services.ts'
import { textOfArchive } from './archive-text.ts'
import type { Asker } from './values.ts'

export interface ProbeAnswer {
  readonly http: number
  /** Everything that was said, readable: a file is unpacked. */
  readonly text: string
  readonly message: string
  readonly data: unknown
  readonly errors?: unknown
}

/** A call as it goes over the wire; without a body, or with JSON, or with bytes of another kind. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: Buffer
}

export interface Caller extends Asker {
  readonly role: string
  ask(asked: Asked): Promise<ProbeAnswer>
  post(path: string, body?: unknown): Promise<ProbeAnswer>
}

/** RFC 5737, for documentation: whatever is counted by address is counted for nobody's. */
const ADDRESS = '192.0.2.1'
const MAX_TRIES = 5

/** Somebody who calls the server with this role, signed in when they first do. @param server Whose answers are asked for. */
export function callerAs(server: FastifyInstance, services: Services, role: string, user: { tenantId: TenantId; userId: string }): Caller {
  let token: string | undefined
  async function signedIn(): Promise<string> {
    const device = { address: ADDRESS, browser: 'self-test' }
    return (token ??= (await services.transactions.inTenant({ tenantId: user.tenantId }, (tx) => services.sessions.open(tx, user, device)))
      .access)
  }
  async function ask(asked: Asked, tries = 0): Promise<ProbeAnswer> {
    const { method, path, body, payload = body === undefined ? undefined : JSON.stringify(body) } = asked
    const { statusCode, headers, rawPayload } = await server.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: ADDRESS,
      headers: {
        authorization: `Bearer ${await signedIn()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    const seconds = Number(headers['retry-after'] ?? Infinity)
    // Asked too quickly, or at a moment when the server was busy: that is an answer about us, not about tenants.
    if ((statusCode === 429 || statusCode === 503) && seconds <= 60 && tries < MAX_TRIES) {
      await wait(seconds * 1000)
      return ask(asked, tries + 1)
    }
    // What was asked before has ended the session; the next question is to be asked by somebody.
    if (statusCode === 401 && tries === 0) {
      token = undefined
      return ask(asked, MAX_TRIES)
    }
    const text = await readable(String(headers['content-type'] ?? ''), rawPayload)
    const { message = '', data, errors } = text.startsWith('{') ? (JSON.parse(text) as Partial<ProbeAnswer>) : {}
    return { http: statusCode, text: `${spokenBy(headers)}${text}`, message, data, errors }
  }
  return { role, ask: (asked) => ask(asked), post: (path, body) => ask({ method: 'POST', path, ...(body === undefined ? {} : { body }) }) }
}

/** What the protocol of uploads says in headers; nothing on other routes. */
const spokenBy = (headers: Readonly<Record<string, unknown>>) =>
  Object.entries(headers)
    .filter(([name]) => /^(upload-.*|location)$/.test(name))
    .map(([name, value]) => `${name}: ${String(value)}\n`)
    .join('')

async function readable(type: string, bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return textOfArchive(bytes)
  return type.startsWith('application/pdf') ? textOfPdf(bytes) : bytes.toString('utf8')
}

/** What the pages of a PDF draw, as far as it can be unpacked. */
function textOfPdf(bytes: Buffer): string {
  return [...bytes.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, part = '']) => {
      const raw = Buffer.from(part, 'latin1')
      return raw[0] === 0x78 ? inflateSync(raw, { finishFlush: 2 }).toString('latin1') : ''
    })
    .join('\n')
}
