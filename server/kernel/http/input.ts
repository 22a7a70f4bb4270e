/** One input, wherever it came from: query string, form body and JSON body are read alike. */
import { parse } from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

/** Most parameters one request may have. */
const MAX_PARAMETERS = 1000

/** Query string or form body; `x[]=1`, `x[0]=1` and repeated `x=1` all make the list `x`, and `x[0][]=1` one list of it. */
export function parseForm(text: string): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(parse(text, '&', '=', { maxKeys: MAX_PARAMETERS }))) {
    const name = key.replace(/(?:\[\d*\]){1,2}$/, '')
    const isList = name !== key
    if (/\]\[\d*\]$/.test(key)) {
      result[name] = [...[result[name] ?? []].flat(), [value].flat()]
      continue
    }
    const before = result[name]
    if (before !== undefined) result[name] = [before, value].flat()
    else result[name] = isList ? [value].flat() : value
  }
  return result
}

/**
 * Query and body of a request as one object.
 * @throws Failure `request.malformed` for a body that is not an object, `request.too-large` for one of more members than any call has.
 */
export function inputOf(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  const { body } = request
  if (body === undefined || body === null) return query
  if (typeof body !== 'object' || Array.isArray(body)) fail('request.malformed')
  // A megabyte holds a hundred thousand keys, and each costs more to check than to send.
  if (Object.keys(body).length > MAX_PARAMETERS) fail('request.too-large')
  return { ...query, ...body }
}
