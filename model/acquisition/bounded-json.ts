/**
 * JSON of strangers, read in time that grows with its length and no faster. `JSON.parse` itself is linear in characters but takes a
 * microsecond for every key, text and element: a megabyte of `"a","b",…` would hold up everything else for a second. What a text
 * consists of is therefore counted first, in one pass that never looks back.
 */

/** Texts, commas, brackets and non-numbers a message may consist of: some nine for each of the ten thousand values it may have. */
export const MAX_TOKENS = 100_000

export class TooManyTokens extends Error {}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const OPEN_BRACE = 0x7b
const MINUS = 0x2d
const UPPER_I = 0x49
const UPPER_N = 0x4e

/** The value of a JSON text in which Python's `NaN`, `Infinity` and `-Infinity` mean null. @throws SyntaxError, or TooManyTokens. */
export function parseBounded(text: string): unknown {
  return JSON.parse(withoutNonNumbers(text))
}

/** A text that is never closed ends with the whole: nothing of it is looked at twice. */
function withoutNonNumbers(text: string): string {
  const parts: string[] = []
  let tokens = 0
  let copied = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (code === UPPER_N || code === UPPER_I) {
      const word = code === UPPER_N ? 'NaN' : 'Infinity'
      if (!text.startsWith(word, at)) continue
      parts.push(text.slice(copied, code === UPPER_I && text.charCodeAt(at - 1) === MINUS ? at - 1 : at), 'null')
      copied = at + word.length
      at = copied - 1
    } else if (code !== COMMA && code !== OPEN_BRACE && code !== OPEN_BRACKET) continue
    tokens += 1
    if (tokens > MAX_TOKENS) throw new TooManyTokens()
  }
  return copied === 0 ? text : parts.join('') + text.slice(copied)
}

/** Where the text that begins at `start` has its closing quote; the end of everything when it has none. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); at < text.length && code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1
  return at
}
