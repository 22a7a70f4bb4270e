/** Which image a call is about: the one of the key it names, or the last one this browser was given without one. */
import type { FastifyRequest } from 'fastify'
import { captchaKey } from '../../../model/contract/account/captcha.ts'
import type { Call } from '../../kernel/http/http.ts'
import { cookieOf, giveCookie } from '../../kernel/http/cookies.ts'
import { fail } from '../../kernel/errors.ts'
import { newToken } from '../secrets.ts'
import { MINUTES } from './captchas.ts'

const COOKIE = 'captcha'

/** A key for an image that is asked for without one; the browser keeps it and brings it along with what was copied. */
export function keyForBrowser({ reply, services: { config } }: Pick<Call<unknown>, 'reply' | 'services'>): string {
  const key = newToken()
  giveCookie(reply, { name: COOKIE, value: key, path: '/api', seconds: MINUTES * 60, publicUrl: config.publicUrl })
  return key
}

/** The key that was given, or that of the browser; `undefined` where there is neither. */
export function keyOf(request: FastifyRequest, given: string | undefined): string | undefined {
  const key = captchaKey.safeParse(given ?? cookieOf(request, COOKIE))
  return key.success ? key.data : undefined
}

/**
 * The key of the image that was copied: as it was given, or from the cookie.
 * @throws Failure `request.invalid` that names `key`, where no image was asked for.
 */
export function neededKeyOf({ request, t }: Pick<Call<unknown>, 'request' | 't'>, given: string | undefined): string {
  return keyOf(request, given) ?? fail('request.invalid', { fields: [{ field: 'key', message: t('check.captcha-key') }] })
}
