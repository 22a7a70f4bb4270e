/** A text of JSON with the lines of its parts, so that what is wrong can be said by line. */

export interface ReadJson {
  readonly value: unknown
  /** The line, from 1, of the part that such a path leads to, or of the nearest part around it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number
}

/** The text is no JSON from this line on. */
export class JsonLineError extends Error {
  readonly line: number
  constructor(line: number) {
    super(`no JSON from line ${line} on`)
    this.line = line
  }
}

/** Nothing of a form is as deep. */
const MAX_DEPTH = 200

/** The value of a text and the lines of its parts. @throws JsonLineError */
export function readJson(text: string): ReadJson {
  const reader = new Reader(text)
  reader.whole()
  const value: unknown = JSON.parse(text)
  return {
    value,
    lineOf: (path) => {
      for (let length = path.length; length > 0; length -= 1) {
        const line = reader.lines.get(nameOf(path.slice(0, length)))
        if (line !== undefined) return line
      }
      return 1
    },
  }
}

const nameOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))

const BLANK = /[\t\n\r ]*/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

class Reader {
  readonly lines = new Map<string, number>()
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  whole(): void {
    this.#value([])
    this.#skip()
    if (this.#at < this.#text.length) throw new JsonLineError(this.#line)
  }

  #skip(): void {
    for (const letter of this.#take(BLANK) ?? '') if (letter === '\n') this.#line += 1
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  #sign(sign: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #must<Found>(found: Found | undefined | false): Found {
    if (found === undefined || found === false) throw new JsonLineError(this.#line)
    return found
  }

  #value(path: readonly string[]): void {
    this.#skip()
    this.lines.set(nameOf(path), this.#line)
    if (path.length > MAX_DEPTH) throw new JsonLineError(this.#line)
    if (this.#sign('{')) this.#members(path)
    else if (this.#sign('[')) this.#list(path)
    else this.#must(this.#take(STRING) ?? this.#take(PLAIN))
  }

  #members(path: readonly string[]): void {
    if (this.#sign('}')) return
    do {
      this.#skip()
      const name = JSON.parse(this.#must(this.#take(STRING))) as string
      this.#must(this.#sign(':'))
      this.#value([...path, name])
    } while (this.#sign(','))
    this.#must(this.#sign('}'))
  }

  #list(path: readonly string[]): void {
    if (this.#sign(']')) return
    let place = 0
    do this.#value([...path, String(place++)])
    while (this.#sign(','))
    this.#must(this.#sign(']'))
  }
}
