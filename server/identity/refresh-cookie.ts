/**
 * The refresh token of the console's own pages, in a cookie that no script reads. Clients that do not ask for it have the token in the
 * answer, as OAuth 2 has it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_BY_COOKIE } from '../../model/contract/account/sign-in.ts'
import type { Services } from '../kernel/services.ts'
import { cookieOf, giveCookie } from '../kernel/http/cookies.ts'
import { assertOwnOrigin } from '../kernel/http/own-origin.ts'

/** The token endpoint alone is sent it. So its name cannot begin with `__Host-`, which asks for the path `/`. */
const PATH = '/api/uaa/oauth'

interface Asking {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: { readonly config: Pick<Services['config'], 'publicUrl'> }
}

/** `__Secure-`: a browser takes it over https alone (RFC 6265bis, section 4.1.3.1). */
const nameFor = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Secure-refresh_token' : 'refresh_token')

/** Whether the client keeps its refresh token in the cookie: our pages say so in a header, which a page of another site cannot send. */
export function keepsCookie({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.entries(REFRESH_BY_COOKIE).every(([name, value]) => headers[name.toLowerCase()] === value)
}

/** The refresh token in the cookie of a client that keeps one. @throws Failure `permission.denied` for a page of another origin. */
export function refreshTokenOf({ request, services: { config } }: Omit<Asking, 'reply'>): string | undefined {
  if (!keepsCookie(request)) return undefined
  assertOwnOrigin(request, config.publicUrl)
  return cookieOf(request, nameFor(config.publicUrl))
}

/** Gives the cookie, or with an empty value takes it away. @param seconds How long the token is good. */
export function giveRefreshToken({ reply, services: { config } }: Omit<Asking, 'request'>, value: string, seconds: number): void {
  const { publicUrl } = config
  giveCookie(reply, { name: nameFor(publicUrl), value, path: PATH, seconds, publicUrl })
}
