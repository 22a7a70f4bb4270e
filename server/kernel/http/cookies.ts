/** Cookies that this server alone reads. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The value of a cookie that came with the request. */
export function cookieOf({ headers: { cookie = '' } }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const start = `${name}=`
  return cookie
    .split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
}

/**
 * Sets a cookie that is sent to addresses below `path` alone, never from another site (`SameSite=Strict`), and out of reach of scripts
 * (`HttpOnly`).
 */
export function giveCookie(
  reply: FastifyReply,
  { name, value, path, seconds, publicUrl }: { name: string; value: string; path: string; seconds: number; publicUrl: string },
): void {
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`,
  )
}
