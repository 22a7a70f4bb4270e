/**
 * Formulas of cells, written as people know them from spreadsheets: `IF(B3 > 25, "over", ROUND(B3 - C3, 1))`. They are read into the one expression tree
 * (docs/decisions/0115-expressions-as-data.md), whose evaluation counts its steps; a name that is no cell and no function is refused, and nothing can be
 * reached by a dot. What a cell means in a formula, server/reports/values.ts says.
 */
import type { AggregateFunction, Expression, Operator } from '../expression/expression.ts'
import { EXPRESSION, MAX_DEPTH } from '../expression/expression.ts'
import type { TextFault, Word } from '../expression/read-words.ts'
import { Unreadable, wordsOf } from '../expression/read-words.ts'
import { COMPARISONS, PRODUCTS, SUMS } from '../expression/text-words.ts'
import { DICTIONARY, MEANINGS, cellNamed, nameInDictionary } from './coordinates.ts'
import { areaNamed, isPlace } from './places.ts'

export type ReadFormula = { readonly expression: Expression } | { readonly fault: TextFault }

/** The number of the row of its list in which the cell with the formula stands, from 1. */
export const ROW = 'ROW'
/** In front of the name of a parameter. */
export const PARAM = 'PARAM:'
/** The column that the cells of {@link Expression} lists have. */
export const EACH = 'value'

/** Characters of the type of a dictionary (model/system/dictionaries.ts). */
const MAX_DICTIONARY = 32

/** What is made of all cells that a name or an area means. */
const TAKEN: Readonly<Record<string, AggregateFunction>> = {
  SUM: 'sum',
  AVG: 'mean',
  AVERAGE: 'mean',
  MIN: 'least',
  MAX: 'greatest',
  COUNT: 'count',
}
const PLAIN: Readonly<Record<string, { readonly op: Operator; readonly takes: readonly [number, number] }>> = {
  AND: { op: 'and', takes: [1, 20] },
  OR: { op: 'or', takes: [1, 20] },
  NOT: { op: 'not', takes: [1, 1] },
  IF: { op: 'if', takes: [3, 3] },
  ROUND: { op: 'round', takes: [1, 2] },
  ABS: { op: 'absolute', takes: [1, 1] },
  MOD: { op: 'remainder', takes: [2, 2] },
  LEN: { op: 'length', takes: [1, 1] },
  CONCAT: { op: 'join', takes: [1, 20] },
  CONTAINS: { op: 'contains', takes: [2, 2] },
  STARTSWITH: { op: 'begins-with', takes: [2, 2] },
  ENDSWITH: { op: 'ends-with', takes: [2, 2] },
  ISBLANK: { op: 'is-empty', takes: [1, 1] },
  COALESCE: { op: 'first-of', takes: [1, 20] },
  TODAY: { op: 'today', takes: [0, 0] },
  NOW: { op: 'now', takes: [0, 0] },
  HOURS: { op: 'hours-between', takes: [2, 2] },
}
/** Of dates; of a moment its date is taken. */
const OF_DATES: Readonly<Record<string, { readonly op: Operator; readonly dates: number; readonly takes: number }>> = {
  YEAR: { op: 'year-of', dates: 1, takes: 1 },
  MONTH: { op: 'month-of', dates: 1, takes: 1 },
  DAY: { op: 'day-of', dates: 1, takes: 1 },
  WEEKDAY: { op: 'weekday-of', dates: 1, takes: 1 },
  DAYS: { op: 'days-between', dates: 2, takes: 2 },
  EDATE: { op: 'add-months', dates: 1, takes: 2 },
  ADDDAYS: { op: 'add-days', dates: 1, takes: 2 },
}

/** The functions that there are, for the designer's list. */
export const FUNCTIONS: readonly string[] = [
  ...[TAKEN, PLAIN, OF_DATES].flatMap((each) => Object.keys(each)),
  ...['IFS', 'SWITCH', 'PARAM', 'ROW', DICTIONARY],
  ...MEANINGS,
]

/** The expression that a formula says, with or without the `=` in front of it; or where it goes wrong, in characters from 0. */
export function readCellFormula(text: string): ReadFormula {
  try {
    const [equals = ''] = /^\s*=?/.exec(text) ?? []
    const reader = new Reader(wordsOf(text.slice(equals.length), equals.length))
    const expression = reader.whole()
    if (!EXPRESSION.safeParse(expression).success) throw new Unreadable('too-large', 0, '')
    return { expression }
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault }
    throw error
  }
}

