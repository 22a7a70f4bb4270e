/**
 * Expressions that are written as text: what models of other tools say. A subset of FEEL (DMN 1.5, section 10.3) and of the unified expression
 * language (Jakarta Expression Language 5.0) is read into the one tree that everything else works on; whatever calls a method, makes an object or
 * names a class is no expression here, and says where.
 */
import type { Expression, Operator } from './expression.ts'
import { EXPRESSION, MAX_DEPTH } from './expression.ts'
import type { TextFault, Word } from './read-words.ts'
import { Unreadable, wordsOf } from './read-words.ts'
import { COMPARISONS, FIRST_OF_TWO, FUNCTIONS, PRODUCTS, RESERVED, SUMS } from './text-words.ts'

export type { TextFault } from './read-words.ts'

export type ReadText = { readonly expression: Expression } | { readonly fault: TextFault }

/** Characters of a text. */
const MAX_TEXT = 2000

/** The expression that a text says: `= a > 1 and b in ("x", "y")`, `${a > 1 && b == 'x'}`, or the same without what is around it. */
export function readText(text: string): ReadText {
  try {
    if (text.length > MAX_TEXT) throw new Unreadable('too-large', MAX_TEXT, '')
    const { inner, offset } = unwrap(text)
    const reader = new Reader(wordsOf(inner, offset))
    const expression = reader.whole()
    if (!EXPRESSION.safeParse(expression).success) throw new Unreadable('too-large', offset, '')
    return { expression }
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault }
    throw error
  }
}

