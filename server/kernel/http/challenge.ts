/** What a refusal says about how to prove who one is, for programs (RFC 9110, section 11.6.1; RFC 6750, section 3). */
import type { FastifyRequest } from 'fastify'
import { sessionCodes } from '../../../model/errors.ts'
import type { Failure } from '../errors.ts'

/** Name and secret, of a machine or an application. A browser would ask for them in a window of its own: where our pages call, it is never said. */
export const BASIC = 'Basic realm="outstation", charset="UTF-8"'
const BEARER = 'Bearer realm="outstation"'

/**
 * The header `WWW-Authenticate` of a 401 or 403; `undefined` for other answers, for refusals of calls that need no token, and beside an `error`
 * of RFC 6749: the token endpoint has said by that what is wrong, and libraries read no `error` behind a challenge.
 */
export function challengeOf({ code, status, details }: Failure, request: FastifyRequest): string | undefined {
  const { access = 'public' } = request.routeOptions.config
  if (status === 401 && access === 'machine') return BASIC
  if (details.more?.['error'] !== undefined || (access === 'public' ? status !== 401 : status !== 401 && status !== 403)) return undefined
  // Who has shown no token is told of no error (RFC 6750, section 3.1).
  if (code === 'session.missing') return BEARER
  if (sessionCodes[code] !== undefined) return `${BEARER}, error="invalid_token"`
  return code === 'permission.scope' ? `${BEARER}, error="insufficient_scope", scope="${details.values?.['scope'] ?? ''}"` : BEARER
}
