/** One input, wherever it came from: query string, form body and JSON body are read alike. */
import { parse } from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import { fail } from './errors.ts'

/** Most parameters one request may have. */
const MOST_PARAMETERS = 1000

/** Query string or form body; `x[]=1`, `x[0]=1` and repeated `x=1` all make the list `x`. */
export function parseForm(text: string): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(parse(text, '&', '=', { maxKeys: MOST_PARAMETERS }))) {
    const name = key.replace(/\[\d*\]$/, '')
    const isList = name !== key
    const before = result[name]
    if (before !== undefined) result[name] = [before, value].flat()
    else result[name] = isList ? [value].flat() : value
  }
  return result
}

/** @throws Failure `request.malformed` for a body that is not an object. */
export function inputOf(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  const { body } = request
  if (body === undefined || body === null) return query
  if (typeof body !== 'object' || Array.isArray(body)) fail('request.malformed')
  return { ...query, ...body }
}
