/**
 * What a text of a form must look like: patterns by name, and own ones that cannot be slow. The engine of the language tries every way in
 * which a text could fit, and `(a+)+` has more ways than anybody can wait for; so the ways are counted before, and too many are refused.
 */

/** Mobile and identity numbers of mainland China (GB 11643 with its check digit), and what is the same everywhere. */
export const PATTERN_NAMES = ['mobile', 'email', 'identity-number', 'url', 'digits', 'letters', 'postcode', 'credit-code'] as const
export type PatternName = (typeof PATTERN_NAMES)[number]

const EXPRESSIONS: Readonly<Record<PatternName, RegExp>> = {
  mobile: /^1[3-9]\d{9}$/,
  // The pattern that browsers check by (HTML Standard, "valid e-mail address").
  email:
    /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/,
  'identity-number': /^\d{17}[\dX]$/i,
  url: /^https?:\/\/[^\s/$.?#][^\s]*$/i,
  digits: /^\d+$/,
  letters: /^[A-Za-z]+$/,
  postcode: /^\d{6}$/,
  'credit-code': /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/,
}

/** The expression of a pattern by name, for other programs; of an identity number it says nothing about the check digit. */
export const expressionOf = (name: PatternName): RegExp => EXPRESSIONS[name]

/** Characters that a text with a pattern by name may have. */
const MAX_TEXT = 1000

/** Whether the text looks like what the name says. */
export function looksLike(name: PatternName, text: string): boolean {
  if (text.length > MAX_TEXT || !EXPRESSIONS[name].test(text)) return false
  return name === 'identity-number' ? hasCheckDigit(text.toUpperCase()) : true
}

/** ISO 7064, MOD 11-2. */
function hasCheckDigit(text: string): boolean {
  let sum = 0
  for (let at = 0; at < 17; at += 1) sum += Number(text[at]) * (2 ** (17 - at) % 11)
  return '10X98765432'[sum % 11] === text[17]
}

/** Characters that a text with an own pattern may have. */
export const MAX_PATTERN_TEXT = 128
/** Ways in which a text may fit: some 20 ms of a processor. */
const MAX_WAYS = 2 ** 22

/** Whether the text fits an own pattern as a whole. */
export const fitsOwn = (pattern: string, text: string): boolean => text.length <= MAX_PATTERN_TEXT && compiled(pattern).test(text)

const compiled = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'u')

/** Whether an own pattern is allowed: a regular expression without look-around and references back, in which texts fit in few ways. */
export function isOwnPattern(pattern: string): boolean {
  try {
    compiled(pattern)
  } catch {
    return false
  }
  return waysOf(pattern, MAX_PATTERN_TEXT) <= MAX_WAYS
}

/** What stands alone: a letter, a class, an escape that is no reference back. */
const ELEMENT = /\\[pP]\{[\w=]+\}|\\u\{[0-9a-fA-F]+\}|\\[^1-9kbB]|\[(?:\\.|[^\]\\])*\]|[^()[\]{}*+?|\\^$]/uy
const QUANTIFIER = /[*+?]\??|\{(\d+)(,(\d*))?\}\??/y

/** In how many ways, at most, a text of the length can be tried against an own pattern; Infinity for a pattern that is not allowed. */
export function waysOf(pattern: string, length: number): number {
  /** For each group that is open, the ways of the choices before this one, and of this one so far. */
  const open: { choices: number; ways: number }[] = [{ choices: 0, ways: 1 }]
  let at = 0
  const match = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    const found = expression.exec(pattern)
    if (found) at += found[0].length
    return found
  }
  while (at < pattern.length) {
    const group = open.at(-1) as (typeof open)[number]
    let ways = 1
    if (pattern[at] === '|') {
      at += 1
      group.choices += group.ways
      group.ways = 1
      continue
    }
    if (pattern[at] === '(') {
      at += pattern.startsWith('(?:', at) ? 3 : 1
      if (pattern[at] === '?') return Infinity
      open.push({ choices: 0, ways: 1 })
      continue
    }
    if (pattern[at] === ')') {
      at += 1
      open.pop()
      ways = group.choices + group.ways
    } else if (!match(ELEMENT)) return Infinity
    const outer = open.at(-1)
    if (!outer) return Infinity
    outer.ways *= repeated(ways, match(QUANTIFIER), length)
  }
  const [whole] = open
  return open.length === 1 && whole ? whole.choices + whole.ways : Infinity
}

/** The ways of something that stands so often: once without a quantifier. */
function repeated(ways: number, quantifier: RegExpExecArray | null, length: number): number {
  if (!quantifier) return ways
  const [text, from, comma, to] = quantifier
  const least = from === undefined ? (text.startsWith('+') ? 1 : 0) : Number(from)
  const most = from === undefined ? (text.startsWith('?') ? 1 : length) : comma === undefined ? least : to ? Number(to) : length
  let sum = 0
  for (let count = Math.min(least, length); count <= Math.min(most, length); count += 1) sum += ways ** count
  return Math.max(1, sum)
}