const dateOf = (of: Expression): Expression => ({ op: 'first-of', of: [{ op: 'date-of', of: [of] }, of] })

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

  #unexpected(code: TextFault['code'] = this.#word.kind === 'end' ? 'unfinished' : 'unexpected', word = this.#word): Unreadable {
    return new Unreadable(code, word.at, word.text.slice(0, 40))
  }

  #skip(sign: string): boolean {
    const isThere = this.#word.kind === 'sign' && this.#word.text === sign
    if (isThere) this.#at += 1
    return isThere
  }

  #expect(sign: string): void {
    if (!this.#skip(sign)) throw this.#unexpected()
  }

  #expression(): Expression {
    this.#depth += 1
    if (this.#depth > 2 * MAX_DEPTH) throw this.#unexpected('too-large')
    const one = this.#joined()
    const op = this.#signOf(COMPARISONS)
    const found: Expression = op ? { op, of: [one, this.#joined()] } : one
    this.#depth -= 1
    return found
  }

  /** The operator of the sign that stands here, which is passed. */
  #signOf(signs: Readonly<Record<string, Operator>>): Operator | undefined {
    const { kind, text } = this.#word
    const op = kind === 'sign' && Object.hasOwn(signs, text) ? signs[text] : undefined
    if (op) this.#at += 1
    return op
  }

  /** `&` joins texts: a cell stands for what it shows. */
  #joined(): Expression {
    const of = [this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#signed()))]
    while (this.#skip('&')) of.push(this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#signed())))
    return of.length === 1 ? (of[0] as Expression) : { op: 'join', of: of.map(asText) }
  }

  #chain(signs: Readonly<Record<string, Operator>>, part: () => Expression): Expression {
    let found = part()
    for (let op = this.#signOf(signs); op; op = this.#signOf(signs)) found = { op, of: [found, part()] }
    return found
  }

  #signed(): Expression {
    this.#depth += 1
    if (this.#depth > 2 * MAX_DEPTH) throw this.#unexpected('too-large')
    const isMinus = this.#skip('-')
    const value = isMinus ? this.#signed() : this.#primary()
    this.#depth -= 1
    if (!isMinus) return value
    return 'value' in value && typeof value.value === 'number' ? { value: -value.value } : { op: 'subtract', of: [{ value: 0 }, value] }
  }

  #primary(): Expression {
    const word = this.#word
    if (this.#skip('(')) {
      const inner = this.#expression()
      this.#expect(')')
      return inner
    }
    if (word.kind === 'end' || word.kind === 'sign') throw this.#unexpected()
    this.#at += 1
    if (word.kind === 'number' || word.kind === 'text') return { value: word.value }
    if (word.text === 'TRUE' || word.text === 'FALSE') return { value: word.text === 'TRUE' }
    if (isPlace(word.text)) return { field: this.#positioned(word) }
    return this.#function(word)
  }

  /** The name of a cell, with the positions in brackets behind it: `C1[A1:-1,B1:2]`. */
  #positioned(word: Word): string {
    if (!this.#skip('[')) return word.text
    let name = `${word.text}[`
    while (this.#word.kind !== 'end' && this.#word.text !== ']') {
      name += this.#word.text
      this.#at += 1
    }
    name += ']'
    this.#expect(']')
    if (!cellNamed(name)) throw this.#unexpected('unexpected', { ...word, text: name })
    return name
  }

  #function(word: Word): Expression {
    const name = word.text.toUpperCase()
    if (!FUNCTIONS.includes(name)) throw this.#unexpected('unknown-function', word)
    this.#expect('(')
    if (Object.hasOwn(TAKEN, name)) return this.#taken(name, TAKEN[name] as AggregateFunction)
    if (name === 'PARAM') return { field: `${PARAM}${this.#text(40, ')')}` }
    if (name === DICTIONARY) return { field: nameInDictionary(this.#text(MAX_DICTIONARY, ','), this.#onlyCell()) }
    if ((MEANINGS as readonly string[]).includes(name)) return { field: `${name}:${this.#onlyCell()}` }
    const of = this.#rest()
    if (name === ROW) return of.length === 0 ? { field: ROW } : this.#refuse(word)
    if (name === 'IFS') return of.length % 2 === 0 && of.length > 0 ? ladder(of) : this.#refuse(word)
    if (name === 'SWITCH') return of.length >= 3 ? choice(of) : this.#refuse(word)
    const ofDates = Object.hasOwn(OF_DATES, name) ? OF_DATES[name] : undefined
    if (ofDates) {
      if (of.length !== ofDates.takes) this.#refuse(word)
      return { op: ofDates.op, of: of.map((part, at) => (at < ofDates.dates ? dateOf(part) : part)) }
    }
    const { op, takes } = PLAIN[name] as (typeof PLAIN)[string]
    if (of.length < takes[0] || of.length > takes[1]) this.#refuse(word)
    return { op, of: op === 'join' ? of.map(asText) : of }
  }

  #refuse(word: Word): never {
    throw this.#unexpected('unexpected', word)
  }

  /** Of `SUM(B4, C2:D3, 5)`: each cell and area by all that they mean, put together. */
  #taken(name: string, take: AggregateFunction): Expression {
    const parts = [this.#source(take)]
    while (this.#skip(',')) parts.push(this.#source(take))
    this.#expect(')')
    const [only] = parts
    if (parts.length === 1) return only as Expression
    // A mean of means would weigh them alike, however many cells they are of.
    if (take === 'mean') throw this.#unexpected('unexpected', { ...this.#word, text: name })
    return { op: take === 'sum' || take === 'count' ? 'add' : take, of: parts }
  }

  #source(take: AggregateFunction): Expression {
    const word = this.#word
    const after = this.#words[this.#at + 1]
    const isAlone = word.kind === 'name' && isPlace(word.text) && after?.kind === 'sign'
    if (isAlone && after.text === ':') {
      this.#at += 2
      const area = `${word.text}:${this.#word.text}`
      if (!areaNamed(area)) throw this.#unexpected()
      this.#at += 1
      return { take, rows: area, of: { field: EACH } }
    }
    if (isAlone && [',', ')', '['].includes(after.text)) {
      const from = this.#at
      this.#at += 1
      const rows = this.#positioned(word)
      if (this.#word.text === ',' || this.#word.text === ')') return { take, rows, of: { field: EACH } }
      // What follows calculates with it.
      this.#at = from
    }
    // How many a calculated value is, it does not say.
    if (take === 'count' || take === 'mean') throw this.#unexpected()
    return this.#expression()
  }

  /** A text of so many characters, and the sign behind it. */
  #text(most: number, behind: string): string {
    const word = this.#word
    if (word.kind !== 'text' || typeof word.value !== 'string' || word.value.length > most) throw this.#unexpected()
    this.#at += 1
    this.#expect(behind)
    return word.value
  }

  #onlyCell(): string {
    const word = this.#word
    if (word.kind !== 'name' || !isPlace(word.text)) throw this.#unexpected()
    this.#at += 1
    this.#expect(')')
    return word.text
  }

  #rest(): Expression[] {
    if (this.#skip(')')) return []
    const of = [this.#expression()]
    while (this.#skip(',')) of.push(this.#expression())
    this.#expect(')')
    return of
  }
}

/** What a part of a text is: a cell as it shows, a number as it stands. */
function asText(part: Expression): Expression {
  if ('value' in part && typeof part.value === 'number') return { value: String(part.value) }
  const named = 'field' in part ? cellNamed(part.field) : undefined
  return 'field' in part && named && !named.meaning ? { field: `TEXT:${part.field}` } : part
}

/** `IFS(a, 1, b, 2)`: the first whose condition holds, and nothing where none does. */
function ladder(of: readonly Expression[]): Expression {
  const [condition, then, ...more] = of as [Expression, Expression, ...Expression[]]
  return { op: 'if', of: [condition, then, more.length === 0 ? { value: null } : ladder(more)] }
}

/** `SWITCH(x, 1, "a", 2, "b", "else")`. */
function choice([of, ...cases]: readonly Expression[]): Expression {
  const [one, then, ...more] = cases as [Expression, Expression | undefined, ...Expression[]]
  if (one === undefined) return { value: null }
  if (then === undefined) return one
  return { op: 'if', of: [{ op: 'equal', of: [of as Expression, one] }, then, choice([of as Expression, ...more])] }
}
