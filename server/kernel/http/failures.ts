/** The one place where something thrown becomes an answer: the envelope, in the caller's language, without a trace. */
import type { Envelope } from '../../../model/contract/envelope.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldError } from '../../../model/errors.ts'
import { sessionCodes } from '../../../model/errors.ts'
import type { Translate } from '../../../model/labels/index.ts'
import type { Quota } from '../../../model/tenant/tenants.ts'
import { Failure } from '../errors.ts'
import { callerOfRequest } from './access.ts'
import { challengeOf } from './challenge.ts'
import { languageOfRequest, translatorFor } from './language.ts'
import type { Route } from './http.ts'
import { isFailureInBody } from './older-clients.ts'

/** Makes everything thrown by a route of `app` an answer in the envelope, and logs what was unexpected. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => send(failureOf(error, request), request, reply))
}

/** Answers with a failure from where nothing can be thrown (hooks of libraries, the not-found handler). */
export function send(failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { message, errors } = inWords(failure, translatorFor(languageOfRequest(request)))
  const { more, retryAfter } = failure.details
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (isFailureInBody(failure, callerOfRequest(request), request.routeOptions.config.document?.route)) {
    meant.set(reply, failure.status)
    // Such a client shows the sentence alone, so what is wrong with which field stands in it.
    const sentence = errors?.length ? errors.map((found) => found.message).join('\n') : message
    return reply.code(200).send({ status: failure.status, message: sentence, data: null, ...(errors ? { errors } : {}) })
  }
  const challenge = challengeOf(failure, request)
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  const answer: Envelope<null> = {
    code: sessionCodes[failure.code] ?? failure.status,
    status: failure.status,
    message,
    data: null,
    ...(errors ? { errors } : {}),
  }
  return reply.code(failure.status).send({
    ...answer,
    // RFC 6749, section 5.2: the token endpoint says `error`, and its sentence is `error_description`.
    ...more,
    ...(more?.['error'] ? { error_description: message } : {}),
  })
}

const meant = new WeakMap<FastifyReply, number>()

/** The status of what was answered, also where the client was told of it in the body: for logs. */
export function statusOf(reply: FastifyReply): number {
  return meant.get(reply) ?? reply.statusCode
}

/** A failure in somebody's language: what a request is answered, and what stands at the line of a file. */
export function inWords(
  { code, details: { values, field, fields } }: Failure,
  t: Translate,
): { message: string; errors: FieldError[] | undefined } {
  const named = field ? { field: t(field.label) } : {}
  const message = t(`error.${code}`, { ...named, ...values })
  return { message, errors: fields ?? (field ? [{ field: field.name, message }] : undefined) }
}

/** Faults of the request that Fastify and its plugins find before a handler runs; a path outside the web's folder is 403. */
const early: Record<number, ErrorCode> = {
  403: 'request.not-found',
  404: 'request.not-found',
  413: 'request.too-large',
  415: 'request.media-type',
}

/** PostgreSQL states that mean "later", not "never": no connection, shutting down, deadlock, serialization. */
const passing = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300', '40001', '40P01'])

/** Whether trying again later makes sense: the database or the store was away, or two transactions stood in each other's way. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Failure) return error.code === 'storage.away'
  return passing.has((error as { code?: string }).code ?? '')
}

/** PostgreSQL: a text with U+0000, which its texts cannot hold. Most schemas refuse it earlier and name the field. */
const NO_TEXT = '22021'

/** A quota that is used up (migrations/0007_tenants.sql): the constraint names it, the detail says how much is allowed. */
const QUOTA = 'OQ001'

function quotaFailure({ constraint, detail }: { constraint?: string; detail?: string }): Failure {
  const allowed = Number(detail)
  return new Failure(`quota.${constraint as Quota}`, { values: { quota: constraint === 'storage' ? allowed / 1_048_576 : allowed } })
}

/** A refusal of the database that has words of its own, outside of any request; everything else as it is. */
export function failureInWords(error: unknown): unknown {
  return (error as { code?: string }).code === QUOTA ? quotaFailure(error as { constraint?: string; detail?: string }) : error
}

/** A code, or what was said: neither has a secret in it. */
const reasonOf = (cause: unknown) => (cause as { code?: string }).code ?? (cause as Error).message

/** The media types of the bodies that a call reads. */
function mediaTypesOf({ raw, upload, protocol }: Route): readonly string[] {
  if (raw) return Object.keys(raw)
  if (protocol) return [protocol.contentType]
  return upload ? ['multipart/form-data'] : ['application/json', 'application/x-www-form-urlencoded']
}

function failureOf(error: FastifyError, request: FastifyRequest): Failure {
  if (error instanceof Failure) {
    if (error.code === 'storage.away') request.log.warn({ code: reasonOf(error.cause) }, 'the store of files is not available')
    return error
  }
  const { statusCode = 500 } = error
  const { route } = (statusCode === 415 && request.routeOptions.config.document) || {}
  if (route) return new Failure('request.media-type-among', { values: { types: mediaTypesOf(route).join(', ') } })
  if (statusCode >= 400 && statusCode < 500) return new Failure(early[statusCode] ?? 'request.malformed')
  if (error.code === QUOTA) return quotaFailure(error as { constraint?: string; detail?: string })
  if (error.code === NO_TEXT) return new Failure('request.malformed', { cause: error })
  if (isPassing(error)) {
    request.log.warn({ code: error.code }, 'the database is not available')
    return new Failure('server.busy', { retryAfter: 1 })
  }
  request.log.error({ err: { name: error.name, message: error.message, code: error.code, stack: error.stack } }, 'a request failed')
  return new Failure('server.failed', { values: { reference: request.id } })
}
