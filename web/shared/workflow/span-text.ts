/** How long something took. Pure: the words are those of the browser's language. */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** "2 hours 5 minutes": the two largest units of a span; "0 seconds" below one. @param span Milliseconds */
export function spanText(span: number, locale: string): string {
  const past = Math.max(0, span)
  const at = UNITS.findIndex(([, size]) => past >= size)
  if (at < 0) return withUnit(0, 'second', locale)
  const [first, second] = [UNITS[at], UNITS[at + 1]]
  if (!first) return withUnit(0, 'second', locale)
  const count = Math.floor(past / first[1])
  const rest = second ? Math.floor((past - count * first[1]) / second[1]) : 0
  const words = [withUnit(count, first[0], locale), ...(second && rest > 0 ? [withUnit(rest, second[0], locale)] : [])]
  return words.join(' ')
}

/** A number stands apart from Chinese characters, as everywhere else on our pages. */
const withUnit = (count: number, unit: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count).replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
