/** The words of an expression that is written as text, and what is said where something else stands. */

export interface TextFault {
  readonly code: 'unexpected' | 'unfinished' | 'unknown-function' | 'too-large'
  /** Where, in characters from 0. */
  readonly at: number
  /** What stands there. */
  readonly word: string
}

/** Thrown where a text goes wrong. */
export class Unreadable extends Error {
  readonly fault: TextFault

  constructor(code: TextFault['code'], at: number, word: string) {
    super(code)
    this.fault = { code, at, word }
  }
}

export type Word = { readonly at: number; readonly text: string } & (
  { readonly kind: 'name' | 'sign' | 'end' } | { readonly kind: 'number' | 'text'; readonly value: string | number }
)

const NUMBER = /\d+(?:\.\d+)?|\.\d+/y
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy
const SIGN = /&&|&|\|\||==|!=|<>|<=|>=|\.\.|[-+*/%<>=!?:,()[\]]/y
const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y
const BLANK = /\s*/y

/** The words of a text, the last of them its end. @param offset Where in a longer text it begins. @throws Unreadable */
export function wordsOf(text: string, offset: number): Word[] {
  const words: Word[] = []
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  for (;;) {
    at += take(BLANK)?.length ?? 0
    if (at >= text.length) return [...words, { kind: 'end', at: at + offset, text: '' }]
    const place = at + offset
    const number = take(NUMBER)
    const name = take(NAME)
    const string = take(STRING)
    const word = number ?? name ?? string ?? take(SIGN)
    if (word === undefined) throw new Unreadable('unexpected', place, text.charAt(at))
    if (number !== undefined) words.push({ kind: 'number', at: place, text: word, value: Number(word) })
    else if (string !== undefined && name === undefined)
      words.push({ kind: 'text', at: place, text: word, value: string.slice(1, -1).replaceAll(/\\(.)/g, '$1') })
    else words.push({ kind: name === undefined ? 'sign' : 'name', at: place, text: word })
    at += word.length
  }
}
