/** Which pages a browser may call from where a cookie or nothing at all stands for the person (cross-site request forgery). */
import type { FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

/**
 * Refuses calls of pages of other origins. Browsers name the origin of the page on every POST and every upgrade (Fetch, section 3.1); a
 * program that is no browser names none.
 * @throws Failure `permission.denied`
 */
export function assertOwnOrigin({ headers: { origin, host } }: Pick<FastifyRequest, 'headers'>, publicUrl: string): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) fail('permission.denied')
}