/** Whether a text that may be one or the other is an expression and no plain text: it begins as `${…}`, `#{…}` or `= …` do. */
export const isWritten = (text: string): boolean => /^\s*(?:[$#]\{|=)/.test(text)

function unwrap(text: string): { inner: string; offset: number } {
  const [, before = '', inner = ''] = /^(\s*[$#]\{)([^]*)\}\s*$/.exec(text) ?? /^(\s*=(?!=)\s*)([^]*)$/.exec(text) ?? [undefined, '', text]
  return { inner, offset: before.length }
}

/** Recursive descent, one method for each level of precedence. */
class Reader {
  readonly #words: readonly Word[]
  #at = 0
  #depth = 0

  constructor(words: readonly Word[]) {
    this.#words = words
  }

  whole(): Expression {
    const expression = this.#expression()
    if (this.#word.kind !== 'end') throw this.#unexpected()
    return expression
  }

  get #word(): Word {
    return this.#words[this.#at] as Word
  }

  #unexpected(code: TextFault['code'] = this.#word.kind === 'end' ? 'unfinished' : 'unexpected'): Unreadable {
    return new Unreadable(code, this.#word.at, this.#word.text.slice(0, 40))
  }

  #is(...texts: readonly string[]): boolean {
    return (this.#word.kind === 'sign' || this.#word.kind === 'name') && texts.includes(this.#word.text)
  }

  #skip(text: string): boolean {
    const isThere = this.#is(text)
    if (isThere) this.#at += 1
    return isThere
  }

  #expect(text: string): void {
    if (!this.#skip(text)) throw this.#unexpected()
  }

  #expression(): Expression {
    this.#depth += 1
    if (this.#depth > 2 * MAX_DEPTH) throw this.#unexpected('too-large')
    const found = this.#skip('if') ? this.#choice() : this.#ternary()
    this.#depth -= 1
    return found
  }

  #choice(): Expression {
    const condition = this.#expression()
    this.#expect('then')
    const then = this.#expression()
    this.#expect('else')
    return { op: 'if', of: [condition, then, this.#expression()] }
  }

  #ternary(): Expression {
    const condition = this.#joined('or', ['or', '||'], () => this.#joined('and', ['and', '&&'], () => this.#comparison()))
    if (!this.#skip('?')) return condition
    const then = this.#expression()
    this.#expect(':')
    return { op: 'if', of: [condition, then, this.#expression()] }
  }

  #joined(op: Operator, signs: readonly string[], part: () => Expression): Expression {
    const of = [part()]
    while (signs.some((sign) => this.#skip(sign))) of.push(part())
    return of.length === 1 ? (of[0] as Expression) : { op, of }
  }

  #comparison(): Expression {
    const one = this.#sum()
    if (this.#skip('between')) {
      const from = this.#sum()
      this.#expect('and')
      return {
        op: 'and',
        of: [
          { op: 'greater-or-equal', of: [one, from] },
          { op: 'less-or-equal', of: [one, this.#sum()] },
        ],
      }
    }
    if (this.#skip('in')) return this.#membership(one)
    const op = COMPARISONS[this.#word.text]
    if (op === undefined || !Object.hasOwn(COMPARISONS, this.#word.text) || this.#word.kind === 'text') return one
    this.#at += 1
    return { op, of: [one, this.#sum()] }
  }

  /** `in ("a", "b")`, `in ["a", "b"]`, `in [1..5]`, `in (1..5]`, or a list that a field is. */
  #membership(one: Expression): Expression {
    if (!this.#is('(', '[')) return { op: 'among', of: [one, this.#sum()] }
    const opens = this.#word.text
    this.#at += 1
    const first = this.#sum()
    if (this.#skip('..')) {
      const last = this.#sum()
      const closes = this.#word.text
      if (!this.#is(')', ']')) throw this.#unexpected()
      this.#at += 1
      return {
        op: 'and',
        of: [
          { op: opens === '[' ? 'greater-or-equal' : 'greater', of: [one, first] },
          { op: closes === ']' ? 'less-or-equal' : 'less', of: [one, last] },
        ],
      }
    }
    const members = [first]
    while (this.#skip(',')) members.push(this.#sum())
    this.#expect(opens === '[' ? ']' : ')')
    const values = members.map((member) => ('value' in member && member.as === undefined ? member.value : undefined))
    if (values.every((value) => typeof value === 'string') || values.every((value) => typeof value === 'number'))
      return { op: 'among', of: [one, { value: values as string[] | number[] }] }
    const equal = members.map((member): Expression => ({ op: 'equal', of: [one, member] }))
    return equal.length === 1 ? (equal[0] as Expression) : { op: 'or', of: equal }
  }

  #sum(): Expression {
    return this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#unary()))
  }

  #chain(signs: Readonly<Record<string, Operator>>, part: () => Expression): Expression {
    let found = part()
    while (Object.hasOwn(signs, this.#word.text) && this.#word.kind !== 'text') {
      const op = signs[this.#word.text] as Operator
      this.#at += 1
      found = { op, of: [found, part()] }
    }
    return found
  }

  #unary(): Expression {
    this.#depth += 1
    if (this.#depth > 2 * MAX_DEPTH) throw this.#unexpected('too-large')
    const found = this.#signed()
    this.#depth -= 1
    return found
  }

  #signed(): Expression {
    if (this.#skip('!') || (this.#is('not') && this.#skip('not'))) return { op: 'not', of: [this.#unary()] }
    if (this.#skip('empty')) return { op: 'is-empty', of: [this.#unary()] }
    if (this.#skip('-')) {
      const value = this.#unary()
      return 'value' in value && typeof value.value === 'number' ? { value: -value.value } : { op: 'subtract', of: [{ value: 0 }, value] }
    }
    return this.#primary()
  }

  #primary(): Expression {
    const word = this.#word
    if (word.kind === 'number' || word.kind === 'text') {
      this.#at += 1
      return { value: word.value }
    }
    if (this.#skip('(')) {
      const inner = this.#expression()
      this.#expect(')')
      return inner
    }
    if (word.kind !== 'name' || RESERVED.has(word.text)) throw this.#unexpected()
    this.#at += 1
    if (word.text === 'true' || word.text === 'false') return { value: word.text === 'true' }
    if (word.text === 'null') return { value: null }
    return this.#function(word) ?? { field: word.text }
  }

  /** A call of a function that there is; nothing where a name is only a name. */
  #function(word: Word): Expression | undefined {
    let name = word.text
    if (name === 'date' && this.#is('and')) return this.#moment()
    if (FIRST_OF_TWO.has(name)) {
      const rest = this.#words.slice(this.#at, this.#at + 2).map(({ text }) => text)
      const longer = [`${name} ${rest.join(' ')}`, `${name} ${rest[0] ?? ''}`].find((one) => Object.hasOwn(FUNCTIONS, one))
      if (longer !== undefined) {
        this.#at += longer.split(' ').length - 1
        name = longer
      }
    }
    if (!this.#is('(')) return undefined
    if (name === 'date') return { ...this.#onlyText(/^\d{4}-\d{2}-\d{2}$/), as: 'date' }
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!known) throw new Unreadable('unknown-function', word.at, name.slice(0, 40))
    const of = this.#arguments()
    if (of.length < known.takes[0] || of.length > known.takes[1]) throw new Unreadable('unexpected', word.at, name)
    return { op: known.op, of }
  }

  #moment(): Expression {
    for (const text of ['and', 'time']) this.#expect(text)
    const { value } = this.#onlyText(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/)
    return { value: new Date(value).toISOString(), as: 'moment' }
  }

  #onlyText(pattern: RegExp): { value: string } {
    this.#expect('(')
    const word = this.#word
    if (word.kind !== 'text' || typeof word.value !== 'string' || !pattern.test(word.value) || Number.isNaN(Date.parse(word.value)))
      throw this.#unexpected()
    this.#at += 1
    this.#expect(')')
    return { value: word.value }
  }

  #arguments(): Expression[] {
    this.#expect('(')
    if (this.#skip(')')) return []
    const of = [this.#expression()]
    while (this.#skip(',')) of.push(this.#expression())
    this.#expect(')')
    return of
  }
}
