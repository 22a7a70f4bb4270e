import type { Rule } from './rule.ts'

const NUMBER = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?$/
/** What switches and contacts say; the words of a rule go first. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ...['on', 'true', 'yes', 'open', 'online', 'active'].map((word) => [word, 1] as const),
  ...['off', 'false', 'no', 'closed', 'offline', 'inactive'].map((word) => [word, 0] as const),
])
const NONE = new Set(['', 'null', 'nan', 'none', '-nan', 'inf', '-inf', 'infinity', '-infinity'])
const MAX_TEXT = 100

/** The number that a value means; undefined where it says that there is none, null where it is no number. */
export function numberOf(raw: unknown, { scale, offset, words }: Rule, isDecimalComma: boolean): number | undefined | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw * scale + offset : undefined
  if (typeof raw === 'boolean') return words.get(String(raw)) ?? (raw ? 1 : 0)
  if (raw === null) return undefined
  if (typeof raw !== 'string' || raw.length > MAX_TEXT) return null
  const text = raw.trim().toLowerCase()
  const word = words.get(text) ?? WORDS.get(text)
  if (word !== undefined) return word
  const number = isDecimalComma ? text.replace(',', '.') : text
  if (NUMBER.test(number)) return Number(number) * scale + offset
  return NONE.has(text) ? undefined : null
}
