/** JSON bodies, read as Fastify reads them unless values lie deeper in each other than any call needs. */
import type { FastifyInstance } from 'fastify'
import { Failure } from '../errors.ts'

/**
 * Lists and objects within each other. A megabyte of opening brackets takes the parser a fifth of a second, in which nobody else is answered; this look at it takes a few
 * milliseconds.
 */
export const MAX_JSON_DEPTH = 1000
/** Characters that are parsed at once however deep they lie. */
const SHORT = 32_768

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Whether values of a JSON text lie deeper in each other than that. What is no JSON is for the parser to refuse. */
export function isTooDeep(text: string, most = MAX_JSON_DEPTH): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfText(text, at + 1)
      if (at < 0) return false
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if ((depth += 1) > most) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}

/** Where the quotation mark stands that ends a text of JSON; -1 where there is none. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return -1
}

/** Has JSON bodies read so. Keys that name prototypes are refused, as before. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.length > SHORT && isTooDeep(text)) done(new Failure('request.malformed'))
    else void parse(request, text, done)
  })
}
